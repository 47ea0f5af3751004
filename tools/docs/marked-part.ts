import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../checks/tool.js';

/**
 * A file that is written by hand but for the part between two marks, with that part anew.
 *
 * @param path from the root of the project
 * @param part the new part, from the text before it
 * @param text the file as it is to be, if another part was made before
 * @throws Error when a mark is missing: the part would silently stay as it was
 */
export function withMarkedPart(
  path: string,
  [begin, end]: readonly [string, string],
  part: (before: string) => string,
  text = read(path),
): string {
  const [before, rest] = splitAt(text, begin, path);
  const [, after] = splitAt(rest, end, path);
  return `${before}${begin}${part(before)}${end}${after}`;
}

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');

function splitAt(text: string, mark: string, path: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`${path} has no line "${mark.trim()}"`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
