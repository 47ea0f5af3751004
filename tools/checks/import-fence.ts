import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT, runTool, type Findings } from './tool.js';

/** Checks a tree against the layers of `.dependency-cruiser.mjs`. */
export function checkImportFence(root: string = PROJECT_ROOT): Promise<Findings> {
  const folders = ['src', 'workflows', 'activities', 'tools'].filter((folder) => existsSync(join(root, folder)));
  return runTool(
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ['--config', join(PROJECT_ROOT, '.dependency-cruiser.mjs'), '--output-type', 'err', ...folders],
    root,
  );
}
