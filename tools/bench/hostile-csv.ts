/** Tables that are made to be slow: what reading one costs everybody else. */
import { startHarness } from './harness.js';
import { healthRow } from './normalise.js';
import { table } from './stats.js';

const BYTES = 600_000;
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
