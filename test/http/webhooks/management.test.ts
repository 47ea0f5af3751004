import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyWebhook } from '../../../clients/typescript/verify-webhook.js';
import { expectRefusal, type Answered } from '../../support/http/answers.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';
import { answer, receiverAuthority, startReceiver, type Receiver } from '../../support/webhooks/receiver.js';

interface EndpointBody {
  readonly id: string;
  readonly eventTypes: readonly string[];
  readonly payload: string;
}
interface DetailsBody {
  readonly delivery: { readonly state: string };
  readonly body: string;
  readonly attempts: readonly unknown[];
}

const ENDPOINTS = '/v2/webhooks/endpoints';
const POLL = { timeout: 90_000, interval: 50 };

describe('the management of webhooks over HTTP', () => {
  let service: WorkingService;
  let receiver: Receiver;
  let close: () => Promise<void> = async () => undefined;

  beforeAll(async () => {
    const { identity, env } = await receiverAuthority();
    receiver = await startReceiver({ identity });
    service = await startWorkingService({ sites: 5, env });
    close = async () => {
      await service.close();
      await receiver.close();
    };
  });
  afterAll(() => close());

  /** An account with a key for lookups and one for webhooks. */
  async function holder() {
    const lookups = await service.account();
    const { key } = await service.keyOf(lookups.accountId, ['webhooks', 'lookups:read']);
    const call = <Body>(method: string, path: string, body?: unknown): Promise<Omit<Answered, 'body'> & { body: Body }> =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
    return { ...lookups, lookupKey: lookups.key, key, call };
  }
  async function withEndpoint() {
    const owner = await holder();
    const { body } = await owner.call<{ endpoint: EndpointBody; secret: string }>('POST', ENDPOINTS, {
      url: receiver.url,
      description: 'orders',
    });
    return { ...owner, id: body.endpoint.id, secret: body.secret };
  }
  const arrived = (eventId: string, times = 1) =>
    vi.waitFor(() => {
      const found = receiver.received.filter((each) => each.eventId === eventId);
      expect(found).toHaveLength(times);
      return found;
    }, POLL);

  it('an endpoint is added with its secret, which is shown this once, then listed, read, changed and deleted', async () => {
    const { call, id, secret } = await withEndpoint();
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{44}$/);
    const read = await call<EndpointBody>('GET', `${ENDPOINTS}/${id}`);
    expect(read.body).toMatchObject({ id, url: receiver.url, description: 'orders', state: 'enabled', failingSince: null });
    expect(read.body.eventTypes).toEqual(['lookup.completed', 'batch.completed', 'usage.threshold_reached', 'team.member_joined']);
    expect((await call('GET', ENDPOINTS)).body).toEqual({ endpoints: [read.body] });
    expect(JSON.stringify(read.body)).not.toContain('whsec');
    expect(read.body).toMatchObject({ payload: 'full', filter: {} });
    const changed = await call('PATCH', `${ENDPOINTS}/${id}`, { eventTypes: ['lookup.completed'], description: '', payload: 'summary' });
    expect(changed.body).toEqual({ ...read.body, eventTypes: ['lookup.completed'], description: '', payload: 'summary' });
    expect((await call('DELETE', `${ENDPOINTS}/${id}`)).body).toEqual({ id, deleted: true });
    expectRefusal(await call('GET', `${ENDPOINTS}/${id}`), 'not_found');
    expectRefusal(await call('DELETE', `${ENDPOINTS}/${id}`), 'not_found');
  });

  it('a finished lookup arrives signed, once, with the body that v2 answers', async () => {
    const { id, secret, lookupKey, call } = await withEndpoint();
    const { lookupId } = (await service.call('POST', '/v1/lookup?wait=true', { key: lookupKey, body: { query: ADA.username } })).body as {
      lookupId: string;
    };
    const { deliveries } = await vi.waitFor(async () => {
      const page = (await call<{ deliveries: { eventId: string }[] }>('GET', `/v2/webhooks/deliveries?endpoint=${id}&state=delivered`))
        .body;
      expect(page.deliveries).toHaveLength(1);
      return page;
    }, POLL);
    const [request] = await arrived(deliveries[0]?.eventId ?? '');
    const event = await verifyWebhook(request?.body ?? '', request?.signature ?? '', secret);
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toEqual(event);
    expect(event).toMatchObject({ type: 'lookup.completed', apiVersion: '2026-11', data: { lookupId } });
    const shown = (await service.call('GET', `/v2/lookup/${lookupId}`, { key: lookupKey })).body as LookupBodyV2;
    expect(event.data['response']).toEqual(shown);
    const details = (await call<DetailsBody>('GET', `${ENDPOINTS}/${id}/deliveries/${event.id}`)).body;
    expect(details.body).toBe(request?.body.toString());
    expect(details.attempts).toEqual([
      expect.objectContaining({ number: 1, failure: null, status: 204, remoteAddress: '127.0.0.1', trigger: 'event' }),
    ]);
  });

  it('a test event is one attempt, whatever comes of it; a resend has the same id and bytes', async () => {
    const { id, call } = await withEndpoint();
    receiver.behave(answer(500, {}, 'no, thank you'));
    const { eventId } = (await call<{ eventId: string }>('POST', `${ENDPOINTS}/${id}/test`)).body;
    const [first] = await arrived(eventId);
    const failed = await vi.waitFor(async () => {
      const details = (await call<DetailsBody>('GET', `${ENDPOINTS}/${id}/deliveries/${eventId}`)).body;
      expect(details.delivery.state).toBe('failed');
      return details;
    }, POLL);
    expect(failed.attempts).toEqual([
      expect.objectContaining({ failure: 'status', status: 500, responseBody: 'no, thank you', nextAttemptAt: null }),
    ]);
    receiver.behave(answer(200));
    expect((await call('POST', `${ENDPOINTS}/${id}/deliveries/${eventId}/resend`)).body).toEqual({ eventId });
    const [, second] = await arrived(eventId, 2);
    expect(second?.body.equals(first?.body ?? Buffer.of())).toBe(true);
    expect([first, second].map((request) => request?.headers['webhook-id'])).toEqual([eventId, eventId]);
  });

  it('while a rotation overlaps both secrets verify, and after one without overlap only the new one', async () => {
    const { id, secret, call } = await withEndpoint();
    const test = async () => (await arrived((await call<{ eventId: string }>('POST', `${ENDPOINTS}/${id}/test`)).body.eventId))[0];
    const rotated = (await call<{ secret: string }>('POST', `${ENDPOINTS}/${id}/rotate-secret`, { overlapSeconds: 3_600 })).body;
    const both = await test();
    for (const each of [secret, rotated.secret]) {
      await verifyWebhook(both?.body ?? '', both?.signature ?? '', each);
      expect(() => new Webhook(each).verify(both?.body ?? '', both?.headers ?? {})).not.toThrow();
    }
    const last = (await call<{ secret: string }>('POST', `${ENDPOINTS}/${id}/rotate-secret`, { overlapSeconds: 0 })).body;
    const one = await test();
    await verifyWebhook(one?.body ?? '', one?.signature ?? '', last.secret);
    for (const each of [secret, rotated.secret])
      await expect(verifyWebhook(one?.body ?? '', one?.signature ?? '', each)).rejects.toThrow('wrong signature');
  });

  it('while it is switched off nothing is sent to it; switched on again, recovery counts first and then sends what was missed', async () => {
    const { id, call, lookupKey } = await withEndpoint();
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await call('POST', `${ENDPOINTS}/${id}/disable`)).body).toMatchObject({ state: 'disabled', disabledReason: 'owner' });
    expectRefusal(await call('POST', `${ENDPOINTS}/${id}/test`), 'endpoint_disabled');
    const { lookupId } = (await service.call('POST', '/v1/lookup?wait=true', { key: lookupKey, body: { query: ADA.username } })).body as {
      lookupId: string;
    };
    const recover = async (dryRun: boolean) => (await call('POST', `${ENDPOINTS}/${id}/recover`, { since, dryRun })).body;
    await vi.waitFor(async () => expect(await recover(true)).toEqual({ failed: 0, missed: 1, dryRun: true }), POLL);
    expectRefusal(await call('POST', `${ENDPOINTS}/${id}/recover`, { since }), 'endpoint_disabled');
    expect((await call('POST', `${ENDPOINTS}/${id}/enable`)).body).toMatchObject({ state: 'enabled', disabledReason: null });
    expect(await recover(false)).toEqual({ failed: 0, missed: 1, dryRun: false });
    await vi.waitFor(() => expect(receiver.received.filter(({ body }) => body.includes(lookupId))).toHaveLength(1), POLL);
    expect(await recover(true)).toEqual({ failed: 0, missed: 0, dryRun: true });
  });

  it("a filter is stored, shown, replaced as a whole and removed; its purposes are the account's own", async () => {
    const { accountId, call, id } = await withEndpoint();
    const filter = { riskLevel: ['high', 'critical'], test: false };
    expect((await call('PATCH', `${ENDPOINTS}/${id}`, { filter })).body).toMatchObject({ filter });
    expectRefusal(await call('PATCH', `${ENDPOINTS}/${id}`, { filter: { purpose: ['review'] } }), 'unknown_purpose');
    expectRefusal(await call('POST', ENDPOINTS, { url: receiver.url, filter: { purpose: ['review'] } }), 'unknown_purpose');
    expect((await call('GET', `${ENDPOINTS}/${id}`)).body).toMatchObject({ filter });
    await service.record.purposes.replace(accountId, { purposes: ['review'], required: false });
    expect((await call<object>('PATCH', `${ENDPOINTS}/${id}`, { filter: { purpose: ['review'] } })).body).toHaveProperty('filter', {
      purpose: ['review'],
    });
    // What the endpoint has stays, so that what was read can be written back; what only another has does not come with it.
    await service.record.purposes.replace(accountId, { purposes: ['fraud'], required: false });
    const kept = { description: 'reviews', filter: { purpose: ['review', 'fraud'] } };
    expect((await call<object>('PATCH', `${ENDPOINTS}/${id}`, kept)).body).toMatchObject(kept);
    expectRefusal(await call('PATCH', `${ENDPOINTS}/${id}`, { filter: { purpose: ['review', 'other'] } }), 'unknown_purpose');
    expectRefusal(await call('POST', ENDPOINTS, { url: receiver.url, filter: { purpose: ['review'] } }), 'unknown_purpose');
    await service.record.purposes.replace(accountId, { purposes: ['review'], required: false });
    const added = await call<{ endpoint: object }>('POST', ENDPOINTS, { url: receiver.url, filter: { purpose: ['review'], test: true } });
    expect(added.body.endpoint).toHaveProperty('filter', { purpose: ['review'], test: true });
    expect((await call<object>('PATCH', `${ENDPOINTS}/${id}`, { filter: {} })).body).toHaveProperty('filter', {});
    const { key } = await service.keyOf(accountId, ['webhooks']);
    expectRefusal(await service.call('PATCH', `${ENDPOINTS}/${id}`, { key, body: { filter: { test: true } } }), 'insufficient_scope');
  });

  it("another account's endpoint and an endpoint that never was get the same bytes", async () => {
    const { id } = await withEndpoint();
    const unauthenticated = await holder();
    const paths: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', {}],
      ['DELETE', ''],
      ['POST', '/disable'],
      ['POST', '/enable'],
      ['POST', '/test'],
      ['POST', '/rotate-secret', {}],
      ['POST', '/recover', { since: '2030-01-01T00:00:00Z' }],
      ['GET', '/deliveries/evt_x'],
    ];
    for (const [method, path, body] of paths) {
      const [theirs, nobodys] = [
        await unauthenticated.call(method, `${ENDPOINTS}/${id}${path}`, body),
        await unauthenticated.call(method, `${ENDPOINTS}/whk_x${path}`, body),
      ];
      expectRefusal(theirs, 'not_found');
      expect(theirs.text).toBe(nobodys.text);
    }
    expect((await unauthenticated.call('GET', '/v2/webhooks/deliveries')).body).toEqual({ deliveries: [], nextCursor: null });
  });

  it('a key does only what its scopes say', async () => {
    const { lookupKey, key } = await holder();
    expectRefusal(await service.call('GET', ENDPOINTS, { key: lookupKey }), 'insufficient_scope');
    expectRefusal(await service.call('POST', '/v1/lookup', { key, body: { query: ADA.username } }), 'insufficient_scope');
    expectRefusal(await service.call('GET', '/v2/account', { key }), 'insufficient_scope');
  });

  it.each([
    ['http://example.com/', 'scheme_not_allowed'],
    ['https://user:word@example.com/', 'userinfo'],
    ['https://10.1.2.3/', 'blocked_address'],
    ['https://[::1]/', 'blocked_address'],
    ['https://0x7f.1/', 'odd_address'],
    ['https://8.8.8.8:22/', 'port_not_allowed'],
    ['https://8.8.8.8:1023/', 'port_not_allowed'],
    ['https://10.1.2.3:8443/', 'blocked_address'],
    ['https://169.254.169.254:1024/', 'blocked_address'],
    ['https://[::1]:65535/', 'blocked_address'],
    ['not a url', 'malformed_url'],
  ])('%s is refused when it is saved, with its reason', async (url, reason) => {
    const { call } = await holder();
    const refusal = await call<{ error: { message: string } }>('POST', ENDPOINTS, { url });
    expectRefusal(refusal, 'endpoint_address_refused');
    expect(refusal.body.error.message).toContain(reason);
    expect((await call('GET', ENDPOINTS)).body).toEqual({ endpoints: [] });
  });

  it.each([443, 1_024, 8_080, 8_443, 65_535])('a public address is taken on port %i', async (port) => {
    const { call } = await holder();
    expect((await call('POST', ENDPOINTS, { url: `https://8.8.8.8:${port}/hooks` })).status).toBe(200);
  });

  it.each([
    ['POST', '', { url: 'https://example.com/', eventTypes: ['lookup.started'] }],
    ['POST', '', { url: 'https://example.com/', eventTypes: [] }],
    ['POST', '', { url: 'https://example.com/', payload: 'short' }],
    ['POST', '', { url: 'https://example.com/', filter: { riskLevel: [] } }],
    ['POST', '', { url: 'https://example.com/', filter: { riskLevel: ['huge'] } }],
    ['POST', '', { url: 'https://example.com/', filter: { test: 'live' } }],
    ['POST', '', { url: 'https://example.com/', filter: { level: 'high' } }],
    ['POST', '', {}],
    ['POST', '/whk_x/recover', { since: 'yesterday' }],
    ['POST', '/whk_x/rotate-secret', { overlapSeconds: 700_000 }],
  ])('%s %s with %j is refused and changes nothing', async (method, path, body) => {
    const { call } = await holder();
    expectRefusal(await call(method, `${ENDPOINTS}${path}`, body), 'invalid_parameter');
  });

  it('an account has twenty endpoints at most', async () => {
    const { call } = await holder();
    for (let n = 0; n < 20; n += 1) expect((await call('POST', ENDPOINTS, { url: `${receiver.url}/${n}` })).status).toBe(200);
    expectRefusal(await call('POST', ENDPOINTS, { url: receiver.url }), 'endpoint_limit_reached');
  });
});
