/** Tables that are made to be slow: what reading one costs everybody else. */
import { startHarness } from './harness.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { ms, summary, table } from './stats.js';

const BYTES = 600_000;
/** Between two looks at /healthz. */
const GAP_MS = 5;
const BESIDE_MS = 1_000;
const SHAPES: Readonly<Record<string, string>> = {
  'quotes that span thousands of lines': `email\n${`"${'\n'.repeat(4_001)}`.repeat(BYTES / 4_002)}`,
  'rows of addresses without end': `email\n${`<${'a@'.repeat(29)}\n`.repeat(BYTES / 60)}`,
  'twenty columns': `${Array(20).fill('ip').join(',')}\n${`${'1.1.1.1,'.repeat(20)}\n`.repeat(BYTES / 161)}`,
};

export async function benchHostileCsv(): Promise<string> {
  const harness = await startHarness({ sites: 5, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
    const { key } = await harness.account();
    const post = (body: string) => () =>
      fetch(`${harness.url}/v2/batches?dryRun=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
        body,
      });
    const rows = [await healthRow('nothing beside it', harness.url, null)];
    for (const [title, text] of Object.entries(SHAPES)) rows.push(await healthRow(title, harness.url, post(text)));
    return table(['beside a batch of 600 kB of CSV', 'its answer', '/healthz p50', '/healthz max'], rows);
  } finally {
    await harness.stop();
  }
}

/** Looks at /healthz again and again while a request runs, and a second longer. */
async function healthRow(title: string, base: string, request: (() => Promise<Response>) | null): Promise<string[]> {
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
