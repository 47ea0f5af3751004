/** Webhooks on the engine that skips time: real activities on a real Postgres, a receiver that answers as told. */
import { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Activities } from '../../../activities/index.js';
import { createDeliveryActivities } from '../../../activities/webhooks/deliver-webhook.js';
import { createEndpointHealthActivities } from '../../../activities/webhooks/endpoint-health.js';
import { createEmailActivities } from '../../../activities/emails/send-email.js';
import type { GuardedResponse, GuardedHttp, GuardedRequest } from '../../../src/kernel/net/guarded-http/index.js';
import { createWebhookSender } from '../../../src/features/webhooks/sender/webhook-sender.js';
import { timeSkippingServer } from '../../../tools/embedded/test-stack.js';
import type { WebhookWorkflows } from '../../../src/features/webhooks/ports.js';
import { TemporalWebhookWorkflows } from '../../../src/temporal/starters/webhook-workflows.js';
import { SEARCH_ATTRIBUTES } from '../../../workflows/contracts.js';
import { makeCaller, openRecordOn, type TestRecord } from '../../stores/support/record.js';
import { createDatabase } from '../../support/databases.js';
import { addEndpointTo, happens } from '../../support/webhooks/endpoints.js';
import { serviceBundle } from './bundles.js';
import { withTemporalWorkers } from './temporal-workers.js';
import { fakeActivities } from './fake-activities.js';

const INDEXED = { Keyword: 2, Int: 3 } as const;

export interface Sent {
  readonly eventId: string;
  readonly signature: string;
  readonly body: Buffer;
  /** On the engine's clock, in milliseconds since 1970. */
  readonly at: number;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What one test has in hand. */
export interface Harness {
  readonly record: TestRecord;
  readonly webhookWorkflows: WebhookWorkflows;
  readonly env: TestWorkflowEnvironment;
  readonly accountId: string;
  readonly endpointId: string;
  /** Requests in the order in which they were made. */
  readonly sent: readonly Sent[];
  /** Answers from now on. */
  replyWith(reply: (sent: Sent) => Reply): void;
  /** Something happens, and its deliveries are started. @returns the event's id */
  happens(): Promise<string>;
  /** Lets time pass. */
  pass(hours: number): Promise<void>;
}

/**
 * One engine for all tests of a file: a workflow that is left without a worker would hold up the server's clock. Each use has
 * an account and an endpoint of its own.
 */
export async function openWebhookHarness() {
  const path = await timeSkippingServer();
  const [env, workflowBundle, url] = await Promise.all([
    TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } }),
    serviceBundle(),
    createDatabase(),
  ]);
  await env.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => [name, INDEXED[type]])),
  });
  const record = openRecordOn(url);
  const receivers: Receivers = new Map();
  let ready!: (webhookWorkflows: WebhookWorkflows) => void;
  const webhookWorkflows = new Promise<WebhookWorkflows>((resolve) => (ready = resolve));
  let close!: () => void;
  const closing = new Promise<void>((resolve) => (close = resolve));
  const activities = activitiesOf({ env, record, webhookWorkflows, receivers });
  const running = withTemporalWorkers({ address: env.address, activities, workflowBundle }, async ({ queues }) => {
    ready(
      new TemporalWebhookWorkflows({ temporal: { client: env.client, connection: env.connection, close: async () => undefined }, queues }),
    );
    await closing;
  });
  return {
    use: async (work: (harness: Harness) => Promise<void>) =>
      useHarness({ env, record, receivers, webhookWorkflows: await webhookWorkflows }, work),
    async close() {
      close();
      await running;
      await record.database.close();
      await env.teardown();
    },
  };
}

/** What answers at each address. */
type Receivers = Map<string, (sent: Sent) => Reply>;

async function useHarness(
  {
    env,
    record,
    receivers,
    webhookWorkflows,
  }: { env: TestWorkflowEnvironment; record: TestRecord; receivers: Receivers; webhookWorkflows: WebhookWorkflows },
  work: (harness: Harness) => Promise<void>,
): Promise<void> {
  const { accountId } = await makeCaller(record, 'growth');
  const url = `https://example.com/${accountId}`;
  const endpoint = await addEndpointTo(record, accountId, { url });
  const sent: Sent[] = [];
  let replyOf: (sent: Sent) => Reply = () => ({ status: 200 });
  receivers.set(url, (request) => {
    sent.push(request);
    return replyOf(request);
  });
  await work({
    record,
    webhookWorkflows,
    env,
    accountId,
    endpointId: endpoint.id,
    sent,
    replyWith: (reply) => {
      replyOf = reply;
    },
    async happens() {
      const [ticket] = await happens(record, accountId, { at: new Date(await env.currentTimeMs()) });
      if (ticket) await webhookWorkflows.startDelivery(ticket);
      return ticket?.eventId ?? '';
    },
    pass: (hours) => env.sleep(hours * 3_600_000),
  });
  // What is still under way ends at its next step.
  await record.endpoints.remove(accountId, endpoint.id);
}

/** The activities of webhooks, on Temporal's clock, which runs ahead of the machine's: each looks at it first. */
function activitiesOf({
  env,
  record,
  webhookWorkflows: opened,
  receivers,
}: {
  env: TestWorkflowEnvironment;
  record: TestRecord;
  webhookWorkflows: Promise<WebhookWorkflows>;
  receivers: Receivers;
}): Activities {
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const onTemporalTime =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      ahead = (await env.currentTimeMs()) - Date.now();
      return act(...args);
    };
  const webhookWorkflows: WebhookWorkflows = {
    startDelivery: async (ticket) => (await opened).startDelivery(ticket),
    startDeliveries: async (tickets) => (await opened).startDeliveries(tickets),
    recheckEndpoint: async (endpointId) => (await opened).recheckEndpoint(endpointId),
    ensureMonitored: async (endpointId) => (await opened).ensureMonitored(endpointId),
    startEmail: async (emailId) => (await opened).startEmail(emailId),
  };
  const sender = createWebhookSender({ http: receiverOf(receivers, now), prefix: 'svc', now });
  const ports = { ...record, sender, mailer: null, now, webhookWorkflows };
  const { attemptDelivery } = createDeliveryActivities(ports);
  const { reviewEndpoint } = createEndpointHealthActivities(ports);
  const { sendEmail } = createEmailActivities(ports);
  return fakeActivities({ attemptDelivery: onTemporalTime(attemptDelivery), reviewEndpoint: onTemporalTime(reviewEndpoint), sendEmail });
}

/** A client that reaches no network. */
function receiverOf(receivers: Receivers, now: () => Date): GuardedHttp {
  const never = async (): Promise<never> => {
    throw new Error('only requests are made here');
  };
  return {
    check: never,
    checkHost: never,
    connect: never,
    async request({ headers = {}, body = '', url }: GuardedRequest): Promise<GuardedResponse> {
      const answerer = receivers.get(url);
      if (!answerer) throw new Error('nobody is there');
      const { status, headers: answered = {} } = answerer({
        eventId: headers['SVC-Event-Id'] ?? '',
        signature: headers['SVC-Signature'] ?? '',
        body: Buffer.from(body),
        at: now().getTime(),
      });
      const timings = { dnsMs: 1, connectMs: 1, tlsMs: 1, headMs: 1, totalMs: 4 };
      return {
        ok: true,
        status,
        headers: answered,
        body: Buffer.alloc(0),
        bodyEnd: 'whole',
        url,
        hops: 0,
        remoteAddress: '192.0.2.7',
        timings,
      };
    },
  };
}
