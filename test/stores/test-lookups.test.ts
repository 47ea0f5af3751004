/** Lookups of test keys on Postgres: whatever is recorded of one, nobody else's lookup rests on it. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { disputeResult } from '../../src/features/disputes/use-cases/dispute-result.js';
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

  it.each(['async', 'instant'] as const)('one under way takes no room of those that platforms are asked for: %s', async (mode) => {
    const caller = await makeCaller(record, 'higher_volume');
    for (const isTest of [true, false, true]) await acceptOne(record, { ...caller, isTest }, requestOf({ subjects: SUBJECTS, mode }));
    const running = await acceptOne(record, { ...caller, isTest: true }, requestOf({ subjects: SUBJECTS, mode }));
    await record.writer.savePlan(running, { targets: [], modules: [] });
    expect(await record.reader.underWay(mode)).toEqual([{ accountId: caller.accountId, count: 1 }]);
  });

  it('a batch of them says nothing of how long one takes that asks platforms', async () => {
    await truncate(sql, 'batches');
    const { accountId, apiKeyId } = await makeCaller(record, 'higher_volume');
    const finished = (isTest: boolean, seconds: number) => sql`
      INSERT INTO batches (id, account_id, api_key_id, payer_id, is_test, band, state, item_count, started_at, finished_at)
      VALUES (${`bat_${isTest}`}, ${accountId}, ${apiKeyId}, ${apiKeyId}, ${isTest}, 'default', 'finished', 10,
        now() - make_interval(secs => ${seconds}), now())`;
    await finished(true, 10);
    expect(await record.batches.secondsPerItem('default')).toBeNull();
    await finished(false, 600);
    expect(await record.batches.secondsPerItem('default')).toBe(60);
  });

  it('a dispute of what one invents is kept for its account, and says nothing of the platform', async () => {
    const caller = { ...(await makeCaller(record, 'higher_volume')), isTest: true };
    const lookupId = await acceptOne(record, caller, requestOf({ subjects: SUBJECTS }));
    await record.writer.savePlan(lookupId, { targets: [{ platform: 'invented', subjects: ['username'] }], modules: ['footprint'] });
    await record.writer.record(lookupId, [outcome('invented')]);
    await record.writer.finish(lookupId);
    const catalogue = { platforms: [], get: () => undefined };
    await disputeResult({ ...record, catalogue }, { caller, lookupId, platform: 'invented', note: null });
    expect(await record.disputes.of(lookupId)).toHaveLength(1);
    expect(await record.health.disputes('invented')).toBe(0);
    expect((await record.operatorReports.disputes(100)).filter(({ platform }) => platform === 'invented')).toEqual([]);
  });
});
