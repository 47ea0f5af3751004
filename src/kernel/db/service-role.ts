import type { Sql } from './client.js';
import { transaction } from './transaction.js';

/** Tables to which the service adds, and in which it neither changes nor deletes anything. */
const APPEND_ONLY = ['audit_log', 'audit_chain'];

/**
 * Gives a role what processes of the service need of everything that the caller owns in the schema: rows of tables, sequences, and
 * functions that run with their owner's rights. Safe to repeat, and to be repeated after each migration. A role that has the caller's
 * rights anyway is left alone: what is revoked from the caller itself is gone.
 *
 * @throws the database's error when there is no such role
 */
export async function grantToService(sql: Sql, role: string): Promise<void> {
  await transaction(sql, async (tx) => {
    const [has] = await tx<{ all: boolean }[]>`SELECT pg_has_role(${role}, current_user, 'USAGE') AS "all"`;
    if (has?.all) return;
    // Before Postgres 15 everybody may create there.
    await tx`REVOKE CREATE ON SCHEMA public FROM PUBLIC`;
    const grants = await tx<{ statement: string }[]>`
      SELECT format('REVOKE ALL ON %1$s FROM %3$I; GRANT %2$s ON %1$s TO %3$I;', object, rights, ${role}::text) AS statement
      FROM (
        SELECT 'SCHEMA public' AS object, 'USAGE' AS rights
        UNION ALL
        SELECT format('%s %s', CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass),
          CASE WHEN relkind = 'S' THEN 'USAGE' WHEN relname = ANY (${APPEND_ONLY}) THEN 'SELECT, INSERT'
            ELSE 'SELECT, INSERT, UPDATE, DELETE' END
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relowner = current_user::regrole AND relkind IN ('r', 'p', 'S')
        UNION ALL
        SELECT format('FUNCTION %s', oid::regprocedure), 'EXECUTE' FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND proowner = current_user::regrole AND prosecdef
      ) AS owned`;
    await tx.unsafe(grants.map(({ statement }) => statement).join('\n'));
  });
}
