import { assertDatabase, unreachableFault } from '../wiring/database.js';
import { ServiceError } from '../kernel/values/errors.js';
import { openStores, type Stores } from '../wiring/stores.js';
import type { Config } from '../kernel/config/env.js';
import { embeddedDatabaseUrl } from '../../tools/embedded/postgres-data.js';
import { runningStacks } from '../../tools/embedded/running-stack.js';
import { operatorConfig, operatorName } from './operator-config.js';

/** Writes an operator's action into the audit log. To be called after what it did, with the name of the operation that does the same. */
export async function recordOperator(
  { audit }: Pick<Stores, 'audit'>,
  action: string,
  { accountId, targets = [] }: { accountId: string | null; targets?: readonly string[] },
): Promise<void> {
  const actor = { type: 'operator', id: operatorName() } as const;
  await audit.write({ at: new Date(), accountId, actor, action, targets, network: null, outcome: 'ok', purpose: null });
}

/** State folder of the stack that runs (the real one before the simulator's), else that of the settings. */
export const runningHome = ({ FOOTPRINT_HOME: home }: Pick<Config, 'FOOTPRINT_HOME'>): string => runningStacks(home)[0]?.dir ?? home;

/** Opens the database of the settings, or the running embedded one, runs `work` and closes it. */
export async function withStores<T>(work: (stores: Stores, config: Config) => Promise<T>): Promise<T> {
  const config = operatorConfig();
  const url = config.DATABASE_URL ?? embeddedDatabaseUrl(runningHome(config)) ?? undefined;
  // Without a timeout of queries: removing a breach with millions of entries takes long.
  const stores = openStores({ ...config, DATABASE_URL: url }, 'footprint-cli', { queryTimeoutMs: 0 });
  try {
    if (stores.target.warning) process.stderr.write(`${stores.target.warning}\n`);
    await assertDatabase(stores.database.sql, stores.target);
    return await work(stores, config);
  } catch (error) {
    const fault = unreachableFault(error);
    if (fault === null) throw error;
    throw new ServiceError(
      'unavailable',
      config.DATABASE_URL === undefined ? 'The service is not running here. Start it with `npm start`.' : fault,
    );
  } finally {
    await stores.database.close();
  }
}
