/** Every process of the service, database and engine included, each of which can be killed and started again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { ScheduleOverlapPolicy } from '@temporalio/client';
import { migrateDatabase } from '../../../src/db/migrate.js';
import { openStateDir } from '../../../tools/embedded/state-dir.js';
import { startPostgres } from '../../../tools/embedded/postgres.js';
import { databaseFolder } from '../../../tools/embedded/postgres-data.js';
import { postgresUser } from '../../../tools/embedded/postgres-programs.js';
import { startTemporal } from '../../../tools/embedded/temporal.js';
import { SEARCH_ATTRIBUTES } from '../../../workflows/contracts.js';
import { openTemporalView } from '../chaos-temporal.js';
import { openLedgerReader } from '../chaos-record.js';
import { createFleet, type ServiceProcess } from '../processes.js';

export const VICTIMS = ['worker', 'api', 'postgres', 'temporal'] as const;
export type Victim = (typeof VICTIMS)[number];

export async function openKillableStack(env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-webhook-kill-'));
  const home = openStateDir(join(folder, 'home'));
  let [postgres, temporal] = await Promise.all([startPostgres({ home }), startTemporal({ home, searchAttributes: SEARCH_ATTRIBUTES })]);
  await migrateDatabase(postgres.url);
  const port = await getPort();
  const fleet = createFleet({
    ...env,
    PORT: String(port),
    DATABASE_URL: postgres.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
  });
  const ledger = openLedgerReader(postgres.url);
  const temporalView = openTemporalView(temporal.address, temporal.namespace);
  const outbox = temporalView.temporal.client.schedule.getHandle('reconcile-webhooks');
  let [api, worker]: ServiceProcess[] = await Promise.all([fleet.api(), fleet.worker()]);

  /** SIGKILL, and started again at once. */
  async function strike(victim: Victim): Promise<void> {
    if (victim === 'worker') {
      await worker?.kill();
      worker = await fleet.worker();
    } else if (victim === 'api') {
      await api?.kill();
      api = await fleet.api();
    } else if (victim === 'postgres') {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.exited;
      postgres = await startPostgres({ home, port: postgres.port });
    } else {
      process.kill(temporal.pid, 'SIGKILL');
      await temporal.exited;
      temporal = await startTemporal({ home, keepPort: true });
    }
  }

  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl: postgres.url,
    ledger,
    temporalView,
    fleet,
    strike,
    /** Ends the worker without a new one. */
    killWorker: async () => worker?.kill(),
    startWorker: async () => {
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
      await Promise.all([postgres.stop(), temporal.stop()]);
      rmSync(databaseFolder(home, postgresUser()), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type KillableStack = Awaited<ReturnType<typeof openKillableStack>>;
