import type { LinkedAccount } from '../../../engine/evaluation/verdict.js';
import type { EgressPool } from '../../../engine/flow/egress-pool.js';
import { FACT_DAYS } from '../fact-lifetime.js';
import type { CheckOutcome, Lookup } from '../lookup.js';
import type { KeyedDigest } from '../../../kernel/identity/identity.js';
import { kindOf, personRefs } from '../../../kernel/identity/subjects.js';
import type { Sql } from '../../../kernel/db/client.js';
import { isWithdrawn } from './withdrawn-answers.js';
import { factTexts } from './subject-digests.js';

type FactRow = Pick<CheckOutcome, 'platform' | 'subject' | 'state' | 'method' | 'egress' | 'evidence' | 'profile' | 'checkedAt'> & {
  linkedAccounts: readonly LinkedAccount[] | null;
  rule: string | null;
  spelling: 'only' | 'own' | 'lower';
};

/**
 * Reads the facts that an account's earlier lookups obtained through one egress pool. They are written with the results they come
 * from (lookup-writer).
 */
export class FactStore {
  constructor(private readonly options: { sql: Sql; egress: EgressPool; digest: KeyedDigest }) {}

  /** Facts about the lookup's subjects that have not expired, by TTL of their state (docs/contract.md, 11). */
  async reusable(lookup: Pick<Lookup, 'accountId' | 'subjects'>): Promise<CheckOutcome[]> {
    const known = personRefs(lookup.subjects).flatMap((ref) => {
      const texts = factTexts(kindOf(ref), lookup.subjects[ref] as string);
      const spellingOf = (index: number) => (texts.length === 1 ? 'only' : index === 0 ? 'own' : 'lower');
      return texts.flatMap((text, index) =>
        this.options.digest.all(text).map((identity) => ({ ref, identity, spelling: spellingOf(index) })),
      );
    });
    // Only the newest fact counts, whichever key digested it: an older one does not replace it once it has expired.
    const rows = await this.options.sql<FactRow[]>`
      SELECT f.platform, f.subject, f.state, f.method, f.egress, f.evidence, f.linked_accounts AS "linkedAccounts", f.profile,
             f.rule, f.checked_at AS "checkedAt", f.spelling
      FROM (
        SELECT DISTINCT ON (s.ref, s.spelling, f.platform) s.ref AS subject, s.spelling, f.*
        FROM unnest(${known.map(({ ref }) => ref as string)}::text[], ${known.map(({ identity }) => identity)}::text[],
                    ${known.map(({ spelling }) => spelling)}::text[]) AS s (ref, identity, spelling)
        JOIN platform_facts f ON f.account_id = ${lookup.accountId} AND f.identity = s.identity AND f.egress = ${this.options.egress}
        ORDER BY s.ref, s.spelling, f.platform, f.checked_at DESC
      ) f
      WHERE NOT ${isWithdrawn(this.options.sql, 'f')} AND f.checked_at > now() - make_interval(days => CASE f.state
        WHEN 'registered' THEN ${FACT_DAYS.registered}::int ELSE ${FACT_DAYS.not_registered}::int END)`;
    return rows.map(({ linkedAccounts, rule, spelling, ...row }) => ({
      ...row,
      ...(spelling === 'only' ? {} : { isFolded: spelling === 'lower' }),
      ...(linkedAccounts ? { linkedAccounts } : {}),
      ...(rule === null ? {} : { rule }),
      reason: null,
      mailboxProvider: false,
      fromCache: true,
    }));
  }
}
