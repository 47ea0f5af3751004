/** Everything that must hold before a change is committed: `npm run check`. One line a check, non-zero when one fails. */
import picocolors from 'picocolors';
import { checkCitedNames } from './cited-names.js';
import { checkCitedPaths } from './cited-paths.js';
import { checkClientDigest } from '../clients/digest.js';
import { checkDeployDigest } from '../deploy/digest.js';
import { checkContractSections } from './contract-sections.js';
import { checkExpressions } from './expressions.js';
import { checkFileSizes, MAX_LINES } from './file-size.js';
import { checkFolderCycles } from './folder-cycles.js';
import { checkForbiddenWords } from './forbidden-words.js';
import { checkImportFence } from './import-fence.js';
import { checkLineLength, MAX_LINE_LENGTH } from './line-length.js';
import { checkMigrations } from './migrations.js';
import { checkNormaliseCalls } from './normalise-calls.js';
import { checkPrivacy } from './privacy.js';
import { checkQueryStyle } from './query-style.js';
import { checkRetiredTerms } from './retired-terms.js';
import { runTool, type Findings } from './tool.js';

interface Check {
  readonly name: string;
  readonly run: () => Findings | Promise<Findings>;
}

const TSC = 'typescript/bin/tsc';

const CHECKS: readonly Check[] = [
  { name: 'clients of this document', run: () => checkClientDigest() },
  { name: 'deployment files as they were checked', run: () => checkDeployDigest() },
  { name: 'types', run: () => runTool(TSC, ['-p', 'tsconfig.json', '--noEmit']) },
  { name: 'types of workflows, without Node', run: () => runTool(TSC, ['-p', 'tsconfig.workflows.json', '--noEmit']) },
  { name: 'types of the dashboard', run: () => runTool(TSC, ['-p', 'src/dashboard/tsconfig.json', '--noEmit']) },
  { name: 'types of the TypeScript client', run: () => runTool(TSC, ['-p', 'clients/typescript/tsconfig.json', '--noEmit']) },
  { name: 'lint', run: () => runTool('@biomejs/biome/bin/biome', ['lint', '--error-on-warnings', '--max-diagnostics=200', '.']) },
  { name: 'format', run: () => runTool('@biomejs/biome/bin/biome', ['format', '--max-diagnostics=200', '.']) },
  { name: 'import fence', run: () => checkImportFence() },
  { name: 'cycles of folders', run: () => checkFolderCycles() },
  { name: `files of at most ${MAX_LINES} lines`, run: () => checkFileSizes() },
  { name: `lines of at most ${MAX_LINE_LENGTH} characters`, run: () => checkLineLength() },
  { name: 'paths that documents name', run: () => checkCitedPaths() },
  { name: 'names that comments and documents name', run: () => checkCitedNames() },
  { name: 'sections of the contract that comments cite', run: () => checkContractSections() },
  { name: 'migrations beside the release before', run: () => checkMigrations() },
  { name: 'personal data of every column', run: () => checkPrivacy() },
  { name: 'one way to normalise texts', run: () => checkNormaliseCalls() },
  { name: 'one style of query per repository, one way to begin a transaction', run: () => checkQueryStyle() },
  { name: 'expressions that are linear', run: () => checkExpressions() },
  { name: 'retired terms', run: () => checkRetiredTerms() },
  { name: 'forbidden words', run: () => checkForbiddenWords() },
];

let failed = 0;
for (const { name, run } of CHECKS) {
  const start = performance.now();
  const findings = await run();
  const seconds = picocolors.dim(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  process.stdout.write(`  ${findings.length === 0 ? picocolors.green('✔') : picocolors.red('✖')} ${name} ${seconds}\n`);
  for (const finding of findings) process.stdout.write(`${finding.replace(/^/gm, '      ')}\n`);
  if (findings.length > 0) failed += 1;
}
if (failed > 0) process.stdout.write(`\n  ${failed} of ${CHECKS.length} checks failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
