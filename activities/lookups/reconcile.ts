import { activityInfo, cancellationSignal, heartbeat, log } from '@temporalio/activity';
import { faultName } from '../../src/kernel/values/errors.js';
import type { AcceptedLookup, LookupStarter, StalledLookupCursor, UnfinishedState } from '../../src/features/lookups/lookup-ports.js';
import type { LookupReader } from '../../src/features/lookups/store/lookup-reader.js';
import type { LookupStarts } from '../../src/features/lookups/store/lookup-starts.js';
import { SUSPICIOUS_STARTS } from '../../src/features/lookups/lookup.js';

/** Long enough for the API process to start it, and shorter than a restore: what that brought back is due when a worker starts. */
const GRACE_SECONDS = 5;
const PAGE_SIZE = 500;
/** Starts under way at once: one that hangs delays none of the others. */
export const MAX_CONCURRENT_STARTS = 32;

export interface ReconcileActivityPorts {
  readonly stalled: Pick<LookupReader, 'unfinished'>;
  readonly starter: LookupStarter;
  readonly lookupStarts: Pick<LookupStarts, 'count'>;
  /** Called at the fifth start of a lookup, and at each later one. */
  readonly onSuspicion: (lookupId: string, starts: number) => void;
}

export function createReconcileActivities({ stalled, starter, lookupStarts, onSuspicion }: ReconcileActivityPorts) {
  /** What was not under way is counted in the lookup's row, which delays the next start. */
  async function tryStart(lookup: AcceptedLookup): Promise<number> {
    try {
      const starts = (await starter.start(lookup)) ? await lookupStarts.count(lookup.id) : null;
      if (starts !== null && starts >= SUSPICIOUS_STARTS) onSuspicion(lookup.id, starts);
      return 1;
    } catch (error) {
      log.warn('a lookup could not be started', { lookupId: lookup.id, fault: faultName(error) });
      return 0;
    }
  }

  /** Starts every lookup of a state, the oldest first. A repeated run continues after the last lookup before which all were tried. */
  async function startAll(state: UnfinishedState): Promise<{ started: number }> {
    let after = (activityInfo().heartbeatDetails as StalledLookupCursor | null | undefined) ?? null;
    let started = 0;
    /** In order; each with the cursor before it. */
    const underWay = new Set<{ readonly before: StalledLookupCursor | null; readonly ended: Promise<void> }>();
    for (;;) {
      const lookups = await stalled.unfinished(state, GRACE_SECONDS, { limit: PAGE_SIZE, after });
      for (const { acceptedAt, ...lookup } of lookups) {
        cancellationSignal().throwIfAborted();
        const start = {
          before: after,
          ended: tryStart(lookup).then((count) => {
            started += count;
            underWay.delete(start);
            const [oldest] = underWay;
            heartbeat(oldest ? oldest.before : after);
          }),
        };
        underWay.add(start);
        after = { acceptedAt: acceptedAt.toISOString(), id: lookup.id };
        if (underWay.size >= MAX_CONCURRENT_STARTS) await Promise.race([...underWay].map(({ ended }) => ended));
      }
      if (lookups.length < PAGE_SIZE) break;
    }
    await Promise.all([...underWay].map(({ ended }) => ended));
    return { started };
  }

  return {
    /** Starts lookups that were accepted and not planned yet. However many lookups run, a new one is reached at once. */
    reconcileLookups: (): Promise<{ started: number }> => startAll('accepted'),

    /**
     * Starts lookups that were planned and are not finished: starting one that runs changes nothing, and one whose workflow was
     * lost, or ended without finishing it, is continued.
     */
    reconcileRunningLookups: (): Promise<{ started: number }> => startAll('running'),
  };
}

export type ReconcileActivities = ReturnType<typeof createReconcileActivities>;
