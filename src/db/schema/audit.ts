import { index, pgTable, text } from 'drizzle-orm/pg-core';
import type { AuditActorType } from '../../domain/audit/audit-log.js';
import { id, timestamptz } from './columns.js';

/**
 * Who did what, when and from where: ids, never identities. Append-only: triggers refuse every change, and deletion for two years. No
 * foreign keys, because entries outlive what they name.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: timestamptz('at').notNull(),
    /** Null when it concerned no single account. */
    accountId: text('account_id'),
    actorType: text('actor_type').$type<AuditActorType>().notNull(),
    /** Id of the key or member; null for the operator. */
    actorId: text('actor_id'),
    /** An operation of the API by its id, or an operator's command. */
    action: text('action').notNull(),
    /** Ids of what was read, made or changed. */
    targets: text('targets').array().notNull(),
    /** IPv4 address, or the /64 of an IPv6 address; null for commands. */
    network: text('network'),
    /** `ok` or an error code. */
    outcome: text('outcome').notNull(),
    /** Purpose of a lookup, of the account's own list. */
    purpose: text('purpose'),
  },
  (table) => [
    index('audit_log_account').on(table.accountId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('audit_log_at').on(table.at, table.id),
  ],
);
