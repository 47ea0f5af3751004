/** A database of an earlier version opens with this one, and nothing in it is believed that may have been simulated. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import { createEmptyDatabase } from '../support/databases.js';
import { makeCaller, openRecordOn } from './support/record.js';

const MIGRATIONS = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** Brings a database to the schema that was there before the migration of that name. */
async function migrateUpTo(url: string, name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'footprint-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith(name));
  expect(at).toBeGreaterThan(0);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  await migrateDatabase(url, { folder });
}

it('facts, controls, pauses and statistics without an egress are gone; lookups keep their results', async () => {
  const url = await createEmptyDatabase();
  await migrateUpTo(url, 'egress_identity');
  const before = postgres(url, { max: 1 });
  await before.unsafe(`
    INSERT INTO quota_pools (id, key) VALUES ('pool_1', 'account:acc_1');
    INSERT INTO accounts (id, email, plan, pool_id) VALUES ('acc_1', 'owner@example.com', 'growth', 'pool_1');
    INSERT INTO lookups (id, account_id, api_key_id, kind, band, delivery, query, query_type, subjects, checks, state)
      VALUES ('lkp_1', 'acc_1', 'key_1', 'lookup', 'deep', 'async', 'ada-example', 'username', '{"username": "ada-example"}', '{}', 'finished');
    INSERT INTO lookup_results (lookup_id, platform, subject, seq, state, method, checked_at) VALUES ('lkp_1', 'a', 'username', 1, 'registered', 'public_api', now());
    INSERT INTO platform_facts (account_id, identity, platform, state, method, checked_at)
      VALUES ('acc_1', encode(sha256('username:ada-example'), 'hex'), 'a', 'registered', 'public_api', now());
    INSERT INTO platform_controls (platform, subject, outcome, checked_at) VALUES ('a', 'username', '{"state": "failed", "matched": "x"}', now());
    INSERT INTO platform_cooldowns (platform, until, reason) VALUES ('a', now() + interval '1 hour', 'rate_limited');
    INSERT INTO platform_records (platform, subject, answered, omitted, asked_at) VALUES ('a', 'username', 9, 0, now())`);
  await before.end();
  await migrateDatabase(url);

  const record = openRecordOn(url, 2);
  onTestFinished(() => record.database.close());
  expect(await record.facts.reusable({ accountId: 'acc_1', subjects: { username: 'ada-example' } })).toEqual([]);
  expect(await record.controlStore.newest(['a'])).toEqual(new Map());
  expect(await record.backoffs.backoffs()).toEqual(new Map());
  expect(await record.statuses.current()).toEqual(new Map());
  expect((await record.reader.snapshot('lkp_1'))?.outcomes).toMatchObject([{ platform: 'a', state: 'registered', egress: null }]);
});

it('accounts that share an e-mail address go on working; the next one under it is refused', async () => {
  const url = await createEmptyDatabase();
  await migrateUpTo(url, 'one_account_per_email');
  const before = postgres(url, { max: 1 });
  await before.unsafe(`
    INSERT INTO quota_pools (id, key) VALUES ('pool_1', 'account:acc_1'), ('pool_2', 'account:acc_2'), ('pool_3', 'account:acc_3');
    INSERT INTO accounts (id, email, plan, pool_id, created_at) VALUES
      ('acc_2', 'Owner@example.com', 'growth', 'pool_2', '2030-01-02'), ('acc_1', 'owner@example.com', 'growth', 'pool_1', '2030-01-01'),
      ('acc_3', 'other@example.com', 'growth', 'pool_3', '2030-01-03');
    INSERT INTO api_keys (id, account_id, digest, last_four, scopes) VALUES
      ('key_1', 'acc_1', '\\x01', 'aaaa', '{lookups}'), ('key_2', 'acc_2', '\\x02', 'bbbb', '{lookups}')`);
  await before.end();
  await migrateDatabase(url);

  const record = openRecordOn(url, 2);
  onTestFinished(() => record.database.close());
  expect(await record.accounts.findCaller(Buffer.from([1]))).toMatchObject({ accountId: 'acc_1' });
  expect(await record.accounts.findCaller(Buffer.from([2]))).toMatchObject({ accountId: 'acc_2' });
  expect(await record.database.sql`SELECT id, email_key FROM accounts ORDER BY id`).toEqual([
    { id: 'acc_1', email_key: 'owner@example.com' },
    { id: 'acc_2', email_key: null },
    { id: 'acc_3', email_key: 'other@example.com' },
  ]);
  for (const email of ['OWNER@example.com', 'other@example.com']) {
    const again = record.accounts.create({ email, plan: 'growth', poolKey: null, quotaOverride: null, balanceMillicents: 0 });
    await expect(again).rejects.toMatchObject({ code: 'account_exists' });
  }
});

it('an account keeps its lookups for as long as before; one that is made afterwards keeps them for ninety days', async () => {
  const url = await createEmptyDatabase();
  await migrateUpTo(url, 'account_retention');
  const before = postgres(url, { max: 1 });
  await before.unsafe(`
    INSERT INTO quota_pools (id, key) VALUES ('pool_1', 'account:acc_1');
    INSERT INTO accounts (id, email, plan, pool_id) VALUES ('acc_1', 'owner@example.com', 'growth', 'pool_1')`);
  await before.end();
  await migrateDatabase(url);
  const record = openRecordOn(url, 2);
  onTestFinished(() => record.database.close());
  const { accountId } = await makeCaller(record, 'growth');
  const periodOf = async (id: string) => (await record.accountRetention.preview(90, id)).map(({ retentionDays }) => retentionDays);
  expect([await periodOf('acc_1'), await periodOf(accountId)]).toEqual([[null], [90]]);
});

it('rows of the columns and tables that were renamed are there under the new names, and nothing else changed', async () => {
  const url = await createEmptyDatabase();
  await migrateUpTo(url, 'standard_terms');
  const before = postgres(url, { max: 1 });
  await before.unsafe(`
    INSERT INTO quota_pools (id, key) VALUES ('pool_1', 'account:acc_1');
    INSERT INTO accounts (id, email, plan, pool_id) VALUES ('acc_1', 'owner@example.com', 'growth', 'pool_1');
    INSERT INTO usage_notices (pool_id, period_start, percent, account_id, api_key_id, scope, used, "limit")
      VALUES ('pool_1', '2030-01-01', 80, 'acc_1', 'key_1', 'footprint', 8, 10);
    INSERT INTO rate_windows (subject, class, minute, hits) VALUES ('key_1', 'requests', date_trunc('minute', now() + interval '1 hour'), 7);
    INSERT INTO platform_controls (egress, platform, subject, outcome, checked_at, latency_ms)
      VALUES ('direct', 'a', 'username', '{"state": "passed", "matched": "x", "mayConfirm": true, "mayDeny": true}', '2030-01-02', 70);
    INSERT INTO platform_records (egress, platform, subject, answered, omitted, median_latency_ms, slow_latency_ms, asked_at)
      VALUES ('direct', 'a', 'username', 9, 1, 20, 40, '2030-01-02');
    INSERT INTO fleet_members (id, pool, egresses, settled, expires_at) VALUES ('one', 'direct', '{direct}', '{two}', now() + interval '1 hour');
    INSERT INTO host_flow (pool, host, egress, concurrency, circuit_until, trips, trial_until, updated_at)
      VALUES ('direct', 'a.example', 'direct', 3, '2030-01-03', 2, '2030-01-04', now());
    INSERT INTO breaches (name, key, date, kinds, records) VALUES ('Example', 'example', '2020-01-01', '{email}', 5);
    INSERT INTO breach_imports (fingerprint, lines, finished_at) VALUES ('f', 42, now());
    INSERT INTO webhook_endpoints (id, account_id, url, event_types, failing_since, last_failed_at, warned, next_look_at, in_flight)
      VALUES ('whk_1', 'acc_1', 'https://example.com/', '{lookup.completed}', '2030-01-01', '2030-01-02', 1, '2020-01-03', 2);
    INSERT INTO webhook_events (id, account_id, api_key_id, type, cause, api_version, body)
      VALUES ('evt_1', 'acc_1', 'key_1', 'lookup.completed', 'lookup/lkp_1', '2026-11', '{"id": "evt_1" }');
    INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id, event_type, state, end_reason, position, attempts, held_until, waiting_since)
      VALUES ('evt_1', 'whk_1', 'acc_1', 'lookup.completed', 'failed', 'attempts_used_up', 60000, 1, '2030-01-05', '2030-01-06');
    INSERT INTO webhook_attempts (event_id, endpoint_id, number, trigger, at, url, duration_ms, answer)
      VALUES ('evt_1', 'whk_1', 1, 'event', '2030-01-02', 'https://example.com/', 12, 'no');
    INSERT INTO mails (id, account_id, cause, kind, recipient, subject, text, html)
      VALUES ('mail_1', 'acc_1', 'endpoint/whk_1', 'endpoint_warning', 'owner@example.com', 's', 't', 'h')`);
  await before.end();
  await migrateDatabase(url);

  const record = openRecordOn(url, 2);
  onTestFinished(() => record.database.close());
  const { sql } = record.database;
  const day = (n: number) => new Date(Date.UTC(2030, 0, n));
  expect(await sql`SELECT percent, used::int, "limit"::int FROM usage_alerts`).toEqual([{ percent: 80, used: 8, limit: 10 }]);
  expect(await sql`SELECT caller, rate_class, hits FROM rate_windows WHERE window_start > now()`).toEqual([
    { caller: 'key_1', rate_class: 'requests', hits: 7 },
  ]);
  expect((await record.controlStore.newest(['a'])).get('a:username')).toMatchObject({ subject: 'username', latencyMs: 70 });
  expect(await record.statuses.current()).toEqual(
    new Map([
      [
        'a:username',
        {
          quarantinedUntil: null,
          controlLatencyMs: 70,
          stats: { answered: 9, omitted: 1, medianLatencyMs: 20, p90LatencyMs: 40, probedAt: day(2) },
        },
      ],
    ]),
  );
  expect(await sql`SELECT acknowledged_members FROM fleet_members`).toEqual([{ acknowledged_members: ['two'] }]);
  expect(
    await sql`SELECT circuit_open_until = '2030-01-03' AS open, trial_lease_until = '2030-01-04' AS trial, trips FROM host_flow`,
  ).toEqual([{ open: true, trial: true, trips: 2 }]);
  expect(await record.breachImports.list()).toEqual([
    { name: 'Example', date: '2020-01-01', domain: null, queryTypes: ['email'], entryCount: 5 },
  ]);
  expect(await record.breachIndex.datesOf(['example'])).toEqual(new Map([['example', ['2020-01-01']]]));
  expect(await record.breachImports.progress('f')).toBe(42);
  expect(await sql`SELECT warnings_sent, max_in_flight FROM webhook_endpoints`).toEqual([{ warnings_sent: 1, max_in_flight: 2 }]);
  expect(await record.endpointHealth.unmonitored(60, { limit: 10, after: null })).toEqual(['whk_1']);
  expect(await sql`SELECT dedup_key FROM webhook_events UNION ALL SELECT dedup_key FROM mails`).toEqual([
    { dedup_key: 'lookup/lkp_1' },
    { dedup_key: 'endpoint/whk_1' },
  ]);
  expect(
    await sql`
      SELECT schedule_offset_ms AS offset, lease_until = '2030-01-05' AS lease, slot_denied_at = '2030-01-06' AS denied FROM webhook_deliveries`,
  ).toEqual([{ offset: 60_000, lease: true, denied: true }]);
  const details = await record.deliveryReader.read('acc_1', 'whk_1', 'evt_1');
  expect(details).toMatchObject({
    delivery: { state: 'failed', failureReason: 'attempts_used_up', attempts: 1 },
    attempts: [{ number: 1, durationMs: 12, responseBody: Buffer.from('no') }],
  });
  expect(Buffer.from(details?.body ?? []).toString()).toBe('{"id": "evt_1" }');
});

it('a lookup, its results, facts and idempotency key are there under the new names, also where they are stored as JSON', async () => {
  const url = await createEmptyDatabase();
  await migrateUpTo(url, 'standard_terms');
  const evidence = (matched: string) => ({ status: 404, matched, host: 'a.example', latencyMs: 5, requests: 1 });
  const compressed = brotliCompressSync(
    JSON.stringify({
      seq: [1],
      platform: ['b'],
      subject: ['username'],
      state: ['inconclusive'],
      doubt: ['timeout'],
      method: ['public_api'],
      mailboxProvider: [false],
      checkedAt: [0],
      fromCache: [false],
      egress: ['direct'],
      evidence: [evidence('compressed')],
    }),
  );
  const before = postgres(url, { max: 1 });
  await before.unsafe(`
    INSERT INTO quota_pools (id, key) VALUES ('pool_1', 'account:acc_1');
    INSERT INTO accounts (id, email, plan, pool_id) VALUES ('acc_1', 'owner@example.com', 'growth', 'pool_1');
    INSERT INTO lookups (id, account_id, api_key_id, kind, band, delivery, query, query_type, subjects, sent, checks, fresh, state, feed_seq, is_followed, is_compressed)
      VALUES ('lkp_1', 'acc_1', 'key_1', 'lookup', 'deep', 'async', 'Ada', 'username', '{"username": "ada"}', '{"username": "Ada"}', '{}', true, 'finished', 3, true, false),
             ('lkp_2', 'acc_1', 'key_1', 'lookup', 'deep', 'batch', 'Ada', 'username', '{"username": "ada"}', NULL, '{}', false, 'finished', 1, false, true);
    INSERT INTO lookup_results (lookup_id, platform, subject, origin, seq, state, doubt, method, checked_at, egress, evidence)
      VALUES ('lkp_1', 'a', 'username', 'sweep', 1, 'inconclusive', 'timeout', 'public_api', now(), 'direct', '${JSON.stringify(evidence('row'))}');
    INSERT INTO lookup_derived (lookup_id, platform, handle, subject, seq, state, doubt, method, checked_at, evidence)
      VALUES ('lkp_1', 'a', 'ada', 'email', 2, 'inconclusive', 'blocked', 'public_api', now(), '${JSON.stringify(evidence('derived'))}');
    INSERT INTO lookup_modules (lookup_id, module, subject, seq, payload, evidence, checked_at)
      VALUES ('lkp_1', 'breaches', 'username', 3, NULL, '{"notes": [{"source": "hibp", "silence": "timeout", "tookMs": 7, "decided": ["breaches"], "codes": []}]}', now());
    INSERT INTO idempotency_keys (account_id, key, fingerprint, outcome) VALUES ('acc_1', 'order-1', 'f', '[{"lookupId": "lkp_1"}]');
    INSERT INTO platform_facts (account_id, identity, egress, platform, state, method, checked_at, evidence)
      VALUES ('acc_1', encode(sha256('username:ada'), 'hex'), 'direct', 'a', 'registered', 'public_api', now(), '${JSON.stringify(evidence('fact'))}')`);
  await before`INSERT INTO compressed_results (lookup_id, outcomes, head, body) VALUES ('lkp_2', 1, NULL, ${compressed})`;
  await before.end();
  await migrateDatabase(url);

  const record = openRecordOn(url, 2);
  onTestFinished(() => record.database.close());
  expect(await record.reader.snapshot('lkp_1')).toMatchObject({
    lookup: { mode: 'async', rawIdentities: { username: 'Ada' }, bypassCache: true },
    outcomes: [{ platform: 'a', reason: 'timeout', evidence: { explanation: 'row' } }],
    modules: [{ evidence: { notes: [{ source: 'hibp', failure: 'timeout', tookMs: 7, decidedFields: ['breaches'], codes: [] }] } }],
    derived: [{ platform: 'a', reason: 'blocked', evidence: { explanation: 'derived' } }],
  });
  expect(await record.reader.snapshot('lkp_2')).toMatchObject({
    lookup: { mode: 'batch', bypassCache: false },
    outcomes: [{ platform: 'b', reason: 'timeout', evidence: { explanation: 'compressed' } }],
  });
  const { sql } = record.database;
  expect(await sql`SELECT is_watched FROM lookups ORDER BY id`).toEqual([{ is_watched: true }, { is_watched: false }]);
  expect(await sql`SELECT source FROM lookup_results`).toEqual([{ source: 'sweep' }]);
  expect(await sql`SELECT outcome_count FROM compressed_results`).toEqual([{ outcome_count: 1 }]);
  expect(await sql`SELECT acceptances FROM idempotency_keys`).toEqual([{ acceptances: [{ lookupId: 'lkp_1' }] }]);
  const facts = await record.facts.reusable({ accountId: 'acc_1', subjects: { username: 'ada' } });
  expect(facts).toMatchObject([{ platform: 'a', evidence: { explanation: 'fact' } }]);
});

it('keys keep what their scopes stood for, under the names of today, and those that the release before makes meanwhile are read alike', async () => {
  const url = await createEmptyDatabase();
  await migrateUpTo(url, 'finer_scopes');
  const before = postgres(url, { max: 1 });
  await before.unsafe(`
    INSERT INTO quota_pools (id, key) VALUES ('pool_1', 'account:acc_1');
    INSERT INTO accounts (id, email, plan, pool_id) VALUES ('acc_1', 'owner@example.com', 'growth', 'pool_1');
    INSERT INTO api_keys (id, account_id, digest, last_four, scopes) VALUES
      ('key_1', 'acc_1', '\\x01', 'aaaa', '{lookups}'), ('key_2', 'acc_1', '\\x02', 'bbbb', '{account,webhooks,lookups}'),
      ('key_3', 'acc_1', '\\x03', 'cccc', '{webhooks}')`);
  await before.end();
  await migrateDatabase(url);
  const record = openRecordOn(url, 2);
  onTestFinished(() => record.database.close());
  await record.database.sql`
    INSERT INTO api_keys (id, account_id, digest, last_four, scopes) VALUES ('key_4', 'acc_1', ${Buffer.from([4])}, 'dddd', '{account}')`;
  const scopes = async (digest: number) => (await record.accounts.findCaller(Buffer.from([digest])))?.scopes;
  expect(await scopes(1)).toEqual(['lookups:create', 'lookups:read']);
  expect(await scopes(2)).toEqual(['lookups:create', 'lookups:read', 'webhooks', 'account:read', 'account:write']);
  expect(await scopes(3)).toEqual(['webhooks']);
  expect(await scopes(4)).toEqual(['account:read', 'account:write']);
  const [stored] = await record.database.sql<{ scopes: string[] }[]>`SELECT scopes FROM api_keys WHERE id = 'key_1'`;
  expect(stored?.scopes, 'the release before reads the old name').toEqual(['lookups', 'lookups:create', 'lookups:read']);
});
