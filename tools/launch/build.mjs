/**
 * Builds what production runs: dist/ by tsc, which only translates (`npm run check` checks types), the dashboard's pages, and the workflows
 * bundled ahead, so that a worker starts a second sooner and every replica runs the very same workflow code.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildPages } from './pages.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const dist = path.join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tools/launch/tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

const bundle = path.join(dist, 'workflow-bundle.js');
const { bundleWorkflows } = await import(pathToFileURL(path.join(dist, 'src', 'temporal', 'workflow-bundle.js')).href);
await bundleWorkflows(bundle);
await buildPages(root, path.join(dist, 'dashboard'));
process.stdout.write(`dist/ is built, workflow bundle ${Math.round(statSync(bundle).size / 1024)} kB\n`);
