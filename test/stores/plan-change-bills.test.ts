/** Whatever operators change and whenever a month ends: what was accepted is billed once, within the allowance in force. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { PLAN, PLANS, type PlanName } from '../../src/features/accounts/plans.js';
import { changePlan, setQuota, topUp } from '../../src/features/accounts/use-cases/change-account.js';
import { createDatabase } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { trialPools } from '../support/trial-pools.js';
import { stopClock } from './support/clock.js';
import { makeCaller, openRecordOn, type TestRecord } from './support/record.js';

/** In the past: the bills' own times are the true ones, and a bill is never older than its period. */
const MOMENTS = ['2020-01-31T23:59:59.999Z', '2020-02-01T00:00:00.000Z', '2020-02-29T23:59:59.999Z', '2020-03-01T00:00:00.000Z'];
const month = (moment: string) => moment.slice(0, 7);
/** Of one username, and of one address alone. */
const SWEEP = 3_000;
const IP = requestOf({ subjects: { ip: '192.0.2.1' }, queryType: null, checks: { ip: true } });

type Step =
  | { readonly do: 'accept'; readonly who: 0 | 1; readonly count: number }
  | { readonly do: 'plan'; readonly who: 0 | 1; readonly plan: PlanName; readonly quota: number }
  | { readonly do: 'quota'; readonly who: 0 | 1; readonly quota: number }
  | { readonly do: 'top-up'; readonly who: 0 | 1; readonly amount: number; readonly reference: string }
  | { readonly do: 'wait' };

const who = fc.constantFrom(0 as const, 1 as const);
const quota = fc.integer({ min: 0, max: 8 });
const amounts: Readonly<Record<string, number>> = { a: 200, b: 500, c: 1_100 };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('accept' as const), who, count: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('plan' as const), who, plan: fc.constantFrom(...PLANS), quota }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('quota' as const), who, quota }) },
  {
    weight: 2,
    arbitrary: fc
      .record({ do: fc.constant('top-up' as const), who, reference: fc.constantFrom('a', 'b', 'c') })
      .map((each) => ({ ...each, amount: amounts[each.reference] as number })),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'wait' as const }) },
);

/** What two colleagues may accept, said without pools or rows. */
class Expected {
  readonly #people = [0, 1].map(() => ({
    plan: 'free_trial' as PlanName,
    quota: null as number | null,
    balance: 0,
    paid: new Set<string>(),
    lookups: new Map<string, number>(),
  }));
  #trial = 0;
  #now = 0;

  get moment(): string {
    return MOMENTS[this.#now] as string;
  }

  wait(): void {
    this.#now = Math.min(this.#now + 1, MOMENTS.length - 1);
  }

  accept(who: 0 | 1, wanted: number): number {
    const person = this.#person(who);
    if (person.plan === 'credit') {
      const granted = Math.min(wanted, Math.floor(person.balance / PRICE));
      person.balance -= granted * PRICE;
      return granted;
    }
    const limit = person.quota ?? PLAN[person.plan].lookupsPerPeriod ?? Number.POSITIVE_INFINITY;
    const used = person.plan === 'free_trial' ? this.#trial : (person.lookups.get(month(this.moment)) ?? 0);
    const granted = Math.min(wanted, Math.max(0, limit - used));
    if (person.plan === 'free_trial') this.#trial += granted;
    else person.lookups.set(month(this.moment), used + granted);
    return granted;
  }

  change(who: 0 | 1, plan: PlanName, quota: number | null): void {
    Object.assign(this.#person(who), { plan, quota });
  }

  setQuota(who: 0 | 1, quota: number): boolean {
    const person = this.#person(who);
    if (person.plan === 'credit') return false;
    person.quota = quota;
    return true;
  }

  topUp(who: 0 | 1, reference: string, amount: number): boolean {
    const person = this.#person(who);
    if (person.paid.has(reference)) return false;
    person.paid.add(reference);
    person.balance += amount;
    return true;
  }

  balanceOf(who: 0 | 1): number {
    return this.#person(who).balance;
  }

  #person(who: 0 | 1) {
    const person = this.#people[who];
    if (!person) throw new Error('there are two');
    return person;
  }
}
/** Price of a lookup that checks an address. */
const PRICE = 200;

describe('bills around changes of plans', () => {
  let record: TestRecord;
  let setClock: (moment: string) => Promise<void>;
  beforeAll(async () => {
    const url = await createDatabase();
    setClock = await stopClock(url);
    record = openRecordOn(url, 10);
  });
  afterAll(() => record.database.close());

  let companies = 0;
  /** Two of a company, on the trial. */
  async function colleagues(): Promise<[Caller, Caller]> {
    const domain = `company-${++companies}.example`;
    const [one, two] = [
      await makeCaller(record, 'free_trial', { poolKey: `domain:${domain}` }),
      await makeCaller(record, 'free_trial', { poolKey: `domain:${domain}` }),
    ];
    for (const { accountId } of [one, two])
      await record.database.sql`UPDATE accounts SET email = ${`${accountId}@${domain}`} WHERE id = ${accountId}`;
    return [one, two];
  }
  const ctx = () => ({ accountChanges: record.accountChanges, trialPools });
  const accept = async (caller: Caller, count: number) => {
    const answers = await record.acceptance.accept(
      caller,
      Array.from({ length: count }, () => IP),
      null,
    );
    return answers.flatMap((each) => ('lookupId' in each ? [each.lookupId] : []));
  };
  const quotaFor = (plan: PlanName, value: number) => (plan === 'credit' ? undefined : value);

  /** Every accepted lookup has one bill and one row, and there are no others; balances are what was paid less what was billed. */
  async function expectBilled(callers: readonly Caller[], accepted: readonly string[]): Promise<void> {
    const ids = callers.map(({ accountId }) => accountId);
    const { sql } = record.database;
    const of = async (rows: Promise<readonly { id: string }[]>) => (await rows).map(({ id }) => id);
    expect(await of(sql`SELECT lookup_id AS id FROM usage_ledger WHERE account_id = ANY (${ids}) ORDER BY 1`)).toEqual(
      [...accepted].sort(),
    );
    expect(await of(sql`SELECT id FROM lookups WHERE account_id = ANY (${ids}) ORDER BY 1`)).toEqual([...accepted].sort());
    const unbalanced = await sql`
      SELECT a.id FROM accounts a WHERE id = ANY (${ids}) AND (balance_millicents < 0 OR balance_millicents <>
        coalesce((SELECT sum(amount_millicents) FROM balance_top_ups WHERE account_id = a.id), 0)
        - coalesce((SELECT sum(amount) FROM usage_ledger WHERE account_id = a.id AND unit = 'millicents'), 0))`;
    expect(unbalanced).toEqual([]);
  }

  it('one after the other: exactly what the allowance in force covers is accepted, and billed once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const expected = new Expected();
        const callers = await colleagues();
        await setClock(expected.moment);
        const accepted: string[] = [];
        for (const each of steps) {
          if (each.do === 'wait') {
            expected.wait();
            await setClock(expected.moment);
            continue;
          }
          const caller = callers[each.who];
          const { accountId } = caller;
          if (each.do === 'accept') {
            const ids = await accept(caller, each.count);
            accepted.push(...ids);
            expect(ids).toHaveLength(expected.accept(each.who, each.count));
          } else if (each.do === 'plan') {
            const value = quotaFor(each.plan, each.quota);
            expected.change(each.who, each.plan, value ?? null);
            await changePlan(ctx(), { accountId, plan: each.plan, quota: value });
          } else if (each.do === 'quota') {
            const isSet = expected.setQuota(each.who, each.quota);
            const setting = setQuota(ctx(), { accountId, quota: each.quota });
            await (isSet ? setting : expect(setting).rejects.toMatchObject({ code: 'invalid_parameter' }));
          } else {
            const credited = expected.topUp(each.who, each.reference, each.amount);
            const paid = await topUp(ctx(), { accountId, amountMillicents: each.amount, reference: each.reference });
            expect(paid).toMatchObject({ credited, balanceMillicents: expected.balanceOf(each.who) });
          }
        }
        await expectBilled(callers, accepted);
      }),
      { numRuns: 8 },
    );
  });

  it('all at once: no allowance is exceeded, and what was accepted is billed once', async () => {
    const QUOTA = 5;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 24 }), async (steps) => {
        const callers = await colleagues();
        await setClock(MOMENTS[0] as string);
        const accepted = await Promise.all(
          steps.map(async (each) => {
            if (each.do === 'wait') await setClock(MOMENTS[1] as string);
            else if (each.do === 'accept') return accept(callers[each.who], each.count);
            else if (each.do === 'top-up')
              await topUp(ctx(), { accountId: callers[each.who].accountId, amountMillicents: each.amount, reference: each.reference });
            else {
              const plan = each.do === 'plan' ? each.plan : 'growth';
              await changePlan(ctx(), { accountId: callers[each.who].accountId, plan, quota: quotaFor(plan, QUOTA) });
            }
            return [];
          }),
        );
        await expectBilled(callers, accepted.flat());
        const counted = await record.database.sql<{ key: string; period: string; lookups: number }[]>`
          SELECT p.key, l.period_start::text AS period, count(*)::int AS lookups
          FROM usage_ledger l JOIN quota_pools p ON p.id = l.pool_id
          WHERE l.account_id = ANY (${callers.map(({ accountId }) => accountId)}) AND l.unit = 'lookups' GROUP BY 1, 2`;
        for (const { key, lookups } of counted) expect(lookups).toBeLessThanOrEqual(key.startsWith('domain:') ? 15 : QUOTA);
      }),
      { numRuns: 8 },
    );
  });

  it('prices are those of the lookups that the model counts', async () => {
    const caller = await makeCaller(record, 'credit', { balance: SWEEP });
    await accept(caller, 1);
    expect((await record.accountReports.find(caller.accountId, new Date(MOMENTS[0] as string)))?.usage.balanceMillicents).toBe(
      SWEEP - PRICE,
    );
  });
});
