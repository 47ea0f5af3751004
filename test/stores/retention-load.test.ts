/** Retention of a million rows: no statement deletes more than a part, and lookups go on beside it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { advanceClock } from './support/clock.js';
import { acceptOne, makeCaller, openRecordOn, openTestRecords, outcome, type TestRecord } from './support/record.js';
import { asAdmin } from '../support/databases.js';

/** Deep lookups, and ordinary ones. Together with their results a million rows. */
const DEEP = { lookups: 200, results: 4_010 };
const ORDINARY = { lookups: 9_000, results: 20 };
const FACTS = 100_000;
const ROWS = FACTS + DEEP.lookups * (1 + DEEP.results) + ORDINARY.lookups * (1 + ORDINARY.results);

const { url, record } = await openTestRecords(4);

describe('retention of a million rows, on Postgres', () => {
  let moved: TestRecord;
  let caller: Caller;

  beforeAll(async () => {
    caller = await makeCaller(record, 'higher_volume');
    // Without a limit to its statements, and without looking each foreign key up.
    await asAdmin(url, async (seeding) => {
      await seeding`SET session_replication_role = replica`;
      for (const [name, { lookups, results }] of Object.entries({ deep: DEEP, ordinary: ORDINARY })) {
        await seeding.unsafe(`
        INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, state, accepted_at)
        SELECT 'lkp_${name}_' || n, '${caller.accountId}', '${caller.apiKeyId}', 'lookup', 'deep', 'async', 'ada-example', 'username',
               '{"username": "ada-example"}', '{}', 'finished', now() - n * interval '1 second' FROM generate_series(1, ${lookups}) n;
        INSERT INTO lookup_results (lookup_id, platform, subject, seq, state, method, checked_at, egress, evidence)
        SELECT 'lkp_${name}_' || n, 'platform-' || p, 'username', p / 50, 'not_registered', 'public_api', now(), 'direct',
               '{"status": 404, "matched": "absent: status 404", "host": "platform.example.com", "latencyMs": 120, "requests": 1}'
        FROM generate_series(1, ${lookups}) n, generate_series(1, ${results}) p;`);
      }
      await seeding.unsafe(`
      INSERT INTO platform_facts (account_id, identity, egress, platform, state, method, checked_at)
      SELECT '${caller.accountId}', 'digest-' || n % 1000, 'direct', 'platform-' || n / 1000, 'registered', 'public_api', now() FROM generate_series(1, ${FACTS}) n`);
      await seeding`ANALYZE`;
    });
    await advanceClock(url, '91 days');
    const limited = new URL(url);
    limited.searchParams.set('statement_timeout', '5000');
    moved = openRecordOn(limited.href, 6);
  }, 300_000);
  afterAll(async () => {
    await moved?.database.close();
  });

  it('has no statement that runs into the limit of one, while lookups are accepted, answered and finished beside it', async () => {
    const [limit] = await moved.database.sql<{ statement_timeout: string }[]>`SHOW statement_timeout`;
    expect(limit?.statement_timeout).toBe('5s');
    let isOver = false;
    const deleting = moved.retention.deleteExpired().finally(() => (isOver = true));
    // Of another account, by the true clock.
    const neighbour = await makeCaller(record, 'higher_volume');
    await record.accountRetention.set(null, neighbour.accountId);
    const beside: string[] = [];
    while (!isOver) {
      const lookupId = await acceptOne(record, neighbour);
      await record.writer.savePlan(lookupId, { targets: [{ platform: 'example', subjects: ['username'] }], modules: ['footprint'] });
      await record.writer.record(lookupId, [outcome('example')]);
      await record.writer.finish(lookupId);
      beside.push(lookupId);
    }
    expect(await deleting).toBe(DEEP.lookups + ORDINARY.lookups + FACTS);
    const { sql } = moved.database;
    const left = await sql<{ id: string }[]>`SELECT l.id FROM lookups l`;
    expect(left.map(({ id }) => id).sort()).toEqual(beside.sort());
    expect((await sql`SELECT 1 FROM lookup_results`).count).toBe(beside.length);
    expect(beside.length).toBeGreaterThan(10);
    expect(ROWS).toBeGreaterThan(1_000_000);
  }, 300_000);
});
