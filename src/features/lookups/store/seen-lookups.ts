import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import type { SubjectRef } from '../../../kernel/identity/subjects.js';
import type { LookupOwner } from '../../accounts/accounts.js';
import type { Lookup } from '../lookup.js';
import { MAX_SEEN_READ, type Seen, type SeenBefore } from '../seen.js';
import { holdsIdentity, ownedBy } from './lookup-rows.js';

/** How often the identities of a lookup were looked up before it. */
export class SeenLookups {
  /** @param options.maxRead lookups that are read of one identity */
  constructor(private readonly options: { sql: Sql | TransactionSql; maxRead?: number }) {}

  /**
   * Lookups of the owner, accepted before this one, that hold an identity of it: neither items of batches, single checks nor lookups of
   * test keys, which have seen none themselves. What was deleted is in none, so that the same lookup may count fewer later on.
   */
  async before({ accountId, onlyKey }: LookupOwner, lookupId: string): Promise<SeenBefore> {
    const { sql, maxRead = MAX_SEEN_READ } = this.options;
    // `named` is materialized: planned for all of its rows, so by the index, and read for a few of them. With the limit in it, the planner
    // would read the table until it has as many.
    const rows = await sql<(Omit<Seen, 'complete'> & { ref: SubjectRef; read: number })[]>`
      SELECT s.ref, seen.* FROM lookups own, jsonb_each_text(own.subjects) AS s(ref, value), LATERAL (
        WITH named AS MATERIALIZED (
          SELECT id, account_id, api_key_id, kind, mode, is_test, accepted_at FROM lookups
          WHERE ${holdsIdentity(sql, { accountId: sql`${accountId}::text`, kind: sql`split_part(s.ref, '#', 1)`, value: sql`s.value` })}
        )
        SELECT count(*)::int AS read, (count(*) FILTER (WHERE counts))::int AS count, min(accepted_at) FILTER (WHERE counts) AS first,
          max(accepted_at) FILTER (WHERE counts) AS last
        FROM (
          SELECT l.accepted_at, kind = 'lookup' AND (mode <> 'batch' OR NOT EXISTS (SELECT FROM batch_items i WHERE i.lookup_id = l.id))
            AND (l.accepted_at, l.id) < (own.accepted_at, own.id)
            AND NOT l.is_test AND NOT own.is_test AND ${ownedBy(sql, { accountId, onlyKey })} AS counts
          FROM named l LIMIT ${maxRead}
        ) each
      ) seen
      WHERE own.id = ${lookupId} AND own.account_id = ${accountId}`;
    return Object.fromEntries(
      rows
        .map(({ ref, read, ...seen }) => [ref, { ...seen, complete: read < maxRead }] as const)
        .filter(([, { count, complete }]) => count > 0 || !complete),
    );
  }

  /** The same for the key that asked for the lookup, or that replaced it: what it is answered. */
  async beforeOf({ id, accountId, apiKeyId }: Pick<Lookup, 'id' | 'accountId' | 'apiKeyId'>): Promise<SeenBefore> {
    const [restricted] = await this.options.sql<{ firstKey: string }[]>`
      SELECT coalesce(first_key_id, id) AS "firstKey" FROM api_keys WHERE id = ${apiKeyId} AND own_lookups_only`;
    return this.before({ accountId, onlyKey: restricted?.firstKey ?? null }, id);
  }
}
