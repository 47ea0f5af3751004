/** An answer that a control took back, at every door where one is read. */
import { describe, expect, it } from 'vitest';
import { pageOmissions } from '../../src/features/lookups/use-cases/read-lookups.js';
import type { CheckOutcome } from '../../src/features/lookups/lookup.js';
import { acceptOne, compress, makeCaller, openTestRecords, outcome } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

const { record } = await openTestRecords();
const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const denied = (platform: string, minutes: number, more: Partial<CheckOutcome> = {}): CheckOutcome =>
  outcome(platform, { state: 'not_registered', checkedAt: ago(minutes), rule: 'r', ...more });
const subjects = { username: 'ada-example', email: 'ada@example.com', 'username#2': 'bob-example' };

/** Denials within the span and beside it: earlier, later, by another rule or egress, of another platform, and what is no denial. */
const OUTCOMES: readonly CheckOutcome[] = [
  denied('limits', 30),
  denied('limits', 30, { subject: 'username#2', fromCache: true }),
  denied('limits', 30, { subject: 'email' }),
  denied('earlier', 90),
  denied('later', 5),
  denied('elsewhere', 30, { egress: 'pool-a' }),
  denied('honest', 30),
  outcome('there', { checkedAt: ago(30), rule: 'r' }),
  outcome('silent', { state: 'inconclusive', reason: 'timeout', checkedAt: ago(30) }),
];
const PLATFORMS = [...new Set(OUTCOMES.map(({ platform }) => platform))];
const SPAN = { subject: 'username', state: 'not_registered', since: ago(60), until: ago(10) } as const;

async function looked() {
  const caller = await makeCaller(record, 'higher_volume');
  const lookupId = await acceptOne(record, caller, requestOf({ subjects }));
  const targets = PLATFORMS.map((platform) => ({ platform, subjects: ['username', 'username#2', 'email'] as const }));
  await record.writer.savePlan(lookupId, { targets, modules: ['footprint'] });
  await record.writer.record(lookupId, OUTCOMES);
  const derived = OUTCOMES.filter(({ subject }) => subject === 'username').map((each) => ({
    ...each,
    handle: 'ada',
    subject: 'email' as const,
  }));
  await record.derived.record(lookupId, derived);
  await record.writer.finish(lookupId);
  const owner = { accountId: caller.accountId, onlyKey: null };
  const label = ({ platform, subject, state, reason }: Pick<CheckOutcome, 'platform' | 'subject' | 'state' | 'reason'>): string =>
    `${platform} ${subject} ${reason ?? state}`;
  return {
    lookupId,
    tag: async () => (await record.reader.findOwned(owner, lookupId))?.withdrawals,
    /** What each door shows. */
    async doors() {
      const snapshot = await record.reader.snapshot(lookupId);
      const page = await record.changes.page(lookupId, { from: { seq: 0, group: '' }, inclusive: true, limit: 100 });
      const { items } = await pageOmissions(record, { owner, lookupId, limit: 100, after: null });
      const facts = await record.facts.reusable({ accountId: caller.accountId, subjects });
      return {
        snapshot: snapshot?.outcomes.map(label).sort(),
        explanations: snapshot?.outcomes.filter(({ evidence }) => evidence?.explanation.includes('withdrawn')).map(label),
        derived: snapshot?.derived.map(label).sort(),
        page: page?.outcomes.map(label).sort(),
        omissions: items
          .flatMap(({ platform, subject, reason }) => (reason === 'interrupted' ? [] : [`${platform} ${subject} ${reason}`]))
          .sort(),
        facts: facts.map(label).sort(),
      };
    },
  };
}

describe('denials that were taken back', () => {
  it.each([
    ['as rows', async () => undefined],
    ['compressed before', async (lookupId: string) => compress(record, lookupId)],
  ])('are omitted from lookups and facts, and nothing else is, %s', async (_, first) => {
    await record.database.sql`DELETE FROM withdrawn_denials`;
    const lookup = await looked();
    await first(lookup.lookupId);
    const before = await lookup.doors();
    expect(await lookup.tag()).toBeUndefined();
    for (const platform of ['limits', 'earlier', 'later', 'elsewhere', 'there', 'silent', 'unknown']) {
      await record.controlStore.withdraw?.({ platform, ...SPAN });
    }
    const gone = ['limits username unconfirmed', 'limits username#2 unconfirmed'];
    const isGone = (each: string): boolean => /^limits username(?:#2)? not_registered$/.test(each);
    const { snapshot, explanations, derived, page, omissions, facts } = await lookup.doors();
    const standing = (before.snapshot ?? []).filter((each) => !isGone(each));
    expect(snapshot).toEqual([...standing, ...gone].sort());
    expect(explanations).toEqual(gone);
    expect(derived).toEqual(before.derived?.map((each) => (each === 'limits email not_registered' ? 'limits email unconfirmed' : each)));
    expect(derived).toContain('limits email unconfirmed');
    expect(page).toEqual(snapshot);
    expect(omissions).toEqual([...gone, ...before.omissions].sort());
    expect(facts).toEqual(before.facts.filter((each) => !isGone(each)));
    expect(before.facts.length - facts.length).toBe(1);
    const tag = await lookup.tag();
    expect(JSON.parse(tag ?? '[]')).toHaveLength(7);
    // A span that only grows has no row of its own.
    await record.controlStore.withdraw?.({ platform: 'limits', ...SPAN, until: ago(4) });
    const grown = await lookup.tag();
    await record.controlStore.withdraw?.({ platform: 'silent', ...SPAN, state: 'registered' });
    expect(new Set([tag, grown, await lookup.tag()]).size).toBe(3);
    // Compressed afterwards they read the same.
    await compress(record, lookup.lookupId);
    expect((await lookup.doors()).snapshot).toEqual(snapshot);
  });

  it('are those of one state, with the profile and the accounts that a confirmed one showed', async () => {
    await record.database.sql`DELETE FROM withdrawn_denials`;
    const caller = await makeCaller(record, 'higher_volume');
    const lookupId = await acceptOne(record, caller, requestOf({ subjects }));
    const shown = { checkedAt: ago(30), rule: 'r', profile: { displayName: 'Ada' } as never };
    const linkedAccounts = [{ platform: 'other', handle: 'ada' }];
    const before = ['turned', 'honest'].map((platform) => outcome(platform, { ...shown, linkedAccounts }));
    const targets = ['turned', 'honest', 'silent'].map((platform) => ({ platform, subjects: ['username'] as const }));
    await record.writer.savePlan(lookupId, { targets, modules: ['footprint'] });
    await record.writer.record(lookupId, [...before, denied('silent', 30)]);
    await record.writer.finish(lookupId);
    for (const platform of ['turned', 'silent']) await record.controlStore.withdraw?.({ platform, ...SPAN, state: 'registered' });
    const snapshot = await record.reader.snapshot(lookupId);
    const page = await record.changes.page(lookupId, { from: { seq: 0, group: '' }, inclusive: true, limit: 100 });
    for (const outcomes of [snapshot?.outcomes, page?.outcomes]) {
      expect(outcomes?.map(({ platform, state, profile }) => [platform, state, profile?.displayName]).sort()).toEqual([
        ['honest', 'registered', 'Ada'],
        ['silent', 'not_registered', undefined],
        ['turned', 'inconclusive', undefined],
      ]);
    }
    expect(snapshot?.linkedAccounts?.map(({ source }) => source)).toEqual(['honest']);
    const facts = await record.facts.reusable({ accountId: caller.accountId, subjects });
    expect(facts.map(({ platform }) => platform).sort()).toEqual(['honest', 'silent']);
    // A test key's answers are always the same: no platform gave them.
    await record.database.sql`UPDATE lookups SET is_test = true WHERE id = ${lookupId}`;
    expect((await record.reader.snapshot(lookupId))?.linkedAccounts?.map(({ source }) => source).sort()).toEqual(['honest', 'turned']);
  });

  it('end where the next control that passed began, and others do not', async () => {
    const span = { subject: 'email', state: 'registered', since: ago(20), until: ago(-10) } as const;
    for (const platform of ['recovered', 'bad']) await record.controlStore.withdraw?.({ platform, ...span });
    await record.controlStore.withdraw?.({ platform: 'recovered', ...span, since: ago(40), until: ago(30) });
    await record.controlStore.trustFrom?.({ platform: 'recovered', subject: 'email' }, ago(2));
    const rows = await record.database.sql<{ platform: string; ended: number }[]>`
      SELECT platform, round(extract(epoch FROM now() - until) / 60)::int AS ended FROM withdrawn_denials
      WHERE platform IN ('recovered', 'bad') ORDER BY platform, since`;
    expect(rows.map(({ platform, ended }) => [platform, ended])).toEqual([
      ['bad', -10],
      ['recovered', 30],
      ['recovered', 2],
    ]);
  });

  it('make one span when a control takes them back twice', async () => {
    const span = { platform: 'twice', subject: 'email', state: 'registered', since: ago(20) } as const;
    await record.controlStore.withdraw?.({ ...span, until: ago(5) });
    await record.controlStore.withdraw?.({ ...span, until: ago(9) });
    await record.controlStore.withdraw?.({ ...span, state: 'not_registered', until: ago(9) });
    const rows = await record.database.sql<{ until: Date; states: string[] }[]>`
      SELECT until, states FROM withdrawn_denials WHERE platform = 'twice'`;
    expect(rows.map(({ states }) => states.sort())).toEqual([['not_registered', 'registered']]);
    expect(rows[0]?.until.getTime()).toBeGreaterThan(ago(6).getTime());
  });
});
