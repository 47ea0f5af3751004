/** The parts of the settings that the reader of `.env` needs before anything else is loaded: no schema, so that commands start fast. */

/** Settings that could not be read; the message names each of them and says why. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Value of FOOTPRINT_ENV_FILE with which no file is read, not even `.env`. */
export const NO_ENV_FILE = 'none';
