import { and, desc, eq, sql } from 'drizzle-orm';
import type { ListedLookup, LookupPages, LookupCursor } from '../../domain/lookup/pages.js';
import type { Database } from '../client.js';
import { lookups } from '../schema/index.js';

/**
 * Keyset pages, not numbered ones: lookups that are accepted meanwhile sort before every page that is still to be read, so no
 * lookup is skipped or shown twice.
 */
export class PostgresLookupPages implements LookupPages {
  readonly #db: Database;

  constructor(options: { db: Database }) {
    this.#db = options.db;
  }

  async page(accountId: string, page: { limit: number; after: LookupCursor | null }): Promise<ListedLookup[]> {
    const { after, limit } = page;
    const { id, kind, state, query, queryType, subjects, rawIdentities, acceptedAt, finishedAt, platformsChecked, matches, socialMatches } =
      lookups;
    // The row comparison is one range of the index `lookups_pages`.
    const later = after && sql`(${acceptedAt}, ${id}) < (${after.acceptedAt.toISOString()}::timestamptz, ${after.id})`;
    return this.#db
      .select({
        id,
        kind,
        state,
        query,
        queryType,
        subjects,
        rawIdentities,
        acceptedAt,
        finishedAt,
        platformsChecked,
        matches,
        socialMatches,
      })
      .from(lookups)
      .where(and(eq(lookups.accountId, accountId), later ?? undefined))
      .orderBy(desc(acceptedAt), desc(id))
      .limit(limit);
  }
}
