import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_VERSION } from '../../../tools/checks/tool.js';
import { GO_CLIENT } from '../../../tools/clients/go.js';

const run = promisify(execFile);
export const GO_MODULE = 'footprint.example.com/footprint';

/** Makes a folder a module of somebody else's, which has the client from its archive. @returns runs Go in it */
export async function emptyModule(folder: string, archives: string): Promise<(...args: string[]) => Promise<string>> {
  await GO_CLIENT.build(archives);
  const settings = JSON.parse((await run('go', ['env', '-json', 'GOPROXY', 'GOMODCACHE'])).stdout) as Record<string, string>;
  const env = {
    ...process.env,
    // A cache of its own, since the archive of this version changes; what it needs besides is in the machine's.
    GOMODCACHE: path.join(archives, 'modules'),
    GOPROXY: `file://${archives},file://${settings['GOMODCACHE']}/cache/download,${settings['GOPROXY']}`,
    GONOSUMDB: '*',
    GOFLAGS: '-modcacherw',
  };
  const go = async (...args: string[]): Promise<string> => (await run('go', args, { cwd: folder, env })).stdout;
  await go('mod', 'init', 'example.com/consumer');
  await go('get', `${GO_MODULE}@v${PROJECT_VERSION}`);
  return go;
}
