import { type Config, ConfigError } from '../kernel/config/env.js';
import type { ErasureLedger } from '../features/privacy/erasure.js';
import { encodeEntry, openErasureLedger, parseEntry } from '../features/privacy/store/erasure-ledger.js';
import { openLedgerTable } from '../features/privacy/store/ledger-table.js';
import { databaseTarget } from './database.js';

/**
 * The ledger that the settings name; null: there is none.
 *
 * @throws ConfigError for the database whose backups it is to outlive
 */
export function openLedger({ ERASURE_LEDGER: ledger, DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_CA_FILE }: Config): ErasureLedger | null {
  if (ledger === undefined) return null;
  if (!/^postgres(?:ql)?:/.test(ledger)) return openErasureLedger(ledger);
  const other = new URL(ledger);
  const own = [DATABASE_URL, DATABASE_DIRECT_URL].flatMap((url) => (url === undefined ? [] : [new URL(url)]));
  if (own.some(({ host, pathname }) => host === other.host && pathname === other.pathname))
    throw new ConfigError('ERASURE_LEDGER names the database of DATABASE_URL: restoring a backup would restore an old ledger too.');
  return openLedgerTable(databaseTarget({ DATABASE_URL: ledger, DATABASE_CA_FILE: secured(other) ? DATABASE_CA_FILE : undefined }), {
    encode: encodeEntry,
    parse: parseEntry,
  });
}

/** Whether a URL asks for TLS: authorities that nothing is verified with are refused. */
const secured = ({ searchParams }: URL): boolean => !['', 'disable'].includes(searchParams.get('sslmode') ?? '');
