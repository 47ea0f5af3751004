import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_STREAMS_PER_KEY } from '../../src/kernel/http/open-streams.js';
import { startHarness, type Harness } from './harness.js';
import { closedLoop, ms, openLoop, summary, table } from './stats.js';

const SITES = 100;
const STREAMS = 40;
/** Platforms of the lookup whose clients reconnect, and how many clients. */
const LARGE = 2_500;
const CLIENTS = 300;
/** Reads of another account a minute: below its plan's limit. */
const PER_MINUTE = 480;

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

/** How soon an event arrives after its platform has responded; then what streams that are resumed together cost others. */
export async function benchStream(): Promise<string> {
  return [await benchEvents(), await benchResumed()].join('\n\n');
}

async function benchEvents(): Promise<string> {
  const harness = await startHarness({ sites: SITES, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
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
  } finally {
    await harness.stop();
  }
}

/** Reads the whole stream of a finished lookup. @returns its status */
function resume(harness: Harness, key: string, lookupId: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'last-event-id': `${lookupId}.0.` };
    get(`${harness.url}/v2/lookup/stream?username=ada_example`, { headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** Another account reads all the time, alone and while the clients of one lookup reconnect at once. */
async function benchResumed(): Promise<string> {
  const harness = await startHarness({ sites: LARGE, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
    const { key, accountId } = await harness.account();
    const { body } = await harness.post('/v1/lookup?deep=true&wait=true', key, { query: 'ada_example' });
    await harness.settled();
    const keys = [key];
    while (keys.length < CLIENTS / MAX_STREAMS_PER_KEY) keys.push(await harness.sharedKey(accountId));
    const { key: other } = await harness.account();
    const { body: own } = await harness.post('/v1/lookup?wait=true', other, { query: 'ada_example' });
    const read = () => harness.read(`/v2/lookup/${String(own['lookupId'])}`, other);
    for (let n = 0; n < 20; n += 1) await read();
    const rows: string[][] = [];
    const row = (name: string, times: readonly number[], served: string): void => {
      const { n, p50, p99, max } = summary(times);
      rows.push([name, served, String(n), ms(p50), ms(p99), ms(max)]);
    };
    row('alone', await openLoop(100, PER_MINUTE, read), '');
    const clients = Promise.all(
      Array.from({ length: CLIENTS }, (_, n) => resume(harness, keys[n % keys.length] as string, String(body['lookupId']))),
    );
    const beside: Promise<number>[] = [];
    let isOver = false;
    const served = clients.then((statuses) => {
      isOver = true;
      return statuses.filter((status) => status === 200).length;
    });
    while (!isOver) {
      beside.push(read());
      await sleep(60_000 / PER_MINUTE);
    }
    row(`beside ${CLIENTS} clients`, await Promise.all(beside), `${await served} of ${CLIENTS}`);
    return table([`GET /v2/lookup/{id} beside streams of ${LARGE} platforms`, 'resumed', 'N', 'p50', 'p99', 'max'], rows);
  } finally {
    await harness.stop();
  }
}
