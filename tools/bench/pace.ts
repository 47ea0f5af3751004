import { cpuMs, type Harness, withHarness } from './harness.js';
import { openLoop, percent, ratio, summary, table } from './stats.js';

const SITES = 120;
/** Platforms differ by a factor of up to four either way; a single response varies as on the web. */
const LATENCY = { medianMs: 200, sigma: 0.5, spread: 4, capMs: 4_000 };
const LOOKUPS = 60;
/** One in ten platforms misbehaves, in twelve ways; one hangs and one drips. */
const FAULTS = [
  'hang',
  'drip',
  'challenge_403',
  'login_wall_200',
  'unavailable_503',
  'rate_limited_429',
  'reset',
  'connection_refused',
  'bad_gzip',
  'redirect_to_login',
  'truncated_body',
  'bad_tls',
  'challenge_403',
  'reset',
];
const MANY = 4_000;
const SWEEPS = 4;
const SWEEP_EVERY_S = 30;

/** Results of some lookups, from the database. */
interface LookupTimes {
  /** In the order in which the lookups were accepted. */
  readonly seconds: readonly number[];
  /** Of the healthy platforms, the least share that any lookup got answers from. */
  readonly answered: number;
  /** Share of all checks that were omitted as busy. */
  readonly busy: number;
}

const slugOf = (index: number, sites: number): string => `site-${String(index + 1).padStart(Math.max(4, String(sites).length), '0')}`;

async function setFaults(harness: Harness, faults: Readonly<Record<string, string | null>>): Promise<void> {
  const answer = await fetch(`${harness.control}/faults`, { method: 'PUT', body: JSON.stringify(faults) });
  if (!answer.ok) throw new Error(`the simulator refused the faults: ${await answer.text()}`);
}

/**
 * Reads how lookups ended.
 *
 * @param platforms of each lookup
 * @param faulty platforms with a fault, which need not answer
 */
async function outcomeOf(harness: Harness, ids: readonly string[], platforms: number, faulty: readonly string[]): Promise<LookupTimes> {
  const rows = await harness.sql<{ seconds: number; answered: number; busy: number; all: number }[]>`
    SELECT extract(epoch FROM l.finished_at - l.accepted_at)::float8 AS seconds,
           count(*) FILTER (WHERE r.state <> 'inconclusive' AND NOT r.platform = ANY(${[...faulty]}))::int AS answered,
           count(*) FILTER (WHERE r.reason = 'busy')::int AS busy, count(*)::int AS all
    FROM lookups l JOIN lookup_results r ON r.lookup_id = l.id
    WHERE l.id = ANY(${[...ids]}) GROUP BY l.id ORDER BY l.accepted_at, l.id`;
  const checks = rows.reduce((sum, row) => sum + row.all, 0);
  return {
    seconds: rows.map((row) => row.seconds),
    answered: Math.min(...rows.map((row) => row.answered)) / (platforms - faulty.length),
    busy: rows.reduce((sum, row) => sum + row.busy, 0) / checks,
  };
}

/** Asynchronous lookups of distinct names at a steady rate, by several accounts. */
async function atRate(
  harness: Harness,
  keys: readonly string[],
  options: { name: string; count: number; perMinute: number },
): Promise<string[]> {
  const answers = await openLoop(options.count, options.perMinute, (index) =>
    harness.post('/v1/lookup', keys[index % keys.length] as string, { query: `${options.name}_${index}` }),
  );
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`a lookup was refused with ${refused.status}`);
  await harness.settled();
  return answers.map(({ body }) => String(body['lookupId']));
}

/** Lookups of 120 platforms, one at a time and at a steady rate, with and without faults; then sweeps of 4,000. */
export async function benchPace(): Promise<string> {
  return [await paceTable(), await sweepTable()].join('\n\n');
}

async function paceTable(): Promise<string> {
  return withHarness({ sites: SITES }, async (harness) => {
    const keys = (await Promise.all(Array.from({ length: 4 }, () => harness.account()))).map(({ key }) => key);
    await atRate(harness, keys, { name: 'warm', count: 10, perMinute: 120 }); // makes the controls
    await harness.setLatency(LATENCY);
    const rows: string[][] = [];
    let aloneS = 0;
    const add = (title: string, { seconds, answered, busy }: LookupTimes, cpu: number | null): void => {
      const { n, p50, p95, max } = summary(seconds);
      rows.push([
        title,
        String(n),
        `${p50.toFixed(2)} s`,
        ratio(p50 / aloneS),
        `${p95.toFixed(2)} s`,
        ratio(p95 / aloneS),
        `${max.toFixed(2)} s`,
        percent(answered),
        percent(busy),
        cpu === null ? '–' : `${Math.round(cpu)} %`,
      ]);
    };
    const run = async (title: string, perMinute: number, faulty: readonly string[]): Promise<void> => {
      const [started, before] = [performance.now(), cpuMs(harness.pids.worker)];
      const ids = await atRate(harness, keys, { name: title.replaceAll(/\W/g, '_').toLowerCase(), count: LOOKUPS, perMinute });
      const cpu = ((cpuMs(harness.pids.worker) - before) / (performance.now() - started)) * 100;
      add(title, await outcomeOf(harness, ids, SITES, faulty), cpu);
    };
    const alone: string[] = [];
    for (let index = 0; index < 5; index += 1)
      alone.push(...(await atRate(harness, keys, { name: `alone_${index}`, count: 1, perMinute: 60 })));
    const single = await outcomeOf(harness, alone, SITES, []);
    aloneS = summary(single.seconds).p50;
    add('healthy, one alone', single, null);
    await run('healthy at 1/s', 60, []);
    await run('healthy at 2/s', 120, []);
    const faulty = FAULTS.map((_, index) => slugOf(index * 8, SITES));
    await setFaults(harness, Object.fromEntries(FAULTS.map((fault, index) => [slugOf(index * 8, SITES), fault])));
    await run('14 of 120 faulty at 1/s', 60, faulty);
    return table(
      ['lookups of 120 platforms', 'N', 'p50', 'to alone', 'p95', 'to alone', 'max', 'healthy answered, least', 'busy', 'worker CPU'],
      rows,
    );
  });
}

async function sweepTable(): Promise<string> {
  return withHarness({ sites: MANY }, async (harness) => {
    const keys = [(await harness.account()).key];
    await atRate(harness, keys, { name: 'warm', count: 1, perMinute: 60 });
    await harness.setLatency(LATENCY);
    const sweep = async (name: string): Promise<string[]> => atRate(harness, keys, { name, count: SWEEPS, perMinute: 60 / SWEEP_EVERY_S });
    const healthy = await outcomeOf(harness, await sweep('healthy'), MANY, []);
    const base = summary(healthy.seconds).p50;
    const faulty = Array.from({ length: MANY / 100 }, (_, index) => slugOf(index * 100, MANY));
    await setFaults(harness, Object.fromEntries(faulty.map((slug) => [slug, 'hang'])));
    const hanging = await outcomeOf(harness, await sweep('hanging'), MANY, faulty);
    const row = (title: string, { seconds, answered, busy }: LookupTimes): string[] => [
      title,
      String(seconds.length),
      seconds.map((each) => `${each.toFixed(1)} s`).join(', '),
      ratio(Math.max(...(seconds.length > 1 && title.startsWith('1') ? seconds.slice(1) : seconds)) / base),
      percent(answered),
      percent(busy),
    ];
    return table(
      [
        'sweeps of 4,000 platforms, one every 30 s',
        'N',
        'each',
        'slowest after the first, to healthy p50',
        'healthy answered, least',
        'busy',
      ],
      [row('none hangs', healthy), row('1 % hang', hanging)],
    );
  });
}
