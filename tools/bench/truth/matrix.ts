/**
 * The fault matrix: every fault on every type of rule through the whole service; shares of requests, bad nodes, pages of sites and forms
 * of names in process, because a bound on rare answers needs hundred thousands of lookups in the order of days.
 */
import { benchFaults } from './fault-matrix.js';
import { drawSeeds } from './names.js';
import { requestCounts } from './request-counts.js';
import { runSeeds } from './seed-run.js';
import type { Threshold } from './thresholds.js';
import { reportSites } from './site-report.js';

const SEEDS = 10;

export async function benchMatrix(): Promise<{ body: string; marks: Threshold[] }> {
  const { from, seeds } = drawSeeds(SEEDS);
  const lookups = `${seeds.length * 200} lookups of ${seeds.length} seeds`;
  const how =
    `${lookups}, drawn from \`BENCH_SEED=${from}\`, each of all simulated sites: the engine's own probing of a platform (its prober, ` +
    'controls and\nstores), in process, without sockets and the lookup around it, on a clock that is moved on. The first tables are of the whole service.';
  process.stdout.write(`BENCH_SEED=${from}\n`);
  const service = await benchFaults();
  const report = reportSites(await runSeeds(seeds));
  const requests = await requestCounts(seeds[0] as string);
  return {
    body: [service.body, how, report.body, requests.body].join('\n\n'),
    marks: [...service.marks, ...report.marks, ...requests.marks],
  };
}
