import { startHarness } from './harness.js';
import { ms, summary, table } from './stats.js';

const LOOKUPS = 10_000;
const PAGES = 1_000;
const WARM_UP = 100;

/** Pages of a long history, at any offset. */
export async function benchHistory(): Promise<string> {
  const harness = await startHarness({ sites: 5, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
    const owner = await harness.account();
    await harness.sql`
      INSERT INTO lookups (id, account_id, api_key_id, kind, band, mode, query, query_type, subjects, checks, state, accepted_at)
      SELECT 'lkp_bench' || n, ${owner.accountId}, ${owner.apiKeyId}, 'lookup', 'deep', 'async', 'handle' || n, 'username',
             jsonb_build_object('username', 'handle' || n), '{}', 'finished', now() - make_interval(secs => n)
      FROM generate_series(1, ${LOOKUPS}) n`;
    await harness.maintain('ANALYZE lookups');
    const times: number[] = [];
    // Twenty reads a minute and key: many keys of one account. The first keys warm the process up.
    for (let page = -WARM_UP; page < PAGES; page += 1) {
      const key = page % 20 === 0 ? await harness.sharedKey(owner.accountId) : undefined;
      const took = await harness.read(`/v1/lookup?limit=100&offset=${(Math.abs(page) * 10) % LOOKUPS}`, key);
      if (page >= 0) times.push(took);
    }
    const figures = summary(times);
    return table(
      ['history of 10,000, pages of 100 at any offset', 'N', 'p50', 'p99', 'max'],
      [['GET /v1/lookup', String(figures.n), ms(figures.p50), ms(figures.p99), ms(figures.max)]],
    );
  } finally {
    await harness.stop();
  }
}
