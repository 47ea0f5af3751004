import type { WorkflowSignalWithStartOptions, WorkflowStartOptions } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { DeliveryTicket } from '../../features/webhooks/delivery.js';
import type { WebhookWorkflows } from '../../features/webhooks/ports.js';
import {
  deliveryContract,
  endpointContract,
  emailContract,
  type DeliveryInput,
  type EndpointInput,
  type EmailInput,
  QUEUES,
  type Queues,
} from '../../../workflows/contracts.js';
import type { TemporalClient } from '../../kernel/temporal/connection.js';
import { startOnce } from './start-once.js';

/** How long a call may take before the caller continues; the reconciler starts what could not be started. */
const DEADLINE_MS = 2_000;
/** After what callers wait for, before batches. */
const PRIORITY_KEY = 3;

const ACCOUNT = defineSearchAttributeKey('FootprintAccount', 'KEYWORD');
const ENDPOINT = defineSearchAttributeKey('FootprintEndpoint', 'KEYWORD');
const EVENT_TYPE = defineSearchAttributeKey('FootprintEventType', 'KEYWORD');

/** Starts the workflows of webhooks and emails; their ids come from the rows, so that a second start changes nothing. */
export class TemporalWebhookWorkflows implements WebhookWorkflows {
  readonly #queues: Queues;

  constructor(private readonly options: { temporal: TemporalClient; queues?: Queues }) {
    this.#queues = options.queues ?? QUEUES;
  }

  startDelivery(ticket: DeliveryTicket): Promise<void> {
    return this.#start(deliveryContract.type, this.#delivery(ticket));
  }

  async startDeliveries(tickets: readonly DeliveryTicket[]): Promise<void> {
    const starts = await Promise.allSettled(tickets.map((ticket) => this.startDelivery(ticket)));
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
  }

  recheckEndpoint(endpointId: string): Promise<void> {
    return this.#signal(endpointContract.type, { ...this.#endpoint(endpointId), signal: endpointContract.lookAgain, signalArgs: [] });
  }

  ensureMonitored(endpointId: string): Promise<void> {
    return this.#start(endpointContract.type, this.#endpoint(endpointId));
  }

  startEmail(emailId: string): Promise<void> {
    const input: EmailInput = { emailId };
    return this.#start(emailContract.type, {
      workflowId: emailContract.id(emailId),
      taskQueue: this.#queues.lookups,
      args: [input],
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    });
  }

  #delivery(ticket: DeliveryTicket) {
    const { accountId, ...key } = ticket;
    const input: DeliveryInput = { ...key, queue: this.#queues.webhooks };
    return {
      workflowId: deliveryContract.id(key),
      taskQueue: this.#queues.lookups,
      args: [input],
      // A delivery whose row is still pending is carried out, however its workflow ended.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
      priority: { priorityKey: PRIORITY_KEY, fairnessKey: key.endpointId },
      typedSearchAttributes: [
        { key: ACCOUNT, value: accountId },
        { key: ENDPOINT, value: key.endpointId },
        { key: EVENT_TYPE, value: key.eventType },
      ],
      staticSummary: key.run === 0 ? key.eventType : `${key.eventType}, resend ${key.run}`,
    };
  }

  #endpoint(endpointId: string) {
    const input: EndpointInput = { endpointId };
    return {
      workflowId: endpointContract.id(endpointId),
      taskQueue: this.#queues.lookups,
      args: [input],
      workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
      priority: { priorityKey: PRIORITY_KEY },
      typedSearchAttributes: [{ key: ENDPOINT, value: endpointId }],
      staticSummary: 'a failing endpoint is watched',
    };
  }

  async #start(type: string, options: WorkflowStartOptions): Promise<void> {
    const { client } = this.options.temporal;
    await startOnce(this.options.temporal, DEADLINE_MS, () =>
      client.workflow.start(type, { ...options, workflowIdConflictPolicy: 'USE_EXISTING' }),
    );
  }

  async #signal(type: string, options: WorkflowSignalWithStartOptions): Promise<void> {
    const { client, connection } = this.options.temporal;
    await connection.withDeadline(Date.now() + DEADLINE_MS, () => client.workflow.signalWithStart(type, options));
  }
}
