/** What reads `.env` before anything else is loaded needs of the settings: no schema, so that a command starts at once. */

/** Settings that could not be read; the message names each of them and says why. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** In place of a file's name in FOOTPRINT_ENV_FILE: none is read, not even `.env`. */
export const NO_ENV_FILE = 'none';
