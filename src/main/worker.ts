/** The worker process: workflows, probes, enrichment. Settings: docs/env.md. */
import { namesInEnvFile } from './read-env-file.js';
import { ConfigError, readConfig } from '../kernel/config/env.js';
import { createLog } from '../wiring/log.js';
import { exitWith, runProcess } from '../wiring/lifecycle.js';
import { startWorker } from '../wiring/worker.js';
import { unknownSettings } from './unknown-settings.js';

await runProcess(async (lifecycle, stopping) => {
  const config = readConfig(process.env);
  const log = createLog(config, 'worker');
  for (const sentence of unknownSettings(namesInEnvFile)) log.warn(sentence);
  const { ended } = await startWorker(lifecycle, { config, log, schedules: true, preload: true });
  log.info('ready');
  // A worker that has failed permanently must not seem to run.
  await Promise.race([ended, stopping]);
}).catch((error: unknown) => exitWith(error, error instanceof ConfigError));
