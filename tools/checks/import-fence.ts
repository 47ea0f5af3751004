import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT, runTool, type Findings } from './tool.js';

const FENCED = ['src', 'workflows', 'activities', 'tools'];

/**
 * Checks a tree against the layers of `import-fence.config.mjs`.
 *
 * @param files only these and what they import, which is where a circle that they are part of lies too; default: all
 */
export async function checkImportFence(root: string = PROJECT_ROOT, files: readonly string[] = FENCED): Promise<Findings> {
  const fenced = files.filter((path) => isFenced(path) && existsSync(join(root, path)));
  if (fenced.length === 0) return [];
  const config = join(PROJECT_ROOT, 'tools/checks/import-fence.config.mjs');
  return runTool('dependency-cruiser/bin/dependency-cruise.mjs', ['--config', config, '--output-type', 'err', ...fenced], root);
}

const isFenced = (path: string): boolean =>
  FENCED.includes(path) || (FENCED.includes(path.split('/')[0] ?? '') && /\.[cm]?[jt]sx?$/.test(path));
