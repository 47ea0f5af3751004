import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { AuditActorType } from '../audit-log.js';
import { bytea, id, timestamptz } from '../../../kernel/db/columns.js';
import { KEPT_NETWORK, none, OPERATOR } from '../../../kernel/db/personal-data.js';

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
    /** Id of the key, member or person; the name of whoever ran an operator's command. */
    actorId: text('actor_id'),
    /** An operation of the API by its id, or an operator's command. */
    action: text('action').notNull(),
    /** Ids of what was read, made or changed; keyed digests of addresses that nobody is known by. */
    targets: text('targets').array().notNull(),
    /** IPv4 address, or the /64 of an IPv6 address; null for commands. */
    network: text('network'),
    /** `ok` or an error code. */
    outcome: text('outcome').notNull(),
    /** Purpose of a lookup, of the account's own list. */
    purpose: text('purpose'),
    /** How somebody signed in, or tried to. */
    means: text('means'),
    /** When the row was written, which says to which day of the chain it belongs: `at` may be earlier. No statement sets it. */
    writtenAt: timestamptz('written_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('audit_log_account').on(table.accountId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('audit_log_at').on(table.at, table.id),
    index('audit_log_written').on(table.writtenAt, sql`${table.id} COLLATE "C"`),
  ],
);

/** A digest over the entries of an account and a finished day, and the digest of its day before. Append-only as well. */
export const auditChain = pgTable(
  'audit_chain',
  {
    /** Empty for entries of no single account. */
    accountId: text('account_id').notNull(),
    /** In UTC. */
    day: date('day').notNull(),
    entries: integer('entries').notNull(),
    digest: bytea('digest').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
);

const audited = {
  why: 'to show who read or changed what',
  retention: 'two years',
  shownBy: 'listAuditEntries exportAccount',
  alsoReadBy: OPERATOR,
} as const;

/** What the columns hold of a person. */
export const AUDIT_DATA = {
  auditLog: {
    at: { what: 'when somebody did something', ...audited },
    actorId: {
      what: 'the id of the key, member or person, or the name of the operator who ran a command',
      ownWords: "kept: the log is append-only, and the name is the operator's own",
      ...audited,
    },
    targets: { what: 'ids; for a refused sign-in with an unknown address, a keyed digest of that address', ...audited },
    network: { what: "the client's address (IPv6: its /64)", ...KEPT_NETWORK, ...audited },
    ...none('id accountId actorType action outcome purpose means writtenAt'),
  },
  auditChain: none('accountId day entries digest'),
} as const;
