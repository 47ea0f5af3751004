/** What a key is limited to, held by the database: its own lookups, and a number of them a month. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Acceptance, Caller } from '../../src/features/accounts/accounts.js';
import type { KeyLimits } from '../../src/features/accounts/api-keys.js';
import { priceOf } from '../../src/features/lookups/prices.js';
import type { PlanName } from '../../src/features/accounts/plans.js';
import { requestOf } from '../support/fixtures.js';
import { acceptOne, makeCaller, openTestRecords } from './support/record.js';

const many = (count: number) => Array.from({ length: count }, () => requestOf());
const acceptedIn = (acceptances: readonly Acceptance[]) => acceptances.flatMap((each) => ('lookupId' in each ? [each.lookupId] : []));

const { record, other } = await openTestRecords();

/** A key of an account with limits of its own, as the API sees it. */
async function limited(limits: Partial<KeyLimits>, plan: PlanName = 'higher_volume', more: { quota?: number; balance?: number } = {}) {
  const { accountId } = await makeCaller(record, plan, more);
  return keyOf(accountId, limits);
}
async function keyOf(accountId: string, limits: Partial<KeyLimits> = {}): Promise<Caller> {
  const digest = randomBytes(32);
  await record.accounts.addKey({ accountId, name: '', digest, lastFour: 'abcd', scopes: ['lookups:create'], expiresAt: null, ...limits });
  return (await record.accounts.findCaller(digest)) ?? expect.fail('no key');
}
async function rolled({ accountId, apiKeyId }: Caller): Promise<Caller> {
  const digest = randomBytes(32);
  await record.accounts.rollKey(
    { accountId, apiKeyId, overlapSeconds: 3_600 },
    () => ({ digest, lastFour: 'abcd' }),
    () => true,
  );
  return (await other.accounts.findCaller(digest)) ?? expect.fail('no key');
}

describe('a limit of lookups a month', () => {
  const storedBy = async ({ accountId }: Caller): Promise<number> =>
    (await record.database.sql`SELECT 1 FROM lookups WHERE account_id = ${accountId}`).count;

  it('is never exceeded, however many ask at once, one by one and in batches, in every process, with the key that it was rolled to', async () => {
    const first = await limited({ monthlyLookups: 17 });
    const callers = [first, await rolled(first)];
    callers.push(await rolled(callers[1] as Caller));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const store = index % 2 === 0 ? record : other;
        return store.acceptance.accept(callers[index % 3] as Caller, many(index % 4 === 0 ? 3 : 1), null);
      }),
    );
    expect(acceptedIn(answers.flat())).toHaveLength(17);
    expect(await storedBy(first)).toBe(17);
    const [refused] = await record.acceptance.accept(first, many(1), null);
    expect(refused).toMatchObject({ refused: 'quota_exceeded', allowance: { unit: 'lookups', used: 17, limit: 17 } });
    const renewsAt = new Date((refused as { allowance: { renewsAt: string } }).allowance.renewsAt);
    expect([renewsAt.getUTCDate(), renewsAt.getUTCHours(), renewsAt > new Date()]).toEqual([1, 0, true]);
  });

  it('grants of a batch what is left, and takes no more than that from the account', async () => {
    const caller = await limited({ monthlyLookups: 2 }, 'growth', { quota: 10 });
    expect((await record.acceptance.accept(caller, many(5), null)).map((each) => 'lookupId' in each)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const [period] = await record.database.sql<{ used: number }[]>`SELECT used::int FROM usage_periods WHERE pool_id = ${caller.poolId}`;
    expect(period).toEqual({ used: 2 });
  });

  it('of nothing refuses everything; the account’s own allowance is told where that is what ends', async () => {
    const none = await limited({ monthlyLookups: 0 });
    expect(await record.acceptance.accept(none, many(1), null)).toMatchObject([{ refused: 'quota_exceeded', allowance: { limit: 0 } }]);
    const poor = await limited({ monthlyLookups: 5 }, 'growth', { quota: 1 });
    expect(await record.acceptance.accept(poor, many(2), null)).toMatchObject([
      {},
      { refused: 'quota_exceeded', allowance: { limit: 1, used: 1 } },
    ]);
    expect(await record.acceptance.accept(await keyOf(poor.accountId), many(1), null)).toMatchObject([{ allowance: { limit: 1 } }]);
  });

  it('counts on a credit plan what was paid for', async () => {
    const price = priceOf(requestOf());
    const caller = await limited({ monthlyLookups: 2 }, 'credit', { balance: price * 10 });
    expect(acceptedIn(await record.acceptance.accept(caller, many(4), null))).toHaveLength(2);
    const [{ balance } = { balance: -1 }] = await record.database.sql<{ balance: number }[]>`
      SELECT balance_millicents::float8 AS balance FROM accounts WHERE id = ${caller.accountId}`;
    expect(balance).toBe(price * 8);
  });

  it('a repetition under an Idempotency-Key counts once, and is answered when nothing is left', async () => {
    const caller = await limited({ monthlyLookups: 1 });
    const token = { key: 'order-1', fingerprint: 'a' };
    const first = await record.acceptance.accept(caller, many(1), token);
    expect(await other.acceptance.accept(caller, many(1), token)).toEqual(first);
    expect(acceptedIn(await record.acceptance.accept(caller, many(1), null))).toEqual([]);
  });

  it('is the key’s alone: others of the account go on', async () => {
    const caller = await limited({ monthlyLookups: 0 });
    const free = await keyOf(caller.accountId);
    expect(acceptedIn(await record.acceptance.accept(free, many(3), null))).toHaveLength(3);
  });
});

describe('a key that sees its own lookups alone', () => {
  it('finds them, and those of keys that it replaced or that replaced it, in every read; others are not there', async () => {
    const open = await makeCaller(record, 'higher_volume');
    const first = await keyOf(open.accountId, { ownLookupsOnly: true });
    const neighbour = await keyOf(open.accountId, { ownLookupsOnly: true });
    const second = await rolled(first);
    const own = [await acceptOne(record, first), await acceptOne(record, second)];
    const foreign = [await acceptOne(record, open), await acceptOne(record, neighbour)];
    for (const caller of [first, second]) {
      for (const [ids, isTheirs] of [
        [own, true],
        [foreign, false],
      ] as const)
        for (const id of ids) {
          const found = [
            await record.reader.findOwned(caller, id),
            await record.reader.snapshot(id, { owner: caller }),
            await record.changes.head(caller, id),
          ];
          expect(found.map((each) => each !== null)).toEqual([isTheirs, isTheirs, isTheirs]);
        }
      const page = { limit: 10, after: null };
      expect((await record.pages.page(caller, page)).map(({ id }) => id).sort()).toEqual([...own].sort());
      expect((await record.reader.history(caller, { limit: 10, offset: 0 })).map(({ id }) => id).sort()).toEqual([...own].sort());
      expect(await record.remover.remove(caller, String(foreign[0]))).toBe(false);
    }
    expect((await record.pages.page(open, { limit: 10, after: null })).length).toBe(4);
    expect(await record.remover.remove(second, String(own[0]))).toBe(true);
    expect(await record.remover.remove(open, String(own[1]))).toBe(true);
  });

  it('has names of its own for requests: another key’s lookup is not the answer to one, and no conflict with it', async () => {
    const open = await makeCaller(record, 'higher_volume');
    const narrow = await keyOf(open.accountId, { ownLookupsOnly: true });
    const token = { key: 'order-1', fingerprint: 'a' };
    const [theirs] = acceptedIn(await record.acceptance.accept(open, many(1), token));
    const [own] = acceptedIn(await record.acceptance.accept(narrow, many(1), token));
    expect(own).not.toBe(theirs);
    expect(acceptedIn(await record.acceptance.accept(await rolled(narrow), many(1), token))).toEqual([own]);
    expect(acceptedIn(await record.acceptance.accept(narrow, many(1), { key: 'order-1', fingerprint: 'a' }))).toEqual([own]);
  });
});
