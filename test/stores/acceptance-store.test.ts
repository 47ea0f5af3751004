import { describe, expect, it } from 'vitest';
import { PRICE_MILLICENTS } from '../../src/features/lookups/prices.js';
import type { Acceptance, Caller } from '../../src/features/accounts/accounts.js';
import { makeCaller, openTestRecords } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const acceptedIn = (acceptances: readonly Acceptance[]) => acceptances.filter((each) => 'lookupId' in each);

const { record, other } = await openTestRecords();

describe('acceptance on Postgres', () => {
  /** Accepts by turns in both processes. */
  const accept = (caller: Caller, index: number, token: { key: string; fingerprint: string } | null = null) =>
    (index % 2 === 0 ? record : other).acceptance.accept(caller, [requestOf()], token);

  /** Used, billed and stored, which must never differ. */
  async function books(caller: Caller) {
    const [row] = await record.database.sql<{ used: number; ledger: number; lookups: number }[]>`
      SELECT (SELECT coalesce(sum(used), 0)::float8 FROM usage_periods WHERE pool_id = ${caller.poolId}) AS used,
             (SELECT coalesce(sum(amount), 0)::float8 FROM usage_ledger WHERE pool_id = ${caller.poolId}) AS ledger,
             (SELECT count(*)::int FROM lookups l JOIN accounts a ON a.id = l.account_id WHERE a.pool_id = ${caller.poolId}) AS lookups`;
    return row;
  }

  it('gives the last lookup to exactly one of 200 callers at once', async () => {
    const caller = await makeCaller(record, 'growth', { quota: 1 });
    const acceptances = (await Promise.all(many(200, (index) => accept(caller, index)))).flat();
    expect(acceptedIn(acceptances)).toHaveLength(1);
    expect(acceptances.filter((each) => 'refused' in each && each.refused === 'quota_exceeded')).toHaveLength(199);
    expect(await books(caller)).toEqual({ used: 1, ledger: 1, lookups: 1 });
  });

  it('gives 7 of 60 when 7 are left, however they come', async () => {
    const caller = await makeCaller(record, 'growth', { quota: 10 });
    await record.acceptance.accept(
      caller,
      many(3, () => requestOf()),
      null,
    );
    const acceptances = (await Promise.all(many(60, (index) => accept(caller, index)))).flat();
    expect(acceptedIn(acceptances)).toHaveLength(7);
    expect(await books(caller)).toEqual({ used: 10, ledger: 10, lookups: 10 });
  });

  it('one idempotency key is one lookup, also when sent 50 times at once', async () => {
    const caller = await makeCaller(record, 'growth');
    const token = { key: 'order-1', fingerprint: 'a' };
    const acceptances = (await Promise.all(many(50, (index) => accept(caller, index, token)))).flat();
    expect(new Set(acceptedIn(acceptances).map((each) => each.lookupId)).size).toBe(1);
    expect(acceptedIn(acceptances)).toHaveLength(50);
    expect(await books(caller)).toEqual({ used: 1, ledger: 1, lookups: 1 });
  });

  it('one idempotency key with another request is a conflict and bills nothing', async () => {
    const caller = await makeCaller(record, 'growth');
    await accept(caller, 0, { key: 'order-2', fingerprint: 'a' });
    await expect(accept(caller, 1, { key: 'order-2', fingerprint: 'b' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(await books(caller)).toEqual({ used: 1, ledger: 1, lookups: 1 });
  });

  it('the same key of another account is another key', async () => {
    const [first, second] = await Promise.all([makeCaller(record, 'growth'), makeCaller(record, 'growth')]);
    const token = { key: 'order-3', fingerprint: 'a' };
    const [one] = await accept(first, 0, token);
    const [other] = await accept(second, 0, { ...token, fingerprint: 'b' });
    expect(one).not.toEqual(other);
    expect(await books(second)).toEqual({ used: 1, ledger: 1, lookups: 1 });
  });

  it('a batch is repeated as a whole: what was refused stays refused, in order', async () => {
    const caller = await makeCaller(record, 'growth', { quota: 2 });
    const batch = many(4, () => requestOf({ mode: 'batch' }));
    const token = { key: 'batch-1', fingerprint: 'a' };
    const first = await record.acceptance.accept(caller, batch, token);
    expect(first.map((each) => 'lookupId' in each)).toEqual([true, true, false, false]);
    expect(await record.acceptance.accept(caller, batch, token)).toEqual(first);
    expect(await books(caller)).toEqual({ used: 2, ledger: 2, lookups: 2 });
  });

  it('two accounts of one company share the 15 lookups of the trial', async () => {
    const poolKey = `domain:${crypto.randomUUID()}.example`;
    const [ada, bob] = await Promise.all([makeCaller(record, 'free_trial', { poolKey }), makeCaller(record, 'free_trial', { poolKey })]);
    expect(ada.poolId).toBe(bob.poolId);
    const acceptances = (await Promise.all(many(40, (index) => accept(index % 2 ? ada : bob, index >> 1)))).flat();
    expect(acceptedIn(acceptances)).toHaveLength(15);
    expect(await books(ada)).toEqual({ used: 15, ledger: 15, lookups: 15 });
  });

  it('an account without a limit is never refused, and still counted', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    expect(acceptedIn((await Promise.all(many(30, (index) => accept(caller, index)))).flat())).toHaveLength(30);
    expect(await books(caller)).toEqual({ used: 30, ledger: 30, lookups: 30 });
  });

  it('stores what was asked, with the caller, and nothing of what was refused', async () => {
    const caller = await makeCaller(record, 'growth', { quota: 1 });
    const request = requestOf({ query: ' x', platforms: ['github', 'gitlab'], checks: { email: true }, bypassCache: true });
    const [kept, refused] = await record.acceptance.accept(caller, [request, requestOf()], null);
    expect(refused).toMatchObject({
      refused: 'quota_exceeded',
      allowance: { unit: 'lookups', used: 1, limit: 1, renewsAt: expect.stringMatching(/-01T00:00:00\.000Z$/) as string },
    });
    const lookupId = kept && 'lookupId' in kept ? kept.lookupId : '';
    expect(await record.reader.findOwned(caller, lookupId)).toMatchObject({
      ...request,
      id: lookupId,
      accountId: caller.accountId,
      apiKeyId: caller.apiKeyId,
      state: 'accepted',
      plan: null,
      finishedAt: null,
    });
  });

  describe('on a credit plan', () => {
    const { footprint, breaches, webMentions, ip } = PRICE_MILLICENTS;
    const dear = requestOf({ mode: 'batch' });
    const cheap = requestOf({
      mode: 'batch',
      query: '192.0.2.1',
      queryType: null,
      subjects: { ip: '192.0.2.1' },
      checks: { ip: true },
    });
    const price = footprint + breaches + webMentions;
    const balanceOf = async (caller: Caller): Promise<number> => {
      const [row] = await record.database.sql<{ balance: number }[]>`
        SELECT balance_millicents::float8 AS balance FROM accounts WHERE id = ${caller.accountId}`;
      return row?.balance ?? Number.NaN;
    };

    it('takes the price of the modules, in millicents', async () => {
      const caller = await makeCaller(record, 'credit', { balance: 10_000 });
      await record.acceptance.accept(caller, [dear, cheap], null);
      expect(await balanceOf(caller)).toBe(10_000 - price - ip);
      expect(await books(caller)).toEqual({ used: price + ip, ledger: price + ip, lookups: 2 });
    });

    it('grants a later item that is cheaper when a dear one does not fit', async () => {
      const caller = await makeCaller(record, 'credit', { balance: price + ip });
      const acceptances = await record.acceptance.accept(caller, [dear, dear, cheap, cheap], null);
      expect(acceptances.map((each) => ('lookupId' in each ? 'granted' : each.refused))).toEqual([
        'granted',
        'insufficient_credits',
        'granted',
        'insufficient_credits',
      ]);
      expect(await balanceOf(caller)).toBe(0);
    });

    it('never goes below zero under 60 callers at once', async () => {
      const caller = await makeCaller(record, 'credit', { balance: 5 * price + ip });
      const acceptances = (await Promise.all(many(60, (index) => accept(caller, index)))).flat();
      expect(acceptedIn(acceptances)).toHaveLength(5);
      expect(await balanceOf(caller)).toBe(ip);
      expect(await books(caller)).toEqual({ used: 5 * price, ledger: 5 * price, lookups: 5 });
    });

    it('refuses all when the balance is empty', async () => {
      const caller = await makeCaller(record, 'credit');
      const allowance = { unit: 'millicents', used: 0, limit: 0, renewsAt: null };
      expect(await record.acceptance.accept(caller, [cheap], null)).toEqual([{ refused: 'insufficient_credits', allowance }]);
    });
  });
});
