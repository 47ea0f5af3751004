import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { residentMb, storeBatch } from './batch-results.js';
import { type Harness, startHarness } from './harness.js';
import { ms, ratio, summary, table } from './stats.js';

/** A finished batch of deep lookups over the shipped catalogue, some 37 MB as lines of JSON. */
const DEEP = { items: 20, platforms: 3_900 } as const;
const DOWNLOADS = 20;
const READS = 50;
/** After which a probe of the chart gives `/healthz` up, in milliseconds. */
const HEALTH_MS = 3_000;

/** What another tenant waits for a small read while one account downloads the results of a deep batch twenty times at once. */
export async function benchDownloads(): Promise<string> {
  const harness = await startHarness({ sites: 3, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
    const owner = await harness.account();
    const other = await harness.account();
    await storeBatch(harness, owner, DEEP);
    const path = '/v2/lookup?limit=1';
    const alone = await readsOf(harness, path, other.key);
    const before = residentMb(harness.pids.api);
    let underWay = DOWNLOADS;
    const started = performance.now();
    const files = Promise.all(
      Array.from({ length: DOWNLOADS }, () =>
        downloadedBytes(`${harness.url}/v2/batches/bat_bench/results`, owner.key).finally(() => {
          underWay -= 1;
        }),
      ),
    );
    const [beside, health]: [number[], number[]] = [[], []];
    let most = before;
    while (underWay > 0) {
      most = Math.max(most, residentMb(harness.pids.api));
      beside.push(await harness.read(path, other.key));
      health.push(await healthOf(harness));
    }
    const [bytes = 0] = await files;
    const seconds = (performance.now() - started) / 1_000;
    const [quiet, busy] = [summary(alone), summary(beside)];
    return table(
      ['beside', "another tenant's read, median", 'at most', '`/healthz` at most', 'API', 'a file'],
      [
        ['nothing', ms(quiet.p50), ms(quiet.max), '', `${before.toFixed(0)} MB`, ''],
        [
          `${DOWNLOADS} downloads`,
          `${ms(busy.p50)} (${ratio(busy.p50 / quiet.p50)})`,
          ms(busy.max),
          `${ms(Math.max(...health))} of ${ms(HEALTH_MS)}`,
          `+${(most - before).toFixed(0)} MB`,
          `${(bytes / 1e6).toFixed(0)} MB, all in ${seconds.toFixed(0)} s`,
        ],
      ],
    );
  } finally {
    await harness.stop();
  }
}

/** By a process of its own, so that what is measured is the service. */
async function downloadedBytes(url: string, key: string): Promise<number> {
  const arguments_ = ['-sS', '--fail', '-o', '/dev/null', '-w', '%{size_download}', '-H', `Authorization: Bearer ${key}`, url];
  return Number((await promisify(execFile)('curl', arguments_)).stdout);
}

async function readsOf(harness: Harness, path: string, key: string): Promise<number[]> {
  const reads: number[] = [];
  while (reads.length < READS) reads.push(await harness.read(path, key));
  return reads;
}

async function healthOf({ url }: Harness): Promise<number> {
  const started = performance.now();
  const { ok, status } = await fetch(`${url}/healthz`);
  if (!ok) throw new Error(`/healthz answered ${status}`);
  return performance.now() - started;
}
