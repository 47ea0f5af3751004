import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './project-files.js';
import { PROJECT_ROOT, type Findings } from './tool.js';

/** Maximum number of lines of a source file: a longer one holds more than one idea. */
export const MAX_LINES = 300;

/** Source files that are too long. */
export function checkFileSizes(root: string = PROJECT_ROOT): Findings {
  return sourceFiles(root).flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').replace(/\n$/, '').split('\n').length;
    return lines > MAX_LINES ? [`${path}: ${lines} lines, at most ${MAX_LINES}`] : [];
  });
}
