import { breachKey } from '../../../facts/breaches/normalize.js';
import type { IndexEntry, ListedBreach, NamedBreach } from '../../../facts/breaches/breach-index.js';
import type { KeyedDigest, QueryType } from '../../../kernel/identity/identity.js';
import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { entryText } from './breach-index.js';

/** Key of the advisory lock that imports share and an erasure has alone: any number that this service uses for nothing else. */
export const INDEX_LOCK = 7_204_413;

/** Fills the operator's breach index. */
export class BreachImportStore {
  /** @param options.erased digests erased entries */
  constructor(private readonly options: { sql: Sql; erased: KeyedDigest }) {}

  /** Lines of this file that earlier imports processed. @param fingerprint of the file and the options of its import */
  async progress(fingerprint: string): Promise<number> {
    const [row] = await this.options.sql<
      { lines: string }[]
    >`SELECT lines_processed AS lines FROM breach_imports WHERE fingerprint = ${fingerprint}`;
    return Number(row?.lines ?? 0);
  }

  /**
   * Stores entries and the progress of the import, in one transaction. Entries that exist already are skipped.
   *
   * @param lines of the file that are processed once these entries are stored
   * @returns how many entries are new
   */
  async store(fingerprint: string, lines: number, entries: readonly IndexEntry[]): Promise<number> {
    return transaction(this.options.sql, async (tx) => {
      let added = 0;
      for (const { breach, queryType, digests } of byBreach(await this.#withoutErased(tx, entries))) {
        const { name, date, domain } = breach;
        const [row] = await tx<{ id: number }[]>`
          INSERT INTO breaches AS b (name, name_key, date, domain, query_types)
          VALUES (${name}, ${breachKey(name)}, ${date}, ${domain}, ${[queryType]})
          ON CONFLICT (name_key, date) DO UPDATE
            SET domain = coalesce(b.domain, excluded.domain),
                query_types = CASE WHEN excluded.query_types <@ b.query_types THEN b.query_types ELSE b.query_types || excluded.query_types END
          RETURNING id`;
        if (!row) throw new Error('a breach could not be stored');
        const { count } = await tx`
          INSERT INTO breach_index (digest, breach_id)
          SELECT decode(hex, 'hex'), ${row.id} FROM unnest(${digests}::text[]) AS hex
          ON CONFLICT DO NOTHING`;
        await tx`UPDATE breaches SET entry_count = entry_count + ${count} WHERE id = ${row.id}`;
        added += count;
      }
      await tx`
        INSERT INTO breach_imports AS i (fingerprint, lines_processed) VALUES (${fingerprint}, ${lines})
        ON CONFLICT (fingerprint) DO UPDATE SET lines_processed = greatest(i.lines_processed, excluded.lines_processed)`;
      return added;
    });
  }

  /** Under the lock no erasure deletes entries, and so none is added behind its back. */
  async #withoutErased(tx: TransactionSql, entries: readonly IndexEntry[]): Promise<readonly IndexEntry[]> {
    await tx`SELECT pg_advisory_xact_lock_shared(${INDEX_LOCK})`;
    const [any] = await tx`SELECT 1 FROM breach_erasures LIMIT 1`;
    if (!any) return entries;
    const keyed = entries.map(({ digest }) => this.options.erased.all(entryText(digest)));
    const rows = await tx<{ digest: string }[]>`SELECT digest FROM breach_erasures WHERE digest = ANY (${keyed.flat()}::text[])`;
    const erased = new Set(rows.map(({ digest }) => digest));
    return entries.filter((_, at) => !keyed[at]?.some((digest) => erased.has(digest)));
  }

  async finish(fingerprint: string): Promise<void> {
    await this.options.sql`
      INSERT INTO breach_imports AS i (fingerprint, finished_at) VALUES (${fingerprint}, now())
      ON CONFLICT (fingerprint) DO UPDATE SET finished_at = coalesce(i.finished_at, now())`;
  }

  /** Number of imports that were started and have not finished. */
  async unfinished(): Promise<number> {
    const [row] = await this.options.sql<{ count: number }[]>`SELECT count(*)::int AS count FROM breach_imports WHERE finished_at IS NULL`;
    return row?.count ?? 0;
  }

  async list(): Promise<readonly ListedBreach[]> {
    const rows = await this.options.sql<
      { name: string; date: string; domain: string | null; queryTypes: QueryType[]; entryCount: string }[]
    >`
      SELECT name, date::text AS date, domain, query_types AS "queryTypes", entry_count AS "entryCount" FROM breaches ORDER BY breaches.date DESC, name`;
    return rows.map((row) => ({ ...row, entryCount: Number(row.entryCount) }));
  }

  /** @returns whether there was such a breach */
  async remove(name: string, date: string): Promise<boolean> {
    return transaction(this.options.sql, async (tx) => {
      await tx`SET LOCAL statement_timeout = 0`; // deletes all entries of the breach: this may take a while
      const { count } = await tx`DELETE FROM breaches WHERE name_key = ${breachKey(name)} AND date = ${date}`;
      // A file that is imported again has to be read from its beginning.
      if (count > 0) await tx`DELETE FROM breach_imports`;
      return count > 0;
    });
  }
}

/** Groups entries by breach and query type, everything in one order, so that two imports cannot deadlock. */
function byBreach(entries: readonly IndexEntry[]): { breach: NamedBreach; queryType: QueryType; digests: string[] }[] {
  const groups = new Map<string, { breach: NamedBreach; queryType: QueryType; digests: string[] }>();
  for (const { breach, queryType, digest } of entries) {
    const key = `${breachKey(breach.name)} ${breach.date} ${queryType}`;
    const group = groups.get(key) ?? { breach, queryType, digests: [] };
    group.digests.push(Buffer.from(digest).toString('hex'));
    groups.set(key, group);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => ({ ...group, digests: [...new Set(group.digests)].sort() }));
}
