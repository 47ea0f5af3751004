/** From a request to the receiver: the whole way, on real servers. */
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookSender } from '../../src/wiring/webhooks.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { newId } from '../../src/kernel/secrets/ids.js';
import { EndpointStore } from '../../src/features/webhooks/store/endpoint-store.js';
import { Redelivery } from '../../src/features/webhooks/store/redelivery.js';
import type { DeliveryTicket } from '../../src/features/webhooks/delivery.js';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  type WebhooksContext,
} from '../../src/features/webhooks/use-cases/endpoints.js';
import { readDelivery, recoverSince, resend, sendTest } from '../../src/features/webhooks/use-cases/deliveries.js';
import type { TemporalClient } from '../../src/kernel/temporal/connection.js';
import type { BackgroundLauncher } from '../../src/temporal/starters/background-launcher.js';
import { expectBodyV2 } from '../support/http/lookup-body-v2.js';
import { startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { engineTraces, formsFound } from '../support/traces.js';
import { happens } from '../support/webhooks/endpoints.js';
import { openLauncher } from '../support/webhooks/launcher.js';
import { acknowledge, answer, receiverAuthority, startReceiver, type Answering, type Receiver } from '../support/webhooks/receiver.js';

describe('webhooks', () => {
  let service: WorkingService;
  let trusted: Awaited<ReturnType<typeof receiverAuthority>>;
  let temporal: TemporalClient;
  let ctx: WebhooksContext;
  let launcher: BackgroundLauncher;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    trusted = await receiverAuthority();
    service = await startWorkingService({ sites: 10, env: trusted.env });
    ({ temporal, launcher } = openLauncher(service));
    const redelivery = new Redelivery({ sql: service.sql, newId, launcher });
    const endpoints = new EndpointStore({ sql: service.record.database.sql, newId, launcher });
    ctx = { ...service.record, redelivery, endpoints, sender: webhookSender(service.config) };
  });
  afterAll(async () => {
    await launcher?.drain();
    await temporal?.close();
    await service?.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
    trusted?.authority.remove();
  });

  async function receiver(answering: Answering = acknowledge): Promise<Receiver> {
    const started = await startReceiver({ identity: trusted.identity, answering });
    receivers.push(started);
    return started;
  }
  /** An account with one endpoint at a receiver of its own. */
  async function subscribed(answering?: Answering, eventTypes?: readonly string[]) {
    const at = await receiver(answering);
    const account = await service.account();
    const { endpoint, secret } = await addEndpoint(ctx, { accountId: account.accountId, url: at.url, eventTypes });
    return { ...account, at, secret, endpointId: endpoint.id };
  }
  const arrived = (at: Receiver, count: number) => waitUntil(() => at.received.length >= count, 90_000);
  const settled = (accountId: string, state: 'delivered' | 'failed', count = 1) =>
    waitUntil(async () => (await ctx.deliveryReader.list(accountId, { state }, { limit: 100, after: null })).items.length >= count, 90_000);
  async function start(tickets: readonly DeliveryTicket[]): Promise<void> {
    launcher.launch(tickets);
    await launcher.drain();
  }

  it.each([
    ['an asynchronous lookup', '/v1/lookup', { query: 'ada-example' }],
    ['a lookup that is waited for', '/v1/lookup?wait=true', { query: 'ada-example' }],
    ['an instant lookup', '/v1/lookup?instant=true', { query: 'ada-example' }],
    ['a lookup that no platform can answer', '/v1/lookup', { query: 'a/b' }],
    ['a single check', '/v1/phone', { phone: '+12025550123' }],
  ])('%s ends with one lookup.completed, whose response is the body of v2', async (_, path, body) => {
    const { key, at, secret, accountId } = await subscribed();
    const { lookupId } = (await service.call('POST', path, { key, body })).body as { lookupId: string };
    expect(await arrived(at, 1)).toBe(true);
    expect(await settled(accountId, 'delivered')).toBe(true);
    expect(at.received).toHaveLength(1);
    const [request] = at.received;
    if (!request) throw new Error('nothing arrived');
    const event = Stripe.webhooks.constructEvent(request.body, request.signature, secret) as unknown as Record<string, unknown>;
    expect(event).toMatchObject({ id: request.eventId, type: 'lookup.completed', apiVersion: '2026-11', accountId, data: { lookupId } });
    const shown = (await service.call('GET', `/v2/lookup/${lookupId}`, { key })).body as LookupBodyV2;
    expect((event['data'] as Record<string, unknown>)['response']).toEqual(shown);
    expectBodyV2(shown);
  });

  it('an endpoint that chose it through the API is sent a summary, whose link reads the lookup', async () => {
    const at = await receiver();
    const { accountId } = await service.account();
    const { key } = await service.keyOf(accountId, ['lookups', 'webhooks']);
    const added = await service.call('POST', '/v2/webhooks/endpoints', { key, body: { url: at.url, payload: 'summary' } });
    expect(added.status).toBe(200);
    const { secret, endpoint } = added.body as { secret: string; endpoint: { id: string; payload: string } };
    expect(endpoint.payload).toBe('summary');
    await service.call('POST', '/v1/lookup?wait=true', { key, body: { query: 'ada-example' } });
    expect(await settled(accountId, 'delivered')).toBe(true);
    const [request] = at.received;
    const { data } = Stripe.webhooks.constructEvent(request?.body ?? '', request?.signature ?? '', secret) as unknown as {
      data: Record<string, unknown> & { href: string };
    };
    const { body: shown } = await service.call('GET', data.href, { key });
    const { lookupId, status, test, planned, answered, omitted, platformsChecked, matches, socialMatches } = shown as LookupBodyV2;
    const counts = { planned, answered, omitted, platformsChecked, matches, socialMatches };
    expect(data).toEqual({ lookupId, status, test, ...counts, href: `/v2/lookup/${lookupId}` });
    const details = await service.call('GET', `/v2/webhooks/endpoints/${endpoint.id}/deliveries/${request?.eventId}`, { key });
    expect((details.body as { body: string }).body).toBe(request?.body.toString());
  });

  it('each item of a batch is told on its own, and the end of all of them once', async () => {
    const { key, at } = await subscribed();
    const items = [{ query: 'ada-example' }, { email: 'ada@example.com' }, { phone: '+12025550123' }];
    const { results } = (await service.call('POST', '/v1/lookup/batch', { key, body: { items } })).body as {
      results: { lookupId: string }[];
    };
    expect(await arrived(at, 4)).toBe(true);
    const events = at.received.map(({ body }) => JSON.parse(body.toString()) as { type: string; data: { lookupId?: string } });
    const reported = events.flatMap(({ data: { lookupId = [] } }) => lookupId);
    expect(reported.sort()).toEqual(results.map(({ lookupId }) => lookupId).sort());
    expect(events.filter(({ type }) => type === 'batch.completed')).toMatchObject([{ data: { items: 3, finished: 3 } }]);
  });

  it('reaching 80 percent of the allowance is told while the request that did it is answered', async () => {
    const at = await receiver();
    const { key, accountId } = await service.account('growth', { quota: 5 });
    await addEndpoint(ctx, { accountId, url: at.url, eventTypes: ['usage.threshold_reached'] });
    for (let n = 0; n < 4; n += 1) await service.call('POST', '/v1/ip', { key, body: { ip: '192.0.2.1' } });
    expect(await arrived(at, 1)).toBe(true);
    expect(JSON.parse(at.received[0]?.body.toString() ?? '')).toMatchObject({
      type: 'usage.threshold_reached',
      data: { percent: 80, used: 4, limit: 5 },
    });
  });

  it('at most five requests are in flight to one endpoint, and all arrive', async () => {
    const waiting: (() => void)[] = [];
    const { accountId, at } = await subscribed((response) => void waiting.push(() => response.writeHead(200).end()));
    const tickets = (await Promise.all(Array.from({ length: 40 }, () => happens(service.record, accountId)))).flat();
    await start(tickets);
    expect(await waitUntil(() => at.inFlight().now === 5, 90_000)).toBe(true);
    const answerAll = () =>
      waitUntil(
        () => {
          for (const release of waiting.splice(0)) release();
          return at.received.length === 40 && at.inFlight().now === 0;
        },
        40_000,
        10,
      );
    expect(await answerAll()).toBe(true);
    expect(at.inFlight().most).toBe(5);
    expect(await settled(accountId, 'delivered', 40)).toBe(true);
    expect(new Set(at.received.map(({ eventId }) => eventId)).size).toBe(40);
  });

  it('a receiver that hangs slows nobody else', async () => {
    const dead = await Promise.all(Array.from({ length: 10 }, () => subscribed(() => undefined)));
    for (const { accountId } of dead)
      await start((await Promise.all(Array.from({ length: 8 }, () => happens(service.record, accountId)))).flat());
    expect(await waitUntil(() => dead.every(({ at }) => at.inFlight().now === 5), 90_000)).toBe(true);
    const { accountId, at } = await subscribed();
    await start((await Promise.all(Array.from({ length: 20 }, () => happens(service.record, accountId)))).flat());
    expect(await arrived(at, 1)).toBe(true);
    // None of the hanging ones had to be given up for that: their places are still taken, by the attempts that came first.
    expect(dead.map((each) => each.at.received.length)).toEqual(dead.map(() => 5));
    expect(await arrived(at, 20)).toBe(true);
    for (const { accountId: owner, endpointId } of dead) await disableEndpoint(ctx, { accountId: owner, endpointId });
  });

  it('a failed attempt is logged with the answer, and the next one is due in a minute', async () => {
    const { accountId, endpointId } = await subscribed(answer(503, { 'content-type': 'text/plain' }, 'come back later'));
    const [ticket] = await happens(service.record, accountId);
    await start([ticket as DeliveryTicket]);
    const key = { accountId, endpointId, eventId: ticket?.eventId ?? '' };
    expect(await waitUntil(async () => (await readDelivery(ctx, key)).attempts.length === 1, 90_000)).toBe(true);
    const { delivery, attempts } = await readDelivery(ctx, key);
    expect(attempts[0]).toMatchObject({ number: 1, trigger: 'event', status: 503, failure: 'status', remoteAddress: '127.0.0.1' });
    expect(Buffer.from(attempts[0]?.responseBody ?? []).toString()).toBe('come back later');
    const wait = (delivery.nextAttemptAt?.getTime() ?? 0) - (attempts[0]?.at.getTime() ?? 0);
    expect(wait).toBe(60_000);
  });

  it('a test event goes to the endpoint that is tested, once, and its failure harms nothing', async () => {
    const { accountId, apiKeyId, endpointId, at } = await subscribed(answer(500), ['lookup.completed']);
    const { eventId } = await sendTest(ctx, { accountId, endpointId, apiKeyId });
    expect(await settled(accountId, 'failed')).toBe(true);
    const { delivery, attempts } = await readDelivery(ctx, { accountId, endpointId, eventId });
    expect(delivery).toMatchObject({ eventType: 'endpoint.test', trigger: 'test', attempts: 1, nextAttemptAt: null });
    expect(attempts).toHaveLength(1);
    expect(JSON.parse(at.received[0]?.body.toString() ?? '')).toMatchObject({ type: 'endpoint.test', apiKeyId, data: { endpointId } });
    expect((await service.record.endpoints.find(accountId, endpointId))?.failingSince).toBeNull();
  });

  it('during a rotation both secrets verify; after it only the new one', async () => {
    const { accountId, endpointId, at, secret } = await subscribed();
    const { secret: fresh } = await rotateSecret(ctx, { accountId, endpointId, overlapSeconds: 3_600 });
    await sendTest(ctx, { accountId, endpointId, apiKeyId: null });
    expect(await arrived(at, 1)).toBe(true);
    const verifies = (by: string, n: number): boolean => {
      const request = at.received[n];
      try {
        return request !== undefined && Stripe.webhooks.constructEvent(request.body, request.signature, by) !== null;
      } catch {
        return false;
      }
    };
    expect([verifies(secret, 0), verifies(fresh, 0)]).toEqual([true, true]);
    const { secret: last } = await rotateSecret(ctx, { accountId, endpointId, overlapSeconds: 0 });
    await sendTest(ctx, { accountId, endpointId, apiKeyId: null });
    expect(await arrived(at, 2)).toBe(true);
    expect([verifies(secret, 1), verifies(fresh, 1), verifies(last, 1)]).toEqual([false, false, true]);
  });

  it('a resend has the same id and the same bytes, whatever became of the first', async () => {
    const { accountId, endpointId, at } = await subscribed();
    const [ticket] = await happens(service.record, accountId);
    await start([ticket as DeliveryTicket]);
    expect(await arrived(at, 1)).toBe(true);
    expect(await settled(accountId, 'delivered')).toBe(true);
    await resend(ctx, { accountId, endpointId, eventId: ticket?.eventId ?? '' });
    expect(await arrived(at, 2)).toBe(true);
    expect(at.received[1]?.body.equals(at.received[0]?.body ?? Buffer.alloc(0))).toBe(true);
    expect(at.received[1]?.eventId).toBe(ticket?.eventId);
    const log = async () => (await readDelivery(ctx, { accountId, endpointId, eventId: ticket?.eventId ?? '' })).attempts;
    expect(await waitUntil(async () => (await log()).length === 2, 90_000)).toBe(true);
    expect((await log()).map(({ number, trigger }) => [number, trigger])).toEqual([
      [1, 'event'],
      [2, 'resend'],
    ]);
  });

  it('what an endpoint missed while it was off is recovered, after a dry run that counts it', async () => {
    const { accountId, endpointId, at } = await subscribed(answer(500));
    const since = new Date(Date.now() - 60_000);
    await start(await happens(service.record, accountId));
    expect(await arrived(at, 1)).toBe(true);
    await disableEndpoint(ctx, { accountId, endpointId });
    expect(await settled(accountId, 'failed')).toBe(true);
    for (let n = 0; n < 3; n += 1) await happens(service.record, accountId);
    expect(await recoverSince(ctx, { accountId, endpointId, since, dryRun: true })).toEqual({ failed: 1, missed: 3 });
    await expect(recoverSince(ctx, { accountId, endpointId, since, dryRun: false })).rejects.toMatchObject({ code: 'endpoint_disabled' });
    await expect(resend(ctx, { accountId, endpointId, eventId: at.received[0]?.eventId ?? '' })).rejects.toMatchObject({
      code: 'endpoint_disabled',
    });
    await enableEndpoint(ctx, { accountId, endpointId });
    at.behave(acknowledge);
    expect(await recoverSince(ctx, { accountId, endpointId, since, dryRun: false })).toEqual({ failed: 1, missed: 3 });
    expect(await settled(accountId, 'delivered', 4)).toBe(true);
    expect(await recoverSince(ctx, { accountId, endpointId, since, dryRun: true })).toEqual({ failed: 0, missed: 0 });
  });

  it('nothing of a lookup is in the histories of its deliveries', async () => {
    const { key, accountId, endpointId } = await subscribed();
    const query = 'Quixotic-Zephyr_84';
    await service.call('POST', '/v1/lookup?wait=true', { key, body: { query } });
    expect(await settled(accountId, 'delivered')).toBe(true);
    const [delivery] = (await ctx.deliveryReader.list(accountId, {}, { limit: 1, after: null })).items;
    const trace = await engineTraces(temporal.client, `webhook/${delivery?.eventId ?? ''}/${endpointId}`);
    expect(trace).toContain(endpointId);
    expect([...formsFound(trace, query), ...formsFound(trace, 'whsec_')]).toEqual([]);
  });
});
