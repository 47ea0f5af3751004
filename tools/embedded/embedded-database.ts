import path from 'node:path';
import { DATABASE, DATABASE_USER } from './postgres-data.js';
import { readJsonObject, readText } from './state-dir.js';
import { LOOPBACK } from './ports.js';

/**
 * URL of the database that `npm start` runs on a state folder, for the command line.
 *
 * @param dir FOOTPRINT_HOME
 * @returns null when no embedded database was ever started there; it need not be running
 */
export function embeddedDatabaseUrl(dir: string): string | null {
  const port = readJsonObject(path.join(dir, 'postgres-port.json'))?.['port'];
  const password = readText(path.join(dir, 'postgres-password'));
  if (typeof port !== 'number' || password === null) return null;
  return `postgres://${DATABASE_USER}:${password}@${LOOPBACK}:${port}/${DATABASE}`;
}
