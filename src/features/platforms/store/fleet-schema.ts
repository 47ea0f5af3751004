import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { MemberStatus } from '../../../engine/flow/fleet-ports.js';
import { timestamptz } from '../../../kernel/db/columns.js';

/** Workers that share the limits of hosts. A row is a lease: it ends unless its worker renews it. */
export const fleetMembers = pgTable('fleet_members', {
  id: text('id').primaryKey(),
  /** Egress pool: workers of different pools share nothing. */
  pool: text('pool').notNull(),
  egresses: text('egresses').array().notNull(),
  /** Members whose shares this one has taken into account. */
  acknowledgedMembers: text('acknowledged_members').array().notNull(),
  status: jsonb('status').$type<MemberStatus>(),
  expiresAt: timestamptz('expires_at').notNull(),
});

/** Hosts whose limit or circuit breaker differs from the initial state, by egress. */
export const hostFlow = pgTable(
  'host_flow',
  {
    pool: text('pool').notNull(),
    host: text('host').notNull(),
    egress: text('egress').notNull(),
    /** Requests in flight, for the whole fleet. */
    concurrency: integer('concurrency').notNull(),
    decreasedAt: timestamptz('decreased_at'),
    /** Until when the circuit is open; null: closed. */
    circuitOpenUntil: timestamptz('circuit_open_until'),
    /** How often the circuit has opened without a success in between. */
    trips: integer('trips').notNull(),
    /** Until when one worker makes the trial request. */
    trialLeaseUntil: timestamptz('trial_lease_until'),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.pool, table.host, table.egress] }), index('host_flow_updated').on(table.pool, table.updatedAt)],
);
