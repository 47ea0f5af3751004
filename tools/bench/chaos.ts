import { chaosSeeds } from '../../test/support/chaos.js';
import { type ChaosReport, runChaos, startFaultyStack } from '../../test/support/chaos-scenario.js';
import { summary, table } from './stats.js';

const SEEDS = 20;

/** Each part of the service is killed once a seed, at two lookups a second with one platform in ten faulty. CHAOS_SEEDS runs fewer. */
export async function benchChaos(): Promise<string> {
  const stack = await startFaultyStack();
  try {
    const reports: ChaosReport[] = [];
    for (const seed of chaosSeeds(SEEDS)) {
      const report = await runChaos(stack, seed);
      reports.push(report);
      process.stdout.write(
        `  seed ${seed}: ${report.parts.join(', ')}; ${seconds(report.seconds)}, ${each(report.requestsEach)} requests\n`,
      );
    }
    const died = stack.fleet.died();
    if (died.length > 0) throw new Error(`a process ended by itself: ${died.join('\n')}`);
    return reportTable(reports);
  } finally {
    await stack.close();
  }
}

function reportTable(reports: readonly ChaosReport[]): string {
  const { n, p50, max } = summary(reports.map((report) => report.seconds));
  const total = (count: (report: ChaosReport) => number): number => reports.reduce((sum, report) => sum + count(report), 0);
  const lookups = total((report) => report.lookups);
  return table(
    [
      'kill -9 of API, worker, Temporal, Postgres',
      'lookups',
      'all finished after the last kill, p50',
      'max',
      'lost',
      'misbilled',
      'requests per platform and lookup',
      'seed with most',
      'healthy answered, least',
    ],
    [
      [
        `${n} seeds, 2 lookups/s, 6 of 60 faulty`,
        String(lookups),
        seconds(p50),
        seconds(max),
        String(total((report) => report.lost)),
        String(total((report) => report.misbilled)),
        each(total((report) => report.requestsEach * report.lookups) / lookups),
        each(Math.max(...reports.map((report) => report.requestsEach))),
        `${(Math.min(...reports.map((report) => report.healthyAnswered)) * 100).toFixed(1)} %`,
      ],
    ],
  );
}

const seconds = (value: number): string => `${value.toFixed(1)} s`;
const each = (value: number): string => value.toFixed(3);
