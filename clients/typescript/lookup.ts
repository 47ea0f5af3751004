import type { FootprintClient } from './client.js';
import { unwrap } from './errors.js';
import { persist, type RetryOptions } from './retry.js';
import type { LookupRequestV2, LookupV2 } from './types.js';
import { wait as waitFor } from './wait.js';

export interface LookupOptions extends Pick<RetryOptions, 'signal' | 'wait'> {
  /** Names this request, so that repeating it is never billed twice; default: a random one for each call. */
  readonly idempotencyKey?: string;
  /** Time between reads, 5 s by default. */
  readonly pollEveryMs?: number;
}

/** Starts a lookup, once, however often the request has to be repeated. @throws FootprintError when the service refused */
export async function startLookup(
  client: FootprintClient,
  body: LookupRequestV2,
  { idempotencyKey = crypto.randomUUID(), signal, wait }: LookupOptions,
): Promise<LookupV2> {
  const params = { header: { 'Idempotency-Key': idempotencyKey } };
  return unwrap(await persist(() => client.POST('/v2/lookup', { params, body, ...(signal ? { signal } : {}) }), { signal, wait }));
}

/**
 * Looks identities up and holds until the result is whole. A wait that reaches the service's ceiling goes on by reading. What is limited
 * (429), not available (503) or loses its connection is repeated, under the same idempotency key.
 *
 * @throws FootprintError when the service refused; the signal's reason when it aborts; else what `fetch` throws. Once the
 *   lookup was accepted, errors have its `lookupId`; after an abort repeat the request under its idempotency key
 */
export async function lookup(client: FootprintClient, request: LookupRequestV2, options: LookupOptions = {}): Promise<LookupV2> {
  const { signal, wait = waitFor, pollEveryMs = 5_000 } = options;
  let found = await startLookup(client, { mode: 'wait', ...request }, options);
  while (found.status !== 'finished') {
    const { lookupId } = found;
    const params = { path: { id: lookupId } };
    await wait(pollEveryMs, signal);
    const read = await persist(() => client.GET('/v2/lookup/{id}', { params, ...(signal ? { signal } : {}) }), {
      signal,
      wait,
      leastMs: pollEveryMs,
    }).catch((error: unknown) => {
      // The reason of a signal is its owner's.
      throw error instanceof Error && !signal?.aborted ? Object.assign(error, { lookupId }) : error;
    });
    found = unwrap(read, lookupId);
  }
  return found;
}
