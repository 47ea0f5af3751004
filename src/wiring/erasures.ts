import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError } from '../kernel/config/env.js';
import { faultName } from '../kernel/values/errors.js';
import type { Erasure } from '../features/privacy/erasure.js';
import { reapplyErasures, type ReapplyingContext } from '../features/privacy/use-cases/erasures.js';
import type { TemporalClient } from '../kernel/temporal/connection.js';
import type { Queues } from '../../workflows/contracts.js';
import { TemporalErasureWorkflows } from '../temporal/starters/erasure-workflows.js';
import type { Lifecycle } from './lifecycle.js';

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

/** What starts erasures without making the request wait; the reconciler starts what it could not. */
export function openErasureLauncher(
  lifecycle: Lifecycle,
  { log, ...options }: { temporal: TemporalClient; queues?: Queues | undefined; log: Logger },
): (erasure: Pick<Erasure, 'id' | 'accountId'>) => void {
  const workflows = new TemporalErasureWorkflows(options);
  const underWay = new Set<Promise<void>>();
  lifecycle.register(underWay, () => Promise.all(underWay));
  return (erasure) => {
    const start = workflows
      .start(erasure)
      .catch((error: unknown) => log.warn({ id: erasure.id, code: (error as { code?: unknown }).code }, 'left to the reconciler'))
      .finally(() => underWay.delete(start));
    underWay.add(start);
  };
}
