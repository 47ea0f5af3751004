import { DefaultLogger, Runtime, makeTelemetryFilterString } from '@temporalio/worker';
import type { Logger } from 'pino';

const LEVEL = { TRACE: 'debug', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

let installed = false;

/** Sends what the SDK has to say to our log, once a process. Its everyday lines are of interest when debugging only. */
export function installRuntime(log: Logger): void {
  if (installed) return;
  installed = true;
  Runtime.install({
    logger: new DefaultLogger('DEBUG', ({ level, message, meta }) => {
      const { workflowId, activityType, taskQueue, attempt } = (meta ?? {}) as Record<string, unknown>;
      log[LEVEL[level]]({ workflowId, activityType, taskQueue, attempt }, message);
    }),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }), forward: {} } },
    shutdownSignals: [],
  });
}
