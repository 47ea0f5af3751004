import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

const STORE = /^src\/features\/[^/]+\/(?:store|export)\//;
/** Statements of drizzle, or a client that runs them. */
const DRIZZLE = /from 'drizzle-orm'|import[^;]*\b(?:Database|Executor)\b[^;]*from '(?:\.\.\/)+kernel\/db\/client\.js'/;
/** The same of postgres.js. */
const POSTGRES = /from 'postgres'|import[^;]*\bSql\b[^;]*from '(?:\.\.\/)+kernel\/db\/client\.js'/;

const PRODUCT = /^(?:src|activities|workflows)\//;
/** The function that every transaction begins with. */
const TRANSACTION = 'src/kernel/db/transaction.ts';
/** A transaction of the driver or of drizzle, whatever the pool is called in a file of the database. */
const BEGIN_IN_DB = /\.(?:begin|transaction)(?:<[^()]*>)?\(/;
const BEGIN = /(?:\bsql|#sql|\bdb|#db)\.(?:begin|transaction)(?:<[^()]*>)?\(/;

/**
 * Stores that mix drizzle and postgres.js: each is written with one (ADR 36). And transactions that begin otherwise than with
 * `transaction`: what they start after their commit could be started before it.
 */
export function checkQueryStyle(root: string = PROJECT_ROOT): Findings {
  return sourceFiles(root)
    .filter((path) => PRODUCT.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const isMixed = STORE.test(path) && !path.endsWith('schema.ts') && DRIZZLE.test(text) && POSTGRES.test(text);
      const begins = path !== TRANSACTION && (STORE.test(path) || path.startsWith('src/kernel/db/') ? BEGIN_IN_DB : BEGIN).test(text);
      return [
        ...(isMixed ? [`${path}: drizzle and postgres.js in one store`] : []),
        ...(begins ? [`${path}: a transaction that does not begin with \`transaction\` (${TRANSACTION})`] : []),
      ];
    });
}
