/** Promise 2 across kill -9 of Postgres under load: what was answered is kept, what cannot be kept is refused at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import { openStateDir, type StateDir } from '../../tools/embedded/state-dir.js';
import { startPostgres, type PostgresServer } from '../../tools/embedded/postgres.js';
import { databaseFolder } from '../../tools/embedded/postgres-data.js';
import { postgresUser } from '../../tools/embedded/postgres-programs.js';
import { chaosSeeds, seeded } from '../support/chaos.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { startLoad, tally } from '../support/chaos-load.js';
import { expectHonestAnswers, expectKept } from '../support/chaos-promise.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { createFleet, type ApiProcess, type Fleet } from '../support/processes.js';
import { stackAddresses } from '../support/stack.js';

const SITES = 5;
/** A request that takes longer hangs. */
const HANGS_MS = 5_000;

describe('kill -9 of Postgres under a load of lookups', () => {
  let folder: string;
  let home: StateDir;
  let postgres: PostgresServer;
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let ledger: LedgerReader;
  let temporalView: TemporalView;
  let fleet: Fleet;
  let api: ApiProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'footprint-postgres-kill-'));
    home = openStateDir(join(folder, 'home'));
    const { temporalAddress } = stackAddresses();
    const [server, namespace, generated] = await Promise.all([
      startPostgres({ home }),
      createNamespace(temporalAddress),
      startGeneratedSites(SITES, { latency: { medianMs: 40, sigma: 0.5 } }),
    ]);
    [postgres, sites] = [server, generated];
    await migrateDatabase(postgres.ownerUrl, { serviceRole: new URL(postgres.url).username });
    temporalView = openTemporalView(temporalAddress, namespace);
    ledger = openLedgerReader(postgres.url);
    fleet = createFleet({ ...sites.env, DATABASE_URL: postgres.url, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace });
    [api] = await Promise.all([fleet.api(), fleet.worker()]);
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([ledger?.close(), temporalView?.close(), sites?.close()]);
    await postgres?.stop();
    rmSync(databaseFolder(home, postgresUser()), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(chaosSeeds())('seed %i: every 200 is kept and billed once; meanwhile requests get 503 at once', async (seed) => {
    const owner = await ledger.account();
    const keys = [owner.key, ...(await Promise.all(Array.from({ length: 5 }, owner.another)))];
    const load = startLoad({ url: api.url, keys, subject: (n) => `kept_${seed}_${n}`, timeoutMs: HANGS_MS });
    await load.more(seeded(seed, 'answers before the kill', 5, 40), ({ status }) => status === 200);

    process.kill(postgres.pid, 'SIGKILL');
    await postgres.exited;
    await load.more(seeded(seed, 'refusals', 5, 40), ({ status }) => status !== 200);
    postgres = await startPostgres({ home, port: postgres.port });
    await load.more(10, ({ status }) => status === 200);

    const replies = await load.stop();
    expect(fleet.died()).toEqual([]);
    expectHonestAnswers(replies);
    expect(tally(replies)[503]).toBeGreaterThan(0);
    await expectKept({ ledger, temporal: temporalView, accountId: owner.accountId, planned: SITES, timeoutMs: 120_000 }, replies);
  });
});
