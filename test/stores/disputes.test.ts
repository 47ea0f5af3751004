/** Results that somebody says are wrong, on Postgres: kept once, with their evidence, and gone with their lookup. */
import { describe, expect, it, vi } from 'vitest';
import { controlDisputed, type PlatformWatchPorts } from '../../activities/controls/platform-watch.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { disputeResult } from '../../src/features/disputes/use-cases/dispute-result.js';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { requestOf } from '../support/fixtures.js';
import { email, erasing } from './support/erasing.js';
import { acceptOne, compress, makeCaller, openTestRecords, outcome } from './support/record.js';

const { record } = await openTestRecords();
const { sql } = record.database;
const catalogue = { platforms: [], get: () => undefined };
const ctx = { ...record, catalogue };
const EMAIL = 'ada@example.com';

/** A finished lookup of two identities, with results of these platforms. */
async function finished(caller: Caller, ...platforms: string[]): Promise<string> {
  const subjects = { email: EMAIL, username: 'ada-example' };
  const lookupId = await acceptOne(record, caller, requestOf({ subjects, query: 'Ada@Example.com', queryType: 'email' }));
  const targets = platforms.map((platform) => ({ platform, subjects: ['username' as const, 'email' as const] }));
  await record.writer.savePlan(lookupId, { targets, modules: ['footprint'], catalogue: 7 });
  const more = { checkedAt: new Date(), rule: 'a-rule' };
  await record.writer.record(
    lookupId,
    platforms.flatMap((platform) => [
      outcome(platform, more),
      outcome(platform, { ...more, subject: 'email', state: 'inconclusive', reason: 'timeout' }),
    ]),
  );
  await record.writer.finish(lookupId);
  return lookupId;
}
const dispute = (caller: Caller, lookupId: string, more: Partial<Parameters<typeof disputeResult>[1]> = {}) =>
  disputeResult(ctx, { caller, lookupId, platform: 'site', note: null, ...more });
const rowsOf = (lookupId: string) => sql`SELECT * FROM result_disputes WHERE lookup_id = ${lookupId}`;

describe('a dispute', () => {
  it.each(['as rows', 'compressed'])('keeps what the result rests on, of results that are stored %s', async (how) => {
    const caller = await makeCaller(record, 'growth');
    const lookupId = await finished(caller, 'site');
    if (how === 'compressed') await compress(record, lookupId);
    const { disputes } = await dispute(caller, lookupId, { note: 'she told me' });
    expect(disputes).toMatchObject({ platform: 'site', subject: 'username', state: 'registered', note: 'she told me', controlledAt: null });
    expect(await rowsOf(lookupId)).toMatchObject([
      { rule: 'a-rule', catalogue: 7, egress: 'direct', query_type: 'username', evidence: { status: 200 }, account_id: caller.accountId },
    ]);
  });

  it('is kept once for each result, whatever is said again and by how many at once', async () => {
    const caller = await makeCaller(record, 'growth');
    const lookupId = await finished(caller, 'site');
    const made = await Promise.all(['one', 'two', 'three'].map((note) => dispute(caller, lookupId, { note })));
    expect(new Set(made.map(({ disputes }) => disputes.note)).size).toBe(1);
    expect(await rowsOf(lookupId)).toHaveLength(1);
  });

  it('names its result: not one that the lookup does not have, nor one of several', async () => {
    const [caller, other] = [await makeCaller(record, 'growth'), await makeCaller(record, 'growth')];
    const lookupId = await finished(caller, 'site');
    await expect(dispute(caller, lookupId, { platform: 'elsewhere' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(dispute(caller, lookupId, { identity: { type: 'email', value: EMAIL } })).rejects.toMatchObject({ code: 'not_found' });
    await expect(dispute(other, lookupId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(dispute({ ...caller, onlyKey: 'key_other' }, lookupId)).rejects.toMatchObject({ code: 'not_found' });
    const both = await acceptOne(record, caller, requestOf({ subjects: { username: 'ada', 'username#2': 'bob' } }));
    await record.writer.savePlan(both, { targets: [{ platform: 'site', subjects: ['username', 'username#2'] }], modules: ['footprint'] });
    await record.writer.record(both, [outcome('site'), outcome('site', { subject: 'username#2', state: 'not_registered' })]);
    await expect(dispute(caller, both)).rejects.toMatchObject({ code: 'invalid_parameter' });
    const { disputes } = await dispute(caller, both, { identity: { type: 'username', value: 'bob' } });
    expect(disputes).toMatchObject({ subject: 'username#2', state: 'not_registered' });
  });

  it('goes with its lookup: deleted, past its retention, or erased, and the receipt counts it', async () => {
    const caller = await makeCaller(record, 'growth');
    const [deleted, expired, erased] = [await finished(caller, 'site'), await finished(caller, 'site'), await finished(caller, 'site')];
    for (const lookupId of [deleted, expired, erased]) await dispute(caller, lookupId);
    await record.remover.remove(caller, deleted);
    expect(await rowsOf(deleted)).toHaveLength(0);
    await sql`UPDATE lookups SET accepted_at = now() - interval '40 days' WHERE id = ${expired}`;
    await record.accountRetention.set(30, caller.accountId);
    await record.retention.deleteExpired();
    expect(await rowsOf(expired)).toHaveLength(0);
    const { counts } = await erasing(record).erase(email(EMAIL), caller.accountId);
    expect(counts).toMatchObject({ lookups: 1, disputes: 1 });
    expect(await rowsOf(erased)).toHaveLength(0);
  });

  it('is counted in the health of its platform, and listed for operators without the identity, the note or the lookup', async () => {
    const caller = await makeCaller(record, 'growth');
    const lookupId = await finished(caller, 'counted');
    await dispute(caller, lookupId, { platform: 'counted', note: 'Ada told me' });
    expect(await record.health.disputes('counted')).toBe(1);
    const listed = (await record.operatorReports.disputes(100)).find(({ platform }) => platform === 'counted');
    expect(listed).toMatchObject({ queryType: 'username', registered: true, egressPool: 'direct', rule: 'a-rule', catalogue: 7 });
    expect(listed?.evidence).toMatch(/^[\w-]{20,}$/);
    expect(JSON.stringify(listed)).not.toMatch(new RegExp(`Ada told|ada-example|example.com|${lookupId}`, 'i'));
  });
});

describe('the control of a disputed platform', () => {
  /** The part of a worker's run that is about disputes, at a time, with a control runner that stores a sample. */
  const watch = async (slug: string, at: Date, mayProbe = true) => {
    const run = vi.fn(async () => {
      const sample = {
        at: at.toISOString(),
        state: 'failed',
        requests: 1,
        answered: 1,
        registered: 1,
        latencyMs: 1,
        rule: 'a-rule',
      } as const;
      await record.health.add(slug, 'username', sample);
      return undefined;
    });
    const platform = { slug } as Platform;
    const ports = {
      ...record,
      catalogue: { platforms: [platform], get: (name: string) => (name === slug ? platform : undefined) },
      controls: { run },
      mayProbe: () => mayProbe,
      now: () => at,
    };
    await controlDisputed(ports as unknown as PlatformWatchPorts);
    return run.mock.calls.length;
  };
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  const disputed = async (slug: string) => {
    const caller = await makeCaller(record, 'growth');
    const lookupId = await finished(caller, slug);
    await dispute(caller, lookupId, { platform: slug });
    return { caller, lookupId };
  };

  it('runs once, at most once an hour however many are disputed, and switches nothing off', async () => {
    const { caller, lookupId } = await disputed('hourly');
    expect(await watch('hourly', minutes(1))).toBe(1);
    expect(await rowsOf(lookupId)).toMatchObject([{ controlled_at: expect.any(Date) }]);
    expect(await watch('hourly', minutes(2))).toBe(0);
    const second = await finished(caller, 'hourly');
    await dispute(caller, second, { platform: 'hourly' });
    await sql`UPDATE result_disputes SET created_at = ${minutes(3).toISOString()}::timestamptz WHERE lookup_id = ${second}`;
    expect(await watch('hourly', minutes(30))).toBe(0);
    expect(await watch('hourly', minutes(62))).toBe(1);
    expect(await record.switches.list()).toEqual([]);
  });

  it('does not run where one ran since, or while the platform may not be asked', async () => {
    await disputed('away');
    expect(await watch('away', minutes(1), false)).toBe(0);
    expect(await watch('away', minutes(1))).toBe(1);
    const { lookupId } = await disputed('recent');
    await record.health.add('recent', 'username', {
      at: minutes(1).toISOString(),
      state: 'passed',
      requests: 1,
      answered: 1,
      registered: 1,
      latencyMs: 1,
      rule: 'a-rule',
    });
    expect(await watch('recent', minutes(2))).toBe(0);
    expect(await rowsOf(lookupId)).toMatchObject([{ controlled_at: expect.any(Date) }]);
  });

  it('is not run for what a breach or the address says: no rule of the platform did', async () => {
    const caller = await makeCaller(record, 'growth');
    const lookupId = await acceptOne(record, caller);
    await record.writer.savePlan(lookupId, { targets: [], modules: ['footprint'] });
    await record.writer.record(lookupId, [outcome('breached', { method: 'breach_record' })]);
    await dispute(caller, lookupId, { platform: 'breached' });
    expect(await watch('breached', minutes(1))).toBe(0);
  });
});
