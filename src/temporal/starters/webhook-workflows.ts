import { WorkflowExecutionAlreadyStartedError, type WorkflowSignalWithStartOptions, type WorkflowStartOptions } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { DeliveryTicket } from '../../features/webhooks/delivery.js';
import type { WebhookWorkflows, OutboxLauncher } from '../../features/webhooks/ports.js';
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
    const { client, connection } = this.options.temporal;
    try {
      await connection.withDeadline(Date.now() + DEADLINE_MS, () =>
        client.workflow.start(type, { ...options, workflowIdConflictPolicy: 'USE_EXISTING' }),
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  async #signal(type: string, options: WorkflowSignalWithStartOptions): Promise<void> {
    const { client, connection } = this.options.temporal;
    await connection.withDeadline(Date.now() + DEADLINE_MS, () => client.workflow.signalWithStart(type, options));
  }
}

/** Calls under way at once; beyond it the rows wait for the reconciler, so that a flood costs no memory. */
const MAX_IN_FLIGHT = 256;

export interface OutboxLauncherOptions {
  readonly workflows: WebhookWorkflows;
  /** Grants the free slots of an endpoint. @returns the deliveries to start */
  readonly grantSlots: (endpointId: string) => Promise<readonly DeliveryTicket[]>;
  readonly onFailure: (id: string, error: unknown) => void;
}

/**
 * Starts deliveries without making the code that wrote them wait. The rows are committed before, so a failed or skipped start
 * delays a delivery until the reconciler finds it and loses nothing.
 */
export class BackgroundOutboxLauncher implements OutboxLauncher {
  readonly #underWay = new Set<Promise<void>>();
  /** Endpoints whose slots are being granted, and whether something was added meanwhile: one connection an endpoint at most. */
  readonly #granting = new Map<string, boolean>();

  constructor(private readonly options: OutboxLauncherOptions) {}

  launch(tickets: readonly Pick<DeliveryTicket, 'endpointId'>[]): void {
    for (const { endpointId } of tickets) {
      if (this.#granting.has(endpointId)) this.#granting.set(endpointId, true);
      else this.#beside(endpointId, () => this.#startDue(endpointId));
    }
  }

  start(ticket: DeliveryTicket): void {
    this.#beside(ticket.eventId, () => this.options.workflows.startDelivery(ticket));
  }

  recheckEndpoint(endpointId: string): void {
    this.#beside(endpointId, () => this.options.workflows.recheckEndpoint(endpointId));
  }

  startEmail(emailId: string): void {
    this.#beside(emailId, () => this.options.workflows.startEmail(emailId));
  }

  /** Resolves when every call under way has ended. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #startDue(endpointId: string): Promise<void> {
    const { workflows, grantSlots } = this.options;
    try {
      do {
        this.#granting.set(endpointId, false);
        await workflows.startDeliveries(await grantSlots(endpointId));
      } while (this.#granting.get(endpointId));
    } finally {
      this.#granting.delete(endpointId);
    }
  }

  #beside(id: string, call: () => Promise<void>): void {
    if (this.#underWay.size >= MAX_IN_FLIGHT) {
      this.options.onFailure(id, new Error('too many starts under way'));
      return;
    }
    const done = call()
      .catch((error: unknown) => this.options.onFailure(id, error))
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }
}
