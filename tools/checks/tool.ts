import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The version of the project, and of its clients. */
export const PROJECT_VERSION = (JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }).version;

/** What a check found: one line a finding; none is a pass. */
export type Findings = readonly string[];

/**
 * Runs a tool of `node_modules` in a folder. @returns what it printed when it failed, nothing when it passed
 *
 * @param entry the tool's JavaScript file below node_modules
 */
export async function runTool(entry: string, args: readonly string[], folder: string = PROJECT_ROOT): Promise<Findings> {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'node_modules', entry), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return code === 0 ? [] : [output.trim() || `${entry} ended with code ${code}`];
}
