/** The service as an operator runs it, built, in processes of its own, on real servers and simulated platforms. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import postgres from 'postgres';
import { apiKeyFormat } from '../../src/kernel/secrets/api-key-format.js';
import { openStores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import { type Child, startChild } from '../embedded/child.js';
import { jsonLines, type ReadyLine } from '../embedded/program.js';
import { openStateDir, type StateDir } from '../embedded/state-dir.js';
import { waitUntil } from '../embedded/wait-until.js';
import { startPostgres } from '../embedded/postgres.js';
import { startTemporal } from '../embedded/temporal.js';
import { createApiKey } from '../../src/features/accounts/use-cases/api-keys.js';
import type { KindGroup } from '../simulator/generated-sites.js';
import type { Latency } from '../simulator/latency.js';
import type { Person } from '../simulator/account-registry.js';
import { until } from './stats.js';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Who exists on the simulated platforms besides their known accounts. */
export const PEOPLE: readonly Person[] = [{ identities: { username: ['ada_example'] }, share: 0.5 }];

/** Milliseconds that a process may take to start, and to end. */
const READY_MS = 120_000;

export interface HarnessOptions {
  /** How many invented platforms, or the shipped catalogue's. */
  readonly sites: number | 'shipped';
  /** Groups of invented ones besides the usual kinds. */
  readonly kinds?: readonly KindGroup[];
  readonly env?: Readonly<Record<string, string>>;
}

interface Process {
  readonly child: Child;
  readonly ready: ReadyLine;
}

/** Environment that the image gives its processes, read from the Dockerfile. */
const IMAGE = Object.fromEntries(
  [...readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8').matchAll(/\b(UV_THREADPOOL_SIZE|NODE_OPTIONS)=(?:"([^"]*)"|(\S+))/g)].map(
    ([, name = '', quoted, bare]) => [name, quoted ?? bare ?? ''],
  ),
);

/** Flags of Node that docker-compose.yml gives a program. */
const flagsOf = (program: string): string[] =>
  [
    ...(
      new RegExp(`command: \\[(.*)"dist/src/main/${program}"`).exec(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'))?.[1] ?? ''
    ).matchAll(/"(--[^"]*)"/g),
  ].map(([, flag = '']) => flag);

/** Starts a program of the service, built as for the image, and waits until it reports that it is ready. */
async function start(home: StateDir, program: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Process> {
  const child = await startChild(home, {
    name: program,
    command: process.execPath,
    args: [...flagsOf(program), join(ROOT, 'dist/src/main', program), ...args],
    env: { ...process.env, ...IMAGE, ...env },
    cwd: ROOT,
  });
  let ready: ReadyLine | undefined;
  await waitUntil(() => {
    ready = jsonLines(child.log.written()).find((line) => line['msg'] === 'ready' || 'proxyUrl' in line);
    return ready !== undefined || child.ended() !== null;
  }, READY_MS);
  if (ready === undefined) throw new Error(`${program} was not ready: ${child.log.tail(12)}`);
  return { child, ready };
}

/** CPU time that a process has used, in milliseconds (proc(5): utime and stime, in ticks of 10 ms). */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory at its highest, in MB. */
export function peakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

export async function startHarness(options: HarnessOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-bench-'));
  const home = openStateDir(join(folder, 'home'));
  const sites = join(folder, 'sites');
  const [database, temporal, simulator] = await Promise.all([
    startPostgres({ home }),
    startTemporal({ home, searchAttributes: SEARCH_ATTRIBUTES }),
    start(
      home,
      'simulator.js',
      [
        '--listeners',
        '8',
        ...(options.sites === 'shipped'
          ? []
          : ['--sites', String(options.sites), '--write-sites', sites, '--kinds', (options.kinds ?? []).join(',')]),
        '--people',
        JSON.stringify(PEOPLE),
      ],
      {},
    ),
  ]);
  await migrateDatabase(database.ownerUrl, { serviceRole: new URL(database.url).username });
  const control = String(simulator.ready['controlUrl']);
  const setLatency = async (latency: Latency): Promise<void> => {
    await fetch(`${control}/latency`, { method: 'PUT', body: JSON.stringify({ '*': latency }) });
  };
  const port = await getPort();
  const env = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    DRAIN_MS: '0',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    CATALOGUE_PATH: options.sites === 'shipped' ? '' : `only:${sites}`,
    PROBE_PROXY_URL: String(simulator.ready['proxyUrls']),
    PROBE_CA_FILE: String(simulator.ready['caFile']),
    PROBE_EGRESS: 'simulator',
    ...options.env,
  };
  const startWorker = () => start(home, 'worker.js', [], env);
  const [first, api] = await Promise.all([startWorker(), start(home, 'api.js', [], env)]);
  let worker = first;
  const record = openStores(readConfig({ ...env, DATABASE_POOL: '4' }), 'bench', { queryTimeoutMs: 0 });
  const { accounts, controlAccounts } = record;
  const { sql } = record.database;

  async function account() {
    const made = await accounts.create({
      email: `bench+${randomBytes(5).toString('hex')}@example.com`,
      plan: 'higher_volume',
      poolKey: null,
      quotaOverride: null,
      balanceMillicents: 0,
    });
    return { ...made, ...(await createApiKey({ accounts, keys: apiKeyFormat('svc') }, made)) };
  }

  async function post(path: string, key: string, body: unknown): Promise<{ status: number; body: Record<string, unknown>; ms: number }> {
    const started = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'cache-control': 'no-cache' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body: answer, ms: performance.now() - started };
  }

  async function getJson(path: string, key: string): Promise<Record<string, unknown>> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${key}` } });
    return (await response.json()) as Record<string, unknown>;
  }

  /** Waits until no lookup is unfinished. */
  const settled = (): Promise<void> =>
    until(async () => (await sql`SELECT 1 FROM lookups WHERE state <> 'finished' LIMIT 1`).length === 0, 20);

  return {
    url: `http://127.0.0.1:${port}`,
    /** Where the pages are. */
    pagesUrl: env.PUBLIC_URL,
    control,
    /** As other programs reach the simulated platforms: a proxy, and whom to trust. */
    proxy: { url: String(simulator.ready['proxyUrl']), caFile: env.PROBE_CA_FILE },
    temporalAddress: temporal.address,
    databaseUrl: database.url,
    secretsKey: env.SECRETS_KEY,
    sql: sql as postgres.Sql,
    /** Runs TRUNCATE, VACUUM or ANALYZE, which the service may not. */
    async maintain(statement: string): Promise<void> {
      const owner = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined });
      await owner.unsafe(statement).finally(() => owner.end());
    },
    controlAccounts,
    pids: {
      worker: worker.child.pid,
      api: api.child.pid,
      temporal: temporal.pid,
    },
    /** Ends the worker as a machine does that fails, and starts another. */
    async restartWorker(): Promise<void> {
      await worker.child.stop(['SIGKILL'], READY_MS);
      worker = await startWorker();
    },
    account,
    post,
    get: getJson,
    settled,
    setLatency,
    async stop(): Promise<void> {
      await record.database.close();
      for (const { child } of [api, worker, simulator]) await child.stop(['SIGTERM', 'SIGKILL'], READY_MS);
      await Promise.all([temporal.stop(), database.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

/** Starts the service for `work`, and ends it after that. */
export async function withHarness<T>(options: HarnessOptions, work: (harness: Harness) => Promise<T>): Promise<T> {
  const harness = await startHarness(options);
  return work(harness).finally(() => harness.stop());
}
