/** Billed requests of tools, and waiting for what they find. */
import { randomUUID } from 'node:crypto';
import { type FootprintClient, followLookup, type LookupProgress } from '../../../clients/typescript/index.js';
import type { LookupBodyV2 } from '../../features/lookups/routes/shared/v2/body-schemas.js';
import { wait } from '../../../clients/typescript/wait.js';
import { ApiError, bodyOf, readLookup } from '../api-client.js';

/** A call of a tool. */
export interface ToolCall {
  readonly client: FootprintClient;
  /** Aborts when the caller cancels: the waiting ends, a lookup that was accepted goes on. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LookupProgress) => void;
}

/** How long a call waits for a lookup, in milliseconds: clients give up after a minute. */
const WAIT_MS = 45_000;
const MAX_ATTEMPTS = 3;

/**
 * Sends a billed request, and again while the service is away: under one idempotency key, so that it is billed once.
 *
 * @throws ApiError when the service refused; the signal's reason when it aborts
 */
export async function sendBilled<Body>(
  { signal }: Pick<ToolCall, 'signal'>,
  send: (options: { params: { header: { 'Idempotency-Key': string } }; signal: AbortSignal }) => Promise<{ data?: Body }>,
): Promise<Body> {
  const options = { params: { header: { 'Idempotency-Key': `mcp-${randomUUID()}` } }, signal };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await bodyOf(send(options));
    } catch (error) {
      signal.throwIfAborted();
      // A conflict: the first attempt, whose answer was lost, is still under way.
      const isLater = error instanceof ApiError && (error.retryMs !== undefined || (attempt > 1 && error.status === 409));
      if (!isLater || attempt >= MAX_ATTEMPTS) throw error;
      await wait(error.retryMs ?? 1_000, signal);
    }
  }
}

/**
 * Waits for a lookup until it is finished or the time is up.
 *
 * @returns the lookup with what is known by then
 * @throws ApiError that names the lookup, when it cannot be read; the signal's reason when it aborts
 */
export async function waitForLookup({ client, signal, onProgress }: ToolCall, lookupId: string, waitMs = WAIT_MS): Promise<LookupBodyV2> {
  try {
    const both = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
    return (await followLookup(client, lookupId, { signal: both, onProgress })) as LookupBodyV2;
  } catch {
    signal.throwIfAborted();
    return await readLookup(client, lookupId).catch((error: unknown) => {
      const reason = error instanceof Error ? ` ${error.message}` : '';
      throw new ApiError(`The lookup ${lookupId} was accepted, and cannot be read now: call read_lookup later.${reason}`, 503);
    });
  }
}
