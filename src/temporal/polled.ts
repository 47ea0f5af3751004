import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queues } from '../../workflows/contracts.js';
import type { TemporalClient } from '../kernel/temporal/connection.js';

/** Temporal's enum of task queue types (temporal.api.enums.v1.TaskQueueType). */
export const TASK_QUEUE_TYPE = { workflow: 1, activity: 2 } as const;
/** How often is looked, in milliseconds, and how long: a server that does not tell keeps no worker from its work. */
const LOOK_MS = 100;
/** Of a look: the SDK repeats a call that fails for many times as long. */
const LOOK_DEADLINE_MS = 1_000;
const LONGEST_MS = 5_000;

/** By which name Temporal knows the workers of this process: the SDK's own default. */
export const WORKER_IDENTITY = `${process.pid}@${hostname()}`;

type Polled = readonly [queue: keyof Queues, kind: keyof typeof TASK_QUEUE_TYPE];
const OF_LOOKUPS: readonly Polled[] = [
  ['lookups', 'workflow'],
  ['lookups', 'activity'],
  ['sweeps', 'activity'],
  ['checks', 'activity'],
];
const OF_WEBHOOKS: readonly Polled[] = [['webhooks', 'activity']];

/**
 * Waits until Temporal has heard from this process on each queue that it serves: what is started from then on is taken at once. It gives
 * up after five seconds, and where Temporal does not answer: the workers go on polling.
 */
export async function untilPolled(
  { client, connection }: TemporalClient,
  { queues, serves }: { readonly queues: Queues; readonly serves: 'all' | 'lookups' | 'webhooks' },
): Promise<void> {
  const served = [...(serves === 'webhooks' ? [] : OF_LOOKUPS), ...(serves === 'lookups' ? [] : OF_WEBHOOKS)];
  const until = performance.now() + LONGEST_MS;
  const isPolled = async ([queue, kind]: Polled): Promise<boolean> => {
    const { pollers } = await connection.withDeadline(Date.now() + LOOK_DEADLINE_MS, () =>
      client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name: queues[queue] },
        taskQueueType: TASK_QUEUE_TYPE[kind],
      }),
    );
    return pollers.some(({ identity }) => identity === WORKER_IDENTITY);
  };
  const polled = async (each: Polled): Promise<void> => {
    while (!(await isPolled(each).catch(() => false)) && performance.now() < until) await sleep(LOOK_MS);
  };
  await Promise.all(served.map(polled));
}
