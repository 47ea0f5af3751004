import { activityInfo, cancellationSignal, heartbeat, log } from '@temporalio/activity';
import type { LookupPlace, LookupStarter, StalledLookups } from '../src/domain/lookup-ports.js';

/** Long enough that an API process on its way to start the workflow itself is left alone. */
const GRACE_SECONDS = 10;
const PAGE = 500;

export interface ReconcileActivityPorts {
  readonly stalled: StalledLookups;
  readonly starter: LookupStarter;
}

export function createReconcileActivities({ stalled, starter }: ReconcileActivityPorts) {
  return {
    /**
     * Starts every unfinished lookup that is older than the grace, the oldest first. Starting one that already runs changes
     * nothing, so also those are covered whose workflow was lost or ended without finishing. One that cannot be started holds
     * up no other; a repeated run goes on where the last one was heard.
     */
    async reconcileLookups(): Promise<{ started: number }> {
      let after = (activityInfo().heartbeatDetails as LookupPlace | undefined) ?? null;
      let started = 0;
      for (;;) {
        const tickets = await stalled.unfinished(GRACE_SECONDS, { limit: PAGE, after });
        for (const { acceptedAt, ...ticket } of tickets) {
          cancellationSignal().throwIfAborted();
          try {
            await starter.start(ticket);
            started += 1;
          } catch (error) {
            log.warn('a lookup could not be started', { lookupId: ticket.id, fault: error instanceof Error ? error.name : 'unknown' });
          }
          after = { acceptedAt: acceptedAt.toISOString(), id: ticket.id };
          heartbeat(after);
        }
        if (tickets.length < PAGE) return { started };
      }
    },
  };
}

export type ReconcileActivities = ReturnType<typeof createReconcileActivities>;
