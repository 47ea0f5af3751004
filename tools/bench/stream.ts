import { get } from 'node:http';
import { withHarness, type Harness } from './harness.js';
import { closedLoop, ms, summary, table } from './stats.js';

const SITES = 100;
const STREAMS = 40;

/**
 * Reads a stream to its end.
 *
 * @returns milliseconds from each platform's response (`checkedAt`, same clock) to the arrival of its event
 */
function delays(harness: Harness, key: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const query = new URLSearchParams({ query: 'ada_example', deep: 'true', platforms: '' }).toString();
    const headers = { authorization: `Bearer ${key}`, 'cache-control': 'no-cache' };
    get(`${harness.url}/v1/lookup/stream?${query}`, { headers, agent: false }, (response) => {
      const found: number[] = [];
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        const arrived = Date.now();
        const blocks = (text + part).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks.filter((each) => each.includes('event: platform_result'))) {
          const data = /^data: (.*)$/m.exec(block)?.[1] ?? '{}';
          found.push(arrived - Date.parse((JSON.parse(data) as { checkedAt: string }).checkedAt));
        }
      });
      response.on('end', () => resolve(found));
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** How soon an event arrives after its platform has responded. */
export async function benchStream(): Promise<string> {
  return withHarness({ sites: SITES }, async (harness) => {
    const { key } = await harness.account();
    await harness.post('/v1/lookup?wait=true&deep=true', key, { query: 'ada_example' }); // calibrates
    await harness.setLatency({ medianMs: 200, sigma: 1, capMs: 4_000 });
    const rows: string[][] = [];
    for (const atOnce of [1, 5]) {
      const { results } = await closedLoop(STREAMS / (atOnce === 1 ? 4 : 1), atOnce, () => delays(harness, key));
      const figures = summary(results.flat());
      rows.push([`${atOnce} at once`, String(results.length), String(figures.n), ms(figures.p50), ms(figures.p99), ms(figures.max)]);
    }
    return table([`streams of ${SITES} sites`, 'N', 'events', 'answer to event p50', 'p99', 'max'], rows);
  });
}
