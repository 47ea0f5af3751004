import { openRecord } from '../bootstrap/record.js';
import { type Config, readConfig } from '../config/env.js';
import { embeddedDatabaseUrl } from '../embedded/embedded-database.js';

/** Works on the database that the settings name, or on the embedded one of this folder, and closes it. */
export async function withRecord<T>(work: (record: ReturnType<typeof openRecord>, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const url = config.DATABASE_URL ?? embeddedDatabaseUrl(config.FOOTPRINT_HOME) ?? undefined;
  const record = openRecord({ ...config, DATABASE_URL: url }, 'footprint-cli', { queryTimeoutMs: 0 }); // removing a breach of millions takes its time
  try {
    return await work(record, config);
  } finally {
    await record.database.close();
  }
}
