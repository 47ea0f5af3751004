/** Where events must not go: every odd spelling and special range, through saving, editing, testing and delivering. */
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeliveryActivities } from '../../activities/webhooks/deliver-webhook.js';
import { createGuardedHttp, type NameResolver } from '../../src/kernel/net/guarded-http/index.js';
import { createWebhookSender } from '../../src/features/webhooks/sender/webhook-sender.js';
import { ServiceError } from '../../src/kernel/values/errors.js';
import type { DeliveryTicket } from '../../src/features/webhooks/delivery.js';
import type { WebhookWorkflows } from '../../src/features/webhooks/ports.js';
import { addEndpoint, editEndpoint } from '../../src/features/webhooks/use-cases/endpoints.js';
import { sendTest } from '../../src/features/webhooks/use-cases/deliveries.js';
import { makeCaller, openTestRecords } from '../stores/support/record.js';
import { startRaw, type RunningServer } from '../support/outbound-servers.js';
import { refusedUrls } from '../support/refused-urls.js';
import { addEndpointTo, happensOnce } from '../support/webhooks/endpoints.js';

const done = async () => undefined;
const temporal: WebhookWorkflows = {
  startDelivery: done,
  startDeliveries: done,
  recheckEndpoint: done,
  ensureMonitored: done,
  startEmail: done,
};

const { record } = await openTestRecords();

describe('an address that is not public', () => {
  let listener: RunningServer;
  beforeAll(async () => {
    listener = await startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nINTERNAL'));
  });
  afterAll(async () => {
    await listener?.close();
  });

  /** The whole path over names that resolve as told; and of ports as it is for endpoints. */
  function path(resolver: NameResolver) {
    const sender = createWebhookSender({ http: createGuardedHttp({ resolver, portsFrom: 1_024 }), prefix: 'svc' });
    const { attemptDelivery } = createDeliveryActivities({ ...record, sender, webhookWorkflows: temporal, now: () => new Date() });
    const ctx = { ...record, sender };
    return { ctx, attempt: (ticket: DeliveryTicket) => new MockActivityEnvironment().run(attemptDelivery, ticket) };
  }
  /** Puts an address where it would stand had it been saved when it was harmless. */
  const plant = (endpointId: string, url: string) =>
    record.database.sql`UPDATE webhook_endpoints SET url = ${url} WHERE id = ${endpointId}`;

  it('is refused with its code when it is saved and when it is edited in, and nothing is stored', async () => {
    const { ctx } = path(async () => ['127.0.0.1']);
    const { accountId } = await makeCaller(record, 'growth');
    const { id: endpointId, url: before } = await addEndpointTo(record, accountId);
    const corpus = refusedUrls(listener.port);
    expect(corpus.length).toBeGreaterThan(100);
    for (const { url, code } of corpus) {
      for (const save of [addEndpoint(ctx, { accountId, url }), editEndpoint(ctx, { accountId, endpointId, changes: { url } })]) {
        const refusal = await save.then(
          () => null,
          (error: unknown) => error,
        );
        expect(refusal, url).toBeInstanceOf(ServiceError);
        expect((refusal as ServiceError).code, url).toBe('endpoint_address_refused');
        expect((refusal as ServiceError).message, url).toContain(`(${code})`);
      }
    }
    expect((await record.endpoints.list(accountId)).map(({ url }) => url)).toEqual([before]);
    expect(listener.accepted()).toBe(0);
  });

  it('is refused when it is tested and delivered to, and the log says why', async () => {
    const { ctx, attempt } = path(async () => ['127.0.0.1']);
    const queue = [...refusedUrls(listener.port)];
    const work = async (): Promise<void> => {
      const { accountId } = await makeCaller(record, 'growth');
      const { id: endpointId } = await addEndpointTo(record, accountId);
      for (let next = queue.pop(); next; next = queue.pop()) {
        const { url, code } = next;
        await plant(endpointId, url);
        const { eventId: testId } = await sendTest(ctx, { accountId, endpointId, apiKeyId: null });
        const delivered = await happensOnce(record, accountId);
        for (const ticket of [{ ...delivered, eventId: testId }, delivered]) {
          await attempt(ticket);
          const [first] = (await record.deliveryReader.read(accountId, endpointId, ticket.eventId))?.attempts ?? [];
          expect(first, url).toMatchObject({ status: null, remoteAddress: null });
          expect([first?.failure, first?.detail], url).toContain(code);
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(queue).toEqual([]);
    expect(listener.accepted()).toBe(0);
  });

  it('is not reached by a name that is public when it is saved and private when it is delivered to', async () => {
    let requested = 0;
    const { ctx, attempt } = path(async () => (requested++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']));
    const { accountId } = await makeCaller(record, 'growth');
    const { endpoint } = await addEndpoint(ctx, { accountId, url: `https://hooks.example.com:${listener.port}/` });
    const ticket = await happensOnce(record, accountId);
    await attempt(ticket);
    expect(requested).toBe(2);
    const log = await record.deliveryReader.read(accountId, endpoint.id, ticket.eventId);
    expect(log?.attempts[0]).toMatchObject({ failure: 'blocked_address', remoteAddress: null });
    expect(listener.accepted()).toBe(0);
  });

  it('among several addresses of a name is enough to refuse it', async () => {
    const { ctx } = path(async () => ['93.184.215.14', '10.0.0.1']);
    const { accountId } = await makeCaller(record, 'growth');
    const refusal = addEndpoint(ctx, { accountId, url: 'https://hooks.example.com/' });
    await expect(refusal).rejects.toMatchObject({ code: 'endpoint_address_refused' });
    expect(listener.accepted()).toBe(0);
  });
});
