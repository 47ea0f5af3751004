import type { FootprintClient } from './client.js';
import { type Deadline, timeoutOf, within } from './deadline.js';
import { unwrap } from './errors.js';
import { persistUntil, type RetryOptions } from './retry.js';
import type { LookupRequestV2, LookupV2 } from './types.js';
import { wait as waitFor } from './wait.js';

export interface LookupOptions extends Pick<RetryOptions, 'signal' | 'wait'> {
  /** Names this request, so that repeating it is never billed twice; default: a random one for each call. */
  readonly idempotencyKey?: string;
  /** Time between reads, 5 s by default. */
  readonly pollEveryMs?: number;
  /**
   * Time for the whole call, in milliseconds; default: ten minutes. With `instant` it is the request's `deadlineMs` (10 s without one)
   * and a second, if that is less.
   */
  readonly timeoutMs?: number | undefined;
}

/** Starts a lookup, once, however often the request has to be repeated. @throws as `lookup` */
export async function startLookup(
  client: FootprintClient,
  body: LookupRequestV2,
  { idempotencyKey = crypto.randomUUID(), wait }: Pick<LookupOptions, 'idempotencyKey' | 'wait'>,
  deadline: Deadline,
): Promise<LookupV2> {
  const params = { header: { 'Idempotency-Key': idempotencyKey } };
  return unwrap(await persistUntil(deadline, (signal) => client.POST('/v2/lookup', { params, body, signal }), { wait }));
}

/**
 * Looks identities up and holds until the result is whole; with `instant` it returns what is known at the deadline. A wait that reaches the
 * service's ceiling goes on by reading. What is limited (429), not available (503) or loses its connection is repeated, up to six times and
 * within `timeoutMs`, under the same idempotency key.
 *
 * @throws FootprintError when the service refused; FootprintTimeoutError after `timeoutMs`; the signal's reason when it aborts; else what
 *   `fetch` throws. Once the lookup was accepted, errors have its `lookupId`; after an abort repeat the request under its idempotency key
 */
export function lookup(client: FootprintClient, request: LookupRequestV2, options: LookupOptions = {}): Promise<LookupV2> {
  const { signal, wait = waitFor, pollEveryMs = 5_000, timeoutMs } = options;
  return within(timeoutOf(request, timeoutMs), signal, async (deadline) => {
    let found = await startLookup(client, { mode: 'wait', ...request }, options, deadline);
    const { lookupId } = found;
    const params = { path: { id: lookupId } };
    const read = (until: AbortSignal) => client.GET('/v2/lookup/{id}', { params, signal: until });
    while (found.status !== 'finished' && request.mode !== 'instant') {
      try {
        deadline.throwIfOver(pollEveryMs);
        await wait(pollEveryMs, deadline.signal);
        found = unwrap(await persistUntil(deadline, read, { wait, leastMs: pollEveryMs }), lookupId);
      } catch (error) {
        throw ofLookup(lookupId, error, signal);
      }
    }
    return found;
  });
}

/** An error with the lookup that it is about. The reason of a signal is its owner's, and stays as it is. */
export function ofLookup(lookupId: string, error: unknown, signal: AbortSignal | undefined): unknown {
  return error instanceof Error && !signal?.aborted ? Object.assign(error, { lookupId }) : error;
}
