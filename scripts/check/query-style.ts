import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

const REPOSITORY = /^src\/db\/[^/]+\//;
/** Statements of drizzle, or a client that runs them. */
const DRIZZLE = /from 'drizzle-orm'|import[^;]*\b(?:Database|Executor)\b[^;]*from '(?:\.\.\/)+client\.js'/;
/** The same of postgres.js. */
const POSTGRES = /from 'postgres'|import[^;]*\bSql\b[^;]*from '(?:\.\.\/)+client\.js'/;
/** Files that may know both, and why. */
const BOTH: Readonly<Record<string, string>> = {
  'src/db/webhooks/transaction.ts': 'events are written in transactions of either',
  'src/db/lookups/lookup-reader.ts': 'to be written with one',
};

/** Repositories that mix drizzle and postgres.js: each is written with one (ADR 36). */
export function checkQueryStyle(root: string = PROJECT_ROOT): Findings {
  return sourceFiles(root)
    .filter((path) => REPOSITORY.test(path) && !path.startsWith('src/db/schema/') && !(path in BOTH))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return DRIZZLE.test(text) && POSTGRES.test(text);
    })
    .map((path) => `${path}: drizzle and postgres.js in one repository`);
}
