import { readFileSync } from 'node:fs';
import { ConfigError } from '../kernel/config/config-error.js';
import { fileSettingOf } from '../kernel/config/file-setting.js';
import { SECRET_SETTINGS } from '../kernel/config/secret-settings.js';

/**
 * Puts every secret that a file holds in the place of the name of the file, without the line feed at its end.
 *
 * @throws ConfigError when a file cannot be read or is empty, and when a secret is there twice
 */
export function readSecretFiles(env: NodeJS.ProcessEnv): void {
  for (const name of SECRET_SETTINGS) {
    const setting = fileSettingOf(name);
    const file = env[setting];
    delete env[setting];
    if (!file) continue;
    if (env[name]) throw new ConfigError(`${name} and ${setting} are both set: unset one of them.`);
    env[name] = contentOf(setting, file);
  }
}

function contentOf(setting: string, file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigError(`The file of ${setting} cannot be read (${String((error as NodeJS.ErrnoException).code)}).`);
  }
  if (content === '') throw new ConfigError(`The file of ${setting} is empty.`);
  return content;
}
