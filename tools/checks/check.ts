/** Everything that must hold before a change is committed: `npm run check`. One line a check, non-zero when one fails. */
import picocolors from 'picocolors';
import { checkCitedPaths } from './cited-paths.js';
import { checkClientDigest } from '../clients/digest.js';
import { checkDeployDigest } from '../deploy/digest.js';
import { checkContractSections } from './contract-sections.js';
import { checkExpressions } from './expressions.js';
import { checkFileSizes, MAX_LINES } from './file-size.js';
import { checkFolderCycles } from './folder-cycles.js';
import { checkImportFence } from './import-fence.js';
import { checkMigrations } from './migrations.js';
import { checkPrivacy } from './privacy.js';
import { checkRestricted } from './restricted.js';
import { runTool, type Findings } from './tool.js';

interface Check {
  readonly name: string;
  readonly run: () => Findings | Promise<Findings>;
}

/** Types of one project, by the native compiler (docs/adr/0005-libraries.md). What did not change since the last time is not checked again. */
const types = (project: string): Promise<Findings> => {
  const record = `node_modules/.cache/typescript/${project.replaceAll('/', '-')}.tsbuildinfo`;
  return runTool('typescript-native/bin/tsc', ['-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', record]);
};

const CHECKS: readonly Check[] = [
  { name: 'clients of this document', run: () => checkClientDigest() },
  { name: 'deployment files as they were checked', run: () => checkDeployDigest() },
  { name: 'types', run: () => types('tsconfig.json') },
  { name: 'types of workflows, without Node', run: () => types('tsconfig.workflows.json') },
  { name: 'types of the dashboard', run: () => types('src/dashboard/tsconfig.json') },
  { name: 'types of the TypeScript client', run: () => types('clients/typescript/tsconfig.json') },
  { name: 'lint', run: () => runTool('@biomejs/biome/bin/biome', ['lint', '--error-on-warnings', '--max-diagnostics=200', '.']) },
  { name: 'format', run: () => runTool('@biomejs/biome/bin/biome', ['format', '--max-diagnostics=200', '.']) },
  { name: 'import fence', run: () => checkImportFence() },
  { name: 'folders and areas that import each other', run: () => checkFolderCycles() },
  { name: `files of at most ${MAX_LINES} lines`, run: () => checkFileSizes() },
  { name: 'paths that documents name', run: () => checkCitedPaths() },
  { name: 'sections of the contract that comments cite', run: () => checkContractSections() },
  { name: 'migrations beside the release before', run: () => checkMigrations() },
  { name: 'personal data of every column', run: () => checkPrivacy() },
  { name: 'what only some files may hold', run: () => checkRestricted() },
  { name: 'expressions that are linear', run: () => checkExpressions() },
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
