import { type Harness, withHarness } from './harness.js';
import { ms, openLoop, percent, summary, table } from './stats.js';

const SITES = 300;
/** Platforms that a lookup probes at most, of about three times as many in the instant band. */
const MAX_PLATFORMS = 11;
const SECONDS = 30;
const LATENCY = { medianMs: 150, sigma: 1, capMs: 5_000 };
const KEYS = 12;

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly ms: number;
}

/** Instant lookups of distinct names at a steady rate, on platforms with a heavy tail, up to twice what the machine carries. */
export async function benchInstant(): Promise<string> {
  return withHarness({ sites: SITES, env: { INSTANT_PLATFORMS: String(MAX_PLATFORMS) } }, async (harness) => {
    const keys = await Promise.all(Array.from({ length: KEYS }, async () => (await harness.account()).key));
    await harness.post('/v1/lookup?wait=true&deep=true', keys[0] as string, { query: 'ada_example' }); // makes the controls
    await harness.setLatency(LATENCY);
    await atRate(harness, keys, { name: 'warm', perSecond: 5, seconds: 10 });
    const rows: string[][] = [];
    for (const perSecond of [3, 10, 20, 30, 60]) {
      const answers = await atRate(harness, keys, { name: `at_${perSecond}`, perSecond, seconds: SECONDS });
      await harness.settled();
      rows.push(instantRow(perSecond, answers));
    }
    return instantTable(rows);
  });
}

/** Lookups of distinct usernames. */
export async function atRate(
  harness: Harness,
  keys: readonly string[],
  run: { name: string; perSecond: number; seconds: number },
): Promise<Answer[]> {
  return openLoop(run.perSecond * run.seconds, run.perSecond * 60, (index) =>
    harness.post('/v1/lookup?instant=true', keys[index % keys.length] as string, { query: `${run.name}_${index}` }),
  );
}

const instantTable = (rows: string[][]): string =>
  table(
    [
      'instant, at its ceiling',
      'N',
      'p50',
      'p99',
      'max',
      'asked each',
      'answers each',
      'answers of asked',
      'answers/s',
      'empty',
      'refused',
    ],
    rows,
  );

const resultsIn = ({ body }: Answer): number => (body['results'] as unknown[]).length;

/** What other accounts' instant lookups got meanwhile. @param maxPlatforms that each asks */
export function besideTable(title: string, maxPlatforms: number, rows: readonly (readonly [string, readonly Answer[]])[]): string {
  return table(
    [title, 'N', 'p50', 'p99', `answers of ${maxPlatforms}`, 'empty', 'refused'],
    rows.map(([name, all]) => {
      const answers = all.filter(({ status }) => status === 200);
      const counts = answers.map(resultsIn);
      const mean = counts.reduce((sum, each) => sum + each, 0) / counts.length;
      const { p50, p99 } = summary(answers.map((answer) => answer.ms));
      const empty = counts.filter((each) => each === 0).length;
      return [name, String(all.length), ms(p50), ms(p99), mean.toFixed(1), String(empty), String(all.length - counts.length)];
    }),
  );
}

/** One rate of half a minute, as a row of the table. */
function instantRow(perSecond: number, all: readonly Answer[]): string[] {
  const answers = all.filter(({ status }) => status === 200);
  const times = summary(answers.map((answer) => answer.ms));
  const held = answers.reduce((sum, answer) => sum + resultsIn(answer), 0);
  const planned = answers.reduce((sum, answer) => sum + resultsIn(answer) + Number(answer.body['platformsPending']), 0);
  const empty = answers.filter((answer) => resultsIn(answer) === 0).length;
  return [
    `${perSecond} a second`,
    String(all.length),
    ms(times.p50),
    ms(times.p99),
    ms(times.max),
    (planned / answers.length).toFixed(1),
    (held / answers.length).toFixed(1),
    percent(held / planned),
    (held / SECONDS).toFixed(0),
    percent(empty / answers.length),
    percent((all.length - answers.length) / all.length),
  ];
}
