import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

const REPOSITORY = /^src\/db\/[^/]+\//;
/** Statements of drizzle, or a client that runs them. */
const DRIZZLE = /from 'drizzle-orm'|import[^;]*\b(?:Database|Executor)\b[^;]*from '(?:\.\.\/)+client\.js'/;
/** The same of postgres.js. */
const POSTGRES = /from 'postgres'|import[^;]*\bSql\b[^;]*from '(?:\.\.\/)+client\.js'/;

/** Repositories that mix drizzle and postgres.js: each is written with one (ADR 36). */
export function checkQueryStyle(root: string = PROJECT_ROOT): Findings {
  return sourceFiles(root)
    .filter((path) => REPOSITORY.test(path) && !path.startsWith('src/db/schema/'))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return DRIZZLE.test(text) && POSTGRES.test(text);
    })
    .map((path) => `${path}: drizzle and postgres.js in one repository`);
}
