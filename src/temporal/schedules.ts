import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { SCHEDULED } from '../../workflows/contracts.js';
import type { TemporalClient } from './connection.js';
import type { Queues } from './start-lookups.js';

/** Creates the schedules that the service needs; those that exist are left as they are. */
export async function ensureSchedules({ client }: TemporalClient, queues: Queues): Promise<void> {
  for (const { type, id, every, purpose, within = '10 minutes' } of SCHEDULED) {
    try {
      await client.schedule.create({
        scheduleId: id,
        state: { triggerImmediately: true },
        spec: { intervals: [{ every }] },
        policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
        action: {
          type: 'startWorkflow',
          workflowType: type,
          workflowId: id,
          taskQueue: queues.lookups,
          args: [],
          workflowExecutionTimeout: within,
        },
        memo: { purpose },
      });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
}
