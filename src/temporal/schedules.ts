import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { reconcileContract } from '../../workflows/contracts.js';
import type { TemporalClient } from './connection.js';
import type { Queues } from './lookup-starter.js';

/** Makes the schedules that the service needs; those that exist are left as they are. */
export async function ensureSchedules({ client }: TemporalClient, queues: Queues): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: reconcileContract.scheduleId,
      spec: { intervals: [{ every: '1 minute' }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
      action: {
        type: 'startWorkflow',
        workflowType: reconcileContract.type,
        workflowId: reconcileContract.id,
        taskQueue: queues.lookups,
        args: [],
        workflowExecutionTimeout: '5 minutes',
      },
      memo: { purpose: 'starts lookups that were accepted but not started' },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
