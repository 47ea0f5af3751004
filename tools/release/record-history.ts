/**
 * Records the histories that test/workflows/replay.test.ts replays: runs every scenario of
 * test/workflows/support/scenarios.ts on a real Temporal server and writes the histories that it kept.
 *
 *   npx tsx tools/release/record-history.ts [name …]    all, or those named; TEMPORAL_ADDRESS names a server, else one is started
 *
 * A history that is already there is left alone unless it is named: it represents the workflows that run in production.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { startTestStack } from '../embedded/test-stack.js';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';
import { installQuietRuntime, serviceBundle } from '../../test/workflows/support/bundles.js';
import { withTemporalWorkers } from '../../test/workflows/support/temporal-workers.js';
import { historyFile } from '../../test/workflows/support/histories.js';
import { SCENARIOS, type Scenario } from '../../test/workflows/support/scenarios.js';

const IDENTITY = 'recorder';

async function record(scenario: Scenario, address: string, workflowBundle: Awaited<ReturnType<typeof serviceBundle>>): Promise<string> {
  return withTemporalWorkers({ address, activities: scenario.activities(), workflowBundle, identity: IDENTITY }, async (temporal) => {
    const workflowId = await scenario.start(temporal);
    const handle = temporal.client.workflow.getHandle(workflowId);
    await handle.result();
    const history: unknown = JSON.parse(JSON.stringify(await handle.fetchHistory()));
    return JSON.stringify({ workflowId, ...(scrubbed(history) as object) });
  });
}

/** Removes what differs between machines and replay does not read: stack traces hold paths. */
function scrubbed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(scrubbed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      name === 'stackTrace' ? [] : [[name, name === 'identity' ? IDENTITY : scrubbed(part)]],
    ),
  );
}

async function main(names: readonly string[]): Promise<void> {
  const wanted = SCENARIOS.filter(({ pins }) => (names.length > 0 ? names.includes(pins) : !existsSync(historyFile(pins))));
  if (wanted.length === 0) {
    console.log('nothing to record');
    return;
  }
  installQuietRuntime();
  const given = process.env['TEMPORAL_ADDRESS'];
  const stack = given === undefined ? await startTestStack({ searchAttributes: SEARCH_ATTRIBUTES }) : null;
  try {
    const bundle = await serviceBundle();
    for (const scenario of wanted) {
      const text = await record(scenario, stack?.temporalAddress ?? given ?? '', bundle);
      writeFileSync(historyFile(scenario.pins), gzipSync(text, { level: 9 }));
      console.log(`recorded ${scenario.pins}`);
    }
  } finally {
    await stack?.stop();
  }
}

await main(process.argv.slice(2));
