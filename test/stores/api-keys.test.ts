/** Keys of an account in Postgres: expiry, rolling, last use and their number. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_KEYS } from '../../src/features/accounts/api-keys.js';
import type { KeySummary, NewKey } from '../../src/features/accounts/accounts.js';
import { makeCaller, openTestRecords } from './support/record.js';

const { record, other } = await openTestRecords(4);
const anyone = () => true;

describe('API keys in Postgres', () => {
  let accountId: string;
  beforeEach(async () => {
    ({ accountId } = await makeCaller(record, 'growth'));
  });

  const newKey = (more: Partial<NewKey> = {}): NewKey => ({
    accountId,
    name: 'sign-up flow',
    digest: randomBytes(32),
    lastFour: 'abcd',
    scopes: ['lookups:create', 'lookups:read'],
    expiresAt: null,
    ...more,
  });
  const add = async (key: NewKey): Promise<KeySummary> => {
    const added = await record.accounts.addKey(key);
    if (!added) throw new Error('no key was added');
    return added;
  };
  const stored = async (apiKeyId: string) => (await record.accounts.keys(accountId)).find((each) => each.apiKeyId === apiKeyId);
  const later = (seconds: number) => new Date(Date.now() + seconds * 1_000);

  it('a key works until it expires, in every process, and is listed afterwards', async () => {
    const key = newKey({ expiresAt: later(600) });
    const { apiKeyId } = await add(key);
    expect(await other.accounts.findCaller(Buffer.from(key.digest))).toMatchObject({ accountId, apiKeyId });
    await record.database.sql`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = ${apiKeyId}`;
    expect(await other.accounts.findCaller(Buffer.from(key.digest))).toBeNull();
    expect(await stored(apiKeyId)).toMatchObject({ revokedAt: null, lastFour: 'abcd' });
  });

  it('a rolled key works beside the new one for the overlap, and the new one has its name, scopes and expiry', async () => {
    const old = newKey({ scopes: ['lookups:read', 'webhooks'], expiresAt: later(86_400) });
    const { apiKeyId, expiresAt } = await add(old);
    const made = newKey();
    const rolled = await record.accounts.rollKey({ accountId, apiKeyId, overlapSeconds: 3_600 }, () => made, anyone);
    expect(rolled).toMatchObject({ name: 'sign-up flow', scopes: ['lookups:read', 'webhooks'], expiresAt });
    for (const { digest } of [old, made]) expect(await record.accounts.findCaller(Buffer.from(digest))).not.toBeNull();
    const ending = (await stored(apiKeyId))?.expiresAt as Date;
    expect(Math.abs(ending.getTime() - later(3_600).getTime())).toBeLessThan(60_000);
  });

  it('an overlap never lets a key outlive its own expiry, and without one the old key ends at once', async () => {
    const soon = await add(newKey({ expiresAt: later(60) }));
    await record.accounts.rollKey({ accountId, apiKeyId: soon.apiKeyId, overlapSeconds: 3_600 }, newKey, anyone);
    expect((await stored(soon.apiKeyId))?.expiresAt).toEqual(soon.expiresAt);
    const key = newKey();
    const { apiKeyId } = await add(key);
    await record.accounts.rollKey({ accountId, apiKeyId, overlapSeconds: 0 }, newKey, anyone);
    expect(await record.accounts.findCaller(Buffer.from(key.digest))).toBeNull();
  });

  it('only a key in use of the same account is rolled, and only when the caller may have its scopes', async () => {
    const { apiKeyId } = await add(newKey({ scopes: ['webhooks'] }));
    const roll = (owner: string, mayRoll: Parameters<typeof record.accounts.rollKey>[2] = anyone) =>
      record.accounts.rollKey({ accountId: owner, apiKeyId, overlapSeconds: 60 }, newKey, mayRoll);
    const unauthenticated = await makeCaller(record, 'growth');
    expect(await roll(unauthenticated.accountId)).toBeNull();
    expect(await roll(accountId, ({ scopes }) => !scopes.includes('webhooks'))).toBe('forbidden');
    expect((await stored(apiKeyId))?.expiresAt).toBeNull();
    await record.accounts.revokeKey(accountId, apiKeyId);
    expect(await roll(accountId)).toBeNull();
  });

  it('an account has at most so many keys in use, also when they are added at once; revoked ones do not count', async () => {
    const keys = await record.accounts.keys(accountId);
    const free = MAX_KEYS - keys.length;
    const added = await Promise.all(Array.from({ length: free + 5 }, (_, n) => (n % 2 ? other : record).accounts.addKey(newKey())));
    expect(added.filter((each) => each !== null)).toHaveLength(free);
    await record.accounts.revokeKey(accountId, added.find((each) => each !== null)?.apiKeyId ?? '');
    expect(await record.accounts.addKey(newKey())).not.toBeNull();
  });

  it('the last use is recorded once a minute at most, and no request waits for it', async () => {
    const key = newKey();
    const { apiKeyId } = await add(key);
    await record.accounts.findCaller(Buffer.from(key.digest));
    await expect.poll(async () => (await stored(apiKeyId))?.lastUsedAt).toBeInstanceOf(Date);
    const first = (await stored(apiKeyId))?.lastUsedAt;
    for (const each of [record, other]) await each.accounts.findCaller(Buffer.from(key.digest));
    // The other process writes nothing either: the row is younger than a minute.
    await expect
      .poll(
        async () =>
          (
            await other.database
              .sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%last_used_at%' AND state = 'active' AND pid <> pg_backend_pid()`
          ).length,
      )
      .toBe(0);
    expect((await stored(apiKeyId))?.lastUsedAt).toEqual(first);
  });
});
