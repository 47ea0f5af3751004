import type { Sql } from './client.js';

/** Whether the database holds anything that only a key of SECRETS_KEY opens or recognises: sealed rows, erasures, suppressions. */
export async function hasKeyedRows(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isKeyed: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM control_accounts)
      OR EXISTS (SELECT 1 FROM webhook_secrets)
      OR EXISTS (SELECT 1 FROM emails WHERE sealed IS NOT NULL)
      OR EXISTS (SELECT 1 FROM erasures WHERE NOT is_dry_run OR sealed IS NOT NULL)
      OR EXISTS (SELECT 1 FROM suppressions) AS "isKeyed"`;
  return row?.isKeyed ?? false;
}
