import { beforeEach, describe, expect, it } from 'vitest';
import type { Control } from '../../src/engine/controls/control.js';
import type { CheckOutcome } from '../../src/features/lookups/lookup.js';
import type { PlatformStatus } from '../../src/engine/catalogue/rules/platform-status.js';
import { PlatformStatsStore, PlatformStatusReader } from '../../src/features/platforms/store/platform-stats.js';
import { acceptOne, compress, makeCaller, openTestRecords, outcome, plannedLookup } from './support/record.js';
import { requestOf } from '../support/fixtures.js';
import { truncate } from '../support/databases.js';

const at = (minute: number) => new Date(Date.UTC(2030, 0, 2, 3, minute));
const took = (latencyMs: number) => ({ status: 200, explanation: 'x', host: 'x.example.com', latencyMs, requests: 1 });
const answered = (platform: string, latencyMs: number, more: Partial<CheckOutcome> = {}) =>
  outcome(platform, { checkedAt: at(0), evidence: took(latencyMs), ...more });
const omitted = (platform: string, reason: NonNullable<CheckOutcome['reason']>, more: Partial<CheckOutcome> = {}) =>
  answered(platform, 10_000, { state: 'inconclusive', reason, ...more });
const control = (platform: string, more: Partial<Control> = {}): Control => ({
  platform,
  subject: 'username',
  checkedAt: at(0),
  latencyMs: 70,
  outcome: { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'positive controls: registered' },
  ...more,
});

const { record, other } = await openTestRecords();

describe('records and statuses of platforms on Postgres', () => {
  beforeEach(async () => {
    await truncate(record.database.sql, 'lookups', 'platform_stats', 'platform_controls');
  });

  async function lookup(...outcomes: CheckOutcome[]): Promise<string> {
    const subjects = { username: 'ada-example', email: 'ada@example.com', 'email#2': 'ada.example@example.com' };
    const lookupId = await acceptOne(record, await makeCaller(record, 'higher_volume'), requestOf({ subjects }));
    await record.writer.record(lookupId, outcomes);
    await record.writer.finish(lookupId);
    return lookupId;
  }
  const statuses = () => new PlatformStatusReader({ sql: record.database.sql, egress: record.egress }).current();
  const recordOf = async (key: string) => (await statuses()).get(key)?.stats;

  it('counts answers and omissions of all accounts, with the median of the answers and the slow end of all checks', async () => {
    for (const ms of [10, 20, 30, 40]) await lookup(answered('a', ms), answered('b', ms, { state: 'not_registered' }));
    await lookup(omitted('a', 'timeout'));
    expect(await record.platformStats.summarise()).toBe(2);
    expect(await recordOf('a:username')).toEqual({ answered: 4, omitted: 1, medianLatencyMs: 25, p90LatencyMs: 6_016, probedAt: at(0) });
    expect(await recordOf('b:username')).toMatchObject({ answered: 4, omitted: 0, medianLatencyMs: 25, p90LatencyMs: 37 });
  });

  it('keeps its sums when results are compressed, until there is a newer check', async () => {
    const first = await lookup(answered('a', 10), answered('b', 10));
    await lookup(answered('a', 30));
    await record.platformStats.summarise();
    const sums = await recordOf('a:username');
    expect(sums).toMatchObject({ answered: 2, medianLatencyMs: 20 });
    await compress(record, first);
    await record.platformStats.summarise();
    expect(await recordOf('a:username')).toEqual(sums);
    expect(await recordOf('b:username')).toMatchObject({ answered: 1 });
    await lookup(answered('a', 50, { checkedAt: at(1) }));
    await record.platformStats.summarise();
    expect(await recordOf('a:username')).toMatchObject({ answered: 2, medianLatencyMs: 40, probedAt: at(1) });
  });

  it('keeps query types apart, and identities of one type together', async () => {
    await lookup(answered('a', 10), answered('a', 30, { subject: 'email' }), answered('a', 50, { subject: 'email#2' }));
    await record.platformStats.summarise();
    expect(await recordOf('a:username')).toMatchObject({ answered: 1, medianLatencyMs: 10 });
    expect(await recordOf('a:email')).toMatchObject({ answered: 2, medianLatencyMs: 40 });
  });

  it('counts neither what was reused nor what no platform had a part in, and nothing of lookups that are under way', async () => {
    for (const reason of [
      'not_applicable',
      'forbidden',
      'proxy_failed',
      'backing_off',
      'uncalibrated',
      'quarantined',
      'interrupted',
    ] as const) {
      await lookup(omitted('a', reason));
    }
    await lookup(answered('a', 10, { fromCache: true }));
    const running = await plannedLookup(record, ['a']);
    await record.writer.record(running, [answered('a', 10)]);
    expect(await record.platformStats.summarise()).toBe(0);
  });

  it('judges a platform by the hour before it was last asked', async () => {
    for (let n = 0; n < 10; n += 1) await lookup(omitted('a', 'challenge', { checkedAt: at(0) }));
    await lookup(answered('a', 10, { checkedAt: at(90) }));
    await record.platformStats.summarise();
    expect(await recordOf('a:username')).toMatchObject({ answered: 1, omitted: 0, probedAt: at(90) });
  });

  it('summing up again, or by two at once, changes nothing; a newer record replaces an older one, never the other way round', async () => {
    await lookup(answered('a', 10));
    await Promise.all([record.platformStats.summarise(), other.platformStats.summarise()]);
    const before = await recordOf('a:username');
    await record.platformStats.summarise();
    expect(await recordOf('a:username')).toEqual(before);
    await record.database.sql`UPDATE platform_stats SET probed_at = ${at(200).toISOString()}, answered = 7`;
    await record.platformStats.summarise();
    expect(await recordOf('a:username')).toMatchObject({ answered: 7 });
  });

  it('reads no more rows than it is allowed, the newest lookups first, whether their platforms answered or not', async () => {
    const slugs = Array.from({ length: 10 }, (_, n) => `p${n}`);
    for (const minute of [0, 1, 2, 3]) await lookup(...slugs.map((slug) => omitted(slug, 'unreachable', { checkedAt: at(minute) })));
    await new PlatformStatsStore({ sql: record.database.sql, egress: record.egress, results: 20 }).summarise();
    for (const slug of slugs) expect(await recordOf(`${slug}:username`)).toMatchObject({ answered: 0, omitted: 2, probedAt: at(3) });
  });

  it('tells which platforms were asked since a moment', async () => {
    await lookup(answered('old', 10, { checkedAt: at(0) }), answered('new', 10, { checkedAt: at(30) }));
    await record.platformStats.summarise();
    expect(await record.platformStats.probedSince(at(15))).toEqual(new Set(['new:username']));
  });

  it('a standing is the control, the record, or both', async () => {
    await lookup(answered('asked', 10), answered('both', 10));
    await record.platformStats.summarise();
    await record.controlStore.save(control('both'));
    await record.controlStore.save(control('failed', { outcome: { state: 'failed', explanation: 'positive controls: not_registered' } }));
    await record.controlStore.save(control('blocked', { outcome: { state: 'blocked', explanation: 'positive controls: challenge' } }));
    const nothing: PlatformStatus = { quarantinedUntil: null, controlLatencyMs: null, stats: null };
    const known = await statuses();
    expect(known.get('asked:username')).toEqual({ ...nothing, stats: expect.objectContaining({ answered: 1 }) as unknown });
    expect(known.get('both:username')).toEqual({
      ...nothing,
      controlLatencyMs: 70,
      stats: expect.objectContaining({ answered: 1 }) as unknown,
    });
    expect(known.get('failed:username')).toEqual({ ...nothing, quarantinedUntil: at(60) });
    expect(known.get('blocked:username')).toEqual(nothing);
  });

  it('statuses are kept for some seconds, and read once for all who ask at the same time', async () => {
    const kept = new PlatformStatusReader({ sql: record.database.sql, egress: record.egress });
    const [one, two] = await Promise.all([kept.current(), kept.current()]);
    expect(two).toBe(one);
    expect(await kept.current()).toBe(one);
  });

  it('a control that was confirmed since it was made is kept with what it says now', async () => {
    await record.controlStore.save(control('a'));
    await record.controlStore.save(
      control('a', { outcome: { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x', positiveAt: at(20).toISOString() } }),
    );
    await record.controlStore.save(
      control('a', { checkedAt: new Date(at(0).getTime() - 1), outcome: { state: 'failed', explanation: 'older' } }),
    );
    expect((await record.controlStore.newest(['a'])).get('a:username')?.outcome).toMatchObject({
      state: 'passed',
      positiveAt: at(20).toISOString(),
    });
  });
});
