import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { MODULE_WORDS } from '../../../features/lookups/report/labels.js';
import { accountQuery, useAccount } from '../../client/account.js';
import { useActors } from '../../client/actors.js';
import { useRead } from '../../client/reading.js';
import { saveFile } from '../../client/save-file.js';
import { counted, formatAmount, formatNumber } from '../../client/format.js';
import { Button, ErrorNote, Select } from '../../components/controls.js';
import { DataTable, QueryResult } from '../../components/list.js';
import { Page, Section } from '../../components/page.js';
import { Time } from '../../components/facts.js';
import { Allowance } from './allowance.js';
import { type Period, PERIODS, rangeOf } from './period.js';
import { type Sum, sumOf, sumsBy, sumsByDay, type Usage as UsageOfDays, usageCsv } from './sums.js';

const Chart = lazy(async () => ({ default: (await import('./chart.js')).Chart }));

/** What the account may use, and what it used: by day, module and key. */
export function Usage() {
  const account = useAccount();
  const navigate = useNavigate();
  const { period = 'month' } = useSearch({ from: '/signed-in/dashboard/$account/usage' });
  const [now] = useState(() => Date.now());
  const about = useQuery(accountQuery(account));
  const range = rangeOf(period, now);
  const usage = useRead(['usage', range], (api) => api.GET('/account/usage', { params: { query: range } }), {
    placeholderData: keepPreviousData,
  });
  const { nameOf } = useActors();
  const choose = (chosen: Period) =>
    void navigate({ to: '/dashboard/$account/usage', params: { account: account.id }, search: { period: chosen }, replace: true });
  return (
    <Page title="Usage" intro="What your plan allows, and how much of it is used.">
      <QueryResult query={about} what="the allowance">
        {(data) => <Allowance about={data} />}
      </QueryResult>
      <Section
        title="By day"
        intro="Days are in UTC. Deleted lookups are counted too, because they stay billed."
        actions={
          <>
            <Select aria-label="Period" options={Object.entries(PERIODS) as [Period, string][]} value={period} onChange={choose} />
            <Button
              label="CSV"
              disabled={!usage.data || usage.data.days.length === 0}
              onClick={() => usage.data && saveFile(fileName(usage.data), usageCsv(usage.data, nameOf), 'text/csv')}
            />
          </>
        }
      >
        {usage.error && !usage.data ? (
          <ErrorNote error={usage.error} onRetry={() => void usage.refetch()} />
        ) : (
          <ByDay usage={usage.data} isStale={usage.isPlaceholderData} />
        )}
      </Section>
      {usage.data && usage.data.days.length > 0 && <Shares usage={usage.data} nameOf={nameOf} />}
    </Page>
  );
}

const fileName = ({ from, to }: UsageOfDays): string => `footprint-usage-${from}-${to}.csv`;

function ByDay({ usage, isStale }: { readonly usage: UsageOfDays | undefined; readonly isStale: boolean }) {
  const days = usage ? sumsByDay(usage) : [];
  const busy = days.filter(({ sum }) => sum.lookups > 0).reverse();
  const total = sumOf(usage?.days ?? []);
  const hasCosts = total.millicents > 0;
  return (
    <div className="card" aria-busy={!usage || isStale || undefined}>
      <p>
        <span className="figure">{usage ? formatNumber(total.lookups) : '…'}</span>{' '}
        <span className="muted">{usage && wordsOf(total, usage)}</span>
      </p>
      <div className="usage-chart-frame">
        {usage && busy.length > 0 && (
          <Suspense fallback={<span aria-busy="true" />}>
            <Chart days={days} />
          </Suspense>
        )}
        {usage && busy.length === 0 && (
          <p className="muted">There were no lookups in this period. Each lookup is counted on the day on which it was accepted.</p>
        )}
      </div>
      {busy.length > 0 && (
        <details>
          <summary>Show the numbers as a table</summary>
          <DataTable
            label="Lookups by day"
            rows={busy}
            keyOf={({ day }) => day}
            columns={{ Day: ({ day }) => <Time at={day} dateOnly />, ...sumColumns(hasCosts) }}
          />
        </details>
      )}
    </div>
  );
}

const wordsOf = ({ lookups, millicents }: Sum, { from, to }: UsageOfDays): string => {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const cost = millicents > 0 ? `, ${formatAmount(millicents, 'millicents')}` : '';
  return `${lookups === 1 ? 'lookup' : 'lookups'} in ${counted(days, 'day')}${cost}`;
};

const sumColumns = (hasCosts: boolean) => ({
  Lookups: ({ sum }: { readonly sum: Sum }) => formatNumber(sum.lookups),
  ...(hasCosts && { Cost: ({ sum }: { readonly sum: Sum }) => formatAmount(sum.millicents, 'millicents') }),
});

function Shares({ usage: { days }, nameOf }: { readonly usage: UsageOfDays; readonly nameOf: (id: string) => string }) {
  const sums = sumColumns(sumOf(days).millicents > 0);
  return (
    <div className="usage-shares">
      <Section title="By module" intro="Each lookup counts under the first module that it ran.">
        <DataTable
          label="Lookups by module"
          rows={sumsBy(days, ({ module }) => module)}
          keyOf={({ key }) => key}
          columns={{ Module: ({ key }) => MODULE_WORDS[key], ...sums }}
        />
      </Section>
      <Section title="By key" intro="API keys, and people who used the dashboard.">
        <DataTable
          label="Lookups by key"
          rows={sumsBy(days, ({ apiKeyId }) => apiKeyId)}
          keyOf={({ key }) => key}
          columns={{ Key: ({ key }) => nameOf(key), ...sums }}
        />
      </Section>
    </div>
  );
}
