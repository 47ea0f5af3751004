import type { Logger } from 'pino';
import type { Config } from '../kernel/config/env.js';
import { openTemporal } from '../kernel/temporal/connection.js';
import type { Queues } from '../../workflows/contracts.js';
import { assertDatabase, databaseUrl } from './database.js';
import { reapplyBeforeWork } from './erasures.js';
import type { Lifecycle } from './lifecycle.js';
import { openStarters } from './starters.js';
import { assertSuppressionKeys, openStores, secretsKeys, type StoresOptions } from './stores.js';
import { assertTemporalReachable, temporalSettings } from './temporal.js';
import { openTraces, type Traces } from './traces.js';

/**
 * What API and worker have in common: traces, Temporal and the stores, checked in the same order, and what a restored backup has undone.
 *
 * @param optionsOf what the process is told of its stores, besides the launcher of their outbox
 */
export async function openServiceBase(
  lifecycle: Lifecycle,
  { config, log, queues, name }: { config: Config; log: Logger; queues: Queues; name: string },
  optionsOf: (traces: Traces | undefined) => Omit<StoresOptions, 'launcher'>,
) {
  databaseUrl(config); // missing settings are reported in this order, though Temporal is opened first
  const temporalOptions = temporalSettings(config);
  secretsKeys(config);
  const traces = await openTraces(lifecycle, { config, log, name });
  const temporal = lifecycle.register(openTemporal(temporalOptions), (client) => client.close());
  const starters = openStarters(lifecycle, { temporal, queues, log }, (endpointId) => stores.deliveryQueue.grantSlots(endpointId));
  const stores = openStores(config, name, { ...optionsOf(traces), launcher: starters.launcher });
  lifecycle.register(stores.database, (database) => database.close());
  lifecycle.register(stores.audit, (audit) => audit.close());
  lifecycle.register(stores.refusals, (refusals) => refusals.close());
  if (stores.target.warning) log.warn(stores.target.warning);
  await assertDatabase(stores.database.sql, stores.target);
  await assertTemporalReachable(temporal, temporalOptions); // after it: a call that is under way when its client is closed ends the process
  await reapplyBeforeWork({ ...stores, log });
  await assertSuppressionKeys(stores);
  return { traces, temporal, temporalOptions, starters, stores };
}
