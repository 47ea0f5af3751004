import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../../tools/checks/tool.js';

const run = promisify(execFile);
/** What the TypeScript client needs comes from this project's own installation: no registry is asked. */
const DEPENDENCIES = ['eventsource-parser', 'openapi-fetch', 'openapi-typescript-helpers'];

/** Makes a folder a package of somebody else's, in which the client is installed from its archive. */
export async function installPackage(folder: string, archives: string): Promise<void> {
  const packages = DEPENDENCIES.map((name) => `./node_modules/${name}`);
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', archives, ...packages], { cwd: PROJECT_ROOT });
  const files = readdirSync(archives).filter((name) => name.endsWith('.tgz'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const install = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...install, ...files.map((name) => path.join(archives, name))], { cwd: folder });
}
