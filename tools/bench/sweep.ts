import { cpuMs, peakMb, withHarness } from './harness.js';
import { ratio, table } from './stats.js';

const SITES = 500;
const LATENCY = { medianMs: 200, sigma: 1, capMs: 4_000 };

/** Deep lookups over 500 simulated sites, over TLS, compared with the slowest site's response. */
export async function benchSweep(): Promise<string> {
  return withHarness({ sites: SITES }, async (harness) => {
    const { key } = await harness.account();
    const sweep = () => harness.post('/v1/lookup?wait=true&deep=true', key, { query: 'ada_example' });
    const cold = await sweep(); // no control is valid yet: each platform is probed about three times
    await harness.setLatency(LATENCY);
    const rows: string[][] = [['first ever, with controls, no latency', '1', (cold.ms / 1_000).toFixed(2), '', '', '', '']];
    for (const atOnce of [1, 5, 20]) {
      const before = { worker: cpuMs(harness.pids.worker), temporal: cpuMs(harness.pids.temporal), api: cpuMs(harness.pids.api) };
      const started = performance.now();
      const answers = await Promise.all(Array.from({ length: atOnce }, sweep));
      const wall = performance.now() - started;
      const [longest] = await harness.sql<{ ms: number }[]>`
        SELECT max((evidence ->> 'latencyMs')::float8) AS ms FROM lookup_results
        WHERE lookup_id = ANY(${answers.map((answer) => String(answer.body['lookupId']))})`;
      const slowest = Math.min(longest?.ms ?? 0, LATENCY.capMs);
      const each = (name: keyof typeof before): string => `${((cpuMs(harness.pids[name]) - before[name]) / 1_000 / atOnce).toFixed(2)} s`;
      const results = answers.map((answer) => (answer.body['results'] as unknown[]).length);
      rows.push([
        `${atOnce} at once`,
        String(atOnce),
        (wall / 1_000).toFixed(2),
        ratio(wall / slowest),
        `${each('worker')} / ${each('temporal')} / ${each('api')}`,
        `${Math.round(peakMb(harness.pids.worker))} MB`,
        `${Math.min(...results)} of ${SITES}`,
      ]);
    }
    return table(
      ['deep lookups over 500 sites', 'N', 'wall s', 'to longest answer', 'CPU each: worker / Temporal / API', 'worker peak', 'answered'],
      rows,
    );
  });
}
