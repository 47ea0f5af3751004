/** A Temporal namespace of one test's own: task queues have fixed names, namespaces keep tests apart. */
import { randomBytes } from 'node:crypto';
import { defineSearchAttributeKey } from '@temporalio/common';
import { msToTs } from '@temporalio/common/lib/time.js';
import { ScheduleOverlapPolicy, WorkflowNotFoundError } from '@temporalio/client';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { openTemporal } from '../../src/kernel/temporal/connection.js';
import { ensureSearchAttributes } from '../../src/temporal/setup.js';
import { lookupContract } from '../../workflows/contracts.js';

const RECONCILE_SCHEDULES = ['reconcile-lookups', 'reconcile-running-lookups'];
const USABLE_MS = 300_000;

/** A view on the engine from outside the service. */
export function openTemporalView(address: string, namespace: string) {
  const temporal = openTemporal({ address, namespace });
  const schedules = RECONCILE_SCHEDULES.map((id) => temporal.client.schedule.getHandle(id));
  return {
    temporal,
    /** Whether the workflow of a lookup was ever started. */
    async knows(lookupId: string): Promise<boolean> {
      try {
        await temporal.client.workflow.getHandle(lookupContract.id(lookupId)).describe();
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
    /** Process ids of the workers that took a lookup's activities (a worker's identity is pid@host). */
    async workersOf(lookupId: string): Promise<number[]> {
      const { events } = await temporal.client.workflow.getHandle(lookupContract.id(lookupId)).fetchHistory();
      return (events ?? []).flatMap(({ activityTaskStartedEventAttributes: started }) =>
        started ? [Number.parseInt(started.identity ?? '', 10)] : [],
      );
    },
    /** How often the part of a lookup that was begun most often was begun: once more for each worker that was lost or late. */
    async attemptsOf(lookupId: string): Promise<number> {
      const { events } = await temporal.client.workflow.getHandle(lookupContract.id(lookupId)).fetchHistory();
      return Math.max(0, ...(events ?? []).map((event) => event.activityTaskStartedEventAttributes?.attempt ?? 0));
    },
    /** Has the reconcilers run now rather than at their next time. An engine that is away or empty is no failure here. */
    async reconcile(): Promise<void> {
      await Promise.all(schedules.map((schedule) => schedule.trigger(ScheduleOverlapPolicy.SKIP).catch(() => undefined)));
    },
    /** Whether the reconcilers would run by themselves. */
    hasSchedule: (): Promise<boolean> =>
      Promise.all(schedules.map((schedule) => schedule.describe())).then(
        () => true,
        () => false,
      ),
    close: () => temporal.close(),
  };
}

export type TemporalView = ReturnType<typeof openTemporalView>;

/** Registers a namespace and waits until workflows with our search attributes can be started in it. @returns its name */
export async function createNamespace(address: string): Promise<string> {
  const namespace = `chaos-${randomBytes(5).toString('hex')}`;
  const temporal = openTemporal({ address, namespace });
  try {
    await temporal.connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs('1 day') });
    const usable = await waitUntil(
      () =>
        canStart(temporal, namespace).then(
          () => true,
          () => false,
        ),
      USABLE_MS,
    );
    if (!usable) throw new Error(`namespace ${namespace} did not become usable`);
    return namespace;
  } finally {
    await temporal.close();
  }
}

/** @throws while servers have not all heard of the namespace and its attributes */
async function canStart(temporal: ReturnType<typeof openTemporal>, namespace: string): Promise<void> {
  await ensureSearchAttributes(temporal, namespace);
  const handle = await temporal.client.workflow.start('nobody-runs-this', {
    workflowId: `usable-${randomBytes(4).toString('hex')}`,
    taskQueue: 'nobody-listens-here',
    typedSearchAttributes: [{ key: defineSearchAttributeKey('FootprintPlanned', 'INT'), value: 0 }],
  });
  await handle.terminate();
}
