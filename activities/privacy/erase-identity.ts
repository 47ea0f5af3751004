import { cancellationSignal, heartbeat, log } from '@temporalio/activity';
import { faultName } from '../../src/kernel/values/errors.js';
import type { Erasure, ErasureLedger, ErasureProgress, ErasureStarter, ExecutionRemover } from '../../src/features/privacy/erasure.js';
import type { ErasureStore } from '../../src/features/privacy/store/erasure-store.js';
import type { AccountEraser } from '../../src/features/privacy/store/account-eraser.js';
import { startAll } from '../runtime/start-all.js';

/** Long enough for the API process to start the workflow itself. */
const GRACE_SECONDS = 5;
/** Executions deleted by one activity. */
const EXECUTIONS = 50;

export interface ErasureActivityPorts {
  readonly eraser: AccountEraser;
  readonly erasures: Pick<ErasureStore, 'unfinished'>;
  /** Null without a ledger. */
  readonly erasureLedger: ErasureLedger | null;
  readonly executionRemover: ExecutionRemover;
  readonly erasureStarter: ErasureStarter;
}

interface Step {
  readonly erasureId: string;
}

export function createErasureActivities(ports: ErasureActivityPorts) {
  const { eraser, erasures, erasureLedger, executionRemover, erasureStarter } = ports;
  const onProgress = (): void => {
    cancellationSignal().throwIfAborted();
    heartbeat();
  };

  return {
    /** Writes the digest to the ledger, before anything is deleted. A repeated run may write it twice, which counts once. */
    async recordErasure({ erasureId }: Step): Promise<void> {
      const entry = erasureLedger && (await eraser.ledgerEntry(erasureId));
      if (!erasureLedger || !entry) return;
      await erasureLedger.append(entry);
      await eraser.markInLedger(erasureId);
    },

    /** Searches on from where the last run got, and erases what it finds, each lookup in a transaction. */
    eraseLookups: ({ erasureId }: Step): Promise<ErasureProgress> => eraser.eraseNext({ erasureId, onProgress }),

    /** Erases what is found by the identity and not through a lookup; a further run finds what is left. */
    eraseRest: ({ erasureId }: Step): Promise<void> => eraser.eraseRest({ erasureId, onProgress }),

    /** Deletes executions of erased lookups and deliveries; one that is deleted already counts as deleted. */
    async deleteExecutions({ erasureId }: Step): Promise<{ isMore: boolean }> {
      const executions = await eraser.executions(erasureId, EXECUTIONS);
      if (executions.length === 0) return { isMore: false };
      await executionRemover.remove(executions);
      await eraser.executionsRemoved(erasureId, executions);
      return { isMore: true };
    },

    /** Marks it done; a repeated run changes nothing. */
    finishErasure: ({ erasureId }: Step): Promise<{ isDryRun: boolean }> => eraser.finish(erasureId),

    /** Starts erasures that are not done; starting one that runs changes nothing. */
    async reconcileErasures(): Promise<{ started: number }> {
      const started = await startAll<Pick<Erasure, 'id' | 'accountId'>, string>(
        {
          page: async ({ after }) => (after === null ? erasures.unfinished(GRACE_SECONDS) : []),
          cursorOf: ({ id }) => id,
          start: (erasure) => erasureStarter.start(erasure),
          onFault: (_, error) => log.warn('an erasure could not be started', { fault: faultName(error) }),
          onProgress: () => heartbeat(),
        },
        null,
      );
      return { started };
    },
  };
}

export type ErasureActivities = ReturnType<typeof createErasureActivities>;
