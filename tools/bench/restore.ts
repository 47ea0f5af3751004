import { chaosSeeds } from '../../test/support/chaos.js';
import { startGeneratedSites } from '../../test/support/generated-catalogue.js';
import { RESTORED } from '../../test/support/restorable-servers.js';
import { type RestoreReport, startRestorable } from '../../test/support/restore-scenario.js';
import { ratio, table } from './stats.js';

const SEEDS = 10;
const SITES = 300;
const LATENCY = { medianMs: 200, sigma: 0.8, capMs: 2_000 };

/** A backup of either store from the middle of a load is put back under the newer other one. CHAOS_SEEDS runs fewer. */
export async function benchRestore(): Promise<string> {
  const sites = await startGeneratedSites(SITES, { latency: LATENCY });
  const stack = await startRestorable(sites.env);
  try {
    const rows: string[][] = [];
    for (const restored of RESTORED) {
      const reports: RestoreReport[] = [];
      for (const seed of chaosSeeds(SEEDS)) {
        reports.push(await stack.run(restored, seed));
        process.stdout.write(`  ${restored}, seed ${seed}: ${JSON.stringify(reports.at(-1))}\n`);
      }
      rows.push(rowOf(`older ${restored}, ${reports.length} seeds`, reports));
    }
    return table(
      [
        `${SITES} platforms, 2 lookups/s beside`,
        'lookups held',
        'open',
        'waiting ones finished, max',
        'batch, max',
        'deep, max',
        'deep to one alone',
        'misbilled',
        'incomplete',
        'wrong events',
        'not held: all 404',
        'executions without row',
      ],
      rows,
    );
  } finally {
    await stack.close();
    await sites.close();
  }
}

function rowOf(name: string, reports: readonly RestoreReport[]): string[] {
  const total = (count: (report: RestoreReport) => number): string => String(reports.reduce((sum, report) => sum + count(report), 0));
  const most = (count: (report: RestoreReport) => number): number => Math.max(...reports.map(count));
  return [
    name,
    total(({ held }) => held),
    total(({ open }) => open),
    ...(['waiting', 'batch', 'deep'] as const).map((what) => `${most(({ seconds }) => seconds[what]).toFixed(1)} s`),
    ratio(most(({ seconds, deepAlone }) => seconds.deep / deepAlone)),
    total(({ misbilled }) => misbilled),
    total(({ incomplete }) => incomplete),
    total(({ wrongEvents }) => wrongEvents),
    `${total(({ unknown, notRefused }) => unknown - notRefused)} of ${total(({ unknown }) => unknown)}`,
    `${total(({ withoutRow: [before] }) => before)} → ${total(({ withoutRow: [, after] }) => after)}`,
  ];
}
