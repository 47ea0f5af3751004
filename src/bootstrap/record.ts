import { openDatabase, type DatabaseHandle } from '../db/client.js';
import { newId } from '../adapters/ids.js';
import type { Config } from '../config/env.js';
import { PostgresAcceptanceStore } from '../repositories/acceptance-store.js';
import { PostgresAccountStore } from '../repositories/account-store.js';
import { PostgresControlStore } from '../repositories/control-store.js';
import { PostgresCooldownStore } from '../repositories/cooldown-store.js';
import { PostgresLookupReader } from '../repositories/lookup-reader.js';
import { PostgresLookupWriter } from '../repositories/lookup-writer.js';
import { PostgresFactStore } from '../repositories/platform-fact-store.js';
import { PostgresPlatformRecords } from '../repositories/platform-records.js';
import { PostgresRateStore } from '../repositories/rate-store.js';
import { PostgresRetention } from '../repositories/retention.js';
import { ConfigError } from '../config/env.js';

/** The database and every repository on it. */
export function openRecord(config: Config, name: string) {
  if (config.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_URL is not set. Set it to a Postgres database, or use `npm start`, which brings its own.');
  }
  const database: DatabaseHandle = openDatabase({ url: config.DATABASE_URL, max: config.DATABASE_POOL, name });
  const { sql, db } = database;
  const reader = new PostgresLookupReader({ db, sql });
  return {
    database,
    reader,
    writer: new PostgresLookupWriter({ sql }),
    accounts: new PostgresAccountStore({ db, newId }),
    acceptance: new PostgresAcceptanceStore({ db, newId }),
    rates: new PostgresRateStore({ sql }),
    facts: new PostgresFactStore({ sql }),
    retention: new PostgresRetention({ sql }),
    controlStore: new PostgresControlStore({ db }),
    platformRecords: new PostgresPlatformRecords({ sql }),
    cooldowns: new PostgresCooldownStore({ sql }),
  };
}
