/** Long runs of combining marks, before and after: what one request and one page cost everybody else. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { containsExactly } from '../../src/facts/mentions/exact-text.js';
import { normalise } from '../../src/kernel/values/normalise.js';
import { visibleText } from '../../src/facts/mentions/sources/visible-text.js';
import { startHarness } from './harness.js';
import { rawNormalise } from './raw-normalise.js';
import { ms, summary, table } from './stats.js';

const SIZES_KB = [10, 25, 50, 100, 250];
/** Just below the limit of a body, with its JSON around. */
const REQUEST_BYTES = 256 * 1_024 - 100;
const PAGE_BYTES = 1_048_576 - 100;
/** Between two looks at /healthz. */
const GAP_MS = 5;
const BESIDE_MS = 1_000;

/** Marks of two classes by turns, which are sorted one by one: two bytes each in UTF-8. */
const marks = (bytes: number): string => `a${'\u0315\u0300'.repeat(bytes / 4)}`;

export async function benchNormalise(): Promise<string> {
  const linear = table(
    ['a text of marks', 'before', 'after'],
    SIZES_KB.map((size) => [`${size} kB`, ms(timed(rawNormalise, marks(size * 1_000))), ms(timed(normalise, marks(size * 1_000)))]),
  );
  return [linear, await besideRequest(), await besidePage()].join('\n\n');
}

/** Milliseconds of the fastest of three calls: others use the machine as well. */
function timed(read: (text: string) => unknown, text: string): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const started = performance.now();
      read(text);
      return performance.now() - started;
    }),
  );
}

async function besideRequest(): Promise<string> {
  const former = fork(fileURLToPath(new URL('./raw-normalise.ts', import.meta.url)), []);
  const [port] = (await once(former, 'message')) as [number];
  const harness = await startHarness({ sites: 5, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
    const { key } = await harness.account();
    const query = marks(REQUEST_BYTES);
    const raw = `http://127.0.0.1:${port}`;
    const post = (base: string, path: string, body: object) => () =>
      fetch(base + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post(harness.url, '/v1/lookup', { query: 'ada', ip: '?' })();
    return table(
      ['beside one request of 256 kB of marks', 'its answer', '/healthz p50', '/healthz max'],
      [
        await healthRow('before: the same three calls', raw, post(raw, '/', { query })),
        await healthRow('after: POST /v1/lookup', harness.url, post(harness.url, '/v1/lookup', { query })),
        await healthRow('after: POST /v2/lookup', harness.url, post(harness.url, '/v2/lookup', { identities: { usernames: [query] } })),
        await healthRow('nothing beside it', harness.url, null),
      ],
    );
  } finally {
    former.disconnect();
    await harness.stop();
  }
}

/** Looks at /healthz again and again while a request runs, and a second longer. */
export async function healthRow(title: string, base: string, request: (() => Promise<Response>) | null): Promise<string[]> {
  let isOver = false;
  const looks: number[] = [];
  const looking = (async () => {
    while (!isOver) {
      const started = performance.now();
      await (await fetch(`${base}/healthz`)).arrayBuffer();
      looks.push(performance.now() - started);
      await sleep(GAP_MS);
    }
  })();
  await sleep(BESIDE_MS / 2);
  const started = performance.now();
  const answer = await request?.();
  await answer?.arrayBuffer();
  const answered = performance.now() - started;
  await sleep(BESIDE_MS / 2);
  isOver = true;
  await looking;
  const { p50, max } = summary(looks);
  return [title, answer ? `${answer.status} after ${ms(answered)}` : '', ms(p50), ms(max)];
}

async function besidePage(): Promise<string> {
  const page = `<p>${marks(PAGE_BYTES)} ada@example.com</p>`;
  return table(
    ['a page of 1 MB of marks, checked for a mention', 'longest delay of the event loop'],
    [
      ['before', await loopDelay(() => rawNormalise(visibleText(page)).includes('ada@example.com'))],
      ['after', await loopDelay(() => containsExactly(visibleText(page), 'ada@example.com'))],
    ],
  );
}

async function loopDelay(check: () => boolean): Promise<string> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await sleep(BESIDE_MS / 2);
  if (!check()) throw new Error('the page does mention it');
  await sleep(BESIDE_MS / 2);
  delays.disable();
  return ms(delays.max / 1e6);
}
