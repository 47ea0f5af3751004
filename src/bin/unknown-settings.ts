import { SETTINGS } from '../config/env.js';
import { fileSettingOf, SECRET_SETTINGS } from './secret-files.js';

/** Names that others read from the same file: docker compose, the simulator, Node, npm and the system. */
const OF_OTHERS =
  /^(?:SIMULATOR_|POSTGRES_(?:SERVICE_|TEMPORAL_)?PASSWORD$|COMPOSE_|DOCKER_|NODE_|npm_|SSL_CERT_|LC_|LANG$|TZ$|PATH$|NO_COLOR$)/;
const KNOWN: readonly string[] = [...SETTINGS.map(({ name }) => name), ...SECRET_SETTINGS.map(fileSettingOf)];
/** Changes of a character after which a name is another one, not a mistyped one. */
const MAX_CHANGES = 3;

/**
 * A sentence for each name that no program reads: its value has no effect.
 *
 * @param names those of the file with settings; the environment has names of everybody
 */
export function unknownSettings(names: readonly string[]): string[] {
  return names
    .filter((name) => !KNOWN.includes(name) && !OF_OTHERS.test(name))
    .map((name) => {
      const near = KNOWN.map((known) => ({ known, changes: changesBetween(name.toUpperCase(), known) })).sort(
        (a, b) => a.changes - b.changes,
      )[0];
      const isNear = near !== undefined && near.changes <= Math.min(MAX_CHANGES, name.length / 3);
      return `${name} is not a setting: ${isNear ? `did you mean ${near.known}?` : 'it has no effect (docs/env.md lists them all).'}`;
    });
}

/** Characters to insert, delete, replace, or swap with the next one, so that one text becomes the other (optimal string alignment). */
function changesBetween(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const [left, above, diagonal] = [current[column - 1], last[column], last[column - 1]] as [number, number, number];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwapped ? (before[column - 2] as number) + 1 : Infinity;
      current.push(Math.min(left + 1, above + 1, diagonal + (a[row - 1] === b[column - 1] ? 0 : 1), swapped));
    }
    [before, last] = [last, current];
  }
  return last[b.length] as number;
}
