/** Everything that must hold before a change is committed: `npm run check`. One line a check, non-zero when one fails. */
import { CHECKS } from './list.js';
import { passes } from './tool.js';

let failed = 0;
for (const check of CHECKS) if (!(await passes(check))) failed += 1;
if (failed > 0) process.stdout.write(`\n  ${failed} of ${CHECKS.length} checks failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
