/** Every part of the service as a process of its own that can be killed and comes back at the address it had. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScheduleOverlapPolicy } from '@temporalio/client';
import getPort from 'get-port';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import { openStateDir } from '../../tools/embedded/state-dir.js';
import { startPostgres } from '../../tools/embedded/postgres.js';
import { databaseFolder } from '../../tools/embedded/postgres-data.js';
import { postgresUser } from '../../tools/embedded/postgres-programs.js';
import { startTemporal } from '../../tools/embedded/temporal.js';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';
import { openTemporalView } from './chaos-temporal.js';
import { openLedgerReader } from './chaos-record.js';
import { createFleet } from './processes.js';

export const PARTS = ['api', 'worker', 'temporal', 'postgres'] as const;
export type StackPart = (typeof PARTS)[number];

/** API, worker, Temporal and Postgres of one's own. @param settings of API and worker, besides where the servers are */
export async function openKillableStack(settings: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-killable-'));
  const home = openStateDir(join(folder, 'home'));
  const [database, server, port] = await Promise.all([
    startPostgres({ home }),
    startTemporal({ home, searchAttributes: SEARCH_ATTRIBUTES }),
    getPort(),
  ]);
  let [postgres, temporal] = [database, server];
  await migrateDatabase(postgres.ownerUrl, { serviceRole: new URL(postgres.url).username });
  const ledger = openLedgerReader(postgres.url);
  const temporalView = openTemporalView(temporal.address, temporal.namespace);
  const outbox = temporalView.temporal.client.schedule.getHandle('reconcile-webhooks');
  const fleet = createFleet({
    ...settings,
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
    databaseUrl: postgres.url,
    ledger,
    temporalView,
    fleet,
    /** SIGKILL, and a new start at once, as a supervisor does it. Resolves when the part is ready again. */
    strike: (part: StackPart): Promise<void> => comeBack[part](),
    /** Ends the worker without a new one. */
    killWorker: () => worker.kill(),
    startWorker: async (): Promise<void> => {
      worker = await fleet.worker();
    },
    /** Lets the reconciler's grace pass for deliveries that were never tried, and has it run. */
    async reconcileDeliveries(): Promise<void> {
      await ledger.sql`
        UPDATE webhook_deliveries SET next_attempt_at = least(next_attempt_at, now() - interval '11 seconds')
        WHERE state = 'pending' AND attempts = 0`;
      await outbox.trigger(ScheduleOverlapPolicy.SKIP).catch(() => undefined);
    },
    async close(): Promise<void> {
      await fleet.close();
      await Promise.all([ledger.close(), temporalView.close()]);
      await Promise.all([temporal.stop(), postgres.stop()]);
      rmSync(databaseFolder(home, postgresUser()), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type KillableStack = Awaited<ReturnType<typeof openKillableStack>>;
