import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import picocolors from 'picocolors';

export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The version of the project, and of its clients. */
export const PROJECT_VERSION = (JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }).version;

/** What a check found: one line a finding; none is a pass. */
export type Findings = readonly string[];

export interface Check {
  readonly name: string;
  readonly run: () => Findings | Promise<Findings>;
}

/** Runs a check and prints its line, then what it found, or why it could not run. @returns whether it passed */
export async function passes({ name, run: findingsOf }: Check): Promise<boolean> {
  const start = performance.now();
  const findings = await Promise.resolve()
    .then(findingsOf)
    .catch((error: Error) => [error.message]);
  const seconds = picocolors.dim(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  process.stdout.write(`  ${findings.length === 0 ? picocolors.green('✔') : picocolors.red('✖')} ${name} ${seconds}\n`);
  for (const finding of findings) process.stdout.write(`${finding.replace(/^/gm, '      ')}\n`);
  return findings.length === 0;
}

export interface Ran {
  readonly ok: boolean;
  readonly out: string;
  /** Both outputs, or why it could not be run. */
  readonly all: string;
}

/** Runs a program to its end, in the project's folder by default. */
export async function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly timeout?: number } = {},
): Promise<Ran> {
  const done = await execa(program, args, { cwd: PROJECT_ROOT, ...options, all: true, reject: false, stdin: 'ignore' });
  return { ok: !done.failed, out: done.stdout ?? '', all: done.all?.trim() || (done.failed ? (done.shortMessage ?? '') : '') };
}

/**
 * Runs a tool of `node_modules` in a folder. @returns what it printed when it failed, nothing when it passed
 *
 * @param entry the tool's JavaScript file below node_modules
 */
export async function runTool(entry: string, args: readonly string[], folder: string = PROJECT_ROOT): Promise<Findings> {
  const tool = [join(PROJECT_ROOT, 'node_modules', entry), ...args];
  const { ok, all } = await run(process.execPath, tool, { cwd: folder, env: { NO_COLOR: '1', FORCE_COLOR: '0' } });
  return ok ? [] : [all];
}
