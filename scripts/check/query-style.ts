import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

const REPOSITORY = /^src\/db\/[^/]+\//;
/** Statements of drizzle, or a client that runs them. */
const DRIZZLE = /from 'drizzle-orm'|import[^;]*\b(?:Database|Executor)\b[^;]*from '(?:\.\.\/)+client\.js'/;
/** The same of postgres.js. */
const POSTGRES = /from 'postgres'|import[^;]*\bSql\b[^;]*from '(?:\.\.\/)+client\.js'/;

const PRODUCT = /^(?:src|activities|workflows)\//;
/** The function that every transaction begins with. */
const TRANSACTION = 'src/db/transaction.ts';
/** A transaction of the driver or of drizzle, whatever the pool is called in a file of the database. */
const BEGIN_IN_DB = /\.(?:begin|transaction)(?:<[^()]*>)?\(/;
const BEGIN = /(?:\bsql|#sql|\bdb|#db)\.(?:begin|transaction)(?:<[^()]*>)?\(/;

/**
 * Repositories that mix drizzle and postgres.js: each is written with one (ADR 36). And transactions that begin otherwise than with
 * `transaction`: what they start after their commit could be started before it.
 */
export function checkQueryStyle(root: string = PROJECT_ROOT): Findings {
  return sourceFiles(root)
    .filter((path) => PRODUCT.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const isMixed = REPOSITORY.test(path) && !path.startsWith('src/db/schema/') && DRIZZLE.test(text) && POSTGRES.test(text);
      const begins = path !== TRANSACTION && (path.startsWith('src/db/') ? BEGIN_IN_DB : BEGIN).test(text);
      return [
        ...(isMixed ? [`${path}: drizzle and postgres.js in one repository`] : []),
        ...(begins ? [`${path}: a transaction that does not begin with \`transaction\` (${TRANSACTION})`] : []),
      ];
    });
}
