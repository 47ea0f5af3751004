import { readFileSync } from 'node:fs';
import { type Harness, startHarness } from './harness.js';
import { ms, table } from './stats.js';

const ITEMS = 10_000;
const PLATFORMS = 30;
const READS = 3;
const SAMPLE_MS = 50;
/** As a stored result has it. */
export const EVIDENCE = {
  status: 200,
  explanation: 'The page names the account: its title holds the handle, and the marker of a missing one is absent.',
  host: 'www.example.com',
  latencyMs: 212,
  requests: 1,
};

/** The results of a finished batch of ten thousand, read by an API that has just started and that never saw the batch. */
export async function benchBatchResults(): Promise<string> {
  const harness = await startHarness({ sites: 3, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
    const owner = await harness.account();
    await storeBatch(harness, owner, { items: ITEMS, platforms: PLATFORMS });
    const rows: string[][] = [];
    for (let read = 1; read <= READS; read += 1) {
      const { lines, ms: took, beforeMb, grownMb } = await download(harness, '/v2/batches/bat_bench/results?format=csv', owner.key);
      rows.push([String(read), String(lines - 1), ms(took), `${beforeMb.toFixed(0)} MB`, `+${grownMb.toFixed(0)} MB`]);
    }
    return table(
      [`results of ${ITEMS.toLocaleString('en')} items of ${PLATFORMS} platforms: read`, 'rows', 'took', 'API before', 'at most'],
      rows,
    );
  } finally {
    await harness.stop();
  }
}

/** Stores a finished batch, `bat_bench`, with its lookups and their results. */
export async function storeBatch(
  { maintain }: Harness,
  { accountId, apiKeyId }: { accountId: string; apiKeyId: string },
  { items, platforms: count }: { readonly items: number; readonly platforms: number },
): Promise<void> {
  const platforms = `generate_series(1, ${count}) p`;
  await maintain(`
    INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, state, accepted_at, started_at,
      finished_at, platforms_checked, matches, social_matches, plan)
    SELECT 'lkp_' || n, '${accountId}', '${apiKeyId}', 'lookup', 'default', 'batch', 'person_' || n, 'username',
      jsonb_build_object('username', 'person_' || n), '{}', 'finished', now(), now(), now(), ${count}, 0, 0,
      jsonb_build_object('modules', '["footprint"]'::jsonb, 'targets',
        (SELECT jsonb_agg(jsonb_build_object('platform', 'site-' || p, 'subjects', '["username"]'::jsonb)) FROM ${platforms}))
    FROM generate_series(1, ${items}) n`);
  await maintain(`
    INSERT INTO lookup_results (lookup_id, platform, subject, seq, state, method, checked_at, egress, evidence)
    SELECT 'lkp_' || n, 'site-' || p, 'username', 1, 'not_registered', 'public_api', now(), 'simulator', '${JSON.stringify(EVIDENCE)}'::jsonb
    FROM generate_series(1, ${items}) n, ${platforms}`);
  await maintain(`
    INSERT INTO batches (id, account_id, api_key_id, payer_id, band, checks, state, item_count, started_at, finished_at)
    VALUES ('bat_bench', '${accountId}', '${apiKeyId}', '${apiKeyId}', 'default', '{}', 'finished', ${items}, now(), now())`);
  await maintain(`
    INSERT INTO batch_items (batch_id, account_id, position, ref, state, lookup_id)
    SELECT 'bat_bench', '${accountId}', n - 1, n::text, 'started', 'lkp_' || n FROM generate_series(1, ${items}) n`);
  await maintain('VACUUM ANALYZE');
}

/** Resident memory, in MB (proc(5)). */
export const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** Reads an answer whole. @returns how far the API's memory rose meanwhile, at most */
export async function download({ url, pids }: Harness, path: string, key: string) {
  const beforeMb = residentMb(pids.api);
  let most = beforeMb;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMb(pids.api));
  }, SAMPLE_MS);
  const started = performance.now();
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  let lines = 0;
  for await (const chunk of response.body ?? []) lines += Buffer.from(chunk).filter((byte) => byte === 10).length;
  clearInterval(sampling);
  return { lines, ms: performance.now() - started, beforeMb, grownMb: most - beforeMb };
}
