import { startLab } from './lab.js';
import { ms, openLoop, summary, table } from './stats.js';

const CEILING_MS = 900;
/** An answer that a platform sent this long before the ceiling has to be in the response. */
const MARGIN_MS = 60;
const SECONDS = 30;

/** Instant lookups at a steady rate, on platforms with a heavy tail. */
export async function benchInstant(): Promise<string> {
  const lab = await startLab({ sites: 100, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => lab.account()));
    const keyOf = (index: number): string => (accounts[index % accounts.length] as { key: string }).key;
    await lab.post('/v1/lookup?wait=true&deep=true', keyOf(0), { query: 'ada_example' }); // calibrates
    await lab.setLatency({ medianMs: 150, sigma: 1, capMs: 5_000 });
    const rows: string[][] = [];
    for (const perMinute of [300, 600, 1_200, 1_800]) {
      const count = (perMinute / 60) * SECONDS;
      const answers = await openLoop(count, perMinute, (index) => lab.post('/v1/lookup?instant=true', keyOf(index), { query: 'ada_example' }));
      await lab.settled();
      const times = summary(answers.map((answer) => answer.ms));
      // What the record says was answered in time, against what the responses held.
      let inTime = 0;
      let present = 0;
      let asked = 0;
      let holding = 0;
      for (const { body } of answers) {
        const results = body['results'] as { platform: string }[];
        holding += results.length;
        asked += results.length + Number(body['platformsPending']);
        const held = new Set(results.map((result) => result.platform));
        const rowsOf = await lab.sql<{ platform: string }[]>`
          SELECT r.platform FROM lookup_results r JOIN lookups l ON l.id = r.lookup_id
          WHERE r.lookup_id = ${String(body['lookupId'])} AND r.state <> 'inconclusive'
            AND r.checked_at < l.accepted_at + make_interval(secs => ${(CEILING_MS - MARGIN_MS) / 1_000})`;
        inTime += rowsOf.length;
        present += rowsOf.filter((row) => held.has(row.platform)).length;
      }
      const pending = answers.filter((answer) => Number(answer.body['platformsPending']) > 0).length;
      rows.push([
        `${perMinute} a minute`, String(count), ms(times.p50), ms(times.p99), ms(times.max),
        (asked / count).toFixed(1), (holding / count).toFixed(1),
        `${((present / Math.max(1, inTime)) * 100).toFixed(1)} %`, `${Math.round((pending / count) * 100)} %`,
        String(answers.filter((answer) => answer.status !== 200).length),
      ]);
    }
    return table(['instant, ceiling 900 ms', 'N', 'p50', 'p99', 'max', 'asked each', 'answers each', 'answers in time that are in', 'with pending', 'errors'], rows);
  } finally {
    await lab.stop();
  }
}
