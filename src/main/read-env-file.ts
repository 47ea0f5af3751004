/** Imported first by every program, so that modules which read settings while they are loaded find those of `.env` too. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { exitWith } from '../wiring/lifecycle.js';
import { ConfigError, NO_ENV_FILE } from '../kernel/config/config-error.js';
import { readSecretFiles } from './secret-files.js';

const ENV_FILE = '.env';

/** What a file is made of: blank lines, comments, and assignments whose quoted values may run over lines. */
const WELL_FORMED =
  /^[^\S\n]*(?:#[^\n]*|(?:export[^\S\n]+)?[A-Za-z_][A-Za-z0-9_]*[^\S\n]*=[^\S\n]*(?:(["'`])[\s\S]*?\1[^\S\n]*(?:#[^\n]*)?|(?![^\S\n]|["'`])[^\n]*))?(?:\n|$)/;

/**
 * Adds the settings of `.env` in the working directory, or of the file that FOOTPRINT_ENV_FILE names, to the environment.
 * Variables that are already set win. A missing `.env` is fine, a missing file that was named is not.
 *
 * @returns the names in the file
 * @throws ConfigError for a file that cannot be read, and for a line that Node's reader would skip silently
 */
function loadEnvFile(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const named = env['FOOTPRINT_ENV_FILE'] || undefined;
  if (named === NO_ENV_FILE) return [];
  const file = path.resolve(named ?? ENV_FILE);
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    if (code === 'ENOENT' && named === undefined) return [];
    throw new ConfigError(`The file ${file} with settings cannot be read (${code}).`);
  }
  const line = malformedLine(content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
  if (line !== null) throw new ConfigError(`Line ${line} of ${file} is neither NAME=value nor a comment, or a quote in it is not closed.`);
  process.loadEnvFile(file);
  return Object.keys(parseEnv(content));
}

/** @returns the number of the first line that cannot be read; null: every line can. Its text is not reported: it may hold a key. */
function malformedLine(content: string): number | null {
  let rest = content;
  while (rest !== '') {
    const read = WELL_FORMED.exec(rest)?.[0];
    if (!read) return content.slice(0, content.length - rest.length).split('\n').length;
    rest = rest.slice(read.length);
  }
  return null;
}

/** The names in the file, whether or not a program reads them. */
export let namesInEnvFile: readonly string[] = [];
try {
  namesInEnvFile = loadEnvFile();
  readSecretFiles(process.env);
} catch (error) {
  exitWith(error, error instanceof ConfigError);
}
