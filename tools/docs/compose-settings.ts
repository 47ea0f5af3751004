import { SETTINGS } from '../../src/kernel/config/env.js';
import { fileSettingOf } from '../../src/kernel/config/file-setting.js';
import { withMarkedPart } from './marked-part.js';

export const COMPOSE_FILE = 'docker-compose.yml';

const MARKS = ['    # The others, written by `npm run docs`:\n', '    # End of what is written by `npm run docs`.\n'] as const;

/** Settings that the containers decide: where they listen, where they keep state, which service they call, and who migrates. */
const DECIDED_BY_CONTAINERS: ReadonlySet<string> = new Set([
  'HOST',
  'PORT',
  'ADMIN_HOST',
  'ADMIN_PORT',
  'METRICS_PORT',
  'FOOTPRINT_HOME',
  'FOOTPRINT_ENV_FILE',
  'FOOTPRINT_URL',
  'FOOTPRINT_API_KEY',
  'DATABASE_OWNER_URL',
]);

/** Secrets with a preset there: nothing says that it is not meant. */
const PRESET: ReadonlySet<string> = new Set(['DATABASE_URL', 'ERASURE_LEDGER']);

/** Settings with which processes are given files of their secrets. */
export const FILES_OF_SECRETS = SETTINGS.filter(
  ({ name, isSecret }) => isSecret && !PRESET.has(name) && !DECIDED_BY_CONTAINERS.has(name),
).map(({ name }) => fileSettingOf(name));

/** docker-compose.yml, with every setting passed on that has no line by hand before the marked part. */
export function composeFile(): string {
  return withMarkedPart(COMPOSE_FILE, MARKS, (before) =>
    [...SETTINGS.map(({ name }) => name).filter((name) => !DECIDED_BY_CONTAINERS.has(name)), ...FILES_OF_SECRETS]
      .filter((name) => !before.includes(`    ${name}: `))
      .map((name) => `    ${name}: \${${name}:-}\n`)
      .join(''),
  );
}
