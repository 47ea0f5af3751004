/**
 * The fault matrix: every fault on every type of rule through the whole service; shares of requests, bad nodes, pages of sites and forms
 * of names in process, because a bound on rare answers needs hundred thousands of lookups in the order of days.
 */
import { benchFaults } from './fault-matrix.js';
import { drawSeeds } from './names.js';
import { requestCounts } from './request-counts.js';
import { runSeeds } from './seed-run.js';
import { thresholdsTable } from './thresholds.js';
import { reportSites } from './site-report.js';

const SEEDS = 10;

/** @returns the tables, and the marks with what was measured; a mark that is missed sets the exit code */
export async function benchTruth(): Promise<string> {
  const { from, seeds } = drawSeeds(SEEDS);
  const lookups = `${seeds.length * 200} lookups of ${seeds.length} seeds`;
  const how =
    `${lookups}, drawn from \`BENCH_SEED=${from}\`, each of all simulated sites: the engine's own probing of a platform (its prober, ` +
    'controls and\nstores), in process, without sockets and the lookup around it, on a clock that is moved on. The first tables are of the whole service.';
  process.stdout.write(`BENCH_SEED=${from}\n`);
  const service = await benchFaults();
  const report = reportSites(await runSeeds(seeds));
  const requests = await requestCounts(seeds[0] as string);
  const marks = [...service.marks, ...report.marks, ...requests.marks];
  if (marks.some(({ met }) => !met)) process.exitCode = 1;
  return [service.body, how, report.body, requests.body, thresholdsTable(marks)].join('\n\n');
}
