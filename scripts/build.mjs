/**
 * Builds what production runs: dist/ by tsc, which only translates (`npm run check` checks types), the dashboard's pages, and the workflows
 * bundled ahead, so that a worker starts a second sooner and every replica runs the very same workflow code.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { buildPages } from './launch/pages.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const dist = path.join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

const none = () => undefined;
const print = (text) => process.stdout.write(`${text}\n`);
const quiet = { log: none, trace: none, debug: none, info: none, warn: print, error: print };
const { code } = await bundleWorkflowCode({ workflowsPath: path.join(dist, 'workflows', 'index.js'), logger: quiet });
writeFileSync(path.join(dist, 'workflow-bundle.js'), code);
await buildPages(root, path.join(dist, 'dashboard'));
print(`dist/ is built, workflow bundle ${Math.round(code.length / 1024)} kB`);
