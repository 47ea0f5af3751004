import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atRate, besideTable } from './instant.js';
import { type Harness, startHarness } from './harness.js';
import { ratio, table } from './stats.js';

const SITES = 120;
const BATCHES = 10;
const ITEMS = 50;
const LATENCY = { medianMs: 200, sigma: 0.5, spread: 4, capMs: 4_000 };
const MAX_PLATFORMS = 11;
/** The limits of the service, per host. */
const LIMITS = { concurrency: 8, perSecond: 10 };

/** One account's ten batches of fifty at once, against a bare client with the same limits, and what another account gets meanwhile. */
export async function benchTenants(): Promise<string> {
  const harness = await startHarness({
    sites: SITES,
    latency: { medianMs: 0, sigma: 0, capMs: 0 },
    env: { INSTANT_PLATFORMS: String(MAX_PLATFORMS) },
  });
  try {
    const [crowd, ...others] = await Promise.all(Array.from({ length: 5 }, async () => (await harness.account()).key));
    await harness.post('/v1/lookup?wait=true&deep=true', crowd as string, { query: 'ada_example' }); // makes the controls
    await harness.setLatency(LATENCY);
    await atRate(harness, others, { name: 'warm', perSecond: 3, seconds: 10 });
    const alone = await atRate(harness, others, { name: 'alone', perSecond: 3, seconds: 30 });
    const bare = await bareCrowd(harness);
    const started = performance.now();
    const before = await requests(harness);
    const batches = Promise.all(
      Array.from({ length: BATCHES }, (_, batch) =>
        harness.post('/v1/lookup/batch', crowd as string, {
          items: Array.from({ length: ITEMS }, (_each, item) => ({ query: `crowd_${batch}_${item}` })),
        }),
      ),
    );
    const beside = await atRate(harness, others, { name: 'beside', perSecond: 3, seconds: 30 });
    for (const { status } of await batches) if (status !== 200) throw new Error(`a batch was refused with ${status}`);
    await harness.settled();
    const seconds = (performance.now() - started) / 1_000;
    const ours = ((await requests(harness)) - before) / seconds;
    const share = table(
      ['500 lookups in ten batches, 120 platforms', 'requests/s', 'to bare'],
      [
        ['bare undici, same limits, same proxy', bare.toFixed(0), ''],
        ['the service', ours.toFixed(0), ratio(ours / bare)],
      ],
    );
    const meanwhile = besideTable("another account's instant lookups, 3 a second", MAX_PLATFORMS, [
      ['alone', alone],
      ['beside the batches', beside],
    ]);
    return `${share}\n\n${meanwhile}`;
  } finally {
    await harness.stop();
  }
}

async function requests(harness: Harness): Promise<number> {
  const report = (await (await fetch(`${harness.control}/requests?log=0`)).json()) as { total: number };
  return report.total;
}

/** @returns requests a second of a bare client to all platforms that take a GET */
async function bareCrowd(harness: Harness): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-bare-'));
  try {
    const files = readdirSync(harness.sites).filter((file) => file.endsWith('.json'));
    const urls = files.flatMap((file) => {
      const { probes } = JSON.parse(readFileSync(join(harness.sites, file), 'utf8')) as {
        probes: { username?: { request: { method: string; url: string } } };
      };
      return probes.username?.request.method === 'GET' ? [probes.username.request.url] : [];
    });
    const list = join(folder, 'urls.json');
    // As many sites as the service probes: where a rule posts, another site's page replaces it.
    writeFileSync(list, JSON.stringify(urls));
    const names = String(Math.round((BATCHES * ITEMS * SITES) / urls.length / 4));
    const args = [
      '--import',
      'tsx',
      join(import.meta.dirname, 'bare-crowd.ts'),
      harness.proxyUrl,
      harness.caFile,
      list,
      names,
      String(LIMITS.concurrency),
      String(LIMITS.perSecond),
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { answered, seconds } = JSON.parse(stdout) as { answered: number; seconds: number };
    return answered / seconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
