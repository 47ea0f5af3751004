/**
 * A backup from the middle of a load is restored while Temporal keeps what came after it. Real processes, all modes; nobody triggers
 * anything: what the service does by itself has to do. The seed decides when the backup is made, and when it is restored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { doctorCommand } from '../../src/cli/doctor-command.js';
import { chaosSeeds, seeded } from '../support/chaos.js';
import { call } from '../support/chaos-client.js';
import { openLedgerReader } from '../support/chaos-record.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { CommandRunner } from '../support/command-runner.js';
import { copyDatabase, createDatabase } from '../support/databases.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { createFleet, type Fleet } from '../support/processes.js';
import { stackAddresses } from '../support/stack.js';

const SITES = 60;
const REQUESTS = 25;
const PACE_MS = 120;
/** From the start of the processes on the restored database. Batches wait for a minute longer, until killed workers count as gone. */
const FINISHED_WITHIN_MS = 120_000;

/** Requests in turn: of each mode, about somebody new each time. */
const KINDS = [
  (n: number) => ['/v1/lookup', { query: `subject_${n}` }],
  (n: number) => ['/v1/lookup?wait=true', { query: `subject_${n}` }],
  (n: number) => ['/v1/lookup?instant=true', { query: `subject_${n}` }],
  () => ['/v1/phone', { phone: '+12025550123' }],
  (n: number) => ['/v1/lookup/batch', { items: [{ query: `first_${n}` }, { query: `second_${n}` }] }],
] as const satisfies ((n: number) => readonly [path: string, body: unknown])[];

describe('a backup is restored under a newer Temporal', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let fleet: Fleet | undefined;
  const commands = new CommandRunner();
  beforeAll(async () => {
    sites = await startGeneratedSites(SITES, { latency: { medianMs: 200, sigma: 0.8, capMs: 2_000 } });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await fleet?.close();
  });
  afterAll(() => sites?.close());

  /** Starts the service on a database. `crash` kills all of it and waits until Postgres knows. */
  async function start(settings: Readonly<Record<string, string>> & { readonly DATABASE_URL: string }) {
    fleet = createFleet({ ...sites.env, ...settings });
    const [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);
    const ledger = openLedgerReader(settings.DATABASE_URL);
    let sent = 0;
    return {
      api,
      ledger,
      /** Sends requests at a steady pace without waiting for their answers. */
      async load(key: string, requests: number): Promise<void> {
        for (let n = 0; n < requests; n += 1, sent += 1) {
          const kind = KINDS[sent % KINDS.length];
          const [path, body] = kind?.(sent) ?? ['', {}];
          void call(api.url, 'POST', path, { key, body, timeoutMs: 20_000 });
          await sleep(PACE_MS);
        }
      },
      async crash(): Promise<void> {
        await Promise.all([api.kill(), worker.kill()]);
        await Promise.all([ledger.isGone('footprint-api'), ledger.isGone('footprint-worker')]);
        await ledger.close();
        await fleet?.close();
      },
    };
  }

  it.each(chaosSeeds())(
    'seed %i: every lookup that the backup holds finishes, billed once; what is not in it ends, and its callers get 404',
    async (seed) => {
      const { temporalAddress } = stackAddresses();
      const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
      const settings = { TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace, DATABASE_URL: databaseUrl };
      const before = await start(settings);
      const { accountId, key } = await before.ledger.account();
      await before.load(key, seeded(seed, 'requests before the backup', 6, REQUESTS));
      await before.crash();
      const backup = await copyDatabase(databaseUrl);

      const after = await start(settings);
      await after.load(key, 6);
      await sleep(seeded(seed, 'milliseconds until the restore', 0, 20_000));
      const newest = await after.ledger.lookups(accountId);
      await after.crash();

      const restored = await start({ ...settings, DATABASE_URL: backup });
      const held = await restored.ledger.lookups(accountId);
      expect(held.some(({ state }) => state !== 'finished')).toBe(true);
      expect(await restored.ledger.unfinished(accountId, FINISHED_WITHIN_MS)).toEqual([]);
      const finished = await restored.ledger.lookups(accountId);
      expect(new Set(finished.map(({ billed }) => billed))).toEqual(new Set([1]));
      // None is finished empty because Temporal had carried it out already. Of instant lookups nothing is asked after their ceiling.
      const instant = new Set((await restored.ledger.sql`SELECT id FROM lookups WHERE mode = 'instant'`).map((row) => row['id'] as string));
      for (const { id, planned, results } of finished) if (!instant.has(id)) expect({ id, results }).toEqual({ id, results: planned });
      expect(finished.map(({ id }) => id).sort()).toEqual(held.map(({ id }) => id).sort());
      const known = new Set(held.map(({ id }) => id));
      const lost = newest.filter(({ id }) => !known.has(id));
      expect(lost.length).toBeGreaterThan(0);
      for (const { id } of lost) expect(await call(restored.api.url, 'GET', `/v1/lookup/${id}`, { key })).toMatchObject({ status: 404 });
      for (const [name, value] of Object.entries({ ...settings, DATABASE_URL: backup, SECRETS_KEY: TEST_SECRETS_KEY }))
        vi.stubEnv(name, value);
      await expect.poll(() => commands.run(doctorCommand()), { timeout: 60_000, interval: 500 }).toEqual([]);
      await restored.ledger.close();
    },
    240_000,
  );
});
