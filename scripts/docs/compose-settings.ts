import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SETTINGS } from '../../src/config/env.js';
import { PROJECT_ROOT } from '../check/tool.js';

export const COMPOSE_FILE = 'docker-compose.yml';

const BEGIN = '    # The others, written by `npm run docs`:\n';
const END = '    # End of what is written by `npm run docs`.\n';

/** Settings that the containers decide: where they listen, where they keep state, and which service they call. */
const DECIDED_BY_CONTAINERS: ReadonlySet<string> = new Set([
  'HOST',
  'PORT',
  'ADMIN_PORT',
  'METRICS_PORT',
  'FOOTPRINT_HOME',
  'FOOTPRINT_ENV_FILE',
  'FOOTPRINT_URL',
  'FOOTPRINT_API_KEY',
]);

/** docker-compose.yml, with every setting passed on that has no line by hand before the marked part. */
export function composeFile(): string {
  const text = readFileSync(path.join(PROJECT_ROOT, COMPOSE_FILE), 'utf8');
  const [before, rest] = splitAt(text, BEGIN);
  const [, after] = splitAt(rest, END);
  const passed = SETTINGS.filter(({ name }) => !DECIDED_BY_CONTAINERS.has(name) && !before.includes(`    ${name}: `));
  return `${before}${BEGIN}${passed.map(({ name }) => `    ${name}: \${${name}:-}\n`).join('')}${END}${after}`;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`${COMPOSE_FILE} has no line "${mark.trim()}"`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
