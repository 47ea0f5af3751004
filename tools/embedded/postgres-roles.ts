/** The users of the embedded server: the service has fewer rights than the owner of its tables, as everywhere else. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { type DatabaseUser, databaseUrl, PASSWORD_FILES, SUPERUSER } from './postgres-data.js';
import { PROJECT } from './program.js';
import { getOrCreateSecret, type StateDir } from './state-dir.js';

/** URLs of one database; each contains a password. */
export interface DatabaseUrls {
  /** For DATABASE_URL. */
  readonly url: string;
  /** For DATABASE_OWNER_URL. */
  readonly ownerUrl: string;
  /** For the user who may do anything. */
  readonly adminUrl: string;
}

/** @returns URLs with the passwords that FOOTPRINT_HOME keeps; those that it lacks are made */
export function databaseUrls(home: StateDir, port: number): DatabaseUrls {
  const of = (user: DatabaseUser): string => databaseUrl(port, user, getOrCreateSecret(home, PASSWORD_FILES[user]));
  return { url: of('footprint_service'), ownerUrl: of('footprint_owner'), adminUrl: of(SUPERUSER) };
}

/** Makes the roles of deploy/roles.sql, or sets their passwords anew; a database from before there were roles is handed to its owner. */
export async function ensureRoles({ url, ownerUrl, adminUrl }: DatabaseUrls): Promise<void> {
  const [service, owner] = [new URL(url), new URL(ownerUrl)];
  const sql = postgres(adminUrl, {
    max: 1,
    onnotice: () => undefined,
    connection: {
      'footprint.owner': owner.username,
      'footprint.owner_password': owner.password,
      'footprint.service': service.username,
      'footprint.service_password': service.password,
    },
  });
  try {
    await sql.unsafe(readFileSync(path.join(PROJECT, 'deploy', 'roles.sql'), 'utf8'));
  } finally {
    await sql.end({ timeout: 5 });
  }
}
