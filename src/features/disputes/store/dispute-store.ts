import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import type { KeyedDigest, QueryType } from '../../../kernel/identity/identity.js';
import { kindOf } from '../../../kernel/identity/subjects.js';
import { factTexts } from '../../lookups/store/subject-digests.js';
import type { Dispute, DisputedPlatform, NewDispute } from '../dispute.js';

/** Platforms whose controls one run looks after, and after how long a dispute runs none any more. */
const MAX_PLATFORMS = 30;
const FORGOTTEN_AFTER = '1 day';

export class DisputeStore {
  /**
   * @param options.digest by which facts name identities
   * @param options.evidenceDigest digests evidence, which may hold words of a page
   */
  constructor(private readonly options: { sql: Sql; egress: string; digest: KeyedDigest; evidenceDigest: KeyedDigest }) {}

  /**
   * Keeps a dispute, once for each result.
   *
   * @returns the one that there is; null when the lookup was deleted meanwhile
   */
  async add(dispute: NewDispute): Promise<Dispute | null> {
    const { lookupId, platform, subject, accountId, evidence, egress, value } = dispute;
    const kind = kindOf(subject);
    const { digest, evidenceDigest } = this.options;
    const identities = factTexts(kind, value).flatMap((text) => digest.all(text));
    const checkedAt = dispute.checkedAt.toISOString();
    return transaction(this.options.sql, async (tx) => {
      // Whoever deletes the lookup locks its row too: either finds what the other did.
      const [owned] = await tx`SELECT 1 FROM lookups WHERE id = ${lookupId} AND account_id = ${accountId} FOR KEY SHARE`;
      if (!owned) return null;
      await tx`
        INSERT INTO result_disputes (lookup_id, platform, subject, query_type, account_id, api_key_id, state, method, checked_at, egress,
          catalogue, evidence, evidence_digest, note, rule)
        VALUES (${lookupId}, ${platform}, ${subject}, ${kind}, ${accountId}, ${dispute.apiKeyId}, ${dispute.state}, ${dispute.method},
          ${checkedAt}::timestamptz, ${egress}, ${dispute.catalogue}, ${evidence && JSON.stringify(evidence)}::jsonb,
          ${evidence && evidenceDigest.of(JSON.stringify([evidence.status, evidence.explanation]))}, ${dispute.note},
          (SELECT f.rule FROM platform_facts f
           WHERE f.account_id = ${accountId} AND f.platform = ${platform} AND f.egress = ${egress} AND f.identity = ANY (${identities})
             AND f.checked_at = ${checkedAt}::timestamptz LIMIT 1))
        ON CONFLICT DO NOTHING`;
      const [stored] = await tx<Dispute[]>`
        SELECT ${this.#columns} FROM result_disputes WHERE lookup_id = ${lookupId} AND platform = ${platform} AND subject = ${subject}`;
      return stored ?? null;
    });
  }

  /** Of a lookup, in the order in which they were made. */
  async of(lookupId: string): Promise<readonly Dispute[]> {
    return this.options.sql<Dispute[]>`
      SELECT ${this.#columns} FROM result_disputes WHERE lookup_id = ${lookupId} ORDER BY created_at, platform COLLATE "C", subject`;
  }

  /** Platforms that were disputed through this egress pool in the last day, of which no control is known to have run since. */
  async due(): Promise<readonly DisputedPlatform[]> {
    return this.options.sql<DisputedPlatform[]>`
      SELECT d.platform, d.query_type AS "queryType", max(d.created_at) AS "disputedAt", (
        SELECT max((c ->> 'at')::timestamptz) FROM platform_health h, jsonb_array_elements(h.controls) c
        WHERE h.egress = d.egress AND h.platform = d.platform AND h.query_type = d.query_type AND c -> 'shadow' IS NULL) AS "controlAt"
      FROM result_disputes d
      WHERE d.egress = ${this.options.egress} AND d.controlled_at IS NULL AND d.created_at > now() - ${FORGOTTEN_AFTER}::interval
        AND d.method IN ('public_api', 'account_enumeration')
      GROUP BY d.egress, d.platform, d.query_type ORDER BY max(d.created_at), d.platform LIMIT ${MAX_PLATFORMS}`;
  }

  /** Notes that a control of a platform ran, for the disputes before it. */
  async controlled(platform: string, queryType: QueryType, at: Date): Promise<void> {
    await this.options.sql`
      UPDATE result_disputes SET controlled_at = ${at.toISOString()}::timestamptz
      WHERE egress = ${this.options.egress} AND platform = ${platform} AND query_type = ${queryType} AND controlled_at IS NULL
        AND created_at <= ${at.toISOString()}::timestamptz`;
  }

  get #columns() {
    return this.options.sql`lookup_id AS "lookupId", platform, subject, state, checked_at AS "checkedAt", note, created_at AS "createdAt",
      controlled_at AS "controlledAt"`;
  }
}
