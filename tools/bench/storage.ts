import { CompressedResults } from '../../src/features/lookups/store/compressed-results.js';
import { LookupChanges } from '../../src/features/lookups/store/lookup-changes.js';
import { readSnapshot } from '../../src/features/lookups/store/lookup-reader.js';
import { OmissionPages } from '../../src/features/lookups/store/lookup-pages.js';
import { Retention } from '../../src/features/privacy/store/retention.js';
import { ResultsCompressor } from '../../src/features/lookups/store/results-compressor.js';
import { EVIDENCE } from './batch-results.js';
import { startHarness, type Harness } from './harness.js';
import { ms, ratio, summary, table } from './stats.js';

const SITES = 4_000;
/** Lookups of each shape. */
const COPIES = 6;
const READS = 60;
const FACTS = 500_000;
const LOOKUPS = 20_000;
const WARM_UP = 6;
/** Outcomes on a page of a stream. */
const PAGE_SIZE = 50;

/** Size of a finished deep lookup in the database, and the times of its readers, as rows and compressed. */
export async function benchStorage(): Promise<string> {
  const harness = await startHarness({ sites: SITES, latency: { medianMs: 20, sigma: 0.5, capMs: 200 } });
  try {
    const owner = await harness.account();
    const { body } = await harness.post('/v1/lookup?wait=true&deep=true', owner.key, { query: 'ada_example' });
    const [rows, compressed] = [
      await copies(harness, String(body['lookupId']), 'rows'),
      await copies(harness, String(body['lookupId']), 'compressed'),
    ];
    const [plan] = await harness.sql<
      { bytes: number }[]
    >`SELECT pg_column_size(l.*)::int AS bytes FROM lookups l WHERE id = ${rows[0] ?? ''}`;
    const asRows = (await bytesOf(harness, 'lookup_results')) / (2 * COPIES + 1);
    await harness.sql`UPDATE lookups SET finished_at = finished_at - interval '2 hours' WHERE id = ANY (${compressed})`;
    const started = performance.now();
    await new ResultsCompressor({ sql: harness.sql }).compressFinished();
    const each = (performance.now() - started) / COPIES;
    const asValue = (await bytesOf(harness, 'compressed_results')) / COPIES;
    await harness.maintain('VACUUM ANALYZE');
    const line = (name: string, results: number): string[] => [
      name,
      kilobytes(plan?.bytes ?? 0),
      kilobytes(results),
      kilobytes((plan?.bytes ?? 0) + results),
    ];
    const size = table(
      [`one finished lookup of ${SITES} platforms`, 'its row with the plan', 'its results with their indexes', 'all'],
      [line('rows', asRows), line(`compressed (${ms(each)} each)`, asValue)],
    );
    const readers = await compareReaders(harness, owner.accountId, rows, compressed);
    return [size, readers, await expiry(harness, owner)].join('\n\n');
  } finally {
    await harness.stop();
  }
}

async function copies(harness: Harness, lookupId: string, name: string): Promise<string[]> {
  const ids = Array.from({ length: COPIES }, (_, index) => `${lookupId}${name}${index}`);
  const { sql } = harness;
  const columnsOf = async (tableName: string, but: string) => {
    const rows = await sql<
      { name: string }[]
    >`SELECT quote_ident(column_name) AS name FROM information_schema.columns WHERE table_name = ${tableName} AND column_name <> ${but}`;
    return rows.map((row) => row.name).join();
  };
  for (const [tableName, key] of [
    ['lookups', 'id'],
    ['lookup_results', 'lookup_id'],
    ['lookup_modules', 'lookup_id'],
  ] as const) {
    const others = await columnsOf(tableName, key);
    for (const id of ids)
      await sql.unsafe(`INSERT INTO ${tableName} (${key}, ${others}) SELECT $1, ${others} FROM ${tableName} WHERE ${key} = $2`, [
        id,
        lookupId,
      ]);
  }
  return ids;
}

/** Deletes facts and lookups whose time is over, as each hour. */
async function expiry({ sql, maintain }: Harness, owner: { accountId: string; apiKeyId: string }): Promise<string> {
  const { accountId, apiKeyId } = owner;
  const expire = async (what: string, count: number, statement: string): Promise<string[]> => {
    await maintain(statement);
    await maintain('ANALYZE');
    const began = performance.now();
    const deleted = await new Retention({ sql }).deleteExpired();
    if (deleted < count) throw new Error(`${deleted} ${what} were deleted, not ${count}`);
    const seconds = (performance.now() - began) / 1_000;
    return [what, count.toLocaleString('en'), Math.round(count / seconds).toLocaleString('en')];
  };
  const facts = `
    INSERT INTO platform_facts (account_id, identity, egress, platform, state, method, checked_at, evidence, rule)
    SELECT '${accountId}', md5((n / 50)::text), 'direct', 'site-' || n % 50, 'not_registered', 'public_api', now() - interval '8 days',
      '${JSON.stringify(EVIDENCE)}'::jsonb, md5((n % 50)::text) FROM generate_series(1, ${FACTS}) n`;
  const lookups = `
    WITH made AS (
      INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, state, accepted_at, finished_at,
        is_compressed)
      SELECT 'lkp_' || lpad(n::text, 10, '0'), '${accountId}', '${apiKeyId}', 'lookup', 'instant', 'instant', 'handle', 'username',
        '{"username": "handle"}', '{}', 'finished', now() - interval '100 days', now() - interval '100 days', true
      FROM generate_series(1, ${LOOKUPS}) n RETURNING id)
    INSERT INTO compressed_results (lookup_id, outcome_count, body) SELECT id, 11, decode(repeat('00', 500), 'hex') FROM made`;
  return table(
    ['what is over', 'N', 'deleted a second'],
    [await expire('facts', FACTS, facts), await expire('lookups of 11 platforms', LOOKUPS, lookups)],
  );
}

/** Bytes of a table with its indexes and its out-of-line values. */
async function bytesOf(harness: Harness, tableName: string): Promise<number> {
  const [row] = await harness.sql<{ bytes: number }[]>`SELECT pg_total_relation_size(${tableName}::regclass)::int AS bytes`;
  return row?.bytes ?? 0;
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1_000)} kB`;

async function compareReaders(
  harness: Harness,
  accountId: string,
  rows: readonly string[],
  compressed: readonly string[],
): Promise<string> {
  const { sql } = harness;
  const repositories = () => {
    const reader = { sql, compressed: new CompressedResults({ sql }) };
    return { changes: new LookupChanges(reader), omissions: new OmissionPages(reader) };
  };
  const { changes, omissions } = repositories();
  const timed = async (task: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await task();
    return performance.now() - started;
  };
  const key = await harness.sharedKey(accountId);
  const get = async (path: string): Promise<number> => {
    await harness.maintain('DELETE FROM rate_windows'); // v1 is not made for so many reads in a minute
    return harness.read(path, key);
  };
  const page = { from: { seq: 0, group: '' }, inclusive: true, limit: PAGE_SIZE };
  const readers: Record<string, (lookupId: string) => Promise<number>> = {
    'all outcomes': (id) => timed(() => readSnapshot(sql, id)),
    'a page of a stream, lookup read lately': (id) => timed(() => changes.page(id, page)),
    'the first page of a stream': (id) => timed(() => repositories().changes.page(id, page)),
    'all pages of a stream': (id) => timed(() => allPages(repositories().changes, id)),
    'a page of omissions': (id) => timed(() => omissions.page(id, { limit: 100, after: null })),
    'GET /v1/lookup/{id}': (id) => get(`/v1/lookup/${id}`),
    'GET /v2/lookup/{id}': (id) => get(`/v2/lookup/${id}`),
    'GET /v2/lookup/{id}/evidence': (id) => get(`/v2/lookup/${id}/evidence`),
    'GET /v2/lookup/{id}/omissions': (id) => get(`/v2/lookup/${id}/omissions`),
  };
  const lines: string[][] = [];
  for (const [name, read] of Object.entries(readers)) {
    const times: [number[], number[]] = [[], []];
    for (let index = -WARM_UP; index < READS; index += 1) {
      // In turn, so that other load of the machine affects both.
      for (const [shape, ids] of [rows, compressed].entries()) {
        const took = await read(ids[Math.abs(index) % COPIES] ?? '');
        if (index >= 0) times[shape]?.push(took);
      }
    }
    const [before, after] = times.map(summary) as [ReturnType<typeof summary>, ReturnType<typeof summary>];
    lines.push([name, String(before.n), ms(before.p50), ms(before.p99), ms(after.p50), ms(after.p99), ratio(after.p50 / before.p50)]);
  }
  return table(['reader', 'N', 'rows p50', 'p99', 'compressed p50', 'p99', 'compressed to rows, p50'], lines);
}

async function allPages(changes: LookupChanges, lookupId: string): Promise<void> {
  for (let from = { seq: 0, group: '' }, inclusive = true; ; inclusive = false) {
    const found = await changes.page(lookupId, { from, inclusive, limit: PAGE_SIZE });
    if (!found?.hasMore) return;
    from = found.end;
  }
}
