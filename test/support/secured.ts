import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { startApi } from '../../src/wiring/api.js';
import { createLog } from '../../src/wiring/log.js';
import { Lifecycle } from '../../src/wiring/lifecycle.js';
import { startWorker } from '../../src/wiring/worker.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { OFFLINE, TEST_SECRETS_KEY } from './offline.js';
import type { TestAuthority } from './test-authority.js';

type Settings = Readonly<Record<string, string>>;

/** A certificate and its key as files beside those of the authority. */
export async function issuedFiles(authority: TestAuthority, name: string): Promise<{ cert: string; key: string }> {
  const issued = await authority.issue([name]);
  const file = (kind: 'cert' | 'key'): string => {
    const path = join(dirname(authority.caFile), `${name}.${kind}.pem`);
    writeFileSync(path, issued[kind]);
    return path;
  };
  return { cert: file('cert'), key: file('key') };
}

/** The address of a database behind a proxy on this machine. */
export function behind(databaseUrl: string, port: number, parameters: Settings, host = 'localhost'): string {
  const url = new URL(databaseUrl);
  url.host = `${host}:${port}`;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** What a process says when it cannot start with these settings; null when it starts. */
export async function refusal(entry: 'api' | 'worker', settings: Settings, log?: Logger): Promise<Error | null> {
  const lifecycle = new Lifecycle();
  const start = { api: startApi, worker: startWorker }[entry];
  try {
    const config = readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DRAIN_MS: '0',
      LOG_LEVEL: 'fatal',
      SECRETS_KEY: TEST_SECRETS_KEY,
      ...OFFLINE,
      ...settings,
    });
    await start(lifecycle, { config, log: log ?? createLog(config, 'test') });
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    await lifecycle.close();
  }
}
