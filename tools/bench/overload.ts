import { atRate, besideTable } from './instant.js';
import { type Harness, withHarness } from './harness.js';
import { closedLoop, openLoop, table } from './stats.js';

const SITES = 120;
const PLATFORMS = 11;
const LATENCY = { medianMs: 150, sigma: 1, capMs: 5_000 };
/** Lookups that show what the service carries: so many wait that none of them decides the rate. */
const MEASURED = 600;
const AT_ONCE = 40;
const TIMES = 5;
const SECONDS = 60;
const ACCOUNTS = 40;

/** Five times what the service carries, for a minute: what is accepted, refused, finished, what instant lookups get, and what follows. */
export async function benchOverload(): Promise<string> {
  return withHarness({ sites: SITES, env: { INSTANT_PLATFORMS: String(PLATFORMS), PROBE_HOST_RATE: '100' } }, async (harness) => {
    const keys = await Promise.all(Array.from({ length: ACCOUNTS }, async () => (await harness.account()).key));
    const others = await Promise.all(Array.from({ length: 4 }, async () => (await harness.account()).key));
    await harness.post('/v1/lookup?wait=true&deep=true', keys[0] as string, { query: 'ada_example' }); // makes the controls
    await harness.setLatency(LATENCY);
    await atRate(harness, others, { name: 'warm', perSecond: 3, seconds: 10 });
    const send = (name: string) => (index: number) =>
      harness.post('/v1/lookup', keys[index % keys.length] as string, { query: `${name}_${index}` });
    const began = performance.now();
    await closedLoop(MEASURED, AT_ONCE, send('carried'));
    await harness.settled();
    const carried = MEASURED / ((performance.now() - began) / 1_000);
    process.stdout.write(`carried: ${carried.toFixed(1)} a second\n`);
    const instant = (name: string, seconds: number) => atRate(harness, others, { name, perSecond: 3, seconds });
    const alone = await instant('alone', 30);

    const [load, beside] = await Promise.all([
      openLoop(Math.round(carried * TIMES * SECONDS), carried * TIMES * 60, send('over')),
      instant('beside', SECONDS),
    ]);
    const ended = performance.now();
    const [after] = await Promise.all([instant('after', SECONDS), harness.settled()]);
    const accepted = load.filter(({ status }) => status < 300).map(({ body }) => String(body['lookupId']));
    const drained = await secondsToDrain(harness, accepted);
    const refused = load.filter(({ status }) => status === 503 || status === 429).length;
    const [row] = await harness.sql<{ finished: number; billed: number }[]>`
      SELECT (SELECT count(*)::int FROM lookups WHERE id = ANY (${accepted}) AND state = 'finished') AS finished,
        (SELECT count(*)::int FROM usage_ledger WHERE lookup_id = ANY (${accepted})) AS billed`;
    const whole = table(
      [`asynchronous lookups of ${SITES} platforms, ${TIMES} times what is carried, for ${SECONDS} s`, ''],
      [
        ['carried', `${carried.toFixed(1)} a second`],
        ['sent', String(load.length)],
        ['accepted', String(accepted.length)],
        ['refused, to be repeated later (503, 429)', String(refused)],
        ['other answers', String(load.length - accepted.length - refused)],
        ['accepted ones that finished; entries in the ledger', `${row?.finished}; ${row?.billed}`],
        ['until the last of them was finished, after the load', `${Math.max(0, drained - ended / 1_000).toFixed(0)} s`],
      ],
    );
    const meanwhile = besideTable("other accounts' instant lookups, 3 a second", PLATFORMS, [
      ['alone', alone],
      ['beside it', beside],
      ['in the minute after it', after],
    ]);
    return `${whole}\n\n${meanwhile}`;
  });
}

/** When the last of these finished, in seconds of this process's clock. */
async function secondsToDrain({ sql }: Harness, lookupIds: readonly string[]): Promise<number> {
  const [row] = await sql<{ ago: number }[]>`
    SELECT extract(epoch FROM clock_timestamp() - max(finished_at))::float8 AS ago FROM lookups WHERE id = ANY (${[...lookupIds]})`;
  return performance.now() / 1_000 - (row?.ago ?? 0);
}
