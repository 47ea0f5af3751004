/** Imported first by every program, so that modules which read settings while they are loaded find those of `.env` too. */
import { loadEnvFile } from '../bootstrap/env-file.js';
import { exitWith } from '../bootstrap/exit.js';
import { ConfigError } from '../config/config-error.js';

try {
  loadEnvFile();
} catch (error) {
  exitWith(error, error instanceof ConfigError);
}
