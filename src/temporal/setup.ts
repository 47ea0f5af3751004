import { setTimeout as sleep } from 'node:timers/promises';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';
import type { TemporalClient } from '../kernel/temporal/connection.js';

/** How often a worker checks that Temporal still has what was set up at the start. */
const CHECK_INTERVAL_MS = 20_000;
/** A server that starts takes connections before all of its parts do: the first setup is tried this often, a second apart. */
const FIRST_ATTEMPTS = 60;
/** It answers, but is not ready after a minute. */
export class TemporalNotReady extends Error {}
/** gRPC codes of such a server: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const NOT_READY: readonly unknown[] = [4, 8, 14];

/**
 * Sets Temporal up, and again every 20 seconds. Temporal may lose its data while workers run (a deleted database file, a recreated
 * namespace), and with it the schedules: without them nothing would start accepted lookups. It is the service's only timer of its
 * own, because Temporal cannot detect that loss itself.
 *
 * @param prepare creates what is missing; running it again must change nothing
 * @param onFailure called with failures that are tried again
 * @param pauseMs between attempts at the first setup, milliseconds
 * @returns a function that stops the checks
 * @throws TemporalNotReady when Temporal is not ready within a minute; else what the first `prepare` throws
 */
export async function maintainSetup(
  prepare: () => Promise<void>,
  onFailure: (error: unknown) => void,
  pauseMs = 1_000,
): Promise<() => void> {
  for (let attempt = 1; !(await isSetUp(prepare, onFailure)); attempt += 1) {
    if (attempt === FIRST_ATTEMPTS)
      throw new TemporalNotReady('Temporal answers at TEMPORAL_ADDRESS, but is not ready after a minute: see its log.');
    await sleep(pauseMs);
  }
  const timer = setInterval(() => void prepare().catch(onFailure), CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function isSetUp(prepare: () => Promise<void>, onFailure: (error: unknown) => void): Promise<boolean> {
  try {
    await prepare();
    return true;
  } catch (error) {
    const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
    if (!NOT_READY.includes(code) && !NOT_READY.includes(cause?.code)) throw error;
    onFailure(cause ?? error);
    return false;
  }
}

/** Temporal's enum of search attribute types (temporal.api.enums.v1.IndexedValueType). */
const TYPE = { Keyword: 2, Int: 3 } as const;

/** gRPC codes of a server that does not expose its operator service, as hosted ones do not. */
const DENIED: readonly unknown[] = [7 /* PERMISSION_DENIED */, 12 /* UNIMPLEMENTED */];

/**
 * Registers the search attributes that are missing in a namespace. Safe to run by many processes at once.
 *
 * @param onDenied called with all attributes, name to type, when only the server's operator may register them
 */
export async function ensureSearchAttributes(
  { connection }: TemporalClient,
  namespace: string,
  onDenied?: (attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  const listed = await connection.operatorService.listSearchAttributes({ namespace }).catch((error: { code?: number }) => {
    if (!onDenied || !DENIED.includes(error.code)) throw error;
    onDenied(SEARCH_ATTRIBUTES);
    return null;
  });
  if (listed === null) return;
  const { customAttributes } = listed;
  const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => !customAttributes?.[name]);
  if (missing.length === 0) return;
  await connection.operatorService
    .addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map(([name, type]) => [name, TYPE[type]])),
    })
    .catch((error: { code?: number }) => {
      const ALREADY_EXISTS = 6; // another worker was faster
      if (error.code !== ALREADY_EXISTS) throw error;
    });
}

/**
 * Whether Temporal runs activities without a workflow, as single checks are. Its server does from 1.31 on, unless its dynamic
 * setting `activity.enableStandalone` is off.
 */
export async function supportsStandaloneActivities({ connection }: TemporalClient, namespace: string): Promise<boolean> {
  const { namespaceInfo } = await connection.workflowService.describeNamespace({ namespace });
  return namespaceInfo?.capabilities?.standaloneActivities === true;
}
