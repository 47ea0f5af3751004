/** The API process. Settings: docs/env.md. */
import { namesInEnvFile } from './read-env-file.js';
import { ConfigError, readConfig } from '../kernel/config/env.js';
import { createLog } from '../wiring/log.js';
import { exitWith, runProcess } from '../wiring/lifecycle.js';
import { startApi } from '../wiring/api.js';
import { unknownSettings } from './unknown-settings.js';

await runProcess(async (lifecycle) => {
  const config = readConfig(process.env);
  const log = createLog(config, 'api');
  for (const sentence of unknownSettings(namesInEnvFile)) log.warn(sentence);
  const { port, adminPort } = await startApi(lifecycle, { config, log });
  log.info({ port, adminPort }, 'ready');
}).catch((error: unknown) => exitWith(error, error instanceof ConfigError));
