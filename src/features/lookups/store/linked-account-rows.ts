/** Linked accounts as statements write them, with the outcomes that they come from. */
import type { KeyedDigest } from '../../../kernel/identity/identity.js';
import type { LinkedAccount } from '../../../engine/evaluation/verdict.js';
import type { CheckOutcome } from '../lookup.js';
import type { Sql } from '../../../kernel/db/client.js';
import { erasedTexts } from './subject-digests.js';

interface LinkedAccountRow extends LinkedAccount {
  readonly source: string;
  readonly subject: string;
  /** By which an erasure of the handle may know it. */
  readonly digests: readonly string[];
}

/** The rows of the leads that outcomes of the sweep carry. */
export function linkedAccountRows(outcomes: readonly CheckOutcome[], erased: KeyedDigest): LinkedAccountRow[] {
  return outcomes.flatMap(({ platform: source, subject, state, leads = [] }) =>
    state === 'registered'
      ? leads.map(({ platform, handle }) => {
          const texts = Object.values(erasedTexts({ kind: 'username', value: handle }));
          return { source, subject, platform, handle, digests: texts.flatMap((text) => erased.all(text)) };
        })
      : [],
  );
}

/**
 * The part of a statement that adds the leads of outcomes that it calls `added`, to the lookup that it calls `lookup`. A handle that was
 * erased after the lookup was accepted, or after the platform answered, is left out: the erasure may have read the lookup already.
 */
export function addLinkedAccounts(sql: Sql, rows: readonly LinkedAccountRow[]) {
  return sql`
    INSERT INTO lookup_leads (lookup_id, seq, source, subject, platform, handle, checked_at)
    SELECT lookup.id, lookup.feed_seq, v.source, v.subject, v.platform, v.handle, added.checked_at
    FROM lookup, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v (source text, subject text, platform text, handle text, digests text[])
    JOIN added ON added.platform = v.source AND added.subject = v.subject AND added.source = 'sweep' AND added.state = 'registered'
    WHERE NOT EXISTS (
      SELECT FROM erasures e
      WHERE (e.digest = ANY (v.digests) OR e.forms && v.digests) AND e.target = 'identity' AND NOT e.is_dry_run AND (e.account_id IS NULL OR e.account_id = lookup.account_id)
        AND e.created_at >= least(added.checked_at, (SELECT accepted_at FROM lookups WHERE id = lookup.id)))
    ON CONFLICT DO NOTHING
    RETURNING source, subject, platform, handle`;
}
