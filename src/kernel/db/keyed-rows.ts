import type { Sql } from './client.js';

/**
 * Whether the database holds anything that only a key of SECRETS_KEY opens or recognises: sealed rows (their first byte says so,
 * adapters/secret-box), erasures, and entries of the suppression list whose check is not the plain digest.
 */
export async function hasKeyedRows(sql: Sql): Promise<boolean> {
  const sealed = sql`get_byte(sealed, 0) = 1`;
  const [row] = await sql<{ isKeyed: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM control_accounts WHERE ${sealed})
      OR EXISTS (SELECT 1 FROM webhook_secrets WHERE ${sealed})
      OR EXISTS (SELECT 1 FROM mails WHERE sealed IS NOT NULL AND ${sealed})
      OR EXISTS (SELECT 1 FROM erasures WHERE NOT is_dry_run OR sealed IS NOT NULL)
      OR EXISTS (SELECT 1 FROM suppressions WHERE key_check <> encode(sha256('key of the suppression list'), 'hex')) AS "isKeyed"`;
  return row?.isKeyed ?? false;
}
