/** Every part of the service as a process of its own that can be killed and comes back at the address it had. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { migrateDatabase } from '../../src/db/migrate.js';
import { openStateDir } from '../../tools/embedded/state-dir.js';
import { startPostgres } from '../../tools/embedded/postgres.js';
import { databaseFolder } from '../../tools/embedded/postgres-data.js';
import { postgresUser } from '../../tools/embedded/postgres-programs.js';
import { startTemporal } from '../../tools/embedded/temporal.js';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';
import { openLedgerReader } from './chaos-record.js';
import { startGeneratedSites } from './generated-catalogue.js';
import { createFleet } from './processes.js';

export const PARTS = ['api', 'worker', 'temporal', 'postgres'] as const;
export type StackPart = (typeof PARTS)[number];
type SiteOptions = NonNullable<Parameters<typeof startGeneratedSites>[1]>;

/** API, worker, Temporal and Postgres of one's own, over invented sites. */
export async function startChaosStack(siteCount: number, siteOptions: SiteOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-chaos-'));
  const home = openStateDir(join(folder, 'home'));
  const [database, temporalServer, sites, port] = await Promise.all([
    startPostgres({ home }),
    startTemporal({ home, searchAttributes: SEARCH_ATTRIBUTES }),
    startGeneratedSites(siteCount, siteOptions),
    getPort(),
  ]);
  let [postgres, temporal] = [database, temporalServer];
  await migrateDatabase(postgres.url);
  const ledger = openLedgerReader(postgres.url);
  const fleet = createFleet({
    ...sites.env,
    DATABASE_URL: postgres.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    PORT: String(port),
  });
  let [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);

  const comeBack: Readonly<Record<StackPart, () => Promise<void>>> = {
    async api() {
      await api.kill();
      api = await fleet.api();
    },
    async worker() {
      await worker.kill();
      worker = await fleet.worker();
    },
    async temporal() {
      process.kill(temporal.pid, 'SIGKILL');
      await temporal.exited;
      temporal = await startTemporal({ home, keepPort: true });
    },
    async postgres() {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.exited;
      postgres = await startPostgres({ home, port: postgres.port });
    },
  };

  return {
    url: api.url,
    sites,
    ledger,
    /** SIGKILL, and a new start at once, as a supervisor does it. Resolves when the part is ready again. */
    strike: (part: StackPart): Promise<void> => comeBack[part](),
    /** Processes that ended by themselves. */
    died: () => fleet.died(),
    async close(): Promise<void> {
      await fleet.close();
      await Promise.all([ledger.close(), sites.close()]);
      await Promise.all([temporal.stop(), postgres.stop()]);
      rmSync(databaseFolder(home, postgresUser()), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type ChaosStack = Awaited<ReturnType<typeof startChaosStack>>;
