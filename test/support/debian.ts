/** Programs of the distribution's packages, which tests need and install themselves. */
import { accessSync, constants, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from '../../tools/embedded/child.js';
import { exclusively } from '../../tools/embedded/exclusively.js';

/** Where packages put servers is not on everybody's path. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean), '/usr/sbin', '/usr/lib/postgresql/15/bin'];
/** The lists of packages are brought up to date once by a process. */
let updated: Promise<unknown> | undefined;

function onPath(names: readonly string[]): string | undefined {
  return names
    .flatMap((name) => FOLDERS.map((folder) => path.join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export interface DebianProgram {
  /** The best first. */
  readonly names: readonly string[];
  /** Those that bring it, the best first: not every release has each. */
  readonly packages: readonly string[];
  /** Packages that are installed beside it, and a file of theirs. */
  readonly beside?: { readonly packages: readonly string[]; readonly file: string };
}

/**
 * A program of this machine, installed with apt at its first use. Servers that a package brings are not started.
 *
 * @returns its file
 * @throws when no package brings it
 */
export async function debianProgram({ names, packages, beside }: DebianProgram): Promise<string> {
  const whole = () => (beside === undefined || existsSync(beside.file) ? onPath(names) : undefined);
  const present = whole();
  if (present !== undefined) return present;
  return exclusively(path.join(tmpdir(), 'footprint-apt.lock'), async () => {
    // Runlevel 1: nothing that was installed is started.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    let reason = '';
    for (const name of packages) {
      const found = whole();
      if (found !== undefined) return found;
      updated ??= runProgram('apt-get', ['update', '-qq'], { timeoutMs: 120_000, env });
      await updated;
      const args = ['install', '-y', '-qq', '--no-install-recommends', name, ...(beside?.packages ?? [])];
      reason = (await runProgram('apt-get', args, { timeoutMs: 300_000, env })).lastLines;
    }
    const found = whole();
    if (found === undefined) throw new Error(`This test needs ${names[0]}, and apt-get could not install it. ${reason}`);
    return found;
  });
}
