/** The API process. Settings: docs/env.md. */
import { setFlagsFromString } from 'node:v8';
import { namesInEnvFile } from './read-env-file.js';
import { ConfigError, readConfig } from '../kernel/config/env.js';
import { createLog } from './wiring/log.js';
import { exitWith, runProcess } from './wiring/lifecycle.js';
import { startApi } from './wiring/api.js';
import { unknownSettings } from './unknown-settings.js';

// As the worker's: what is read for a response lives for milliseconds, and would be kept for long (docs/adr/0009).
setFlagsFromString('--heap-growing-percent=30');

await runProcess(async (lifecycle) => {
  const config = readConfig(process.env);
  const log = createLog(config, 'api');
  for (const sentence of unknownSettings(namesInEnvFile)) log.warn(sentence);
  const { port, adminPort } = await startApi(lifecycle, { config, log });
  log.info({ port, adminPort }, 'ready');
}).catch((error: unknown) => exitWith(error, error instanceof ConfigError));
