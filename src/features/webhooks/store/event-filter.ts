import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';

/**
 * Whether the endpoint `e` wants the event `v`: it chose the type, and each of its filters has the event's fact of that name, or the
 * event's type has no such fact. docs/contract.md, 13.9.
 */
export const isWanted = (sql: Sql | TransactionSql) => sql`(
  v.type = ANY (e.event_types) AND NOT EXISTS (
    SELECT FROM jsonb_each(e.filter) f WHERE v.facts -> f.key IS NOT NULL AND NOT f.value @> (v.facts -> f.key)))`;
