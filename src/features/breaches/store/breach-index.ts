import type { BreachIndex, IndexedDigest, IndexCoverage } from '../../../facts/breaches/breach-index.js';
import type { KnownDates } from '../../../facts/breaches/source-results.js';
import type { KeyedDigest, QueryType } from '../../../kernel/identity/identity.js';
import type { Sql } from '../../../kernel/db/client.js';

/** The text of an entry that is digested when it is erased. */
export const entryText = (digest: Uint8Array): string => Buffer.from(digest).toString('hex');

/** The operator's breach index in Postgres, for searches. */
export class PostgresBreachIndex implements BreachIndex {
  /** @param options.erased digests erased entries */
  constructor(private readonly options: { sql: Sql; erased: KeyedDigest }) {}

  async isErased(digest: Uint8Array): Promise<boolean> {
    const keyed = this.options.erased.all(entryText(digest));
    const [row] = await this.options.sql<{ isErased: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM breach_erasures WHERE digest = ANY (${[...keyed]}::text[])) AS "isErased"`;
    return row?.isErased ?? false;
  }

  async findByPrefix(prefix: Uint8Array): Promise<readonly IndexedDigest[]> {
    const after = successor(prefix);
    const rows = await this.options.sql<{ digest: Buffer; name: string; date: string; domain: string | null }[]>`
      SELECT i.digest, b.name, b.date::text AS date, b.domain
      FROM breach_index i JOIN breaches b ON b.id = i.breach_id
      WHERE i.digest >= ${Buffer.from(prefix)} AND ${after === null ? this.options.sql`true` : this.options.sql`i.digest < ${after}`}`;
    return rows.map(({ digest, ...breach }) => ({ digest, breach }));
  }

  async coverage(): Promise<IndexCoverage> {
    const [row] = await this.options.sql<{ queryTypes: QueryType[]; isComplete: boolean }[]>`
      SELECT ARRAY(SELECT DISTINCT unnest(query_types) FROM breaches WHERE entry_count > 0) AS "queryTypes",
             NOT EXISTS (SELECT 1 FROM breach_imports WHERE finished_at IS NULL) AS "isComplete"`;
    return { queryTypes: new Set(row?.queryTypes), isComplete: row?.isComplete ?? false };
  }

  async datesOf(keys: readonly string[]): Promise<KnownDates> {
    const rows = await this.options.sql<{ key: string; dates: string[] }[]>`
      SELECT name_key AS key, array_agg(date::text) AS dates FROM breaches WHERE name_key = ANY(${[...keys]}) GROUP BY name_key`;
    return new Map(rows.map(({ key, dates }) => [key, dates]));
  }
}

/** The smallest bytes that sort after everything with the prefix; null when there are none (all bits are set). */
function successor(prefix: Uint8Array): Buffer | null {
  const next = Buffer.from(prefix);
  for (let at = next.length - 1; at >= 0; at -= 1) {
    const byte = next[at] ?? 0;
    next[at] = (byte + 1) & 0xff;
    if (byte !== 0xff) return next.subarray(0, at + 1);
  }
  return null;
}
