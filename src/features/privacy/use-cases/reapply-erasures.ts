import { type ErasureLedger, linesOf } from '../erasure.js';
import type { AccountEraser } from '../store/account-eraser.js';
import type { SuppressionStore } from '../../suppressions/store/suppression-store.js';
import { sleep } from '../../../kernel/net/deadline.js';

export interface ReapplyingContext {
  readonly eraser: AccountEraser;
  readonly suppressions: Pick<SuppressionStore, 'restore'>;
  readonly erasureLedger: ErasureLedger | null;
  /** Called with the number of entries that were added or removed. */
  readonly onSuppressions: (entries: number) => void;
  /** Called with the number of erasures, before they are carried out. */
  readonly onReapply: (erasures: number) => void;
}

/**
 * Carries out what the ledger says was erased, suppressed or no longer suppressed, and the database does not: it was restored from an
 * older backup. Returns when nothing of the erased identities is left in the database; their workflows delete the executions. Safe in
 * several processes at once.
 */
export async function reapplyErasures({
  eraser,
  suppressions,
  erasureLedger,
  onReapply,
  onSuppressions,
}: ReapplyingContext): Promise<void> {
  const lines = (await erasureLedger?.entries()) ?? [];
  const restored = erasureLedger ? await suppressions.restore(lines) : 0;
  if (restored > 0) onSuppressions(restored);
  const entries = linesOf(lines, 'identity', 'account');
  if (entries.length === 0) return;
  const missing = await eraser.restoreMissing(entries);
  if (missing.length === 0) return;
  onReapply(missing.length);
  for (const erasureId of missing) {
    for (;;) {
      const { next, waitMs, isAwaiting } = await eraser.eraseNext({ erasureId });
      if (next === 'searched') {
        await eraser.eraseRest({ erasureId });
        break;
      }
      // Lookups under way end only once the service works: their erasure is left to the workflow.
      if (isAwaiting) break;
      await sleep(waitMs);
    }
  }
}
