/** Test keys over HTTP: how they are made, what they take, and that they and other keys never get in each other's way. */
import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { memberOf } from '../../support/http/browser.js';

const KEYS = '/v2/account/keys';
const NOBODY = { identities: { usernames: ['nowheretest'] } };
const ADA = { identities: { usernames: ['ada-example'] } };

interface Made {
  readonly apiKey: { readonly id: string; readonly test: boolean; readonly name: string };
  readonly key: string;
}

describe('a test key', () => {
  const service = sharedBareApi();
  const call = (key: string, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    service().call(method, path, { key, ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) });
  async function holder() {
    const { accountId, key } = await service().account('growth', { scopes: ['lookups', 'lookups:delete', 'account'] });
    const make = async (body: object, maker = key): Promise<Made> => {
      const answer = await call(maker, 'POST', KEYS, body);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    return { accountId, key, make };
  }
  const idOf = ({ body }: { readonly body: unknown }): string => (body as { lookupId: string }).lookupId;

  it('is made with `test`, says so in its text and in lists, and is replaced by a test key', async () => {
    const { key, make } = await holder();
    const { apiKey, key: secret } = await make({ name: 'tests', test: true });
    expect(apiKey).toMatchObject({ test: true, name: 'tests' });
    expect(secret).toMatch(/^svc_test_[0-9A-Za-z]{43}$/);
    expect((await make({})).apiKey.test).toBe(false);
    const rolled = (await call(key, 'POST', `${KEYS}/${apiKey.id}/roll`, {})).body as Made;
    expect(rolled).toMatchObject({ apiKey: { test: true, name: 'tests' }, key: expect.stringMatching(/^svc_test_/) as string });
    const { keys } = (await call(key, 'GET', KEYS)).body as { keys: Made['apiKey'][] };
    expect(keys.map(({ id, test }) => [id, test])).toEqual(
      expect.arrayContaining([
        [apiKey.id, true],
        [rolled.apiKey.id, true],
      ]),
    );
    expect((await call(rolled.key, 'POST', '/v2/lookup', ADA)).status).toBe(422);
  });

  it('is made in the dashboard too', async () => {
    const { accountId } = await holder();
    const { browser } = await memberOf(service(), accountId, 'admin');
    const made = await browser.call('POST', `/dashboard/api/accounts/${accountId}/account/keys`, { test: true });
    expect(made.body).toMatchObject({ apiKey: { test: true } });
  });

  it('makes and replaces test keys only: nobody comes from one to a key that bills', async () => {
    const { key, make } = await holder();
    const tester = await make({ test: true, scopes: ['lookups', 'account'] });
    expectRefusal(await call(tester.key, 'POST', KEYS, {}), 'insufficient_scope');
    expect((await make({ test: true }, tester.key)).apiKey.test).toBe(true);
    const real = await make({});
    expectRefusal(await call(tester.key, 'POST', `${KEYS}/${real.apiKey.id}/roll`, {}), 'insufficient_scope');
    expect((await call(tester.key, 'POST', `${KEYS}/${tester.apiKey.id}/roll`, {})).body).toMatchObject({ apiKey: { test: true } });
    expect((await call(key, 'GET', KEYS)).headers.get('footprint-test')).toBeNull();
  });

  it('takes test identities alone, by every way in, and nothing of a refused request is stored', async () => {
    const { accountId, make } = await holder();
    const { key } = await make({ test: true });
    const ways = [
      ['POST', '/v1/lookup', { query: 'ada-example' }],
      ['POST', '/v1/lookup?wait=true', { email: 'everywhere@example.com', phone: '+12025550199' }],
      ['POST', '/v1/lookup?instant=true', { query: 'ada-example' }],
      ['POST', '/v1/email', { email: 'ada@example.com' }],
      ['POST', '/v1/phone', { phone: '+12025550199' }],
      ['POST', '/v1/ip', { ip: '192.0.2.250' }],
      ['POST', '/v1/lookup/batch', { items: [{ query: 'nowheretest' }, { query: 'ada-example' }] }],
      ['POST', '/v2/lookup', ADA],
      ['POST', '/v2/lookup/price', ADA],
      ['GET', '/v1/lookup/stream?query=ada-example&deep=false&platforms=', undefined],
      ['GET', '/v2/lookup/stream?username=ada-example', undefined],
      ['GET', '/v2/lookup/stream?username=ada-example&instant=true', undefined],
    ] as const;
    for (const [method, path, body] of ways) {
      const answer = await call(key, method, path, body);
      expectRefusal(answer, 'unknown_test_identity');
      expect(answer.text).toContain('docs/test-keys.md');
      expect(answer.headers.get('footprint-test')).toBe('true');
    }
    const malformed = await call(key, 'POST', '/v1/email', { email: 'nobody' });
    expectRefusal(malformed, 'invalid_email');
    expect(await service().sql`SELECT FROM lookups WHERE account_id = ${accountId}`).toHaveLength(0);
  });

  it('bills nothing, uses no allowance and no limit of its own, and a lookup by it has its price: none', async () => {
    const { accountId, make, key } = await holder();
    const tester = await make({ test: true, monthlyLookups: 0 });
    for (const body of [NOBODY, NOBODY]) expect((await call(tester.key, 'POST', '/v2/lookup', body)).status).toBe(200);
    expect((await call(tester.key, 'POST', '/v2/lookup/price', NOBODY)).body).toEqual({ amount: 0, unit: 'lookups' });
    expect((await call(key, 'GET', '/v2/account')).body).toMatchObject({ used: 0 });
    expect((await call(key, 'GET', '/v2/account/usage')).body).toMatchObject({ days: [] });
    expect(await service().sql`SELECT FROM usage_ledger WHERE account_id = ${accountId}`).toHaveLength(0);
    expect(await service().sql`SELECT FROM lookups WHERE account_id = ${accountId} AND is_test`).toHaveLength(2);
  });

  it('on a credit plan nothing is taken from the balance, and the used-up one is `insufficient_credits`', async () => {
    const { accountId } = await service().account('credit', { balance: 5 });
    const { key } = await service().keyOf(accountId, undefined, true);
    expect((await call(key, 'POST', '/v2/lookup', NOBODY)).status).toBe(200);
    const refused = await call(key, 'POST', '/v2/lookup', { identities: { usernames: ['quotatest'] } });
    expectRefusal(refused, 'insufficient_credits');
    expect(await service().sql`SELECT balance_millicents::int AS left FROM accounts WHERE id = ${accountId}`).toEqual([{ left: 5 }]);
  });

  it('names of requests are its own: no request under one ever gives another kind of lookup', async () => {
    const { key, make } = await holder();
    const tester = await make({ test: true });
    const named = { 'idempotency-key': 'order-17' };
    const [real, test] = [
      await call(key, 'POST', '/v2/lookup', NOBODY, named),
      await call(tester.key, 'POST', '/v2/lookup', NOBODY, named),
    ];
    expect(idOf(real)).not.toBe(idOf(test));
    expect(idOf(await call(tester.key, 'POST', '/v2/lookup', NOBODY, named))).toBe(idOf(test));
    expect(idOf(await call(key, 'POST', '/v2/lookup', NOBODY, named))).toBe(idOf(real));
    expect([real.body, test.body]).toMatchObject([
      { test: false, billed: { amount: 1 } },
      { test: true, billed: { amount: 0 } },
    ]);
  });

  it('its lookups are listed and marked in v2, listed in v1, and are the account’s as others are', async () => {
    const { key, make } = await holder();
    const tester = await make({ test: true, scopes: ['lookups', 'lookups:delete'] });
    const [real, test] = [idOf(await call(key, 'POST', '/v2/lookup', NOBODY)), idOf(await call(tester.key, 'POST', '/v2/lookup', NOBODY))];
    for (const listed of [await call(key, 'GET', '/v2/lookup'), await call(key, 'POST', '/v2/lookups/search', NOBODY)])
      expect((listed.body as { lookups: unknown[] }).lookups).toMatchObject([
        { lookupId: test, test: true },
        { lookupId: real, test: false },
      ]);
    const first = (await call(key, 'GET', '/v1/lookup')).body as object[];
    expect(first.map((entry) => 'test' in entry)).toEqual([false, false]);
    expect((await call(key, 'GET', `/v2/lookup/${test}`)).body).toMatchObject({ test: true });
    const neighbour = await (await holder()).make({ test: true, scopes: ['lookups', 'lookups:delete'] });
    for (const method of ['GET', 'DELETE']) expectRefusal(await call(neighbour.key, method, `/v2/lookup/${test}`), 'not_found');
    const narrow = await make({ test: true, ownLookupsOnly: true, scopes: ['lookups', 'lookups:delete'] });
    for (const method of ['GET', 'DELETE']) expectRefusal(await call(narrow.key, method, `/v2/lookup/${real}`), 'not_found');
    expect((await call(tester.key, 'DELETE', `/v2/lookup/${test}`)).status).toBe(204);
  });
});
