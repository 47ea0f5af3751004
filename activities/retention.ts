import { cancellationSignal, heartbeat } from '@temporalio/activity';
import type { Retention } from '../src/domain/account-ports.js';

export interface RetentionActivityPorts {
  readonly retention: Retention;
}

export function createRetentionActivities({ retention }: RetentionActivityPorts) {
  return {
    /** Deletes what has served its time; a run that was interrupted is carried on, and a further one finds nothing left to delete. */
    async forgetExpired(): Promise<{ deleted: number }> {
      return { deleted: await retention.forgetExpired({ signal: cancellationSignal(), onProgress: () => heartbeat() }) };
    },
  };
}

export type RetentionActivities = ReturnType<typeof createRetentionActivities>;
