import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { LookupStarter, LookupTicket } from '../domain/lookup-ports.js';
import { PRIORITY } from '../domain/lookup.js';
import { LOOKUP_QUEUE, SWEEP_QUEUE, WEBHOOK_QUEUE, lookupContract, sweepQueueOf, type LookupInput } from '../../workflows/contracts.js';
import type { TemporalClient } from './connection.js';

/**
 * How long a start may take: what could not be started waits for the reconciler. Nobody waits for it, so it is long enough for
 * several batches at once at a busy engine.
 */
const START_DEADLINE_MS = 10_000;

export interface Queues {
  readonly lookups: string;
  readonly sweeps: string;
  readonly webhooks: string;
}

export const QUEUES: Queues = { lookups: LOOKUP_QUEUE, sweeps: SWEEP_QUEUE, webhooks: WEBHOOK_QUEUE };

const ACCOUNT = defineSearchAttributeKey('FootprintAccount', 'KEYWORD');
const DELIVERY = defineSearchAttributeKey('FootprintDelivery', 'KEYWORD');
const QUERY_TYPE = defineSearchAttributeKey('FootprintQueryType', 'KEYWORD');
const STATE = defineSearchAttributeKey('FootprintState', 'KEYWORD');

/** Starts lookup workflows; the workflow's id is the lookup's, so that starting twice is starting once. */
export class TemporalLookupStarter implements LookupStarter {
  readonly #temporal: TemporalClient;
  readonly #queues: Queues;

  constructor(options: { temporal: TemporalClient; queues?: Queues }) {
    this.#temporal = options.temporal;
    this.#queues = options.queues ?? QUEUES;
  }

  async start(ticket: LookupTicket): Promise<void> {
    const { client, connection } = this.#temporal;
    const isCheck = ticket.delivery === 'check';
    const input: LookupInput = { lookupId: ticket.id, sweepQueue: sweepQueueOf(ticket, this.#queues), ...(isCheck ? { check: true } : {}) };
    try {
      await connection.withDeadline(Date.now() + START_DEADLINE_MS, () =>
        client.workflow.start(lookupContract.type, {
          workflowId: lookupContract.id(ticket.id),
          taskQueue: this.#queues.lookups,
          args: [input],
          // A lookup whose workflow ended without finishing it (terminated by hand) may be started again.
          workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
          workflowIdConflictPolicy: 'USE_EXISTING',
          priority: { priorityKey: PRIORITY[ticket.delivery], fairnessKey: ticket.accountId },
          typedSearchAttributes: [
            { key: ACCOUNT, value: ticket.accountId },
            { key: DELIVERY, value: ticket.delivery },
            { key: QUERY_TYPE, value: ticket.queryType ?? ticket.kind },
            // A check is over so soon that another write to tell so would cost more than it tells.
            ...(isCheck ? [] : [{ key: STATE, value: 'processing' }]),
          ],
          staticSummary: `${ticket.delivery} ${ticket.kind}, ${ticket.band} band`,
        }),
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
}
