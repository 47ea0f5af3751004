import type { Retention } from '../src/domain/account-ports.js';

export interface RetentionActivityPorts {
  readonly retention: Retention;
}

export function createRetentionActivities({ retention }: RetentionActivityPorts) {
  return {
    /** Deletes what has served its time; a second run finds nothing left to delete. */
    async forgetExpired(): Promise<{ deleted: number }> {
      return { deleted: await retention.forgetExpired() };
    },
  };
}

export type RetentionActivities = ReturnType<typeof createRetentionActivities>;
