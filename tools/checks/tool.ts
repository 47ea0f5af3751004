import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import picocolors from 'picocolors';
import { runProgram } from '../embedded/child.js';

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
export async function passes({ name, run }: Check): Promise<boolean> {
  const start = performance.now();
  const findings = await Promise.resolve()
    .then(run)
    .catch((error: Error) => [error.message]);
  const seconds = picocolors.dim(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  process.stdout.write(`  ${findings.length === 0 ? picocolors.green('✔') : picocolors.red('✖')} ${name} ${seconds}\n`);
  for (const finding of findings) process.stdout.write(`${finding.replace(/^/gm, '      ')}\n`);
  return findings.length === 0;
}

/**
 * Runs a tool of `node_modules` in a folder. @returns what it printed when it failed, nothing when it passed
 *
 * @param entry the tool's JavaScript file below node_modules
 */
export async function runTool(entry: string, args: readonly string[], folder: string = PROJECT_ROOT): Promise<Findings> {
  const tool = [join(PROJECT_ROOT, 'node_modules', entry), ...args];
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  const { ok, all } = await runProgram(process.execPath, tool, { cwd: folder, env });
  return ok ? [] : [all];
}
