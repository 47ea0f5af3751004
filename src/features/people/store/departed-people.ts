/** People who are in no account any more. */
import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { eachApart } from '../../../kernel/db/each-apart.js';
import { SESSION_DAYS } from '../people.js';
import { SIGN_IN_TABLES } from './sign-in-store.js';

/** People read at once. */
const AT_ONCE = 500;
/** Days after its last use for which a passkey keeps its holder: an operator is in no account, and needs it. */
const PASSKEY_DAYS = 365;

/**
 * Deletes people with what signs them in. Invitations that they accepted stay used.
 *
 * @param tx has locked their rows, and they are in no account
 */
export async function deletePeople(tx: TransactionSql, ids: readonly string[]): Promise<void> {
  const people = [...ids];
  for (const table of SIGN_IN_TABLES) await tx`DELETE FROM ${tx(table)} WHERE user_id = ANY (${people})`;
  await tx`
    UPDATE invitations SET accepted_by = NULL, revoked_at = coalesce(revoked_at, now()) WHERE accepted_by = ANY (${people})`;
  await tx`DELETE FROM users WHERE id = ANY (${people})`;
}

/**
 * Deletes people who are in no account, when their last session is long over, and their passkeys unused for a year.
 *
 * @param onChunk is called between reads, and ends the run by throwing
 * @returns people deleted
 * @throws the first fault, after the others were deleted
 */
export async function removeDeparted(sql: Sql, onChunk: () => void): Promise<number> {
  const faults: unknown[] = [];
  let removed = 0;
  for (let after = ''; ; onChunk()) {
    const people = await sql<{ id: string }[]>`
      SELECT id FROM users u WHERE id > ${after} AND ${isDeparted(sql)} ORDER BY id LIMIT ${AT_ONCE}`;
    removed += await eachApart(sql, people, {
      onFault: (_, fault) => faults.push(fault),
      work: async (tx, _, { id }) => {
        await tx`SELECT FROM users WHERE id = ${id} FOR UPDATE`;
        // Again under the lock: they may have signed in meanwhile.
        const found = await tx<{ id: string }[]>`SELECT id FROM users u WHERE id = ${id} AND ${isDeparted(tx)}`;
        if (found.length > 0) await deletePeople(tx, [id]);
        return found.length;
      },
    });
    const last = people.at(-1);
    if (!last || people.length < AT_ONCE) break;
    after = last.id;
  }
  if (faults.length > 0) throw faults[0];
  return removed;
}

/** That nobody needs the person `u` of a statement any more. */
const isDeparted = (sql: Sql | TransactionSql) => sql`(
  u.created_at < now() - make_interval(days => ${SESSION_DAYS})
  AND NOT EXISTS (SELECT FROM members WHERE user_id = u.id) AND NOT EXISTS (SELECT FROM sessions WHERE user_id = u.id)
  AND NOT EXISTS (SELECT FROM sign_in_links WHERE user_id = u.id)
  AND NOT EXISTS (
    SELECT FROM passkeys WHERE user_id = u.id AND coalesce(last_used_at, created_at) > now() - make_interval(days => ${PASSKEY_DAYS})))`;
