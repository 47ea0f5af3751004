/** Brings the database to this release's schema; a step of its own before the processes start. */
import { ConfigError, readConfig } from '../config/env.js';
import { migrateDatabase } from '../db/migrate.js';
import { exitWith } from '../bootstrap/exit.js';

try {
  const { DATABASE_URL } = readConfig(process.env);
  if (DATABASE_URL === undefined) throw new ConfigError('DATABASE_URL is not set: it names the database to migrate.');
  const say = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);
  await migrateDatabase(DATABASE_URL, { onBusy: (attempt) => say({ msg: 'a table is in use; trying again', attempt }) });
  say({ msg: 'migrated' });
} catch (error) {
  exitWith(error, error instanceof ConfigError);
}
