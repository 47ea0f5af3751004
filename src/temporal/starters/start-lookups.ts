import { defineSearchAttributeKey, type Duration } from '@temporalio/common';
import type { Activities } from '../../../activities/index.js';
import type { AcceptedLookup, LookupStarter } from '../../features/lookups/lookup-ports.js';
import { TEMPORAL_PRIORITY } from '../../features/lookups/lookup.js';
import {
  checkContract,
  instantContract,
  lookupContract,
  sweepQueueOf,
  type LookupInput,
  QUEUES,
  type Queues,
} from '../../../workflows/contracts.js';
import type { TemporalClient } from '../../kernel/temporal/connection.js';
import { startOnce } from './start-once.js';

/**
 * How long a start may take: lookups that could not be started wait for the reconciler. No caller waits for a start, so the limit is
 * long enough for several batches at once on a busy Temporal server.
 */
const START_DEADLINE_MS = 10_000;

const ACCOUNT = defineSearchAttributeKey('FootprintAccount', 'KEYWORD');
const MODE = defineSearchAttributeKey('FootprintDelivery', 'KEYWORD');
const QUERY_TYPE = defineSearchAttributeKey('FootprintQueryType', 'KEYWORD');
const STATE = defineSearchAttributeKey('FootprintState', 'KEYWORD');

/**
 * Starts lookups: as a workflow, or for a single check or an instant lookup as one activity without a workflow. Its id contains the
 * lookup's, so that one is under way at most. An execution that has ended is no obstacle, whatever came of it: the database may be from
 * an older backup, or have lost its last commits in a failover. The row decides under its lock, and a finished one is not changed.
 */
export class TemporalLookupStarter implements LookupStarter {
  readonly #queues: Queues;

  constructor(private readonly options: { temporal: TemporalClient; queues?: Queues }) {
    this.#queues = options.queues ?? QUEUES;
  }

  start(lookup: AcceptedLookup): Promise<boolean> {
    return startOnce(this.options.temporal, START_DEADLINE_MS, () => this.#begin(lookup));
  }

  #begin(lookup: AcceptedLookup): Promise<unknown> {
    if (lookup.mode === 'check') return this.#startActivity(lookup, checkContract, '15 seconds');
    if (lookup.mode === 'instant') return this.#startActivity(lookup, instantContract, '1 minute');
    return this.#startWorkflow(lookup);
  }

  #startWorkflow(lookup: AcceptedLookup): Promise<unknown> {
    const input: LookupInput = { lookupId: lookup.id, sweepQueue: sweepQueueOf(lookup, this.#queues) };
    return this.options.temporal.client.workflow.start(lookupContract.type, {
      workflowId: lookupContract.id(lookup.id),
      taskQueue: this.#queues.lookups,
      args: [input],
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      priority: priorityOf(lookup),
      typedSearchAttributes: [...attributesOf(lookup), { key: STATE, value: 'processing' }],
      staticSummary: `${lookup.mode} ${lookup.kind}, ${lookup.band} band`,
    });
  }

  /** Heartbeats reveal a dead worker within seconds; retries are for the storing, until the database is back. */
  #startActivity(
    lookup: AcceptedLookup,
    contract: typeof checkContract | typeof instantContract,
    startToCloseTimeout: Duration,
  ): Promise<unknown> {
    return this.options.temporal.client.activity.typed<Activities>().start(contract.type, {
      id: contract.id(lookup.id),
      taskQueue: this.#queues.checks,
      args: [{ lookupId: lookup.id, busy: lookup.busy }],
      startToCloseTimeout,
      heartbeatTimeout: '4 seconds',
      retry: { initialInterval: '100 milliseconds', maximumInterval: '10 seconds' },
      idReusePolicy: 'ALLOW_DUPLICATE',
      idConflictPolicy: 'FAIL',
      priority: priorityOf(lookup),
      typedSearchAttributes: attributesOf(lookup),
    });
  }
}

/**
 * Lookups whose callers wait come first, and of the others short ones: fifty deep ones are eight hundred shards. Among equals, no
 * account's batch starves another's lookups.
 */
function priorityOf({ mode, band, accountId }: AcceptedLookup) {
  const isLong = band === 'deep' && (mode === 'async' || mode === 'batch');
  return { priorityKey: TEMPORAL_PRIORITY[mode] + (isLong ? 1 : 0), fairnessKey: accountId };
}

function attributesOf({ accountId, mode, queryType, kind }: AcceptedLookup) {
  return [
    { key: ACCOUNT, value: accountId },
    { key: MODE, value: mode },
    { key: QUERY_TYPE, value: queryType ?? kind },
  ];
}
