/** Profiles, from an outcome to what is shown and reused, on Postgres. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { profilePageOf } from '../../src/engine/profiles/profile-page.js';
import type { CheckOutcome } from '../../src/features/lookups/lookup.js';
import { presentLookup } from '../../src/features/lookups/routes/shared/v1/presenters.js';
import { presentV2 } from '../../src/features/lookups/routes/shared/v2/lookup-body.js';
import { createDatabase } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { tableTraces } from '../support/traces.js';
import { erasing, username } from './support/erasing.js';
import { acceptOne, compress, makeCaller, openRecordOn, outcome } from './support/record.js';

const record = openRecordOn(await createDatabase(), 4);
afterAll(() => record.database.close());
const { sql } = record.database;
const NAMES = { get: () => undefined };
const PROFILE = {
  displayName: 'Casey Example',
  createdAt: '2016-03-01T10:00:00.000Z',
  createdYear: 2016,
  counts: { followers: 3 },
} as const;
const USERNAME = 'casey-example';

async function lookupOf(outcomes: readonly CheckOutcome[]) {
  const caller = await makeCaller(record, 'higher_volume');
  const lookupId = await acceptOne(record, caller, requestOf({ query: USERNAME, queryType: 'username', subjects: { username: USERNAME } }));
  const targets = outcomes.map(({ platform }) => ({ platform, subjects: ['username' as const] }));
  await record.writer.savePlan(lookupId, { targets, modules: ['footprint'] });
  await record.writer.record(lookupId, outcomes);
  return { caller, lookupId };
}
const known = outcome('github', { subject: 'username', checkedAt: new Date(), profile: PROFILE });
const unknown = outcome('example', { subject: 'username', checkedAt: new Date() });
beforeEach(async () => void (await erasing(record).erase(username(USERNAME))));
const snapshotOf = async (lookupId: string) => (await record.reader.snapshot(lookupId)) ?? expect.fail('the lookup is gone');

describe('a profile', () => {
  it('is stored with its result, reused with its fact, and there when results are compressed', async () => {
    const { caller, lookupId } = await lookupOf([known, unknown]);
    const shown = async () => Object.fromEntries((await snapshotOf(lookupId)).outcomes.map(({ platform, profile }) => [platform, profile]));
    expect(await shown()).toEqual({ github: PROFILE, example: null });
    const facts = await record.facts.reusable({ accountId: caller.accountId, subjects: { username: USERNAME } });
    expect(Object.fromEntries(facts.map(({ platform, profile }) => [platform, profile]))).toEqual({ github: PROFILE, example: null });

    await record.writer.finish(lookupId);
    const before = presentV2(await snapshotOf(lookupId), NAMES);
    await compress(record, lookupId);
    expect(await sql`SELECT 1 FROM lookup_results WHERE lookup_id = ${lookupId}`).toHaveLength(0);
    expect(await shown()).toEqual({ github: PROFILE, example: null });
    expect(presentV2(await snapshotOf(lookupId), NAMES)).toEqual(before);
  });

  it('is in v2 with every field, and nowhere in v1', async () => {
    const { lookupId } = await lookupOf([known, unknown]);
    const snapshot = await snapshotOf(lookupId);
    const { results } = presentV2(snapshot, NAMES);
    expect(results.map(({ platform, profile }) => [platform, profile])).toEqual(
      expect.arrayContaining([
        ['github', { ...PROFILE, url: null, pictureUrl: null, lastActiveAt: null, state: null }],
        ['example', null],
      ]),
    );
    expect(JSON.stringify(presentLookup(NAMES, snapshot))).not.toMatch(/profile|Casey/);
  });

  it('is replaced by that of a newer answer, and gone when that one shows none', async () => {
    const { caller } = await lookupOf([known]);
    const factOf = async () => {
      const [fact] = await record.facts.reusable({ accountId: caller.accountId, subjects: { username: USERNAME } });
      return fact?.profile;
    };
    expect(await factOf()).toEqual(PROFILE);
    const lookupId = await acceptOne(
      record,
      caller,
      requestOf({ query: USERNAME, queryType: 'username', subjects: { username: USERNAME } }),
    );
    await record.writer.savePlan(lookupId, { targets: [{ platform: 'github', subjects: ['username'] }], modules: ['footprint'] });
    await record.writer.record(lookupId, [outcome('github', { subject: 'username', checkedAt: new Date() })]);
    expect(await factOf()).toBeNull();
  });

  it('is erased with the lookup and the fact that hold it, whether they are compressed or not', async () => {
    const { lookupId } = await lookupOf([known]);
    await record.writer.finish(lookupId);
    const { lookupId: second } = await lookupOf([known]);
    await record.writer.finish(second);
    await compress(record, second);
    expect(await traces()).toEqual(['lookup_results', 'platform_facts']);
    await erasing(record).erase(username(USERNAME));
    expect(await traces()).toEqual([]);
    expect(await sql`SELECT 1 FROM compressed_results WHERE lookup_id = ${second}`).toHaveLength(0);
  });

  it("is deleted after the account's retention period, with its fact after seven days", async () => {
    const { caller, lookupId } = await lookupOf([known]);
    await record.writer.finish(lookupId);
    await sql`UPDATE accounts SET retention_days = 30 WHERE id = ${caller.accountId}`;
    await sql`UPDATE lookups SET accepted_at = now() - interval '31 days' WHERE id = ${lookupId}`;
    await sql`UPDATE platform_facts SET checked_at = now() - interval '8 days' WHERE account_id = ${caller.accountId}`;
    await record.retention.deleteExpired();
    expect(await traces()).toEqual([]);
  });
});

/** Tables that hold the name of the profile. */
async function traces(): Promise<string[]> {
  return [...(await tableTraces(sql))].flatMap(([table, rows]) => (rows.includes(PROFILE.displayName) ? [table] : [])).sort();
}

it('the page of a username is made of the platform’s template alone', () => {
  const platform = {
    slug: 'site',
    name: 'Site',
    homepage: 'https://site.example',
    icon: null,
    tags: [],
    strength: 'standard' as const,
    instant: [],
    probes: {},
  };
  const page = { ...platform, profilePage: 'https://site.example/@{username:lower}' };
  expect(profilePageOf(page, 'username', 'Casey')).toBe('https://site.example/@casey');
  expect(profilePageOf(page, 'username', 'a/../b"<')).toBe('https://site.example/@a%2F..%2Fb%22%3C');
  expect(profilePageOf(page, 'email', 'ada@example.com')).toBeNull();
  expect([profilePageOf(platform, 'username', 'casey'), profilePageOf(undefined, 'username', 'casey')]).toEqual([null, null]);
});
