import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { apiKeyFormat } from '../../src/kernel/secrets/api-key-format.js';
import { startApi } from '../../src/wiring/api.js';
import type { Enrichment } from '../../src/wiring/enrichment.js';
import { createLog } from '../../src/wiring/log.js';
import { Lifecycle } from '../../src/wiring/lifecycle.js';
import { openStores } from '../../src/wiring/stores.js';
import { readConfig, type Config } from '../../src/kernel/config/env.js';
import { availableModules } from '../../src/facts/fact-modules.js';
import type { PlanName } from '../../src/features/accounts/plans.js';
import type { ScopeName } from '../../src/features/accounts/api-keys.js';
import { createApiKey } from '../../src/features/accounts/use-cases/api-keys.js';
import { createDatabase } from './databases.js';
import { OFFLINE, TEST_SECRETS_KEY } from './offline.js';
import { pooled } from './pgbouncer.js';
import { stackAddresses } from './stack.js';

export interface ServiceOptions {
  /** Settings besides those of the stack. */
  readonly env?: Readonly<Record<string, string>>;
  /** Run a worker in this process; default true. */
  readonly worker?: boolean;
  /** Run an API in this process; default true. */
  readonly api?: boolean;
  /** What the worker's modules ask, instead of what the settings name. */
  readonly enrichment?: Enrichment;
  /** Folder of the dashboard's built pages. */
  readonly pagesFolder?: string;
  /** Milliseconds between checks of who has a long response under way. */
  readonly recheckMs?: number;
  /** Where the service logs; default: nowhere but fatal lines. */
  readonly log?: Logger;
}

/** Calls the API at an address. */
export function clientOf(url: string) {
  return async (
    method: string,
    path: string,
    request: { key?: string; body?: unknown; raw?: string | Uint8Array | ReadableStream; headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(request.key ? { authorization: `Bearer ${request.key}` } : {}),
        ...(request.body !== undefined ? { 'content-type': 'application/json' } : {}),
        ...request.headers,
      },
      ...(request.body !== undefined ? { body: JSON.stringify(request.body) } : request.raw !== undefined ? { body: request.raw } : {}),
      ...(request.raw instanceof ReadableStream ? { duplex: 'half' } : {}),
    });
    const text = await response.text();
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      body = text;
    }
    // Tests say what they expect of a body; its type is checked by the service against its own schema.
    return { status: response.status, headers: response.headers, text, body: body as never };
  };
}

/** The API offers what the worker's sources give. */
function availableBy(enrichment: Enrichment | undefined) {
  return enrichment ? { available: () => availableModules(enrichment.sources) } : {};
}

/** The service as one test sees it: API and worker in this process, on a database and task queues of their own. */
export async function startService(options: ServiceOptions = {}) {
  const { temporalAddress } = stackAddresses();
  const run = randomBytes(4).toString('hex');
  const queues = { lookups: `lookups-${run}`, sweeps: `sweeps-${run}`, checks: `checks-${run}`, webhooks: `webhooks-${run}` };
  const given: Readonly<Record<string, string>> = {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    TEMPORAL_ADDRESS: temporalAddress,
    DATABASE_URL: await createDatabase(),
    // Long enough for a busy machine, far below the ten seconds that one platform may take: timings never decide a test.
    INSTANT_CEILING_MS: '2500',
    DRAIN_MS: '0',
    SECRETS_KEY: TEST_SECRETS_KEY,
    ...OFFLINE,
    ...options.env,
  };
  const config: Config = readConfig(pooled(given));
  const log = options.log ?? createLog(config, 'test');
  const lifecycle = new Lifecycle();
  const startWorker = async (within = lifecycle): Promise<void> => {
    // Loaded when needed: the engine's worker costs a file that has no use for it half a second.
    const worker = await import('../../src/wiring/worker.js');
    await worker.startWorker(within, { config, log, queues, ...(options.enrichment ? { enrichment: options.enrichment } : {}) });
  };
  if (options.worker !== false) await startWorker();
  const api: { server?: Server; port: number } =
    options.api === false
      ? { port: 0 }
      : await startApi(lifecycle, {
          config,
          log,
          queues,
          checkResponses: true,
          ...(options.pagesFolder === undefined ? {} : { pagesFolder: options.pagesFolder }),
          ...(options.recheckMs === undefined ? {} : { recheckMs: options.recheckMs }),
          ...availableBy(options.enrichment),
        });
  // Tests look at the database itself, and hand its URL on.
  const own: Config = readConfig(given);
  const record = lifecycle.register(openStores({ ...own, DATABASE_POOL: 4 }, 'test'), ({ database }) => database.close());
  const url = `http://127.0.0.1:${api.port}`;

  async function account(
    plan: PlanName = 'higher_volume',
    more: { quota?: number; balance?: number; poolKey?: string; scopes?: readonly ScopeName[] } = {},
  ) {
    const { accountId } = await record.accounts.create({
      email: `owner-${randomBytes(4).toString('hex')}@example.com`,
      plan,
      poolKey: more.poolKey ?? null,
      quotaOverride: more.quota ?? null,
      balanceMillicents: more.balance ?? 0,
    });
    return keyOf(accountId, more.scopes);
  }

  /** A further key of an account. */
  async function keyOf(accountId: string, scopes?: readonly ScopeName[], isTest = false) {
    const { key, apiKeyId } = await createApiKey(
      { accounts: record.accounts, keys: apiKeyFormat(config.SERVICE_PREFIX) },
      { accountId, scopes, isTest },
    );
    return { accountId, apiKeyId, key };
  }

  return {
    config: own,
    queues,
    record,
    url,
    account,
    keyOf,
    call: clientOf(url),
    sql: record.database.sql,
    /** The worker of a service that began without. @param within ends it; default: the service's end */
    startWorker,
    /** Breaks every connection to the API, as a network does that goes away. */
    breakConnections: () => api.server?.closeAllConnections(),
    close: () => lifecycle.close(),
  };
}

export type Service = Awaited<ReturnType<typeof startService>>;
