/** Migrates the database to this release's schema; a separate step before the processes start. */
import './read-env-file.js';
import { ConfigError, readConfig } from '../kernel/config/env.js';
import { keepSettings, openDatabase } from '../kernel/db/client.js';
import { hasKeyedRows } from '../kernel/db/keyed-rows.js';
import { migrateDatabase, UnreleasedDatabase } from '../kernel/db/migrate.js';
import { ownerSetting, withTarget } from '../wiring/database.js';
import { exitWith } from '../wiring/lifecycle.js';

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const config = readConfig(process.env);
  if (config.DATABASE_URL === undefined) throw new ConfigError('DATABASE_URL is not set: it names the database to migrate.');
  await withTarget('DATABASE_URL', config, async (target) => {
    const { sql, close } = openDatabase({ ...target, max: 1, name: 'footprint-migrate' });
    try {
      const [role] = await sql<{ name: string }[]>`SELECT current_user AS name`;
      await withTarget(ownerSetting(config), config, ({ url, ssl, warning }) => {
        if (warning) process.stderr.write(`${warning}\n`);
        const onBusy = (attempt: number): void => say({ msg: 'a table is locked; retrying', attempt });
        return migrateDatabase(url, { ssl, serviceRole: role?.name, onBusy });
      });
      if (target.isPooled) await keepSettings(sql);
      // `npm start`, which makes a key the first time, must not make another one for these.
      say({ msg: 'migrated', needsKey: await hasKeyedRows(sql) });
    } finally {
      await close();
    }
  });
} catch (error) {
  exitWith(error, error instanceof ConfigError || error instanceof UnreleasedDatabase);
}
