import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckOutcome, LookupPlan } from '../../src/features/lookups/lookup.js';
import type { OmittedCheck } from '../../src/features/lookups/pages.js';
import { plannedChecksOf, countOmissions } from '../../src/features/lookups/routes/shared/v2/platform-results.js';
import { INCONCLUSIVE_REASONS, type InconclusiveReason } from '../../src/engine/evaluation/verdict.js';
import { pageOmissions, readSnapshot } from '../../src/features/lookups/use-cases/read-lookups.js';
import { acceptOne, compress, makeCaller, openTestRecords, outcome } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

const SUBJECTS = ['username', 'username#2', 'email'] as const;
const platform = fc.integer({ min: 0, max: 9 }).map((n) => `site-${n}`);
const subject = fc.constantFrom(...SUBJECTS);

/** A plan names each platform once. */
const plan: fc.Arbitrary<LookupPlan> = fc
  .uniqueArray(fc.record({ platform, subjects: fc.uniqueArray(subject, { minLength: 1 }) }), { selector: (target) => target.platform })
  .map((targets) => ({ targets, modules: ['footprint'] }));
/** Outcomes of the sweep and of modules, of platforms within the plan and beyond it; some of an earlier version, without a reason. */
const outcomes: fc.Arbitrary<CheckOutcome[]> = fc.array(
  fc
    .record({
      platform,
      subject,
      verdict: fc.constantFrom('registered', 'not_registered', 'breach', 'omitted', 'unexplained'),
      reason: fc.constantFrom(...INCONCLUSIVE_REASONS),
    })
    .map(({ platform: slug, subject: ref, verdict, reason }) => {
      if (verdict === 'breach') return outcome(slug, { subject: ref, method: 'breach_record' });
      if (verdict === 'omitted') return outcome(slug, { subject: ref, state: 'inconclusive', reason });
      if (verdict === 'unexplained') return outcome(slug, { subject: ref, state: 'inconclusive', reason: null });
      return outcome(slug, { subject: ref, state: verdict === 'registered' ? 'registered' : 'not_registered' });
    }),
  { maxLength: 40 },
);

const { record } = await openTestRecords();

describe('omissions', () => {
  /** The counts of the answer, and the list that pages of three give, counted. */
  async function counted(accountId: string, lookupId: string) {
    const known = await readSnapshot(record, { owner: { accountId, onlyKey: null }, lookupId });
    const listed: OmittedCheck[] = [];
    let after: Parameters<typeof pageOmissions>[1]['after'] = null;
    do {
      const page = await pageOmissions(record, { owner: { accountId, onlyKey: null }, lookupId, limit: 3, after });
      listed.push(...page.items);
      after = page.next;
    } while (after !== null);
    const byReason: Partial<Record<InconclusiveReason, number>> = {};
    for (const { reason } of listed) byReason[reason] = (byReason[reason] ?? 0) + 1;
    return {
      shown: countOmissions(known, plannedChecksOf(known)),
      listed: { total: listed.length, byReason },
      checks: listed.map((each) => `${each.platform} ${each.subject}`),
    };
  }

  it('the list has each check once and as many for each reason as the answer counts, running, finished and compressed, whatever was recorded', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    await fc.assert(
      fc.asyncProperty(plan, outcomes, fc.nat(), async (planned, found, cut) => {
        const subjects = { username: 'ada', 'username#2': 'bob', email: 'ada@example.com' };
        const lookupId = await acceptOne(record, caller, requestOf({ subjects }));
        await record.writer.savePlan(lookupId, planned);
        const at = cut % (found.length + 1);
        for (const part of [found.slice(0, at), found.slice(at)]) {
          await record.writer.record(lookupId, part);
          const { shown, listed } = await counted(caller.accountId, lookupId);
          expect(listed).toEqual(shown);
        }
        await record.writer.finish(lookupId);
        const { shown, listed, checks } = await counted(caller.accountId, lookupId);
        expect(listed).toEqual(shown);
        expect(new Set(checks).size).toBe(checks.length);
        expect(await compress(record, lookupId)).toBe(1);
        expect(await counted(caller.accountId, lookupId)).toEqual({ shown, listed, checks });
      }),
      { numRuns: 8 },
    );
  });
});
