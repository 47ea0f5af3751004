import { activityInfo, heartbeat, log } from '@temporalio/activity';
import { faultName } from '../../src/kernel/values/errors.js';
import type { AcceptedLookup, LookupStarter, StalledLookupCursor, UnfinishedState } from '../../src/features/lookups/lookup-ports.js';
import type { LookupReader } from '../../src/features/lookups/store/lookup-reader.js';
import type { LookupStarts } from '../../src/features/lookups/store/lookup-starts.js';
import { SUSPICIOUS_STARTS } from '../../src/features/lookups/lookup.js';
import { startAll } from '../runtime/start-all.js';

/** Long enough for the API process to start it, and shorter than a restore: what that brought back is due when a worker starts. */
const GRACE_SECONDS = 5;

export interface ReconcileActivityPorts {
  readonly stalled: Pick<LookupReader, 'unfinished'>;
  readonly starter: LookupStarter;
  readonly lookupStarts: Pick<LookupStarts, 'count'>;
  /** Called at the fifth start of a lookup, and at each later one. */
  readonly onSuspicion: (lookupId: string, starts: number) => void;
}

export function createReconcileActivities({ stalled, starter, lookupStarts, onSuspicion }: ReconcileActivityPorts) {
  /** What was not under way is counted in the lookup's row, which delays the next start. */
  async function start(lookup: AcceptedLookup): Promise<void> {
    const starts = (await starter.start(lookup)) ? await lookupStarts.count(lookup.id) : null;
    if (starts !== null && starts >= SUSPICIOUS_STARTS) onSuspicion(lookup.id, starts);
  }

  /** Starts every lookup of a state, the oldest first. A repeated run continues after the last lookup before which all were tried. */
  async function startUnfinished(state: UnfinishedState): Promise<{ started: number }> {
    const from = (activityInfo().heartbeatDetails as StalledLookupCursor | null | undefined) ?? null;
    const started = await startAll(
      {
        page: (page) => stalled.unfinished(state, GRACE_SECONDS, page),
        cursorOf: ({ acceptedAt, id }) => ({ acceptedAt: acceptedAt.toISOString(), id }),
        start: ({ acceptedAt, ...lookup }) => start(lookup),
        onFault: ({ id }, error) => log.warn('a lookup could not be started', { lookupId: id, fault: faultName(error) }),
        onProgress: heartbeat,
      },
      from,
    );
    return { started };
  }

  return {
    /** Starts lookups that were accepted and not planned yet. However many lookups run, a new one is reached at once. */
    reconcileLookups: (): Promise<{ started: number }> => startUnfinished('accepted'),

    /**
     * Starts lookups that were planned and are not finished: starting one that runs changes nothing, and one whose workflow was
     * lost, or ended without finishing it, is continued.
     */
    reconcileRunningLookups: (): Promise<{ started: number }> => startUnfinished('running'),
  };
}

export type ReconcileActivities = ReturnType<typeof createReconcileActivities>;
