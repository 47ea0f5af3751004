import type { Activities } from '../../activities/index.js';
import type { Logger } from 'pino';
import { inBackground } from '../db/pools.js';
import type { TemporalOptions } from '../temporal/connection.js';
import type { Queues } from '../temporal/start-lookups.js';
import { installRuntime } from '../temporal/runtime.js';
import { createWorkers } from '../temporal/workers.js';
import type { Lifecycle } from './lifecycle.js';

/** Starts the Temporal workers; closing them lets activities under way end or hands them to another worker. */
export async function openTemporalWorkers(
  lifecycle: Lifecycle,
  options: { engine: TemporalOptions; log: Logger; activities: Activities; queues: Queues },
): Promise<{ ended: Promise<void> }> {
  installRuntime(options.log);
  const workers = await createWorkers({
    ...options.engine,
    activities: options.activities,
    queues: options.queues,
    inBackground,
  });
  const ended = workers.run();
  lifecycle.register(workers, async () => {
    workers.shutdown();
    await ended.catch(() => undefined);
  });
  return { ended };
}
