import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError } from '../kernel/config/env.js';
import { faultName } from '../kernel/values/errors.js';
import { reapplyErasures, type ReapplyingContext } from '../features/privacy/use-cases/erasures.js';

/** How long to wait for a database that is away, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * Carries out erasures, and changes of the suppression list, that a restored backup has undone, before the process does anything else.
 * Waits for a database that is away: without it nobody knows what is missing.
 *
 * @throws ConfigError when the ledger cannot be read or written, or needs a key that is not set
 */
export async function reapplyBeforeWork({
  log,
  ...ctx
}: Omit<ReapplyingContext, 'onReapply' | 'onSuppressions'> & { readonly log: Logger }): Promise<void> {
  await ctx.erasureLedger?.entries().catch((error: unknown) => {
    throw new ConfigError(`ERASURE_LEDGER cannot be read (${faultName(error)}).`);
  });
  if (!ctx.erasureLedger) return;
  for (;;) {
    try {
      await reapplyErasures({
        ...ctx,
        onSuppressions: (count) => log.warn({ entries: count }, 'entries of the suppression list were restored from the ledger'),
        onReapply: (count) => log.warn({ erasures: count }, 'erasures in the ledger that are missing in the database are applied first'),
      });
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC') throw new ConfigError(`ERASURE_LEDGER cannot be written (${code}).`);
      if (code === 'SECRET_KEY_MISSING')
        throw new ConfigError(
          'A line of ERASURE_LEDGER was sealed with a key that is not set here: add it to SECRETS_KEY, after the new one.',
        );
      log.warn(
        { fault: faultName(error) },
        'the ledger of erasures could not be compared with the database; the service does not start until it can',
      );
      await sleep(RETRY_MS);
    }
  }
}
