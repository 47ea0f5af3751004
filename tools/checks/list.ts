/** The checks of `npm run check` and `npm run verify`. */
import { checkCitedPaths } from './cited-paths.js';
import { checkClientDigest } from '../clients/digest.js';
import { checkDeployDigest } from '../deploy/digest.js';
import { checkContractSections } from './contract-sections.js';
import { checkExpressions } from './expressions.js';
import { checkFolderCycles } from './folder-cycles.js';
import { checkImportFence } from './import-fence.js';
import { checkIndexedTexts } from './indexed-texts.js';
import { checkMigrations } from './migrations.js';
import { checkPrivacy } from './privacy.js';
import { checkRestricted } from './restricted.js';
import { type Check, type Findings, runTool } from './tool.js';

const BIOME = '@biomejs/biome/bin/biome';
const BIOME_OPTIONS = ['--max-diagnostics=200', '--no-errors-on-unmatched', '--files-ignore-unknown=true'];

/** Types of one project, by the native compiler (docs/adr/0005-libraries.md). What did not change since the last time is not checked again. */
const types = (project: string): Promise<Findings> => {
  const record = `node_modules/.cache/typescript/${project.replaceAll('/', '-')}.tsbuildinfo`;
  return runTool('typescript-native/bin/tsc', ['-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', record]);
};

/** What can be said of some files alone. @param files all by default */
export const checksOf = (files?: readonly string[]): readonly Check[] => [
  { name: 'import fence', run: () => checkImportFence(undefined, files) },
  { name: 'lint', run: () => runTool(BIOME, ['lint', '--error-on-warnings', ...BIOME_OPTIONS, ...(files ?? ['.'])]) },
  { name: 'format', run: () => runTool(BIOME, ['format', ...BIOME_OPTIONS, ...(files ?? ['.'])]) },
];

/** What only the whole tree shows. */
export const TREE: readonly Check[] = [
  { name: 'types', run: () => types('tsconfig.json') },
  { name: 'types of workflows, without Node', run: () => types('workflows/tsconfig.json') },
  { name: 'types of the dashboard', run: () => types('src/dashboard/tsconfig.json') },
  { name: 'types of the TypeScript client', run: () => types('clients/typescript/tsconfig.json') },
  { name: 'folders and areas that import each other', run: () => checkFolderCycles() },
  { name: 'paths that documents name', run: () => checkCitedPaths() },
];

/** Everything that must hold before a change is committed. */
export const CHECKS: readonly Check[] = [
  { name: 'clients of this document', run: () => checkClientDigest() },
  { name: 'deployment files as they were checked', run: () => checkDeployDigest() },
  ...TREE,
  ...checksOf(),
  { name: 'sections of the contract that comments cite', run: () => checkContractSections() },
  { name: 'migrations beside the release before', run: () => checkMigrations() },
  { name: 'personal data of every column', run: () => checkPrivacy() },
  { name: 'what only some files may hold', run: () => checkRestricted() },
  { name: 'expressions that are linear', run: () => checkExpressions() },
  { name: 'characters that are counted', run: () => checkIndexedTexts() },
];
