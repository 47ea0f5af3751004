import type { ErasureLedger, LedgerEntry } from '../erasure.js';
import { type DatabaseOptions, openDatabase } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';

/** How entries are written as lines, and read again. */
export interface LedgerCodec {
  /** @throws Error when an entry holds anything else than its type may */
  encode(entry: LedgerEntry): string;
  /** @returns null for a line of a type that this release does not know */
  parse(line: string): LedgerEntry | null;
}

/**
 * The ledger of erasures as a table of another database than the one whose backups it outlives, for processes that share no volume. It
 * makes its table itself: the migrations are of the service's own database.
 */
export function openLedgerTable(
  target: Pick<DatabaseOptions, 'url' | 'ssl'>,
  { encode, parse }: LedgerCodec,
): ErasureLedger & { close(): Promise<void> } {
  const { sql, close } = openDatabase({ ...target, max: 1, name: 'footprint-erasure-ledger' });
  let made: Promise<unknown> | null = null;
  const table = (): Promise<unknown> => {
    // Under a lock, since two sessions that make a table at once collide; and anew after a fault.
    made ??= transaction(sql, async (tx): Promise<void> => {
      await tx`SELECT pg_advisory_xact_lock(hashtext('erasure_ledger'))`;
      // Looked for first: whoever may not create is refused even when the table exists.
      const [found] = await tx<{ table: string | null }[]>`SELECT to_regclass('erasure_ledger') AS "table"`;
      if (found?.table == null)
        await tx`CREATE TABLE erasure_ledger (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, line text NOT NULL)`;
    }).catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
  return {
    async append(...entries) {
      if (entries.length === 0) return;
      await table();
      await sql`INSERT INTO erasure_ledger ${sql(entries.map((entry) => ({ line: encode(entry) })))}`;
    },
    async entries() {
      await table();
      const rows = await sql<{ line: string }[]>`SELECT line FROM erasure_ledger ORDER BY id`;
      return rows.flatMap(({ line }) => parse(line) ?? []);
    },
    close,
  };
}
