/** What operators change on an account, in Postgres: pools follow plans, top-ups are credited once, nothing is accepted when suspended. */
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import type { PlanName } from '../../src/features/accounts/plans.js';
import { changePlan, resumeAccount, setQuota, suspendAccount, topUp } from '../../src/features/accounts/use-cases/change-account.js';
import { createAccount } from '../../src/features/accounts/use-cases/create-account.js';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';
import { requestOf } from '../support/fixtures.js';
import { billOf } from '../support/http/ledger.js';
import { trialPools } from '../support/trial-pools.js';
import { makeCaller, openTestRecords } from './support/record.js';

const { record, other } = await openTestRecords();
const ctx = { ...record, trialPools, identities: new LibraryIdentityParser() };
const { sql } = record.database;

let people = 0;
/** An account as operators make it. */
async function accountAt(domain: string, plan: PlanName = 'free_trial', balanceMillicents = 0): Promise<Caller> {
  const { accountId } = await createAccount(ctx, { email: `person-${++people}@${domain}`, plan, balanceMillicents });
  return {
    accountId,
    apiKeyId: 'key_test',
    plan,
    poolId: 'stale',
    allowance: 15,
    onlyKey: null,
    scopes: ['lookups:create', 'lookups:read'],
    isSuspended: false,
  };
}
async function accept(caller: Caller, count: number, from = record): Promise<number> {
  const requests = Array.from({ length: count }, () => requestOf());
  return (await from.acceptance.accept(caller, requests, null)).filter((each) => 'lookupId' in each).length;
}
const poolOf = async ({ accountId }: Caller) =>
  (await sql<{ key: string }[]>`SELECT p.key FROM accounts a JOIN quota_pools p ON p.id = a.pool_id WHERE a.id = ${accountId}`)[0]?.key;
const alertsOf = async ({ accountId }: Caller) =>
  (await sql<{ percent: number }[]>`SELECT percent FROM usage_alerts WHERE account_id = ${accountId} ORDER BY created_at, percent`).map(
    ({ percent }) => percent,
  );
const usedOf = async ({ accountId }: Caller) => (await record.accountReports.find(accountId, new Date()))?.usage;

describe('a change of plan', () => {
  it('leaves the company’s pool for a pool of its own, whose allowance is whole, and comes back to what was used there', async () => {
    const [ada, bob] = [await accountAt('acme.example'), await accountAt('acme.example')];
    expect([await accept(ada, 6), await accept(bob, 6)]).toEqual([6, 6]);
    await changePlan(ctx, { accountId: ada.accountId, plan: 'growth', quota: 4 });
    expect(await poolOf(ada)).toBe(`account:${ada.accountId}`);
    expect(await accept(ada, 9)).toBe(4);
    expect(await accept(bob, 9)).toBe(3);
    await changePlan(ctx, { accountId: ada.accountId, plan: 'free_trial' });
    expect([await poolOf(ada), await accept(ada, 1)]).toEqual(['domain:acme.example', 0]);
    expect(await billOf(record.database, ada.accountId)).toMatchObject({ lookups: 10, ledger: 10, used: 15 });
  });

  it('opens the company’s pool when the account is the first of it on the trial', async () => {
    const caller = await accountAt('first.example', 'growth');
    await changePlan(ctx, { accountId: caller.accountId, plan: 'free_trial' });
    expect([await poolOf(caller), await accept(caller, 20)]).toEqual(['domain:first.example', 15]);
  });

  it('between plans of a month counts what was used in the month', async () => {
    const caller = await accountAt('acme.example', 'higher_volume');
    await accept(caller, 7);
    await changePlan(ctx, { accountId: caller.accountId, plan: 'growth', quota: 9 });
    expect(await accept(caller, 5)).toBe(2);
    await changePlan(ctx, { accountId: caller.accountId, plan: 'higher_volume' });
    expect(await accept(caller, 5)).toBe(5);
    expect(await usedOf(caller)).toMatchObject({ used: 14, billed: 14, allowance: null });
  });

  it('to a prepaid balance and back counts each unit by itself, and keeps the balance', async () => {
    const caller = await accountAt('acme.example', 'credit', 10_000);
    expect(await accept(caller, 2)).toBe(2);
    await changePlan(ctx, { accountId: caller.accountId, plan: 'growth', quota: 5 });
    expect(await usedOf(caller)).toMatchObject({ used: 0, billed: 0, balanceMillicents: null });
    expect(await accept(caller, 4)).toBe(4);
    await changePlan(ctx, { accountId: caller.accountId, plan: 'credit' });
    expect(await usedOf(caller)).toMatchObject({ used: 6_000, billed: 6_000, balanceMillicents: 4_000 });
    expect(await accept(caller, 2)).toBe(1);
    await changePlan(ctx, { accountId: caller.accountId, plan: 'growth', quota: 5 });
    expect(await accept(caller, 2)).toBe(1);
    expect(await billOf(record.database, caller.accountId)).toMatchObject({ lookups: 8, ledger: 8, used: 5, balance: 1_000 });
  });

  it('drops the quota of the plan before, unless one is named, and is safe to repeat', async () => {
    const { accountId } = await accountAt('acme.example');
    await setQuota(ctx, { accountId, quota: 50 });
    for (const _ of [1, 2])
      expect(await changePlan(ctx, { accountId, plan: 'growth' })).toMatchObject({ plan: 'growth', quotaOverride: null });
    expect(await changePlan(ctx, { accountId, plan: 'growth', quota: 7 })).toMatchObject({ quotaOverride: 7 });
  });

  it('a threshold that was told is told again when a larger allowance reaches it, and only then', async () => {
    const caller = await accountAt('acme.example', 'growth');
    const { accountId } = caller;
    await setQuota(ctx, { accountId, quota: 5 });
    await accept(caller, 5);
    expect(await alertsOf(caller)).toEqual([80, 100]);
    await setQuota(ctx, { accountId, quota: 6 });
    expect(await alertsOf(caller)).toEqual([80]);
    await accept(caller, 1);
    expect(await alertsOf(caller)).toEqual([80, 100]);
    await setQuota(ctx, { accountId, quota: null });
    expect(await alertsOf(caller)).toEqual([]);
  });

  it.each([
    ['a quota on a credit plan', 'credit', 5],
    ['a quota below nothing', 'growth', -1],
    ['a quota in parts', 'growth', 1.5],
    ['a quota that no column holds', 'growth', 2 ** 31],
  ] as const)('%s is refused and changes nothing', async (_, plan, quota) => {
    const caller = await accountAt('acme.example');
    await expect(changePlan(ctx, { accountId: caller.accountId, plan, quota })).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(await usedOf(caller)).toMatchObject({ plan: 'free_trial', allowance: 15 });
  });
});

describe('a top-up', () => {
  it('is credited once under a reference, however often and from wherever it is repeated at once', async () => {
    const caller = await accountAt('acme.example', 'credit', 2_000);
    const pay = (accountChanges = ctx.accountChanges) =>
      topUp({ accountChanges }, { accountId: caller.accountId, amountMillicents: 4_000, reference: 'invoice 7' });
    const paid = await Promise.all(Array.from({ length: 12 }, (_, n) => pay((n % 2 ? other : record).accountChanges)));
    expect(paid.filter(({ credited }) => credited)).toHaveLength(1);
    expect(await pay()).toMatchObject({ credited: false, balanceMillicents: 6_000 });
    expect(await accept(caller, 5)).toBe(2);
  });

  it('of another amount under the same reference is refused; the same reference of another account is its own', async () => {
    const [one, two] = [await accountAt('acme.example', 'credit'), await accountAt('acme.example', 'credit')];
    const pay = ({ accountId }: Caller, amountMillicents: number) => topUp(ctx, { accountId, amountMillicents, reference: 'invoice 8' });
    await pay(one, 100);
    await expect(pay(one, 101)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect([await pay(two, 101), await usedOf(one)]).toMatchObject([{ credited: true }, { balanceMillicents: 100 }]);
  });

  it.each([
    [0, 'r'],
    [-1, 'r'],
    [0.5, 'r'],
    [Number.MAX_SAFE_INTEGER, 'r'],
    [1, ''],
    [1, ' r'],
    [1, 'a\nb'],
    [1, 'x'.repeat(201)],
  ])('of %s under %j is refused and credits nothing', async (amountMillicents, reference) => {
    const caller = await accountAt('acme.example', 'credit', 1);
    const paying = topUp(ctx, { accountId: caller.accountId, amountMillicents, reference });
    await expect(paying).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(await usedOf(caller)).toMatchObject({ balanceMillicents: 1 });
  });

  it('lets the thresholds of the larger balance be told', async () => {
    const caller = await accountAt('acme.example', 'credit', 3_000);
    await accept(caller, 1);
    expect(await alertsOf(caller)).toEqual([80, 100]);
    await topUp(ctx, { accountId: caller.accountId, amountMillicents: 3_000, reference: 'more' });
    expect(await alertsOf(caller)).toEqual([]);
    await accept(caller, 1);
    expect(await alertsOf(caller)).toEqual([80, 100]);
  });
});

describe('a suspended account', () => {
  it('accepts nothing more in any process, also for a key that was read before; a resumed one goes on where it was', async () => {
    const caller = await makeCaller(record, 'growth', { quota: 3 });
    await accept(caller, 1);
    const first = await suspendAccount(ctx, caller.accountId);
    expect(await suspendAccount(ctx, caller.accountId)).toEqual(first);
    for (const each of [record, other]) await expect(accept(caller, 1, each)).rejects.toMatchObject({ code: 'account_suspended' });
    expect(await billOf(record.database, caller.accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
    expect(await resumeAccount(ctx, caller.accountId)).toMatchObject({ suspendedAt: null });
    expect(await accept(caller, 3)).toBe(2);
  });

  it('while many are accepted: what was accepted before its commit is billed, and nothing after', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const accepting = Array.from({ length: 30 }, (_, n) => accept(caller, 1, n % 2 ? other : record).catch(() => 0));
    const suspending = suspendAccount(ctx, caller.accountId).then(() => billOf(record.database, caller.accountId));
    const granted = (await Promise.all(accepting)).reduce((sum, each) => sum + each, 0);
    const then = await suspending;
    expect(await billOf(record.database, caller.accountId)).toEqual(then);
    expect(then).toMatchObject({ lookups: granted, ledger: granted, used: granted });
  });
});

it.each([
  ['plan', () => changePlan(ctx, { accountId: 'acc_unknown', plan: 'growth' })],
  ['quota', () => setQuota(ctx, { accountId: 'acc_unknown', quota: 1 })],
  ['top-up', () => topUp(ctx, { accountId: 'acc_unknown', amountMillicents: 1, reference: 'r' })],
  ['suspension', () => suspendAccount(ctx, 'acc_unknown')],
  ['resumption', () => resumeAccount(ctx, 'acc_unknown')],
] as const)('the %s of an unknown account is refused with a sentence', async (_, work) => {
  await expect(work()).rejects.toThrow('There is no account acc_unknown');
});
