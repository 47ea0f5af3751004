import { ConfigError, type Config } from '../config/env.js';
import { openTemporal, type TemporalClient } from '../temporal/connection.js';
import { runsStandaloneActivities } from '../temporal/engine-abilities.js';

/** The connection to Temporal that the settings name. */
export function openEngine(config: Config): TemporalClient {
  return openTemporal({ address: engineAddress(config), namespace: config.TEMPORAL_NAMESPACE });
}

export function engineAddress(config: Config): string {
  if (config.TEMPORAL_ADDRESS === undefined) {
    throw new ConfigError('TEMPORAL_ADDRESS is not set. Set it to host:port of a Temporal server, or use `npm start`, which brings its own.');
  }
  return config.TEMPORAL_ADDRESS;
}

/** Whether the engine answers for the namespace, within two seconds. @throws when it does not */
export function reachable({ connection }: TemporalClient, namespace: string): Promise<unknown> {
  return connection.withDeadline(Date.now() + 2_000, () => connection.workflowService.describeNamespace({ namespace }));
}

/** @throws ConfigError when the server is too old for single checks */
export async function assertCapable(temporal: TemporalClient, namespace: string): Promise<void> {
  if (await runsStandaloneActivities(temporal, namespace)) return;
  throw new ConfigError('The Temporal server at TEMPORAL_ADDRESS runs no standalone activities: use 1.31 or newer, with activity.enableStandalone on.');
}
