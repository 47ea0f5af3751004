import type { Sql } from '../../src/kernel/db/client.js';

/** Rows that no version needs of another: what workers share, and counters. */
const LEFT_OUT = ['traffic_key', 'traffic_observations', 'rate_windows', 'fleet_members', 'host_flow'];

/**
 * The rows of every table as SQL, for a superuser: triggers and foreign keys are left alone while they are added. Columns are named, so
 * that a table may have gained some by then.
 */
export async function dumpData(sql: Sql): Promise<string> {
  const tables = await sql<{ name: string; columns: string }[]>`
    SELECT c.relname AS name, string_agg(format('%I', a.attname), ', ' ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL (${LEFT_OUT}::text[])
    GROUP BY c.relname ORDER BY c.relname`;
  const statements = ["SET session_replication_role = 'replica';", "SET timezone = 'UTC';"];
  await sql`SET timezone = 'UTC'`;
  for (const { name, columns } of tables) {
    const [row] = await sql<{ rows: string | null }[]>`
      SELECT string_agg(row_to_json(t)::text, E',\n' ORDER BY t::text COLLATE "C") AS rows FROM ${sql(name)} t`;
    if (row?.rows)
      statements.push(
        `INSERT INTO "${name}" (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM json_populate_recordset(NULL::"${name}", $data$[\n${row.rows}\n]$data$);`,
      );
  }
  return `${statements.join('\n')}\n`;
}
