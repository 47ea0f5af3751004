/** The service as real processes, started with settings only, so that they can be killed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_ENV_FILE } from '../../src/kernel/config/env.js';
import { openStateDir } from '../../tools/embedded/state-dir.js';
import { startProgram, type RunningProgram } from '../../tools/embedded/program.js';
import { writeMmdb } from './mmdb-writer.js';
import { OFFLINE, TEST_SECRETS_KEY } from './offline.js';
import { pooled } from './pgbouncer.js';

export interface ServiceProcess {
  readonly pid: number;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** As an operator would end it. */
  stop(): Promise<void>;
  /** Resolves when the process has ended, however that came. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export interface ApiProcess extends ServiceProcess {
  readonly url: string;
}

export interface Fleet {
  /** @param more settings of this process only. Resolves when it says that it is ready. */
  worker(more?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  api(more?: Readonly<Record<string, string>>): Promise<ApiProcess>;
  /** Processes that ended by themselves, with their last lines: a fault of another process must not end one of ours. */
  died(): string[];
  /** Everything that its processes have logged. */
  logs(): string;
  /** Ends every process that still runs and removes their logs. */
  close(): Promise<void>;
}

/** What a process inherits: nothing that could be taken for a setting of the service. */
function inherited(): Record<string, string> {
  return Object.fromEntries(['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/**
 * @param settings of every process, as in docs/env.md
 * @param project folder of the sources that are run: by default this version's
 */
export function createFleet(settings: Readonly<Record<string, string>>, project?: string): Fleet {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-fleet-'));
  const home = openStateDir(folder);
  // In place of the shipped cities: each worker would hash their 130 MB before it is ready.
  const cities = join(folder, 'cities.mmdb');
  writeFileSync(cities, writeMmdb({ '192.0.2.0/24': { city: 'Testville' } }, { ipVersion: 6, builtAt: new Date('2026-10-01') }));
  const running = new Set<RunningProgram>();
  const ending = new Set<RunningProgram>();
  const died: string[] = [];
  let started = 0;

  async function start(entry: 'api' | 'worker', more: Readonly<Record<string, string>>): Promise<RunningProgram> {
    started += 1;
    const program = await startProgram({
      home,
      entry,
      name: `${entry}-${started}`,
      project,
      // As long as a hook may take: how busy the machine is decides nothing.
      readyMs: 300_000,
      env: pooled({
        ...inherited(),
        FOOTPRINT_ENV_FILE: NO_ENV_FILE,
        LOG_LEVEL: 'info',
        HOST: '127.0.0.1',
        PORT: '0',
        DRAIN_MS: '0',
        IP_CITY_DB: cities,
        SECRETS_KEY: TEST_SECRETS_KEY,
        ...OFFLINE,
        ...settings,
        ...more,
      }),
    });
    running.add(program);
    void program.exited.then(({ code, signal }) => {
      running.delete(program);
      if (!ending.has(program))
        died.push(`${program.name} ended (${signal ?? `code ${String(code)}`}):\n${lastLines(join(home.log, `${program.name}.log`))}`);
    });
    return program;
  }

  function handle(program: RunningProgram): ServiceProcess {
    return {
      pid: program.pid,
      exited: program.exited,
      stop() {
        ending.add(program);
        return program.stop();
      },
      async kill() {
        ending.add(program);
        process.kill(program.pid, 'SIGKILL');
        await program.exited;
      },
    };
  }

  return {
    worker: async (more = {}) => handle(await start('worker', more)),
    async api(more = {}) {
      const program = await start('api', more);
      return { ...handle(program), url: `http://127.0.0.1:${String(program.ready.port)}` };
    },
    died: () => [...died],
    logs: () =>
      readdirSync(home.log)
        .map((file) => readFileSync(join(home.log, file), 'utf8'))
        .join('\n'),
    async close() {
      for (const program of running) ending.add(program);
      await Promise.all([...running].map((program) => program.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}
