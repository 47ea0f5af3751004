import { type Config, readConfig } from '../config/env.js';
import { findKeptSettings } from '../../tools/embedded/kept-settings.js';

/** The settings of commands that work on the database, with the key and the ledger that `npm start` keeps for it. */
export function operatorConfig(): Config {
  const { FOOTPRINT_HOME: dir, DATABASE_URL: url = null } = readConfig(process.env);
  return readConfig({ ...process.env, ...findKeptSettings(dir, url, process.env) });
}
