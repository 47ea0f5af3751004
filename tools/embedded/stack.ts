/** The whole service on one machine, its parts started in parallel as far as their order allows. */
import path from 'node:path';
import { NO_ENV_FILE } from '../../src/kernel/config/env.js';
import { SIMULATOR_EGRESS } from '../../src/engine/flow/egress-pool.js';
import { runProgram } from './child.js';
import { DEMO_PERSON, demoKey, demoSignIn, type DemoStack } from './demo.js';
import { databaseIdentity, fileOfDatabase, keptSettings } from './kept-settings.js';
import { choosePort, LOOPBACK, pageAddress } from './ports.js';
import { startPostgres } from './postgres.js';
import { entryArguments, jsonLines, PROJECT, type ReadyLine, type RunningProgram, startProgram } from './program.js';
import { StartupError } from './startup-error.js';
import { errorCode, type StateDir } from './state-dir.js';
import type { Supervisor } from './supervisor.js';
import { startTemporal } from './temporal.js';
import type { TerminalOutput } from './terminal-output.js';
import { waitUntil } from './wait-until.js';

export interface StackOptions {
  readonly home: StateDir;
  /** The operator's settings. */
  readonly env: NodeJS.ProcessEnv;
  /** Probes go to the built-in platform simulator instead of the Internet. */
  readonly simulator: boolean;
  readonly supervisor: Supervisor;
  readonly output: TerminalOutput;
}

export interface Stack extends DemoStack {
  /** Null when the operator runs Temporal. */
  readonly uiUrl: string | null;
}

const MIGRATE_MS = 300_000;
const START_TIMEOUT_MS = 30_000;

/**
 * Starts Postgres with its schema, Temporal and the simulator in parallel, then worker and API in parallel.
 * @throws StartupError when a part cannot be started; the supervisor keeps the parts that already run
 */
export async function startStack({ home, env, simulator, supervisor, output }: StackOptions): Promise<Stack> {
  // An unavailable port is an error before anything is started.
  await choosePort(env.PORT);
  // This program has read the settings file; settings that are left out here must not come back through it.
  const common: NodeJS.ProcessEnv = {
    ...env,
    FOOTPRINT_ENV_FILE: NO_ENV_FILE,
    FOOTPRINT_HOME: home.dir,
    LOG_LEVEL: childLogLevel(env.LOG_LEVEL),
    // Only the migrations get it.
    DATABASE_OWNER_URL: '',
    // There is no pooler before the embedded one.
    DATABASE_DIRECT_URL: (env.DATABASE_URL && env.DATABASE_DIRECT_URL) || '',
  };

  const [{ url: databaseUrl, needsKey }, temporal, platformServers] = await allOrFirstError([
    database(),
    startTemporalPart(),
    simulator ? platforms() : Promise.resolve(null),
  ]);
  // Chosen as late as possible: in the seconds before, another program may have taken a free port.
  const { port, insteadOf } = await choosePort(env.PORT);
  if (insteadOf !== null) output.note(`port ${insteadOf} is taken, using ${port}`);
  const settings: NodeJS.ProcessEnv = {
    ...common,
    DATABASE_URL: databaseUrl,
    ...keptSettings(home, env, { databaseUrl: databaseIdentity(env), needsKey }),
    ...temporal.settings,
    PORT: String(port),
    PUBLIC_URL: env.PUBLIC_URL || pageAddress(`http://${LOOPBACK}:${port}`),
    // There is no load balancer in front of it.
    DRAIN_MS: env.DRAIN_MS || '0',
    ...(platformServers
      ? { PROBE_PROXY_URL: platformServers.proxyUrl, PROBE_CA_FILE: platformServers.caFile, PROBE_EGRESS: SIMULATOR_EGRESS }
      : {}),
  };
  const apiUrl = `http://${LOOPBACK}:${port}`;
  const [, { ready }] = await allOrFirstError([program('worker', settings), program('api', settings)]);
  const adminUrl = typeof ready['adminPort'] === 'number' ? `http://${LOOPBACK}:${ready['adminPort']}` : apiUrl;
  if (!(await waitUntil(() => isReady(adminUrl), START_TIMEOUT_MS, 50))) output.warn(`${adminUrl}/readyz does not report ready yet`);
  const demo = await demoKey(home, fileOfDatabase('demo-key', databaseIdentity(env)), settings, {
    isAccepted: (key) =>
      fetch(`${apiUrl}/v1/platforms`, { headers: { Authorization: `Bearer ${key}` } }).then((answer) => answer.status !== 401),
    problem: (text) => output.warn(text),
  });
  const signIn = demo ? await demoSignIn(apiUrl, demo, settings) : { signInLink: null, email: null };
  return { apiUrl, uiUrl: temporal.uiUrl, demo, ...signIn, simulatorControlUrl: platformServers?.controlUrl ?? null };

  async function database(): Promise<{ url: string; needsKey: boolean }> {
    let url = env.DATABASE_URL || null;
    let ownerUrl = env.DATABASE_OWNER_URL || '';
    if (url === null) {
      const clock = stopwatch();
      let kept: number | undefined;
      const server = await supervisor.supervise(() => startPostgres({ home, port: kept }));
      kept = server.port;
      ({ url, ownerUrl } = server);
      output.started('Postgres', `${server.source}, port ${server.port}`, clock());
    } else output.note(`Postgres of DATABASE_URL (${new URL(url).host})`);
    const clock = stopwatch();
    const args = entryArguments('migrate');
    const migrated = await runProgram(process.execPath, args, {
      timeoutMs: MIGRATE_MS,
      env: { ...common, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl },
      cwd: PROJECT,
    });
    if (!migrated.ok) throw new StartupError('The database could not be prepared.', migrated.lastLines);
    output.started('Schema', 'migrations applied', clock());
    return { url, needsKey: jsonLines(migrated.out).some((line) => line.needsKey === true) };
  }

  async function startTemporalPart(): Promise<{ settings: NodeJS.ProcessEnv; uiUrl: string | null }> {
    const named = env.TEMPORAL_ADDRESS || env.TEMPORAL_CONFIG_FILE;
    if (named) {
      output.note(`Temporal of ${env.TEMPORAL_ADDRESS ? 'TEMPORAL_ADDRESS' : 'TEMPORAL_CONFIG_FILE'} (${named})`);
      return { settings: {}, uiUrl: null };
    }
    const clock = stopwatch();
    const log = (text: string) => output.note(text);
    const namespace = env.TEMPORAL_NAMESPACE || undefined;
    const server = await supervisor.supervise((again) => startTemporal({ home, namespace, keepPort: again, log }));
    output.started('Temporal', `${server.source}, ${server.address}`, clock());
    // Other TEMPORAL_ settings are for a server that the operator runs.
    const others = Object.keys(env)
      .filter((name) => name.startsWith('TEMPORAL_'))
      .map((name) => [name, '']);
    const settings = {
      ...Object.fromEntries(others),
      TEMPORAL_ADDRESS: server.address,
      TEMPORAL_NAMESPACE: server.namespace,
      TEMPORAL_UI_URL: server.uiUrl,
    };
    return { settings, uiUrl: server.uiUrl };
  }

  async function platforms(): Promise<SimulatorPart> {
    const clock = stopwatch();
    let kept: SimulatorPart | null = null;
    kept = await supervisor.supervise(() => startSimulatorPart(home, common, kept));
    output.started('Simulator', `every platform of the catalogue, ${kept.proxyUrl}`, clock());
    return kept;
  }

  async function program(entry: 'worker' | 'api', programEnv: NodeJS.ProcessEnv): Promise<RunningProgram> {
    const clock = stopwatch();
    const running = await supervisor.supervise(() => startProgram({ home, entry, env: programEnv }));
    output.started(entry === 'api' ? 'API' : 'Worker', `pid ${running.pid}`, clock());
    return running;
  }
}

interface SimulatorPart extends RunningProgram {
  readonly proxyUrl: string;
  readonly caFile: string;
  readonly controlUrl: string | null;
}

/** Starts the platform simulator. A restart keeps its ports and CA file, because the worker's settings name them. */
async function startSimulatorPart(home: StateDir, env: NodeJS.ProcessEnv, before: SimulatorPart | null): Promise<SimulatorPart> {
  const ports = before ? { SIMULATOR_PORT: portOf(before.proxyUrl), SIMULATOR_CONTROL_PORT: portOf(before.controlUrl) } : {};
  const running = await startProgram({
    home,
    entry: 'simulator',
    // Passed at the start, so that they exist again after a crash.
    env: {
      ...env,
      SIMULATOR_PEOPLE: env.SIMULATOR_PEOPLE || JSON.stringify([DEMO_PERSON]),
      SIMULATOR_CA_FILE: path.join(home.dir, 'simulator-ca.pem'),
      ...ports,
    },
    isReady: (line) => typeof line.proxyUrl === 'string' && typeof line.caFile === 'string',
  });
  const { proxyUrl, caFile, controlUrl } = running.ready as ReadyLine & { proxyUrl: string; caFile: string };
  return { ...running, proxyUrl, caFile, controlUrl: typeof controlUrl === 'string' ? controlUrl : null };
}

function portOf(url: string | null): string | undefined {
  return url === null ? undefined : new URL(url).port;
}

/** True when `/readyz` of the API reports that all its dependencies are available. @param adminUrl base URL of `/readyz` */
async function isReady(adminUrl: string): Promise<boolean> {
  return fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    (answer) => answer.ok,
    (error: unknown) => {
      if (error instanceof TypeError || error instanceof DOMException) return false;
      throw new Error(`/readyz could not be read: ${errorCode(error)}`);
    },
  );
}

/** As Promise.all, but lets every part settle first: one that fails must not leave another half-started. */
async function allOrFirstError<const T extends readonly Promise<unknown>[]>(
  parts: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}

/** The log level of children, at least `info`: on this level they report that they are ready; their lines go to files. */
function childLogLevel(level: string | undefined): string {
  return level === 'debug' ? level : 'info';
}

function stopwatch(): () => number {
  const begun = performance.now();
  return () => performance.now() - begun;
}
