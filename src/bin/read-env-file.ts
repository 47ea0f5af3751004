/** Imported first by every program: what reads a setting while it is loaded finds those of `.env` too. */
import { loadEnvFile } from '../bootstrap/env-file.js';
import { exitWith } from '../bootstrap/exit.js';
import { ConfigError } from '../config/config-error.js';

try {
  loadEnvFile();
} catch (error) {
  exitWith(error, error instanceof ConfigError);
}
