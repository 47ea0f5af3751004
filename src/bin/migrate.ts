/** Migrates the database to this release's schema; a separate step before the processes start. */
import './read-env-file.js';
import { ConfigError, readConfig } from '../config/env.js';
import { openDatabase } from '../db/client.js';
import { hasKeyedRows } from '../db/keyed-rows.js';
import { migrateDatabase, ServiceConnected } from '../db/migrate.js';
import { databaseFault, databaseTarget } from '../bootstrap/database.js';
import { exitWith } from '../bootstrap/lifecycle.js';

try {
  const config = readConfig(process.env);
  if (config.DATABASE_URL === undefined) throw new ConfigError('DATABASE_URL is not set: it names the database to migrate.');
  const { url, ssl, warning } = databaseTarget(config);
  if (warning) process.stderr.write(`${warning}\n`);
  const say = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);
  await migrateDatabase(url, { ssl, onBusy: (attempt) => say({ msg: 'a table is locked; retrying', attempt }) }).catch((error: unknown) => {
    const fault = error instanceof ServiceConnected ? error.message : databaseFault(error, ssl !== false);
    throw fault === null ? error : new ConfigError(fault);
  });
  const database = openDatabase({ url, ssl, max: 1, name: 'footprint-migrate' });
  try {
    // `npm start`, which makes a key the first time, must not make another one for these.
    say({ msg: 'migrated', needsKey: await hasKeyedRows(database.sql) });
  } finally {
    await database.close();
  }
} catch (error) {
  exitWith(error, error instanceof ConfigError);
}
