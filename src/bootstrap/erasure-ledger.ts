import { openErasureLedger } from '../adapters/erasure-ledger.js';
import { type Config, ConfigError } from '../config/env.js';
import type { ErasureLedger } from '../domain/privacy/erasure.js';

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
