/** An embedded Temporal server, listening on the loopback only, with its state in a SQLite file. */
import path from 'node:path';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { type Child, type Running, startChild } from './child.js';
import { freePort, isFree, LOOPBACK } from './ports.js';
import { findByArgument, identify } from './process-table.mjs';
import { endProcess } from './stale-processes.js';
import { StartupError } from './startup-error.js';
import { readJsonObject, type StateDir, writeFileAtomic } from './state-dir.js';
import { findTemporal } from './temporal-binary.js';
import { waitUntil } from './wait-until.js';

type DynamicConfig = Readonly<Record<string, number | boolean | string>>;

/**
 * Dynamic configuration of every Temporal server that Footprint is measured with; deploy/temporal-dynamicconfig.yaml has
 * the same values and a test compares them. The stock server lets each hop of a workflow wait up to 50 ms for its next poll: one
 * activity took 80 ms from start to result with it and 26 ms without. Fairness keeps one account's batch from starving
 * another's lookups. One partition per queue: each further one adds a hop, and a few hundred tasks a second need only one.
 *
 * Visibility records, which operators list, are written with a delay and one at a time: each such write takes 4 ms of the only
 * connection to SQLite, between the steps of the workflows, and a workflow that has ended by then is written once, not twice.
 */
export const DYNAMIC_CONFIG: DynamicConfig = {
  'history.transferProcessorMaxPollRPS': 5000,
  'history.timerProcessorMaxPollRPS': 5000,
  'history.visibilityProcessorMaxPollRPS': 4,
  'history.visibilityProcessorSchedulerWorkerCount': 1,
  'activity.enableStandalone': true,
  'matching.enableFairness': true,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
};

/**
 * The server is written in Go, which collects garbage whenever memory has doubled: with 40 MB in use that is many times a
 * second. Four times the memory, below the limit, saves a tenth of each workflow's CPU time and removes its latency peaks
 * (docs/measurements.md). The limit has room for the server's own caches, which take 200 MB after some thousand
 * workflows: with a limit of 256 MiB it then collected continuously.
 */
const GARBAGE_COLLECTION = { GOGC: '400', GOMEMLIMIT: '768MiB' } as const;

/** How long finished workflows are kept, in days. */
const RETENTION_DAYS = 7;

/** The server's types of search attributes. */
type SearchAttributeType = 'Text' | 'Keyword' | 'Int' | 'Double' | 'Bool' | 'Datetime' | 'KeywordList';
export type SearchAttributes = Readonly<Record<string, SearchAttributeType>>;

export interface TemporalServer extends Running {
  /** For TEMPORAL_ADDRESS: host and port. */
  readonly address: string;
  readonly uiUrl: string;
  readonly namespace: string;
  readonly source: string;
}

export interface TemporalOptions {
  readonly home: StateDir;
  /** For a new namespace only; the worker adds the missing ones to an existing namespace. */
  readonly searchAttributes?: SearchAttributes | undefined;
  readonly namespace?: string | undefined;
  /** State is kept in memory and lost at the end; for tests. */
  readonly inMemory?: boolean | undefined;
  /** Besides `DYNAMIC_CONFIG`, each value as JSON; for tests. */
  readonly dynamicConfig?: DynamicConfig | undefined;
  /** Keep the port of the last start, because other processes are configured with it. */
  readonly keepPort?: boolean | undefined;
  readonly log?: ((text: string) => void) | undefined;
}

const PORTS_FILE = 'temporal-ports.json';

/** Settings with which a program reaches the server of a state folder; null: none was started there. */
export function embeddedTemporalSettings(
  dir: string,
): Readonly<Record<'TEMPORAL_ADDRESS' | 'TEMPORAL_NAMESPACE' | 'TEMPORAL_UI_URL', string>> | null {
  const { port, uiPort, namespace = 'default' } = readJsonObject(path.join(dir, PORTS_FILE)) ?? {};
  if (typeof port !== 'number') return null;
  return {
    TEMPORAL_ADDRESS: `${LOOPBACK}:${port}`,
    TEMPORAL_NAMESPACE: String(namespace),
    TEMPORAL_UI_URL: `http://${LOOPBACK}:${String(uiPort)}`,
  };
}

const START_TIMEOUT_MS = 60_000;
const ATTEMPTS = 3;
const STOP: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGKILL'];
const STOP_TIMEOUT_MS = 5_000;
const PREFERRED_UI_PORT = 8233;
const DAMAGED = /file is not a database|database disk image is malformed|malformed database schema|disk I\/O error/i;

/**
 * Starts the server and waits until its namespace responds. Recovers from a kill -9: an old server on the same file is ended
 * first.
 * @throws StartupError with one sentence, and the server's last lines as detail
 */
export async function startTemporal(options: TemporalOptions): Promise<TemporalServer> {
  const { home, namespace = 'default' } = options;
  const binary = await findTemporal({ homeDir: home.dir, ...(options.log ? { log: options.log } : {}) });
  const file = path.join(home.dir, 'temporal.db');
  if (!options.inMemory) await endStaleServer(file);
  const note = path.join(home.dir, PORTS_FILE);
  const last = readJsonObject(note);
  let port = options.keepPort ? Number(last?.port) : await freePort([asPort(last?.port)]);
  let uiPort = await freePort([asPort(last?.uiPort), PREFERRED_UI_PORT]);
  for (let attempt = 1; ; attempt += 1) {
    const child = await startChild(home, {
      name: 'temporal',
      command: binary.file,
      args: serverArguments({
        port,
        uiPort,
        file: options.inMemory ? null : file,
        namespace,
        searchAttributes: options.searchAttributes ?? {},
        dynamicConfig: { ...DYNAMIC_CONFIG, ...options.dynamicConfig },
      }),
      env: serverEnvironment(),
    });
    const stop = () => child.stop(STOP, STOP_TIMEOUT_MS);
    const address = `${LOOPBACK}:${port}`;
    if (await prepareNamespace(child, address, namespace)) {
      writeFileAtomic(note, JSON.stringify({ port, uiPort, namespace }));
      const uiUrl = `http://${LOOPBACK}:${uiPort}`;
      return { name: 'temporal', address, uiUrl, namespace, source: binary.source, pid: child.pid, exited: child.exited, stop };
    }
    await stop();
    const output = child.log.tail(12);
    if (DAMAGED.test(output)) {
      throw new StartupError(
        `Temporal's file ${file} is damaged: move it away and start again; accepted lookups are in Postgres and will be started again.`,
        output,
      );
    }
    if (attempt >= ATTEMPTS || !/address already in use|bind: /i.test(output)) {
      throw new StartupError(
        `The Temporal server did not start: see ${child.log.file}, or set TEMPORAL_ADDRESS to use another one.`,
        output,
      );
    }
    if (!options.keepPort && !(await isFree(port))) port = await freePort();
    if (!(await isFree(uiPort))) uiPort = await freePort();
  }
}

interface ServerOptions {
  readonly port: number;
  readonly uiPort: number;
  readonly file: string | null;
  readonly namespace: string;
  readonly searchAttributes: SearchAttributes;
  readonly dynamicConfig: DynamicConfig;
}

function serverArguments({ port, uiPort, file, namespace, searchAttributes, dynamicConfig }: ServerOptions): string[] {
  const many = (flag: string, pairs: Readonly<Record<string, unknown>>) =>
    Object.entries(pairs).flatMap(([name, value]) => [flag, `${name}=${String(value)}`]);
  return [
    ...['server', 'start-dev', '--ip', LOOPBACK, '--port', String(port), '--ui-port', String(uiPort)],
    ...['--ui-disable-news-fetch', '--log-level', 'warn', '--namespace', namespace],
    // WAL doubles the rate of one-activity workflows. With it, NORMAL loses nothing when a process is killed; a power cut
    // may lose the last moments, which are restarted from the rows in Postgres.
    ...(file ? ['--db-filename', file, ...many('--sqlite-pragma', { journal_mode: 'WAL', synchronous: 'NORMAL' })] : []),
    ...many('--dynamic-config-value', dynamicConfig),
    ...many('--search-attribute', searchAttributes),
  ];
}

/** TEMPORAL_… settings of the caller name the server of a client; they must not configure this one. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { ...GARBAGE_COLLECTION, ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_'))) };
}

/** Two servers on one file would both run its workflows. */
async function endStaleServer(file: string): Promise<void> {
  for (const pid of findByArgument('temporal', file)) {
    const identity = identify(pid);
    if (identity) await endProcess(identity, STOP, STOP_TIMEOUT_MS);
  }
}

/** Waits until the namespace responds, then sets its retention of finished workflows. @returns false when it ended or timed out */
async function prepareNamespace(child: Child, address: string, namespace: string): Promise<boolean> {
  const connection = Connection.lazy({ address });
  try {
    const describe = () => connection.withDeadline(Date.now() + 2_000, () => connection.workflowService.describeNamespace({ namespace }));
    const ready = await waitUntil(
      () =>
        child.ended()
          ? true
          : describe().then(
              () => true,
              () => false,
            ),
      START_TIMEOUT_MS,
    );
    if (!ready || child.ended()) return false;
    const config = { workflowExecutionRetentionTtl: msToTs(`${RETENTION_DAYS} days`) };
    await connection.workflowService.updateNamespace({ namespace, config });
    return true;
  } finally {
    await connection.close();
  }
}

function asPort(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
