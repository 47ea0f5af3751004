/** What operators change on an account, before it is stored: what is refused, and what is passed on. */
import { describe, expect, it } from 'vitest';
import type { AccountTerms } from '../../../../src/features/accounts/accounts.js';
import type { PlanName } from '../../../../src/features/accounts/plans.js';
import {
  changePlan,
  type ChangingContext,
  MAX_QUOTA,
  MAX_REFERENCE,
  resumeAccount,
  setQuota,
  suspendAccount,
  topUp,
} from '../../../../src/features/accounts/use-cases/change-account.js';
import { trialPools } from '../../../support/trial-pools.js';

const TERMS: AccountTerms = { accountId: 'acc_1', plan: 'growth', quotaOverride: null, balanceMillicents: 0, suspendedAt: null };
const CREDITED = { ...TERMS, credited: true };
const { accountId } = TERMS;

type Changes = ChangingContext['accountChanges'];
interface Answers {
  readonly email?: string;
  readonly setQuota?: Awaited<ReturnType<Changes['setQuota']>>;
  readonly topUp?: Awaited<ReturnType<Changes['topUp']>>;
}

/** One account; remembers what it is told to change. */
function setUp({ email = 'ada@acme-works.example', ...answers }: Answers = {}) {
  const told: unknown[] = [];
  const answer = async <Answer>(id: string, what: unknown, given: Answer): Promise<Answer | null> => {
    if (id !== accountId) return null;
    told.push(what);
    return given;
  };
  const accountChanges: Changes = {
    emailOf: async (id) => (id === accountId ? email : null),
    changePlan: (id, change) => answer(id, change, TERMS),
    setQuota: (id, quota) => answer(id, quota, answers.setQuota ?? TERMS),
    topUp: (id, paid) => answer(id, paid, answers.topUp ?? CREDITED),
    setSuspended: (id, isSuspended) => answer(id, isSuspended, TERMS),
  };
  return { ctx: { accountChanges, trialPools }, told };
}

/** Each with whether it can be stored as a quota. */
const QUOTAS: readonly (readonly [quota: number, isOne: boolean])[] = [
  [0, true],
  [7, true],
  [MAX_QUOTA, true],
  [-1, false],
  [1.5, false],
  [MAX_QUOTA + 1, false],
];
const INVALID = { code: 'invalid_parameter' };

describe('a change of plan', () => {
  it.each<[plan: PlanName, quota: number | undefined, change: object]>([
    ['free_trial', undefined, { plan: 'free_trial', sharedPoolKey: 'domain:acme-works.example', quotaOverride: null }],
    ['growth', 7, { plan: 'growth', sharedPoolKey: null, quotaOverride: 7 }],
    ['credit', undefined, { plan: 'credit', sharedPoolKey: null, quotaOverride: null }],
  ])('to %s with the quota %s changes the pool with it', async (plan, quota, change) => {
    const { ctx, told } = setUp();
    expect(await changePlan(ctx, { accountId, plan, quota })).toEqual(TERMS);
    expect(told).toEqual([change]);
  });

  it.each(QUOTAS)('with the quota %d is possible: %s', async (quota, isOne) => {
    const { ctx, told } = setUp();
    const changing = changePlan(ctx, { accountId, plan: 'growth', quota });
    await (isOne ? expect(changing).resolves.toEqual(TERMS) : expect(changing).rejects.toMatchObject(INVALID));
    expect(told).toHaveLength(isOne ? 1 : 0);
  });

  it('to a prepaid balance takes no quota, and a disposable address gets no trial', async () => {
    const { ctx, told } = setUp({ email: 'x@mailinator.com' });
    await expect(changePlan(ctx, { accountId, plan: 'credit', quota: 5 })).rejects.toMatchObject(INVALID);
    await expect(changePlan(ctx, { accountId, plan: 'free_trial' })).rejects.toMatchObject({ code: 'disposable_address' });
    expect(told).toEqual([]);
  });
});

describe('a quota', () => {
  it.each([[null, true] as const, ...QUOTAS])('of %s is possible: %s', async (quota, isOne) => {
    const { ctx, told } = setUp();
    const setting = setQuota(ctx, { accountId, quota });
    await (isOne ? expect(setting).resolves.toEqual(TERMS) : expect(setting).rejects.toMatchObject(INVALID));
    expect(told).toEqual(isOne ? [quota] : []);
  });

  it('is refused on a credit plan', async () => {
    await expect(setQuota(setUp({ setQuota: 'credit_plan' }).ctx, { accountId, quota: 5 })).rejects.toMatchObject(INVALID);
  });
});

describe('a top-up', () => {
  it.each([
    [1, 'invoice 7'],
    [Number.MAX_SAFE_INTEGER, 'x'.repeat(MAX_REFERENCE)],
  ])('of %d under %j is credited', async (amountMillicents, reference) => {
    const { ctx, told } = setUp();
    expect(await topUp(ctx, { accountId, amountMillicents, reference })).toEqual(CREDITED);
    expect(told).toEqual([{ amountMillicents, reference }]);
  });

  it.each([
    [0, 'r'],
    [-1, 'r'],
    [1.5, 'r'],
    [Number.MAX_SAFE_INTEGER + 1, 'r'],
    [1, ''],
    [1, ' r'],
    [1, 'r '],
    [1, 'a\nb'],
    [1, 'x'.repeat(MAX_REFERENCE + 1)],
  ])('of %d under %j is refused and credits nothing', async (amountMillicents, reference) => {
    const { ctx, told } = setUp();
    await expect(topUp(ctx, { accountId, amountMillicents, reference })).rejects.toMatchObject(INVALID);
    expect(told).toEqual([]);
  });

  it.each([
    ['too_much', 'invalid_parameter'],
    ['conflict', 'idempotency_conflict'],
  ] as const)('that is stored as %s is refused as %s', async (answer, code) => {
    const paying = topUp(setUp({ topUp: answer }).ctx, { accountId, amountMillicents: 1, reference: 'r' });
    await expect(paying).rejects.toMatchObject({ code });
  });
});

it('a suspension begins and ends', async () => {
  const { ctx, told } = setUp();
  expect([await suspendAccount(ctx, accountId), await resumeAccount(ctx, accountId)]).toEqual([TERMS, TERMS]);
  expect(told).toEqual([true, false]);
});

it.each([
  ['plan', (ctx) => changePlan(ctx, { accountId: 'acc_none', plan: 'growth' })],
  ['quota', (ctx) => setQuota(ctx, { accountId: 'acc_none', quota: 1 })],
  ['top-up', (ctx) => topUp(ctx, { accountId: 'acc_none', amountMillicents: 1, reference: 'r' })],
  ['suspension', (ctx) => suspendAccount(ctx, 'acc_none')],
  ['resumption', (ctx) => resumeAccount(ctx, 'acc_none')],
] as const satisfies readonly [string, (ctx: ReturnType<typeof setUp>['ctx']) => Promise<unknown>][])(
  'the %s of an unknown account is refused by its id',
  async (_, work) => {
    await expect(work(setUp().ctx)).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('acc_none') });
  },
);
