import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { startApi } from '../../../src/wiring/api.js';
import { Lifecycle } from '../../../src/wiring/lifecycle.js';
import { startWorker } from '../../../src/wiring/worker.js';
import { withStores } from '../../../src/cli/with-stores.js';
import { readConfig } from '../../../src/kernel/config/env.js';

/** Nobody listens there: a process that got as far as connecting would say so. */
const SETTINGS = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', TEMPORAL_ADDRESS: '127.0.0.1:9' };

describe('without SECRETS_KEY', () => {
  const options = { config: readConfig(SETTINGS), log: pino({ level: 'silent' }) };

  it.each([
    ['an API', () => startApi(new Lifecycle(), options)],
    ['a worker', () => startWorker(new Lifecycle(), options)],
    ['a command on the database', () => withStores(() => Promise.resolve())],
  ])('%s refuses to start before it opens anything, and says how to make a key', async (_, start) => {
    for (const [name, value] of Object.entries({ ...SETTINGS, FOOTPRINT_ENV_FILE: 'none', SECRETS_KEY: '' })) vi.stubEnv(name, value);
    await expect(start()).rejects.toThrow(/^SECRETS_KEY is not set: make one with `openssl rand -base64 32`/);
    vi.unstubAllEnvs();
  });
});
