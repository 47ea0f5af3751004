import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Badge, ExternalLink, Time } from '../../components/facts.js';
import { DataTable, QueryResult } from '../../components/list.js';
import { AttemptLines } from '../webhooks/attempts.js';
import { nextAttempt, outcomeOf } from '../webhooks/labels.js';
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
              label="Work waiting in the database"
              rows={backlog}
              keyOf={({ kind }) => kind}
              columns={{
                'Waiting work': ({ kind }) => BACKLOG_WORD[kind],
                Count: ({ count }) => count.toLocaleString(),
                'Oldest since': ({ oldestAt }) => timeOr(oldestAt),
              }}
            />
            <DataTable
              label="Task queues of Temporal"
              rows={taskQueues}
              keyOf={({ queue, kind }) => `${queue} ${kind}`}
              columns={{
                'Task queue': ({ queue }) => queue,
                Kind: ({ kind }) => kind,
                Tasks: ({ count }) => count.toLocaleString(),
                Oldest: ({ count, oldestSeconds }) => (count === 0 ? '–' : `${oldestSeconds} s`),
                Workers: ({ pollers }) => (pollers === 0 ? <Badge tone="bad">none</Badge> : pollers),
                Temporal: ({ url, queue, kind }) => temporalLink(url, `${queue}, ${kind}`),
              }}
            />
          </>
        )}
      </QuerySection>
      <QuerySection
        title="Unfinished lookups"
        options={unfinishedQuery}
        empty={({ oldest }) => oldest.length === 0 && 'All lookups have finished.'}
      >
        {({ counts, oldest }) => (
          <>
            <p>{counts.map(({ state, mode, count }) => `${count.toLocaleString()} ${state} (${mode})`).join(', ')}</p>
            <DataTable
              label="The oldest unfinished lookups"
              rows={oldest}
              keyOf={({ id }) => id}
              columns={{
                Lookup: ({ id }) => <code>{id}</code>,
                Account: ({ accountId }) => <code>{accountId}</code>,
                State: ({ state }) => state,
                Mode: ({ mode }) => mode,
                Accepted: ({ acceptedAt }) => <Time at={acceptedAt} />,
                Temporal: ({ url, id }) => temporalLink(url, id),
              }}
            />
          </>
        )}
      </QuerySection>
      <QuerySection
        title="Unfinished deliveries"
        options={deliveriesQuery}
        empty={({ deliveries }) => deliveries.length === 0 && 'All webhook deliveries have finished.'}
      >
        {({ deliveries }) => (
          <DataTable
            label="Unfinished deliveries, longest overdue first"
            rows={deliveries}
            keyOf={({ eventId, endpointId }) => `${eventId} ${endpointId}`}
            columns={{
              Event: ({ eventId }) => <code>{eventId}</code>,
              Endpoint: ({ endpointId }) => <code>{endpointId}</code>,
              Account: ({ accountId }) => <code>{accountId}</code>,
              Attempts: ({ attempts, latestAttempts }) => <AttemptsCell count={attempts} latest={latestAttempts} />,
              'Next attempt': (delivery) => timeOr(nextAttempt(delivery), 'as soon as possible'),
              Temporal: ({ url, eventId }) => temporalLink(url, eventId),
            }}
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
            rows={[
              ...circuits.map((each) => ({ ...each, what: each.host, why: `its circuit opened ${each.trips} times in a row` })),
              ...backoffs.map((each) => ({ ...each, what: each.platform, egress: each.egressPool, why: 'backing off after a refusal' })),
            ]}
            keyOf={({ egressPool, egress, what }) => `${egressPool} ${egress} ${what}`}
            columns={{
              What: ({ what }) => what,
              Egress: ({ egress }) => egress,
              Why: ({ why }) => why,
              Until: ({ until }) => <Time at={until} />,
            }}
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
            label="Disputed results, newest first"
            rows={disputes}
            keyOf={(_, index) => String(index)}
            columns={{
              Platform: ({ platform, queryType }) => `${platform} (${queryType})`,
              Result: ({ registered }) => (registered ? 'registered' : 'not registered'),
              Account: ({ accountId }) => <code>{accountId}</code>,
              Evidence: ({ evidence }) => <code>{evidence?.slice(0, SHOWN_DIGEST) ?? '–'}</code>,
              Rule: ({ rule }) => <code>{rule?.slice(0, SHOWN_DIGEST) ?? '–'}</code>,
              Egress: ({ egressPool }) => egressPool ?? '–',
              Disputed: ({ createdAt }) => <Time at={createdAt} />,
              'Control since': ({ controlledAt }) => timeOr(controlledAt, 'none yet'),
            }}
          />
        )}
      </QuerySection>
      <QuerySection title="Schedules" options={schedulesQuery}>
        {({ schedules }) => (
          <DataTable
            label="Schedules"
            rows={schedules}
            keyOf={({ id }) => id}
            columns={{
              Schedule: ({ purpose, id }) => (
                <>
                  {purpose} <span className="muted">({id})</span>
                </>
              ),
              State: ({ state }) => <Badge tone={state === 'active' ? 'good' : state === 'paused' ? 'warn' : 'bad'}>{state}</Badge>,
              'Last run': ({ lastRun }) => timeOr(lastRun?.startedAt, 'never'),
              Outcome: ({ lastRun }) => lastRun?.outcome.replaceAll('_', ' ') ?? '–',
              'Next run': ({ nextAt }) => timeOr(nextAt),
              Temporal: ({ url, id }) => temporalLink(url, id),
            }}
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
            rows={erasures}
            keyOf={({ id }) => id}
            columns={{
              Erasure: ({ id }) => <code>{id}</code>,
              Account: ({ accountId }) => accountId ?? 'all accounts',
              State: ({ state, isDryRun }) => (isDryRun ? `${state} (dry run)` : state),
              Created: ({ createdAt }) => <Time at={createdAt} />,
              Temporal: ({ url, id }) => temporalLink(url, id),
            }}
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

const timeOr = (at: string | null | undefined, otherwise = '–') => (at ? <Time at={at} /> : otherwise);

const temporalLink = (url: string | null, what: string) =>
  url === null ? (
    '–'
  ) : (
    <ExternalLink href={url}>
      Open<span className="visually-hidden"> {what} in Temporal</span>
    </ExternalLink>
  );
