import { SETTINGS } from '../../src/kernel/config/env.js';
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

/** docker-compose.yml, with every setting passed on that has no line by hand before the marked part. */
export function composeFile(): string {
  return withMarkedPart(COMPOSE_FILE, MARKS, (before) =>
    SETTINGS.filter(({ name }) => !DECIDED_BY_CONTAINERS.has(name) && !before.includes(`    ${name}: `))
      .map(({ name }) => `    ${name}: \${${name}:-}\n`)
      .join(''),
  );
}
