import type { LookupStarter, StalledLookups } from '../src/domain/lookup-ports.js';
import { heartbeat } from '@temporalio/activity';

/** Long enough that an API process on its way to start the workflow itself is left alone. */
const GRACE_SECONDS = 10;
const BATCH = 500;

export interface ReconcileActivityPorts {
  readonly stalled: StalledLookups;
  readonly starter: LookupStarter;
}

export function createReconcileActivities({ stalled, starter }: ReconcileActivityPorts) {
  return {
    /**
     * Starts every unfinished lookup that is older than the grace. Starting one that already runs changes nothing, so also
     * those are covered whose workflow was lost or ended without finishing.
     */
    async reconcileLookups(): Promise<{ started: number }> {
      const tickets = await stalled.unfinished(GRACE_SECONDS, BATCH);
      for (const ticket of tickets) {
        await starter.start(ticket);
        heartbeat();
      }
      return { started: tickets.length };
    },
  };
}

export type ReconcileActivities = ReturnType<typeof createReconcileActivities>;
