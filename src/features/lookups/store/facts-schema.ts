import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Profile } from '../../../engine/catalogue/rules/profile.js';
import type { ResultMethod } from '../../../engine/catalogue/rules/probe-rule.js';
import type { LinkedAccount, VerdictEvidence } from '../../../engine/evaluation/verdict.js';
import { timestamptz } from '../../../kernel/db/columns.js';
import { NOBODY, none } from '../../../kernel/db/personal-data.js';
import { GROUNDS, HANDLE, PROFILE, WHERE, WHETHER } from './schema.js';

/**
 * Facts that an account already has about an identity, for reuse with the original time through the same egress pool. The identity
 * is a keyed digest (src/kernel/secrets/keyed-digest.ts).
 */
export const platformFacts = pgTable(
  'platform_facts',
  {
    accountId: text('account_id').notNull(),
    identity: text('identity').notNull(),
    egress: text('egress').notNull(),
    platform: text('platform').notNull(),
    state: text('state').$type<'registered' | 'not_registered'>().notNull(),
    method: text('method').$type<ResultMethod>().notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
    evidence: jsonb('evidence').$type<VerdictEvidence>(),
    /** Handles that the answer revealed; null: none. */
    linkedAccounts: jsonb('linked_accounts').$type<readonly LinkedAccount[]>(),
    profile: jsonb('profile').$type<Profile>(),
    /** Digest of the rule that read the answer (`ruleDigest`); null: none did, and the fact is not served. */
    rule: text('rule'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.identity, table.egress, table.platform] }),
    index('platform_facts_age').on(table.checkedAt),
  ],
);

const fact = {
  why: 'to avoid probing a platform again too soon',
  retention: 'seven days, or with the lookup that it comes from',
  ...NOBODY,
} as const;

export const FACTS_DATA = {
  platformFacts: {
    identity: { what: 'keyed digest of an identity', ...fact },
    platform: { what: WHERE, ...fact },
    state: { what: WHETHER, ...fact },
    evidence: { what: GROUNDS, ...fact },
    linkedAccounts: { what: HANDLE, ...fact },
    profile: { what: PROFILE, ...fact },
    ...none('accountId egress method checkedAt rule'),
  },
} as const;
