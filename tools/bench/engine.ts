import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { bareActivities } from './bare-activities.js';
import { startHarness } from './harness.js';
import { closedLoop, ms, ratio, summary, table } from './stats.js';

const LOOKUPS = 300;
const AT_ONCE = 20;

/** Lookups a second through the whole service against a workflow that does nothing, on the same server in the same run. */
export async function benchTemporal(): Promise<string> {
  const harness = await startHarness({ sites: 20, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
    const keys = await Promise.all(Array.from({ length: 8 }, () => harness.account()));
    const keyOf = (index: number): string => (keys[index % keys.length] as { key: string }).key;
    const body = { query: 'ada_example', platforms: ['site-0001', 'site-0002', 'site-0003', 'site-0004', 'site-0005'] };
    await closedLoop(20, 4, (index) => harness.post('/v1/lookup?wait=true', keyOf(index), body)); // calibrated and warm
    const bare = await benchBare(harness.temporalAddress);
    const whole = await closedLoop(LOOKUPS, AT_ONCE, (index) => harness.post('/v1/lookup?wait=true', keyOf(index), body));
    const accepted = await closedLoop(LOOKUPS, 4, (index) => harness.post('/v1/lookup', keyOf(index), body));
    await harness.settled();
    const waits = summary(whole.results.map((result) => result.ms));
    const accepts = summary(accepted.results.map((result) => result.ms));
    const rates = { bare: LOOKUPS / bare.seconds, whole: LOOKUPS / whole.seconds };
    return table(
      ['what', 'N', 'per second', 'p50', 'p99'],
      [
        ['bare engine: two local activities and one ordinary', String(LOOKUPS), rates.bare.toFixed(1), ms(bare.p50), ms(bare.p99)],
        ['lookup of 5 platforms through the API (wait)', String(LOOKUPS), rates.whole.toFixed(1), ms(waits.p50), ms(waits.p99)],
        ['whole service against the bare engine', '', ratio(rates.whole / rates.bare), '', ''],
        [
          'accept: asynchronous POST to its answer, 4 at once',
          String(LOOKUPS),
          (LOOKUPS / accepted.seconds).toFixed(1),
          ms(accepts.p50),
          ms(accepts.p99),
        ],
      ],
    );
  } finally {
    await harness.stop();
  }
}

async function benchBare(address: string) {
  const native = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection: native,
    taskQueue: 'bare',
    activities: bareActivities,
    workflowsPath: fileURLToPath(new URL('./bare-workflow.ts', import.meta.url)),
  });
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  const run = async (index: number, series: string): Promise<number> => {
    const started = performance.now();
    await client.workflow.execute('bare', { workflowId: `bare-${series}-${index}`, taskQueue: 'bare', args: [] });
    return performance.now() - started;
  };
  try {
    return await worker.runUntil(async () => {
      await closedLoop(20, 4, (index) => run(index, 'warm'));
      const { results, seconds } = await closedLoop(LOOKUPS, AT_ONCE, (index) => run(index, 'timed'));
      return { seconds, ...summary(results) };
    });
  } finally {
    await connection.close();
    await native.close();
  }
}
