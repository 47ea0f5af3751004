/** Migrates the database to this release's schema; a separate step before the processes start. */
import './read-env-file.js';
import { ConfigError, readConfig } from '../kernel/config/env.js';
import { openDatabase } from '../kernel/db/client.js';
import { hasKeyedRows } from '../kernel/db/keyed-rows.js';
import { migrateDatabase, UnreleasedDatabase } from '../kernel/db/migrate.js';
import { type DatabaseTarget, databaseFault, databaseTarget, unreachableFault } from './wiring/database.js';
import { exitWith } from './wiring/lifecycle.js';

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const config = readConfig(process.env);
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = config;
  if (url === undefined) throw new ConfigError('DATABASE_URL is not set: it names the database to migrate.');

  /** Runs `work` with a database. @throws ConfigError that names the setting, when that is at fault */
  const withDatabase = async (setting: string, DATABASE_URL: string, work: (target: DatabaseTarget) => Promise<void>): Promise<void> => {
    let isSecured = false;
    try {
      const target = databaseTarget({ ...config, DATABASE_URL });
      if (target.warning) process.stderr.write(`${target.warning.replaceAll('DATABASE_URL', setting)}\n`);
      isSecured = target.ssl !== false;
      await work(target);
    } catch (error) {
      const isSentence = error instanceof ConfigError || error instanceof UnreleasedDatabase;
      const fault = isSentence ? error.message : (databaseFault(error, isSecured) ?? unreachableFault(error));
      throw fault === null ? error : new ConfigError(fault.replaceAll('DATABASE_URL', setting));
    }
  };
  const migrate = (target: DatabaseTarget, serviceRole?: string): Promise<void> =>
    migrateDatabase(target.url, {
      ssl: target.ssl,
      serviceRole,
      onBusy: (attempt) => say({ msg: 'a table is locked; retrying', attempt }),
    });

  await withDatabase('DATABASE_URL', url, async (target) => {
    const { sql, close } = openDatabase({ url: target.url, ssl: target.ssl, max: 1, name: 'footprint-migrate' });
    try {
      if (ownerUrl === undefined) await migrate(target);
      else {
        const [role] = await sql<{ name: string }[]>`SELECT current_user AS name`;
        await withDatabase('DATABASE_OWNER_URL', ownerUrl, (owner) => migrate(owner, role?.name));
      }
      // `npm start`, which makes a key the first time, must not make another one for these.
      say({ msg: 'migrated', needsKey: await hasKeyedRows(sql) });
    } finally {
      await close();
    }
  });
} catch (error) {
  exitWith(error, error instanceof ConfigError);
}
