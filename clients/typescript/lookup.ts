import type { FootprintClient } from './client.js';
import { unwrap } from './errors.js';
import type { LookupRequest, LookupResponse, PendingLookup } from './types.js';
import { wait, waitMsOf } from './wait.js';

/** Tells a full result from one that is still being made. */
export function isFinished(lookup: LookupResponse | PendingLookup): lookup is LookupResponse {
  return !('status' in lookup);
}

/**
 * Looks an identity up and holds until the result is full. A wait that reaches the service's ceiling goes on by reading; a
 * read that is told to come later (429, 503) does so.
 *
 * @param options.idempotencyKey names this request, so that repeating it is never billed twice
 * @param options.pollEveryMs time between reads, 5 s by default: reads have a small budget a minute
 * @throws FootprintError when the service refused; the signal's reason when it aborts; else what `fetch` throws. Once the
 *   lookup was accepted, errors have its `lookupId`; after an abort repeat the request under its idempotency key
 */
export async function lookup(
  client: FootprintClient,
  request: LookupRequest,
  options: { deep?: boolean; idempotencyKey?: string; signal?: AbortSignal; pollEveryMs?: number } = {},
): Promise<LookupResponse> {
  const signal = options.signal ? { signal: options.signal } : {};
  const header = options.idempotencyKey === undefined ? {} : { header: { 'Idempotency-Key': options.idempotencyKey } };
  let answer: LookupResponse | PendingLookup = unwrap(
    await client.POST('/v1/lookup', {
      params: { query: { wait: 'true', ...(options.deep ? { deep: 'true' } : {}) }, ...header },
      body: request,
      ...signal,
    }),
  );
  const every = options.pollEveryMs ?? 5_000;
  let waitMs = every;
  while (!isFinished(answer)) {
    const { lookupId } = answer;
    await wait(waitMs, options.signal);
    const read = await client.GET('/v1/lookup/{id}', { params: { path: { id: lookupId } }, ...signal }).catch((error: unknown) => {
      // The reason of a signal is its owner's.
      throw error instanceof Error && !options.signal?.aborted ? Object.assign(error, { lookupId }) : error;
    });
    const isLater = read.response.status === 429 || read.response.status === 503;
    waitMs = isLater ? Math.max(every, waitMsOf(read.response, every)) : every;
    if (!isLater) answer = unwrap(read, lookupId);
  }
  return answer;
}
