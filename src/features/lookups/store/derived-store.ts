import type { DerivedOutcome } from '../derived.js';
import { type KeyedDigest, lowerName } from '../../../kernel/identity/identity.js';
import type { Sql } from '../../../kernel/db/client.js';
import { derivedOf, type ResultRows, toOutcomes } from './lookup-rows.js';
import { isWatched, notifyWatchers } from './lookup-feed.js';
import { identityText } from './subject-digests.js';

/** Outcomes of derived usernames in Postgres: separate from the results, never among them. Every method is idempotent. */
export class DerivedStore {
  constructor(private readonly options: { sql: Sql; digest: KeyedDigest }) {}

  /**
   * Adds outcomes that are not stored yet, and their facts under the username, and notifies the feed: one statement under the lock of
   * the lookup's row.
   *
   * @returns false when the lookup is finished or deleted: nothing was added
   */
  async record(lookupId: string, outcomes: readonly DerivedOutcome[]): Promise<boolean> {
    const rows = outcomes.map(({ checkedAt, fromCache, ...outcome }) => ({
      ...outcome,
      checked_at: checkedAt.toISOString(),
      from_cache: fromCache,
    }));
    const identities = Object.fromEntries(
      outcomes.map(({ platform, handle, isFolded }) => {
        const name = isFolded ? lowerName(handle) : handle;
        return [`${platform} ${handle}`, this.options.digest.of(identityText('username', name))];
      }),
    );
    const rules = Object.fromEntries(outcomes.flatMap(({ platform, handle, rule }) => (rule ? [[`${platform} ${handle}`, rule]] : [])));
    const updated = await this.options.sql`
      WITH lookup AS (
        UPDATE lookups SET feed_seq = feed_seq + 1 WHERE id = ${lookupId} AND state <> 'finished'
        RETURNING id, feed_seq, account_id, is_test, ${isWatched(this.options.sql, 'progress')}
      ), added AS (
        INSERT INTO lookup_derived (lookup_id, seq, platform, handle, subject, state, reason, method, checked_at, from_cache, egress, evidence)
        SELECT lookup.id, lookup.feed_seq, r.platform, r.handle, r.subject, r.state, r.reason, r.method, r.checked_at, r.from_cache, r.egress, r.evidence
        FROM lookup, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
          platform text, handle text, subject text, state text, reason text, method text, checked_at timestamptz,
          from_cache boolean, egress text, evidence jsonb)
        ON CONFLICT DO NOTHING
        RETURNING platform, handle, state, method, checked_at, from_cache, egress, evidence
      ), facts AS (
        -- In the order in which sweeps write facts, so that two lookups of the same identities cannot wait for each other.
        INSERT INTO platform_facts AS f (account_id, identity, egress, platform, state, method, checked_at, evidence, rule)
        SELECT lookup.account_id, ${JSON.stringify(identities)}::jsonb ->> (added.platform || ' ' || added.handle) AS identity,
               added.egress, added.platform, added.state, added.method, added.checked_at, added.evidence,
               (SELECT ${JSON.stringify(rules)}::jsonb) ->> (added.platform || ' ' || added.handle)
        FROM added, lookup WHERE NOT lookup.is_test AND added.state <> 'inconclusive' AND NOT added.from_cache AND added.egress IS NOT NULL
        ORDER BY added.platform, identity
        ON CONFLICT (account_id, identity, egress, platform) DO UPDATE
          SET state = excluded.state, method = excluded.method, checked_at = excluded.checked_at, evidence = excluded.evidence,
              linked_accounts = NULL, profile = NULL, rule = excluded.rule
          WHERE excluded.checked_at > f.checked_at
      )
      SELECT ${notifyWatchers(this.options.sql)} FROM lookup`;
    return updated.count > 0;
  }

  /** All stored outcomes of a lookup, in the order in which they became known. */
  async read(lookupId: string): Promise<readonly DerivedOutcome[]> {
    const [row] = await this.options.sql<Pick<ResultRows, 'derived'>[]>`
      SELECT ${derivedOf(this.options.sql)} AS derived FROM lookup_derived d WHERE lookup_id = ${lookupId}`;
    return toOutcomes(row?.derived ?? null);
  }
}
