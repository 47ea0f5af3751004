import { describe, expect, it } from 'vitest';
import type { ScopeName } from '../../../src/features/accounts/api-keys.js';
import { sharedBareApi } from '../../support/http/bare-api.js';

const KEYS = '/v2/account/keys';

interface KeyBody {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

describe('the account over HTTP', () => {
  const service = sharedBareApi();

  /** An account with a key that manages it. */
  async function holder(scopes: readonly ScopeName[] = ['lookups', 'account']) {
    const { accountId, key: lookupKey } = await service().account('growth', { quota: 5 });
    const { key, apiKeyId } = await service().keyOf(accountId, scopes);
    const call = <Body>(method: string, path: string, body?: unknown): Promise<{ status: number; body: Body }> =>
      service().call(method, path, { key, ...(body === undefined ? {} : { body }) });
    return { accountId, lookupKey, key, apiKeyId, call };
  }
  const list = async (call: Awaited<ReturnType<typeof holder>>['call']) => (await call<{ keys: KeyBody[] }>('GET', KEYS)).body.keys;
  const works = async (key: string) => (await service().call('GET', '/v2/sources', { key })).status === 200;

  it('tells plan and usage of the caller’s account, and bills nothing', async () => {
    const { accountId, lookupKey, call } = await holder();
    await service().call('POST', '/v1/lookup', { key: lookupKey, body: { query: 'ada-example' } });
    for (const used of [1, 1])
      expect((await call('GET', '/v2/account')).body).toMatchObject({ accountId, plan: 'growth', unit: 'lookups', allowance: 5, used });
  });

  it('a key is made with what is asked for, shown once, listed without itself, and revoked at once', async () => {
    const { call } = await holder();
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { status, body } = await call<{ apiKey: KeyBody; key: string }>('POST', KEYS, {
      name: ' batch ',
      scopes: ['lookups'],
      expiresAt,
    });
    expect([status, body.apiKey]).toEqual([
      200,
      expect.objectContaining({ name: 'batch', scopes: ['lookups:create', 'lookups:read'], expiresAt, revokedAt: null }),
    ]);
    expect(await works(body.key)).toBe(true);
    const listed = await list(call);
    expect(listed[0]).toMatchObject({ id: body.apiKey.id });
    expect(JSON.stringify(listed)).not.toContain(body.key);
    expect((await call('DELETE', `${KEYS}/${body.apiKey.id}`)).body).toEqual({ id: body.apiKey.id, revoked: true });
    expect(await works(body.key)).toBe(false);
    expect((await call('DELETE', `${KEYS}/${body.apiKey.id}`)).status).toBe(404);
  });

  it('a key neither makes nor rolls one with scopes that it lacks', async () => {
    const { accountId, call } = await holder(['account']);
    expect((await call('POST', KEYS, { scopes: ['lookups'] })).body).toMatchObject({ error: { code: 'insufficient_scope' } });
    const wider = await service().keyOf(accountId, ['account', 'webhooks']);
    expect((await call('POST', `${KEYS}/${wider.apiKeyId}/roll`, {})).body).toMatchObject({ error: { code: 'insufficient_scope' } });
    expect((await list(call)).find(({ id }) => id === wider.apiKeyId)).toMatchObject({ expiresAt: null, revokedAt: null });
  });

  it('a rolled key goes on for the overlap beside the new one, and ends at once without one', async () => {
    const { call, lookupKey } = await holder();
    const [old] = (await list(call)).filter(({ scopes }) => scopes.length === 2);
    const first = await call<{ apiKey: KeyBody; key: string }>('POST', `${KEYS}/${old?.id}/roll`, {});
    expect(await Promise.all([works(lookupKey), works(first.body.key)])).toEqual([true, true]);
    const second = await call<{ key: string }>('POST', `${KEYS}/${first.body.apiKey.id}/roll`, { overlapSeconds: 0 });
    expect(await Promise.all([works(first.body.key), works(second.body.key)])).toEqual([false, true]);
  });

  it('a roll whose answer was lost is repeated: the same new key, without the end of the old one, with another secret until it is used', async () => {
    const { call, apiKeyId } = await holder();
    const roll = async () =>
      (await call<{ apiKey: KeyBody; key: string }>('POST', `${KEYS}/${apiKeyId}/roll`, { overlapSeconds: 60 })).body;
    const lost = await roll();
    const repeated = await roll();
    expect(repeated.apiKey).toMatchObject({ id: lost.apiKey.id, expiresAt: null });
    expect(await Promise.all([works(lost.key), works(repeated.key)])).toEqual([false, true]);
    await expect.poll(async () => (await list(call)).find(({ id }) => id === lost.apiKey.id)?.lastUsedAt).toEqual(expect.any(String));
    expect((await roll()).apiKey).toMatchObject({ id: expect.not.stringMatching(lost.apiKey.id), expiresAt: expect.any(String) });
    expect(await works(repeated.key)).toBe(true);
  });

  it.each([
    ['a time that has passed', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['a scope that does not exist', { scopes: ['everything'] }],
    ['no scope', { scopes: [] }],
    ['a name beyond measure', { name: 'x'.repeat(101) }],
    ['a field that it does not have', { colour: 'red' }],
  ])('refuses %s with a sentence, and makes no key', async (_, body) => {
    const { call } = await holder();
    const before = (await list(call)).length;
    expect(await call('POST', KEYS, body)).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(/\S/) as string } },
    });
    expect((await list(call)).length).toBe(before);
  });

  it('another account’s key and one that does not exist are the same 404', async () => {
    const [mine, theirs] = await Promise.all([holder(), holder()]);
    const answers = await Promise.all(
      [theirs.apiKeyId, 'key_unknown'].flatMap((id) => [
        mine.call<{ error: { code: string } }>('DELETE', `${KEYS}/${id}`),
        mine.call<{ error: { code: string } }>('POST', `${KEYS}/${id}/roll`, {}),
      ]),
    );
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(Array.from({ length: 4 }, () => [404, 'not_found']));
    expect(await works(theirs.lookupKey)).toBe(true);
  });
});
