import { readFileSync } from 'node:fs';
import { atRate, besideTable } from './instant.js';
import { type Harness, withHarness } from './harness.js';
import { ms, table, until } from './stats.js';

const ITEMS = 10_000;
/** At which the allowance is used up. */
const EXHAUSTED_AT = 6_000;
const SITES = 30;
const PLATFORMS = 11;
/** Requests a second to one host: the default of ten would keep a batch to eight items a second, and the bench to twenty minutes. */
const HOST_RATE = '40';

interface BatchState {
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * A batch of ten thousand: stored, paused in the middle by an allowance that is used up, its worker killed twice, resumed, finished and
 * read; and what another account's instant lookups get meanwhile.
 */
export async function benchBatches(): Promise<string> {
  return withHarness({ sites: SITES, env: { INSTANT_PLATFORMS: String(PLATFORMS), PROBE_HOST_RATE: HOST_RATE } }, async (harness) => {
    const [owner, other] = [await harness.account(), await harness.account()];
    await harness.post('/v1/lookup?wait=true&deep=true', other.key, { query: 'ada_example' }); // makes the controls
    await atRate(harness, [other.key], { name: 'warm', perSecond: 3, seconds: 10 });
    const alone = await atRate(harness, [other.key], { name: 'alone', perSecond: 3, seconds: 30 });
    await harness.sql`UPDATE accounts SET quota_override = ${EXHAUSTED_AT}, plan = 'growth' WHERE id = ${owner.accountId}`;
    const began = performance.now();
    const { batchId, storedMs } = await send(harness, owner.key);
    const read = async () => (await harness.get(`/v2/batches/${batchId}`, owner.key)) as unknown as BatchState;
    const [beside] = await Promise.all([
      atRate(harness, [other.key], { name: 'beside', perSecond: 3, seconds: 30 }),
      until(async () => ((await read()).counts['finished'] ?? 0) >= 1_000).then(() => harness.restartWorker()),
    ]);
    await until(async () => (await read()).status === 'paused');
    const paused = await billOf(harness, owner.accountId);
    await harness.sql`UPDATE accounts SET quota_override = 1000000 WHERE id = ${owner.accountId}`;
    await harness.post(`/v2/batches/${batchId}/resume`, owner.key, {});
    await until(async () => ((await read()).counts['finished'] ?? 0) >= 8_000);
    await harness.restartWorker();
    await until(async () => (await read()).status === 'finished');
    const seconds = (performance.now() - began) / 1_000;
    const finished = await billOf(harness, owner.accountId);
    const results = await download(harness, `/v2/batches/${batchId}/results?format=csv`, owner.key);
    const whole = table(
      ['a batch of 10,000, default band', ''],
      [
        ['stored after its request began', ms(storedMs)],
        [`lookups, ledger entries and allowance used when it was paused at ${EXHAUSTED_AT}`, paused],
        ['the same at its end, after two kills of the worker', finished],
        ['items a second, pause and kills included', (ITEMS / seconds).toFixed(1)],
        ['results as CSV: rows', String(results.lines - 1)],
        ['results as CSV', ms(results.ms)],
        ['memory of the API: most above what it had before', `${results.grownMb.toFixed(0)} MB`],
      ],
    );
    const meanwhile = besideTable("another account's instant lookups, 3 a second", PLATFORMS, [
      ['alone', alone],
      ['beside the batch, with one kill', beside],
    ]);
    return `${whole}\n\n${meanwhile}`;
  });
}

async function send(harness: Harness, key: string): Promise<{ batchId: string; storedMs: number }> {
  const items = Array.from({ length: ITEMS }, (_, index) => ({ identities: { usernames: [`person_${index}`] }, ref: String(index) }));
  const started = performance.now();
  const response = await fetch(`${harness.url}/v2/batches?modules=footprint`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: items.map((item) => `${JSON.stringify(item)}\n`).join(''),
  });
  const { batchId } = (await response.json()) as { batchId: string };
  if (response.status !== 202) throw new Error(`the batch was refused with ${response.status}`);
  return { batchId, storedMs: performance.now() - started };
}

async function billOf({ sql }: Harness, accountId: string): Promise<string> {
  const [bill] = await sql<{ lookups: number; ledger: number; used: number }[]>`
    SELECT (SELECT count(*)::int FROM lookups WHERE account_id = a.id) AS lookups,
      (SELECT count(*)::int FROM usage_ledger WHERE account_id = a.id) AS ledger,
      (SELECT coalesce(sum(used), 0)::int FROM usage_periods WHERE pool_id = a.pool_id) AS used
    FROM accounts a WHERE id = ${accountId}`;
  return `${bill?.lookups}, ${bill?.ledger}, ${bill?.used}`;
}

/** Resident memory, in MB (proc(5)). */
const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** Reads an answer whole. @returns its lines, and how far the API's memory rose meanwhile, at most */
async function download({ url, pids }: Harness, path: string, key: string) {
  const beforeMb = residentMb(pids.api);
  let most = beforeMb;
  let lines = 0;
  const started = performance.now();
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  for await (const chunk of response.body ?? []) {
    lines += Buffer.from(chunk).filter((byte) => byte === 10).length;
    most = Math.max(most, residentMb(pids.api));
  }
  return { lines, ms: performance.now() - started, grownMb: most - beforeMb };
}
