import { existsSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

/** Any number; it only has to be the same everywhere. */
const MIGRATION_LOCK = 7_204_411;

function migrationsFolder(): string {
  const candidates = ['../../drizzle', '../../../drizzle'].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  const folder = candidates.find((candidate) => existsSync(candidate));
  if (!folder) throw new Error('the folder drizzle/ with the migrations is missing');
  return folder;
}

/**
 * Brings a database to this release's schema. Several processes may run it at once: they take turns.
 *
 * @param ssl how TLS is done; default: without
 */
export async function migrateDatabase(url: string, ssl: ConnectionOptions | false = false): Promise<void> {
  const sql = postgres(url, { max: 1, ssl, onnotice: () => undefined, connect_timeout: 10 });
  try {
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder: migrationsFolder() });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
