/** Lookups of test keys on Postgres: whatever is recorded of one, nobody else's lookup rests on it. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import type { CheckOutcome } from '../../src/features/lookups/lookup.js';
import { truncate } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { acceptOne, makeCaller, openTestRecords, outcome } from './support/record.js';

const SUBJECTS = { username: 'nowheretest', email: 'nowhere@example.com' } as const;
const { record } = await openTestRecords();
const { sql } = record.database;

/** What a worker might record by mistake: answers as if platforms had been asked. */
const outcomes = fc.array(
  fc
    .record({
      platform: fc.constantFrom('a', 'b', 'c'),
      subject: fc.constantFrom('username', 'email'),
      state: fc.constantFrom('registered', 'not_registered'),
      minute: fc.integer({ min: 0, max: 59 }),
    } as const)
    .map(
      ({ minute, ...more }): CheckOutcome =>
        outcome(more.platform, { ...more, checkedAt: new Date(Date.UTC(2030, 0, 2, 3, minute)), rule: 'r' }),
    ),
  { minLength: 1, maxLength: 6 },
);
const lookups = fc.array(fc.record({ isTest: fc.boolean(), outcomes }), { minLength: 1, maxLength: 5 });

describe('lookups of test keys', () => {
  beforeEach(() => truncate(sql, 'lookups', 'platform_stats', 'platform_facts', 'platform_answers'));

  async function run(caller: Caller, { isTest, outcomes: found }: { isTest: boolean; outcomes: readonly CheckOutcome[] }): Promise<void> {
    const lookupId = await acceptOne(record, { ...caller, isTest }, requestOf({ subjects: SUBJECTS }));
    await record.writer.record(lookupId, found);
    const handles = found.filter(({ subject }) => subject === 'username');
    await record.derived.record(
      lookupId,
      handles.map((each) => ({ ...each, handle: 'nowhere', subject: 'email' as const })),
    );
    await record.writer.finish(lookupId);
  }
  /** Facts of an account, and the statistics of all. */
  async function learnt({ accountId }: Caller) {
    await truncate(sql, 'platform_stats');
    await record.platformStats.summarise();
    const facts = await sql`
      SELECT identity, platform, state, checked_at, profile FROM platform_facts WHERE account_id = ${accountId} ORDER BY identity, platform`;
    const stats = await sql`SELECT platform, query_type, answered, omitted FROM platform_stats ORDER BY platform, query_type`;
    return { facts: [...facts], stats: [...stats] };
  }

  it('no row of one ever becomes a fact or a statistic: what is learnt is what the others alone would have learnt', async () => {
    await fc.assert(
      fc.asyncProperty(lookups, async (all) => {
        await truncate(sql, 'lookups', 'platform_facts', 'platform_answers');
        const mixed = await makeCaller(record, 'higher_volume');
        for (const each of all) await run(mixed, each);
        const known = await learnt(mixed);
        await truncate(sql, 'lookups', 'platform_answers');
        const real = await makeCaller(record, 'higher_volume');
        for (const each of all) if (!each.isTest) await run(real, each);
        expect(known).toEqual(await learnt(real));
      }),
      { numRuns: 12 },
    );
  });

  it('an account that only tries its integration is none of those whose traffic shows anything', async () => {
    const now = new Date('2030-01-02T03:00:00Z');
    for (const isTest of [false, true, true]) await run(await makeCaller(record, 'higher_volume'), { isTest, outcomes: [] });
    expect((await record.traffic.keys(now)).isSole).toBe(true);
  });
});
