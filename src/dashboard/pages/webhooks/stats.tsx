import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../client/account.js';
import { DataTable } from '../../components/list.js';
import { ErrorNote, Select } from '../../components/controls.js';
import { Figures, Time } from '../../components/facts.js';
import { type Period, PERIODS, statsQuery } from './queries.js';
import { type Counts, deliveredText, eventsIn, type Interval, milliseconds } from './labels.js';

const Chart = lazy(async () => ({ default: (await import('./chart.js')).Chart }));

/** How the deliveries of an endpoint went: figures, charts, and the same numbers as a table. */
export function Stats({ endpoint }: { readonly endpoint: string }) {
  const account = useAccount();
  const [period, setPeriod] = useState<Period>('week');
  const { data, error, refetch } = useQuery(statsQuery(account, period, endpoint));
  const stats = data?.endpoints[0];
  return (
    <section className="stack" aria-labelledby="stats-title">
      <header className="section-header">
        <h2 id="stats-title">Over time</h2>
        <Select aria-label="Period" options={Object.entries(PERIODS) as [Period, string][]} value={period} onChange={setPeriod} />
      </header>
      {error && !stats ? (
        <ErrorNote error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card">
          <Figures of={figuresOf(stats?.total)} />
          {data?.incompleteBefore && (
            <p className="small">
              There are too many deliveries to count: the numbers before <Time at={data.incompleteBefore} /> are incomplete.
            </p>
          )}
          <div className="chart-frame">
            <Suspense fallback={<span aria-busy="true" />}>
              {stats ? <Chart intervals={stats.intervals} isByHour={period !== 'month'} /> : <span aria-busy="true" />}
            </Suspense>
          </div>
          <details>
            <summary>Show the numbers as a table</summary>
            <Table intervals={stats?.intervals ?? []} isByDay={period === 'month'} />
          </details>
        </div>
      )}
    </section>
  );
}

const figuresOf = (total: Counts | undefined): Record<string, string> => ({
  Delivered: total ? deliveredText(total) : '…',
  Events: total ? eventsIn(total).toLocaleString() : '…',
  'Failed attempts': total ? `${total.failedAttempts.toLocaleString()} of ${total.attempts.toLocaleString()}` : '…',
  'Median time': total ? milliseconds(total.medianMs) : '…',
  '95 % within': total ? milliseconds(total.p95Ms) : '…',
});

function Table({ intervals, isByDay }: { readonly intervals: readonly Interval[]; readonly isByDay: boolean }) {
  const busy = intervals.filter((each) => eventsIn(each) > 0).reverse();
  if (busy.length === 0) return <p className="muted">There were no deliveries in this period.</p>;
  return (
    <DataTable
      label="Deliveries over time"
      rows={busy}
      keyOf={({ from }) => from}
      columns={{
        'Events from': ({ from }) => <Time at={from} dateOnly={isByDay} />,
        Delivered: ({ delivered }) => delivered.toLocaleString(),
        Failed: ({ failed }) => failed.toLocaleString(),
        Pending: ({ pending }) => pending.toLocaleString(),
        Attempts: ({ attempts }) => attempts.toLocaleString(),
        'Failed attempts': ({ failedAttempts }) => failedAttempts.toLocaleString(),
        'Median time': ({ medianMs }) => milliseconds(medianMs),
        '95 % within': ({ p95Ms }) => milliseconds(p95Ms),
      }}
    />
  );
}
