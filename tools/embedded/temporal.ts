/** An embedded Temporal server, listening on the loopback only, with its state in a SQLite file. */
import path from 'node:path';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { type Child, startChild } from './child.js';
import { type StateDir, readJsonObject, writeFileAtomic } from './state-dir.js';
import { endProcess } from './stale-processes.js';
import { freePort, isFree, LOOPBACK } from './ports.js';
import { findByArgument, identify } from './process-table.js';
import type { Running } from './running.js';
import { StartupError } from './startup-error.js';
import { findTemporal, type TemporalBinary } from './temporal-binary.js';
import { DYNAMIC_CONFIG, GARBAGE_COLLECTION, RETENTION_DAYS, type SearchAttributes } from './temporal-settings.js';
import { waitUntil } from './wait-until.js';

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
  /** Found before; otherwise `findTemporal` is called. */
  readonly binary?: TemporalBinary | undefined;
  /** State is kept in memory and lost at the end; for tests. */
  readonly inMemory?: boolean | undefined;
  /** Keep the port of the last start, because other processes are configured with it. */
  readonly keepPort?: boolean | undefined;
  readonly log?: ((text: string) => void) | undefined;
}

const READY_MS = 60_000;
const ATTEMPTS = 3;
const STOP: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGKILL'];
const GRACE_MS = 5_000;
const PREFERRED_UI_PORT = 8233;
const DAMAGED = /file is not a database|database disk image is malformed|malformed database schema|disk I\/O error/i;

/**
 * Starts the server and waits until its namespace responds. Recovers from a kill -9: an old server on the same file is ended
 * first.
 * @throws StartupError with one sentence, and the server's last lines as detail
 */
export async function startTemporal(options: TemporalOptions): Promise<TemporalServer> {
  const { home, namespace = 'default' } = options;
  const binary = options.binary ?? (await findTemporal({ homeDir: home.dir, ...(options.log ? { log: options.log } : {}) }));
  const file = path.join(home.dir, 'temporal.db');
  if (!options.inMemory) await endStaleServer(file);
  const note = path.join(home.dir, 'temporal-ports.json');
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
      }),
      env: serverEnvironment(),
    });
    const stop = () => child.stop(STOP, GRACE_MS);
    const address = `${LOOPBACK}:${port}`;
    if (await prepareNamespace(child, address, namespace)) {
      writeFileAtomic(note, JSON.stringify({ port, uiPort }));
      const uiUrl = `http://${LOOPBACK}:${uiPort}`;
      return { name: 'temporal', address, uiUrl, namespace, source: binary.source, pid: child.pid, exited: child.exited, stop };
    }
    await stop();
    const said = child.log.tail(12);
    if (DAMAGED.test(said)) {
      throw new StartupError(
        `Temporal's file ${file} is damaged: move it away and start again; accepted lookups are in Postgres and will be started anew.`,
        said,
      );
    }
    if (attempt >= ATTEMPTS || !/address already in use|bind: /i.test(said)) {
      throw new StartupError(`The Temporal server did not start: see ${child.log.file}, or set TEMPORAL_ADDRESS to use another one.`, said);
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
}

function serverArguments({ port, uiPort, file, namespace, searchAttributes }: ServerOptions): string[] {
  const many = (flag: string, pairs: Readonly<Record<string, unknown>>) =>
    Object.entries(pairs).flatMap(([name, value]) => [flag, `${name}=${String(value)}`]);
  return [
    ...['server', 'start-dev', '--ip', LOOPBACK, '--port', String(port), '--ui-port', String(uiPort)],
    ...['--ui-disable-news-fetch', '--log-level', 'warn', '--namespace', namespace],
    // WAL doubles the rate of one-activity workflows. With it, NORMAL loses nothing when a process is killed; a power cut
    // may lose the last moments, which are restarted from the rows in Postgres.
    ...(file ? ['--db-filename', file, ...many('--sqlite-pragma', { journal_mode: 'WAL', synchronous: 'NORMAL' })] : []),
    ...many('--dynamic-config-value', DYNAMIC_CONFIG),
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
    if (identity) await endProcess(identity, STOP, GRACE_MS);
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
      READY_MS,
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
