import { IllegalStateError } from '@temporalio/common';
import { DefaultLogger, type LogEntry, Runtime, makeTelemetryFilterString } from '@temporalio/worker';
import getPort from 'get-port';
import type { Logger } from 'pino';

/** How long the SDK may take to serve its metrics, in milliseconds. */
const SDK_TIMEOUT_MS = 2_000;
const LEVEL = { TRACE: 'debug', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

/**
 * Warnings of the SDK in every normal run: three of the four workers run activities only, and no option says that this is intended.
 * Whole messages are compared, so that no other warning is hidden.
 */
const ROUTINE_WARNINGS = new Set(['No workflows registered, not polling for workflow tasks']);
/** Attributes that lines may carry: ids, names and counts, nothing personal. */
const ATTRIBUTES = ['workflowId', 'activityType', 'taskQueue', 'attempt', 'lookupId', 'module', 'shard', 'step', 'place', 'fault'] as const;

/**
 * Writes the SDK's log lines to our log, its routine lines at debug level. While workers of this process run, the log of the first of
 * them stays; the SDK's runtime ends with the last.
 *
 * @param hasMetrics whether `sdkMetrics` can read metrics of it
 */
export async function installRuntime(log: Logger, hasMetrics = false): Promise<void> {
  const logging = { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }), forward: {} };
  const bindAddress = hasMetrics ? `127.0.0.1:${await getPort({ host: '127.0.0.1' })}` : undefined;
  const prometheus = bindAddress && { bindAddress, countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };
  try {
    Runtime.install({
      logger: new DefaultLogger('DEBUG', (entry) => writeSdkLine(log, entry)),
      telemetryOptions: { logging, ...(prometheus && { metrics: { prometheus } }) },
      shutdownSignals: [],
    });
    metricsAddress = bindAddress;
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
}

/** Where the SDK of this process serves its metrics. */
let metricsAddress: string | undefined;

/** The metrics of the SDK as text for Prometheus; '' where it keeps none, or does not respond. */
export async function sdkMetrics(): Promise<string> {
  if (metricsAddress === undefined) return '';
  const response = fetch(`http://${metricsAddress}/metrics`, { signal: AbortSignal.timeout(SDK_TIMEOUT_MS) });
  return response.then((answered) => answered.text()).catch(() => '');
}

/** Writes a line of the SDK, or of our activities and workflows through it. */
export function writeSdkLine(log: Logger, { level, message, meta = {} }: Pick<LogEntry, 'level' | 'message' | 'meta'>): void {
  const kept = Object.fromEntries(ATTRIBUTES.flatMap((name) => (meta[name] === undefined ? [] : [[name, meta[name]]])));
  // Failures of activities carry no messages of drivers (activities/runtime/failures.ts); their names are enough here too.
  const fault = meta['error'] instanceof Error ? { fault: failureName(meta['error']) } : {};
  log[ROUTINE_WARNINGS.has(message) ? 'debug' : LEVEL[level]]({ ...kept, ...fault }, message);
}

function failureName(error: Error): string {
  return 'type' in error && typeof error.type === 'string' ? error.type : error.name;
}
