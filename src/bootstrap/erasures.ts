import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openErasureLedger } from '../adapters/erasure-ledger.js';
import { type Config, ConfigError } from '../config/env.js';
import { faultName } from '../domain/fault-name.js';
import type { Erasure, ErasureLedger } from '../domain/privacy/erasure.js';
import { reapplyErasures, type ReapplyingContext } from '../services/privacy/reapply-erasures.js';
import type { TemporalClient } from '../temporal/connection.js';
import { TemporalErasureWorkflows } from '../temporal/erasure-workflows.js';
import type { Queues } from '../temporal/start-lookups.js';
import type { Lifecycle } from './lifecycle.js';

/** How long to wait for a database that is away, in milliseconds. */
const RETRY_MS = 1_000;

/** The ledger that the settings name; null: there is none. @throws ConfigError when there is one without a key */
export function openLedger({
  ERASURE_LEDGER: file,
  SECRETS_KEY: keys,
}: Pick<Config, 'ERASURE_LEDGER' | 'SECRETS_KEY'>): ErasureLedger | null {
  if (file === undefined) return null;
  if (keys === undefined)
    throw new ConfigError('ERASURE_LEDGER is set without SECRETS_KEY: its digests cannot be recognised without the key.');
  return openErasureLedger(file);
}

/**
 * Carries out erasures that a restored backup has undone, before the process does anything else. Waits for a database that is away:
 * without it nobody knows what is missing.
 *
 * @throws ConfigError when the ledger cannot be read
 */
export async function reapplyBeforeWork({ log, ...ctx }: Omit<ReapplyingContext, 'onReapply'> & { readonly log: Logger }): Promise<void> {
  const entries = await ctx.erasureLedger?.entries().catch((error: unknown) => {
    throw new ConfigError(`The file of ERASURE_LEDGER cannot be read (${faultName(error)}).`);
  });
  if (!entries?.length) return;
  for (;;) {
    try {
      await reapplyErasures({
        ...ctx,
        onReapply: (count) => log.warn({ erasures: count }, 'erasures of the ledger that the database has not carried out come first'),
      });
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code === 'SECRET_KEY_MISSING')
        throw new ConfigError(
          'A line of ERASURE_LEDGER was sealed with a key that is not set here: add it to SECRETS_KEY, after the new one.',
        );
      log.warn({ fault: faultName(error) }, 'erasures of the ledger could not be compared with the database; nothing is served until then');
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
