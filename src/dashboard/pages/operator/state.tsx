import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.js';
import { DataTable } from '../../components/data-table.js';
import { ExternalLink } from '../../components/external-link.js';
import { QueryResult } from '../../components/query-result.js';
import { Time } from '../../components/time.js';
import { AttemptLines } from '../webhooks/attempts.js';
import { outcomeOf } from '../webhooks/labels.js';
import { circuitsQuery, deliveriesQuery, disputesQuery, erasuresQuery, queuesQuery, schedulesQuery, unfinishedQuery } from './queries.js';

const BACKLOG_WORD = {
  batchLookups: 'Batch lookups',
  otherLookups: 'Other lookups',
  deliveries: 'Webhook deliveries',
  emails: 'E-mails',
  erasures: 'Erasures',
} as const;

/** Characters of a digest that are shown. */
const SHOWN_DIGEST = 12;

/** What waits, what runs, and what is backing off. */
export function State() {
  return (
    <>
      <QuerySection title="Queues" options={queuesQuery}>
        {({ taskQueues, backlog }) => (
          <>
            <DataTable
              label="Work that waits in the database"
              head={['Waiting work', 'Count', 'Oldest since']}
              rows={backlog.map(({ kind, count, oldestAt }) => ({
                key: kind,
                cells: [BACKLOG_WORD[kind], count.toLocaleString(), oldestAt ? <Time key="at" at={oldestAt} /> : '–'],
              }))}
            />
            <DataTable
              label="Task queues of Temporal"
              head={['Task queue', 'Kind', 'Tasks', 'Oldest', 'Workers', 'Temporal']}
              rows={taskQueues.map(({ queue, kind, count, oldestSeconds, pollers, url }) => ({
                key: `${queue} ${kind}`,
                cells: [
                  queue,
                  kind,
                  count.toLocaleString(),
                  count === 0 ? '–' : `${oldestSeconds} s`,
                  pollers === 0 ? (
                    <Badge key="pollers" tone="bad">
                      none
                    </Badge>
                  ) : (
                    pollers
                  ),
                  <TemporalLink key="url" url={url} what={`${queue}, ${kind}`} />,
                ],
              }))}
            />
          </>
        )}
      </QuerySection>
      <QuerySection
        title="Unfinished lookups"
        options={unfinishedQuery}
        empty={({ oldest }) => oldest.length === 0 && 'All lookups are finished.'}
      >
        {({ counts, oldest }) => (
          <>
            <p>{counts.map(({ state, mode, count }) => `${count.toLocaleString()} ${state} (${mode})`).join(', ')}</p>
            <DataTable
              label="The oldest unfinished lookups"
              head={['Lookup', 'Account', 'State', 'Mode', 'Accepted', 'Temporal']}
              rows={oldest.map(({ id, accountId, state, mode, acceptedAt, url }) => ({
                key: id,
                cells: [
                  <code key="id">{id}</code>,
                  <code key="account">{accountId}</code>,
                  state,
                  mode,
                  <Time key="at" at={acceptedAt} />,
                  <TemporalLink key="url" url={url} what={id} />,
                ],
              }))}
            />
          </>
        )}
      </QuerySection>
      <QuerySection
        title="Unfinished deliveries"
        options={deliveriesQuery}
        empty={({ deliveries }) => deliveries.length === 0 && 'All webhook deliveries are finished.'}
      >
        {({ deliveries }) => (
          <DataTable
            label="Unfinished deliveries, the longest due first"
            head={['Event', 'Endpoint', 'Account', 'Attempts', 'Next attempt', 'Temporal']}
            rows={deliveries.map(({ eventId, endpointId, accountId, attempts, latestAttempts, nextAttemptAt, url }) => ({
              key: `${eventId} ${endpointId}`,
              cells: [
                <code key="event">{eventId}</code>,
                <code key="endpoint">{endpointId}</code>,
                <code key="account">{accountId}</code>,
                <AttemptsCell key="attempts" count={attempts} latest={latestAttempts} />,
                nextAttemptAt ? <Time key="next" at={nextAttemptAt} /> : '–',
                <TemporalLink key="url" url={url} what={eventId} />,
              ],
            }))}
          />
        )}
      </QuerySection>
      <QuerySection
        title="Circuits and backoffs"
        options={circuitsQuery}
        empty={({ circuits, backoffs }) => circuits.length + backoffs.length === 0 && 'No circuit is open, and no platform is backing off.'}
      >
        {({ circuits, backoffs }) => (
          <DataTable
            label="Open circuits and backoffs"
            head={['What', 'Egress', 'Why', 'Until']}
            rows={[
              ...circuits.map(({ host, egress, egressPool, trips, until }) => ({
                key: `${egressPool} ${egress} ${host}`,
                cells: [host, egress, `its circuit opened ${trips} times in a row`, <Time key="until" at={until} />],
              })),
              ...backoffs.map(({ platform, egressPool, until }) => ({
                key: `${egressPool} ${platform}`,
                cells: [platform, egressPool, 'backing off after a refusal', <Time key="until" at={until} />],
              })),
            ]}
          />
        )}
      </QuerySection>
      <QuerySection
        title="Disputed results"
        options={disputesQuery}
        empty={({ disputes }) => disputes.length === 0 && 'No disputed results.'}
      >
        {({ disputes }) => (
          <DataTable
            label="Disputed results, the newest first"
            head={['Platform', 'Result', 'Account', 'Evidence', 'Rule', 'Egress', 'Disputed', 'Control since']}
            rows={disputes.map((each, index) => ({
              key: String(index),
              cells: [
                `${each.platform} (${each.queryType})`,
                each.registered ? 'registered' : 'not registered',
                <code key="account">{each.accountId}</code>,
                <code key="evidence">{each.evidence?.slice(0, SHOWN_DIGEST) ?? '–'}</code>,
                <code key="rule">{each.rule?.slice(0, SHOWN_DIGEST) ?? '–'}</code>,
                each.egressPool ?? '–',
                <Time key="at" at={each.createdAt} />,
                each.controlledAt ? <Time key="control" at={each.controlledAt} /> : 'none yet',
              ],
            }))}
          />
        )}
      </QuerySection>
      <QuerySection title="Schedules" options={schedulesQuery}>
        {({ schedules }) => (
          <DataTable
            label="Schedules"
            head={['Schedule', 'State', 'Last run', 'Outcome', 'Next run', 'Temporal']}
            rows={schedules.map(({ id, purpose, state, lastRun, nextAt, url }) => ({
              key: id,
              cells: [
                <span key="purpose">
                  {purpose} <span className="muted">({id})</span>
                </span>,
                <Badge key="state" tone={state === 'active' ? 'good' : state === 'paused' ? 'warn' : 'bad'}>
                  {state}
                </Badge>,
                lastRun ? <Time key="last" at={lastRun.startedAt} /> : 'never',
                lastRun?.outcome.replaceAll('_', ' ') ?? '–',
                nextAt ? <Time key="next" at={nextAt} /> : '–',
                <TemporalLink key="url" url={url} what={id} />,
              ],
            }))}
          />
        )}
      </QuerySection>
      <QuerySection
        title="Erasures under way"
        options={erasuresQuery}
        empty={({ erasures }) => erasures.length === 0 && 'No erasure is under way.'}
      >
        {({ erasures }) => (
          <DataTable
            label="Erasures under way"
            head={['Erasure', 'Account', 'State', 'Created', 'Temporal']}
            rows={erasures.map(({ id, accountId, state, isDryRun, createdAt, url }) => ({
              key: id,
              cells: [
                <code key="id">{id}</code>,
                accountId ?? 'all accounts',
                isDryRun ? `${state} (dry run)` : state,
                <Time key="at" at={createdAt} />,
                <TemporalLink key="url" url={url} what={id} />,
              ],
            }))}
          />
        )}
      </QuerySection>
    </>
  );
}

/** How many attempts there were and why the last one failed; opened, the latest ones. */
function AttemptsCell({ count, latest }: { readonly count: number; readonly latest: Parameters<typeof AttemptLines>[0]['attempts'] }) {
  const last = latest.at(-1);
  if (!last) return count;
  return (
    <details>
      <summary>
        {count}, last: {outcomeOf(last.status, last.failure)}
      </summary>
      <AttemptLines attempts={latest} />
    </details>
  );
}

/** A section with what a query read. */
function QuerySection<Data, Key extends readonly unknown[]>(props: {
  readonly title: string;
  readonly options: UseQueryOptions<Data, Error, Data, Key>;
  /** What to say when there is nothing; false: there is something. */
  readonly empty?: (data: Data) => string | false;
  readonly children: (data: Data) => ReactNode;
}) {
  const query = useQuery(props.options);
  const empty = query.data !== undefined && props.empty?.(query.data);
  return (
    <section className="stack" aria-label={props.title}>
      <h2>{props.title}</h2>
      <QueryResult query={query} what={props.title.toLowerCase()} empty={empty && <p className="muted">{empty}</p>}>
        {props.children}
      </QueryResult>
    </section>
  );
}

const TemporalLink = ({ url, what }: { readonly url: string | null; readonly what: string }) =>
  url === null ? (
    '–'
  ) : (
    <ExternalLink href={url}>
      Open<span className="visually-hidden"> {what} in Temporal</span>
    </ExternalLink>
  );
