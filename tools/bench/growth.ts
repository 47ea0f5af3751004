import { randomUUID } from 'node:crypto';
import type { CheckOutcome } from '../../src/features/lookups/lookup.js';
import { openStores, type Stores } from '../../src/main/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { EVIDENCE } from './batch-results.js';
import { type Harness, startHarness } from './harness.js';
import { ms, ratio, summary, table } from './stats.js';

const ROWS = 50_000_000;
/** Of each lookup that fills the table, and of each that is measured. */
const PLATFORMS = 500;
const SHARD = 50;
const MEASURED = 60;
/** Lookups that one statement writes. */
const AT_ONCE = 2_000;

/** What a lookup's life costs in an empty table of results and in one of 50 million rows; and what cleaning such a table costs. */
export async function benchGrowth(): Promise<string> {
  const harness = await startHarness({ sites: 3, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  const stores = openStores(
    readConfig({ DATABASE_URL: harness.databaseUrl, DATABASE_POOL: '4', SECRETS_KEY: harness.secretsKey }),
    'bench',
    {
      queryTimeoutMs: 0,
    },
  );
  try {
    const owner = await harness.account();
    await lives(stores, harness, owner); // warm
    const empty = await lives(stores, harness, owner);
    const filledS = await fill(harness, owner);
    await lives(stores, harness, owner);
    const full = await lives(stores, harness, owner);
    const rows = Object.keys(empty).map((step) => {
      const [before, after] = [summary(empty[step] ?? []), summary(full[step] ?? [])];
      return [step, String(before.n), ...[before.p50, before.p99, after.p50, after.p99].map(ms), ratio(after.p50 / before.p50)];
    });
    const steps = table(
      [`a lookup of ${PLATFORMS} platforms`, 'N', 'empty, p50', 'p99', '50 million rows, p50', 'p99', 'p50, to empty'],
      rows,
    );
    const [size] = await harness.sql<{ heap: number; indexes: number }[]>`
      SELECT pg_table_size('lookup_results')::float8 AS heap, pg_indexes_size('lookup_results')::float8 AS indexes`;
    const cleaning = await clean(harness);
    const whole = table(
      ['the table of 50 million rows', ''],
      [
        ['its rows; its indexes', `${gigabytes(size?.heap)}; ${gigabytes(size?.indexes)}`],
        ['to fill it', `${filledS.toFixed(0)} s`],
        ['VACUUM after a million rows were deleted, of lookups in order', `${cleaning.toFixed(1)} s`],
      ],
    );
    return `${steps}\n\n${whole}`;
  } finally {
    await stores.database.close();
    await harness.stop();
  }
}

const gigabytes = (bytes = 0): string => `${(bytes / 1e9).toFixed(1)} GB`;

type Owner = Awaited<ReturnType<Harness['account']>>;

/** Plans, records, finishes, reads, compresses and deletes lookups, one after another. @returns milliseconds by step */
async function lives(stores: Stores, harness: Harness, owner: Owner): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const value = await work();
    times[step] = [...(times[step] ?? []), performance.now() - began];
    return value;
  };
  const platforms = Array.from({ length: PLATFORMS }, (_, index) => `site-${index}`);
  for (let index = 0; index < MEASURED; index += 1) {
    const id = `lkp_${randomUUID()}`;
    await harness.sql`
      INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, state)
      VALUES (${id}, ${owner.accountId}, ${owner.apiKeyId}, 'lookup', 'deep', 'async', 'handle', 'username', '{"username": "handle"}', '{}', 'accepted')`;
    await stores.writer.savePlan(id, {
      targets: platforms.map((platform) => ({ platform, subjects: ['username'] })),
      modules: ['footprint'],
    });
    for (let first = 0; first < PLATFORMS; first += SHARD) {
      const outcomes = platforms.slice(first, first + SHARD).map(outcomeOf);
      await timed(`record ${SHARD} results`, () => stores.writer.record(id, outcomes));
    }
    await timed('finish', () => stores.writer.finish(id));
    await timed('read all of it', () => stores.reader.snapshot(id));
    await harness.sql`UPDATE lookups SET finished_at = now() - interval '2 hours' WHERE id = ${id}`;
    await timed('compress', () => stores.resultsCompressor.compressFinished());
    await timed('delete', () => stores.remover.remove({ accountId: owner.accountId, onlyKey: null }, id));
  }
  return times;
}

const outcomeOf = (platform: string): CheckOutcome => ({
  platform,
  subject: 'username',
  state: 'not_registered',
  reason: null,
  method: 'public_api',
  mailboxProvider: false,
  basis: null,
  checkedAt: new Date(),
  fromCache: false,
  egress: 'direct',
  evidence: EVIDENCE,
});

/** Writes the rows of a hundred thousand lookups that have just finished; keys and indexes are made again afterwards. @returns seconds */
async function fill(harness: Harness, owner: Owner): Promise<number> {
  const { sql, maintain } = harness;
  const began = performance.now();
  const constraints = await sql<{ name: string; definition: string }[]>`
    SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conrelid = 'lookup_results'::regclass AND contype IN ('p', 'f') ORDER BY contype DESC`;
  const indexes = await sql<{ name: string; definition: string }[]>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'lookup_results' AND indexname NOT IN
      (SELECT conname FROM pg_constraint WHERE conrelid = 'lookup_results'::regclass)`;
  for (const { name } of constraints) await maintain(`ALTER TABLE lookup_results DROP CONSTRAINT "${name}"`);
  for (const { name } of indexes) await maintain(`DROP INDEX "${name}"`);
  const evidence = JSON.stringify(EVIDENCE);
  for (let first = 0; first < ROWS / PLATFORMS; first += AT_ONCE) {
    await maintain(`
      WITH made AS (
        INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, state, accepted_at, finished_at)
        SELECT 'lkp_' || lpad(n::text, 10, '0'), '${owner.accountId}', '${owner.apiKeyId}', 'lookup', 'deep', 'async', 'handle', 'username',
          '{"username": "handle"}', '{}', 'finished', now(), now() FROM generate_series(${first}, ${first + AT_ONCE - 1}) n RETURNING id)
      INSERT INTO lookup_results (lookup_id, platform, subject, seq, state, method, checked_at, egress, evidence)
      SELECT id, 'site-' || p, 'username', p / ${SHARD} + 1, 'not_registered', 'public_api', now(), 'direct', '${evidence}'::jsonb
      FROM made CROSS JOIN generate_series(0, ${PLATFORMS - 1}) p`);
  }
  for (const { definition } of indexes) await maintain(definition);
  for (const { name, definition } of constraints)
    await maintain(
      `ALTER TABLE lookup_results ADD CONSTRAINT "${name}" ${definition}${definition.startsWith('FOREIGN') ? ' NOT VALID' : ''}`,
    );
  await maintain('VACUUM ANALYZE lookup_results');
  await maintain('ANALYZE lookups');
  return (performance.now() - began) / 1_000;
}

/** Deletes a fiftieth of the rows, as compression does, and cleans up. @returns seconds of the cleaning */
async function clean({ sql, maintain }: Harness): Promise<number> {
  await sql`DELETE FROM lookup_results WHERE lookup_id < ${`lkp_${String(ROWS / PLATFORMS / 50).padStart(10, '0')}`}`;
  const began = performance.now();
  await maintain('VACUUM lookup_results');
  return (performance.now() - began) / 1_000;
}
