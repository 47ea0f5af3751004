import { readFileSync } from 'node:fs';
import { ConfigError } from '../kernel/config/config-error.js';

/** Settings that hold secrets: each may be in a file, as orchestrators mount them, so that it is in no environment that others read. */
export const SECRET_SETTINGS = [
  'FOOTPRINT_API_KEY',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'TEMPORAL_API_KEY',
  'TEMPORAL_TLS_CLIENT_KEY_DATA',
  'PROBE_PROXY_URL',
  'PLATFORM_KEYS',
  'HIBP_API_KEY',
  'BRAVE_API_KEY',
  'MOJEEK_API_KEY',
  'KAGI_API_KEY',
  'SECRETS_KEY',
  'ERASURE_LEDGER',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'PROXYCHECK_API_KEY',
  'IPQS_API_KEY',
  'TWILIO_AUTH_TOKEN',
  'TELNYX_API_KEY',
] as const;

/** The setting that names the file of a secret. */
export const fileSettingOf = (name: string): string => `${name}_FILE`;

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
