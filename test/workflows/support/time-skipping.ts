import { TestWorkflowEnvironment } from '@temporalio/testing';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { afterAll, beforeAll } from 'vitest';
import type { Activities } from '../../../activities/index.js';
import { newId } from '../../../src/kernel/secrets/ids.js';
import { timeSkippingServer } from '../../../tools/embedded/test-stack.js';
import { lookupContract, type LookupInput } from '../../../workflows/contracts.js';
import type { lookup } from '../../../workflows/index.js';
import { installQuietRuntime, serviceBundle } from './bundles.js';
import { withTemporalWorkers, type TemporalWorkers } from './temporal-workers.js';

/** The server on which an hour passes at once, for the tests of a file, and the lookup workflow on it. To be called in `describe`. */
export function timeSkipping() {
  let env: TestWorkflowEnvironment;
  let workflowBundle: WorkflowBundleWithSourceMap;
  beforeAll(async () => {
    installQuietRuntime();
    const path = await timeSkippingServer();
    [env, workflowBundle] = await Promise.all([
      TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } }),
      serviceBundle(),
    ]);
    await env.connection.operatorService.addSearchAttributes({
      namespace: 'default',
      searchAttributes: { FootprintState: 2, FootprintPlanned: 3, FootprintChecked: 3, FootprintMatches: 3 },
    });
  });
  afterAll(() => env.teardown());

  async function startLookup({ queues }: TemporalWorkers) {
    const input: LookupInput = { lookupId: newId('lookup'), sweepQueue: queues.sweeps };
    return env.client.workflow.start<typeof lookup>(lookupContract.type, {
      workflowId: lookupContract.id(input.lookupId),
      taskQueue: queues.lookups,
      args: [input],
    });
  }
  function run<T>(activities: Activities, use: (start: typeof startLookup, temporal: TemporalWorkers) => Promise<T>): Promise<T> {
    return withTemporalWorkers({ address: env.address, activities, workflowBundle }, (temporal) => use(startLookup, temporal));
  }
  return {
    run,
    resultWith: (activities: Activities) => run(activities, async (start, temporal) => (await start(temporal)).result()),
    /** The server's clock, in milliseconds since the epoch. */
    now: () => env.currentTimeMs(),
  };
}
