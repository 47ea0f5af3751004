/** Keys with limits of their own, over HTTP: how they are made, what they are refused, and that no key gets further with another one. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ScopeName, SCOPES } from '../../../src/features/accounts/api-keys.js';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { memberOf } from '../../support/http/browser.js';
import { addIdleWorker } from '../../support/http/idle-worker.js';

const KEYS = '/v2/account/keys';
const PERSON = { identities: { usernames: ['ada-example'] } };

interface Made {
  readonly apiKey: { readonly id: string; readonly scopes: readonly string[]; readonly expiresAt: string | null };
  readonly key: string;
}

describe('a key with limits of its own', () => {
  const service = sharedBareApi();
  const call = (key: string, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    service().call(method, path, { key, ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) });

  /** An account with a key that may do everything. */
  async function holder() {
    const { accountId, key } = await service().account('growth', { scopes: SCOPES });
    const make = (body: object) => call(key, 'POST', KEYS, body);
    const made = async (body: object): Promise<Made> => {
      const answer = await make(body);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    return { accountId, key, make, made };
  }
  const lookUp = async (key: string): Promise<string> =>
    ((await call(key, 'POST', '/v2/lookup', PERSON)).body as { lookupId: string }).lookupId;

  it('is made and listed with them, and so is the one that replaces it', async () => {
    const { key, made } = await holder();
    const limits = { ownLookupsOnly: true, networks: ['127.9.9.9/8', '::ffff:192.0.2.0/120'], monthlyLookups: 3 };
    const { apiKey } = await made({ name: 'sign-up', ...limits });
    const shown = { ownLookupsOnly: true, networks: ['127.0.0.0/8', '192.0.2.0/24'], monthlyLookups: 3 };
    expect(apiKey).toMatchObject({ ...shown, scopes: ['lookups:create', 'lookups:read'] });
    const rolled = (await call(key, 'POST', `${KEYS}/${apiKey.id}/roll`, {})).body as Made;
    expect(rolled.apiKey).toMatchObject({ ...shown, name: 'sign-up' });
    const { keys } = (await call(key, 'GET', KEYS)).body as { keys: Made['apiKey'][] };
    expect(keys.filter(({ id }) => [apiKey.id, rolled.apiKey.id].includes(id))).toMatchObject([shown, shown]);
    expect((await made({})).apiKey).toMatchObject({ ownLookupsOnly: false, networks: null, monthlyLookups: null });
  });

  it.each([
    ['a network that is none', { networks: ['192.0.2.1'] }],
    ['a network in octal', { networks: ['010.0.0.0/8'] }],
    ['no network', { networks: [] }],
    ['more networks than anybody has', { networks: Array.from({ length: 51 }, (_, index) => `10.0.${index}.0/24`) }],
    ['less than no lookups', { monthlyLookups: -1 }],
    ['half a lookup', { monthlyLookups: 0.5 }],
    ['its own lookups beside webhooks, which show others', { ownLookupsOnly: true, scopes: ['lookups', 'webhooks'] }],
    ['its own lookups beside the account, whose export shows others', { ownLookupsOnly: true, scopes: ['lookups', 'account:data'] }],
  ])('%s is refused', async (_, body) => {
    const { make } = await holder();
    expectRefusal(await make(body), 'invalid_parameter');
  });

  it('sees its own lookups: others are unknown in every operation, and in every list', async () => {
    const { key, made } = await holder();
    const narrow = await made({ scopes: ['lookups', 'lookups:delete'], ownLookupsOnly: true });
    const [theirs, own] = [await lookUp(key), await lookUp(narrow.key)];
    const ways = (id: string) =>
      [
        ['GET', `/v1/lookup/${id}`],
        ['GET', `/v2/lookup/${id}`],
        ['GET', `/v2/lookup/${id}/evidence`],
        ['GET', `/v2/lookup/${id}/omissions`],
        ['HEAD', `/v2/lookup/${id}/stream`],
        ['DELETE', `/v2/lookup/${id}`],
      ] as const;
    for (const [method, path] of ways(theirs)) {
      const [answer, unknown] = [
        await call(narrow.key, method, path),
        await call(narrow.key, method, path.replace(theirs, 'lkp_00000000000000000000000000')),
      ];
      expect([method, path, answer.status, answer.text]).toEqual([method, path, 404, unknown.text]);
    }
    for (const path of ['/v1/lookup/stream?query=ada-example&deep=false&platforms=', '/v2/lookup/stream?username=ada-example'])
      expectRefusal(await call(narrow.key, 'GET', path, undefined, { 'last-event-id': `${theirs}.0.` }), 'not_found');
    expect((await call(narrow.key, 'GET', '/v1/lookup')).body).toMatchObject([{ id: own }]);
    for (const answer of [await call(narrow.key, 'GET', '/v2/lookup'), await call(narrow.key, 'POST', '/v2/lookups/search', PERSON)])
      expect((answer.body as { lookups: { lookupId: string }[] }).lookups.map(({ lookupId }) => lookupId)).toEqual([own]);
    expect((await call(key, 'GET', `/v2/lookup/${own}`)).status).toBe(200);
    for (const [method, path] of ways(own)) expect([200, 204]).toContain((await call(narrow.key, method, path)).status);
    expect((await call(key, 'GET', `/v2/lookup/${theirs}`)).status).toBe(200);
  });

  it('gets 402 beyond its lookups of the month by every way to make one, with what it had and when there is more', async () => {
    await addIdleWorker(service());
    const { key, made } = await holder();
    const narrow = await made({ monthlyLookups: 2 });
    const batch = await call(narrow.key, 'POST', '/v1/lookup/batch', {
      items: [{ query: 'ada-example' }, { query: 'ada-example' }, { query: 'ada' }],
    });
    expect(batch.body).toMatchObject({ results: [{ status: 'queued' }, { status: 'queued' }, { status: 'error' }] });
    const ways = [
      ['POST', '/v1/lookup', { query: 'ada-example' }],
      ['POST', '/v1/lookup?instant=true', { query: 'ada-example' }],
      ['POST', '/v1/email', { email: 'ada@example.com' }],
      ['POST', '/v2/lookup', PERSON],
      ['GET', '/v1/lookup/stream?query=ada-example&deep=false&platforms=', undefined],
      ['GET', '/v2/lookup/stream?username=ada-example', undefined],
    ] as const;
    for (const [method, path, body] of ways) {
      const answer = await call(narrow.key, method, path, body);
      expectRefusal(answer, 'quota_exceeded');
      expect(answer.body).toMatchObject({
        error: { details: { unit: 'lookups', used: 2, limit: 2, renewsAt: expect.stringMatching(/-01T00:00:00/) as string } },
      });
      expect(answer.text).not.toMatch(/key_|firstKey/);
    }
    const rolled = (await call(key, 'POST', `${KEYS}/${narrow.apiKey.id}/roll`, {})).body as Made;
    expectRefusal(await call(rolled.key, 'POST', '/v2/lookup', PERSON), 'quota_exceeded');
    expect((await call(key, 'POST', '/v2/lookup', PERSON)).status).toBe(200);
  });

  it('is refused outside of its networks with a code that says so, and works inside', async () => {
    const { made } = await holder();
    expectRefusal(await call((await made({ networks: ['192.0.2.0/24'] })).key, 'GET', '/v1/platforms'), 'forbidden_network');
    expect((await call((await made({ networks: ['192.0.2.0/24', '127.0.0.1/32'] })).key, 'GET', '/v1/platforms')).status).toBe(200);
  });

  it.each([
    ['networks', { networks: ['127.0.0.0/8'] }],
    ['a number of lookups', { monthlyLookups: 5 }],
  ])('with %s makes no key and replaces none but itself: nobody gets rid of a limit so', async (_, limits) => {
    const { key, made } = await holder();
    const limited = await made({ scopes: ['lookups', 'account'], ...limits });
    expectRefusal(await call(limited.key, 'POST', KEYS, { scopes: ['lookups'] }), 'insufficient_scope');
    const free = await made({ scopes: ['lookups'] });
    expectRefusal(await call(limited.key, 'POST', `${KEYS}/${free.apiKey.id}/roll`, {}), 'insufficient_scope');
    expect((await call(limited.key, 'POST', `${KEYS}/${limited.apiKey.id}/roll`, { overlapSeconds: 0 })).body).toMatchObject({
      apiKey: limits,
    });
    expect((await call(key, 'GET', KEYS)).status).toBe(200);
  });

  it('a key that ends makes none that outlives it, and takes none over that does', async () => {
    const { made } = await holder();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const ending = await made({ scopes: ['lookups', 'account'], expiresAt });
    for (const requested of [null, new Date(Date.now() + 86_400_000).toISOString()])
      expect((await call(ending.key, 'POST', KEYS, { scopes: ['lookups'], expiresAt: requested })).body).toMatchObject({
        apiKey: { expiresAt },
      });
    const lasting = await made({ scopes: ['lookups'] });
    expectRefusal(await call(ending.key, 'POST', `${KEYS}/${lasting.apiKey.id}/roll`, {}), 'insufficient_scope');
  });

  it.each<[string, ScopeName[], string]>([
    ['admin', ['lookups', 'lookups:delete', 'webhooks', 'account', 'account:people'], 'account:data'],
    ['owner', [...SCOPES], ''],
  ])('an %s gives what is theirs: an export of the account is for owners, by a key as well', async (role, may, mayNot) => {
    const { accountId } = await holder();
    const { browser } = await memberOf(service(), accountId, role as 'admin' | 'owner');
    const make = (scopes: readonly string[]) => browser.call('POST', `/dashboard/api/accounts/${accountId}/account/keys`, { scopes });
    expect((await make(may)).status).toBe(200);
    if (mayNot !== '') expect((await make([mayNot])).body).toMatchObject({ error: { code: 'insufficient_scope' } });
  });
});

describe('a key that reads no lookups', () => {
  const service = sharedBareApi();

  it('sees of a delivery everything but its bytes, and decides of no endpoint where lookups are sent', async () => {
    const { accountId } = await service().account('growth');
    const { key: webhooks } = await service().keyOf(accountId, ['webhooks']);
    const { key: reading } = await service().keyOf(accountId, ['webhooks', 'lookups:read']);
    await service().sql`
      INSERT INTO webhook_endpoints (id, account_id, url, event_types) VALUES ('whk_one', ${accountId}, 'https://example.com/', '{lookup.completed}')`;
    await service().sql`
      INSERT INTO webhook_events (id, account_id, api_key_id, type, dedup_key, api_version, body)
      VALUES ('evt_one', ${accountId}, 'key_x', 'lookup.completed', 'lookup/lkp_x', '2026-11', ${Buffer.from('{"found":"ada"}')})`;
    await service().sql`
      INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id, event_type, state, run, trigger, attempts)
      VALUES ('evt_one', 'whk_one', ${accountId}, 'lookup.completed', 'failed', 0, 'event', 1)`;
    await service().sql`
      INSERT INTO webhook_attempts (event_id, endpoint_id, number, trigger, at, url, duration_ms, response_body)
      VALUES ('evt_one', 'whk_one', 1, 'event', now(), 'https://example.com/', 1, ${Buffer.from('no room for ada')})`;
    const read = async (key: string) => service().call('GET', '/v2/webhooks/endpoints/whk_one/deliveries/evt_one', { key });
    const [hidden, shown] = [await read(webhooks), await read(reading)];
    expect(shown.body).toMatchObject({ body: '{"found":"ada"}', bodyBytes: 15, attempts: [{ responseBody: 'no room for ada' }] });
    const bodySha256 = createHash('sha256').update('{"found":"ada"}').digest('hex');
    expect(hidden.body).toMatchObject({
      bodyBytes: 15,
      bodySha256,
      body: null,
      delivery: { state: 'failed' },
      attempts: [{ number: 1, responseBody: null }],
    });
    expect(hidden.text).not.toContain('ada');
    const change = (method: string, path: string, body: object) =>
      service().call(method, `/v2/webhooks/endpoints${path}`, { key: webhooks, body });
    const refused = await change('POST', '', { url: 'https://example.com/' });
    expectRefusal(refused, 'insufficient_scope');
    expect(refused.text).toContain('needs the scope lookups:read');
    expectRefusal(
      await change('POST', '', { url: 'https://example.com/', eventTypes: ['usage.threshold_reached', 'lookup.completed'] }),
      'insufficient_scope',
    );
    expectRefusal(await change('PATCH', '/whk_one', { url: 'https://example.org/' }), 'insufficient_scope');
    expectRefusal(await change('PATCH', '/whk_one', { eventTypes: ['lookup.completed'] }), 'insufficient_scope');
    // Its earlier events, which can be sent again, were of lookups: the address stays, whatever it subscribes to by then.
    expect((await change('PATCH', '/whk_one', { eventTypes: ['usage.threshold_reached'], description: 'usage' })).status).toBe(200);
    expectRefusal(await change('PATCH', '/whk_one', { url: 'https://example.org/' }), 'insufficient_scope');
  });
});
