import { temporalSettings } from '../wiring/temporal.js';
import { readConfig } from '../kernel/config/env.js';
import { TemporalHealth } from '../temporal/health.js';
import { openTemporal, type TemporalClient } from '../kernel/temporal/connection.js';
import { embeddedTemporalSettings } from '../../tools/embedded/temporal.js';
import { runningHome } from './with-stores.js';

/** Opens the Temporal of the settings, or the embedded one of the stack that runs, runs `work` and closes it. */
export async function withTemporal(work: (temporalHealth: TemporalHealth, temporal: TemporalClient) => Promise<void>): Promise<void> {
  const settings = readConfig(process.env);
  const isNamed = settings.TEMPORAL_ADDRESS !== undefined || settings.TEMPORAL_CONFIG_FILE !== undefined;
  const config = { ...settings, ...(isNamed ? {} : embeddedTemporalSettings(runningHome(settings))) };
  const temporal = openTemporal(temporalSettings(config));
  try {
    await work(new TemporalHealth({ temporal, uiUrl: config.TEMPORAL_UI_URL }), temporal);
  } finally {
    await temporal.close();
  }
}
