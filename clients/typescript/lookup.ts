import type { FootprintClient } from './client.js';
import { type Deadline, timeoutOf, within } from './deadline.js';
import { unwrapWith } from './errors.js';
import { persistUntil, type RetryOptions } from './retry.js';
import type { LookupRequestV2, LookupV2 } from './types.js';
import { wait as waitFor } from './wait.js';

export interface LookupOptions extends Pick<RetryOptions, 'signal' | 'wait'> {
  /** Identifies this request, so that repeating it is never billed twice; default: a random key for each call. */
  readonly idempotencyKey?: string;
  /** Time between reads, 5 s by default. */
  readonly pollEveryMs?: number;
  /**
   * Time for the whole call, in milliseconds; default: ten minutes. With `instant`, it is at most the request's `deadlineMs`
   * (10 s without one) plus a second.
   */
  readonly timeoutMs?: number | undefined;
}

/** Starts a lookup once, even if the request is repeated. @throws as `lookup` */
export async function startLookup(
  client: FootprintClient,
  body: LookupRequestV2,
  { idempotencyKey = crypto.randomUUID(), wait }: Pick<LookupOptions, 'idempotencyKey' | 'wait'>,
  deadline: Deadline,
): Promise<LookupV2> {
  const params = { header: { 'Idempotency-Key': idempotencyKey } };
  return unwrapWith('lookupId', await persistUntil(deadline, (signal) => client.POST('/v2/lookup', { params, body, signal }), { wait }));
}

/**
 * Looks up identities, and waits until the lookup is finished; with `instant`, it returns the results known at the deadline. If the service
 * answers before the lookup is finished, the client reads the lookup until it is. A request is sent again if it exceeds a limit (429),
 * meets an unavailable service (502, 503, 504) or gets no answer: at most six times, within `timeoutMs`, with one idempotency key.
 *
 * @throws FootprintError if the service refuses; FootprintTimeoutError after `timeoutMs`; the signal's reason if it aborts; otherwise
 *   whatever `fetch` throws. After acceptance, errors have the `lookupId`. After an abort, repeat the request with its idempotency key
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
        found = unwrapWith('status', await persistUntil(deadline, read, { wait, leastMs: pollEveryMs }), lookupId);
      } catch (error) {
        throw ofLookup(lookupId, error, signal);
      }
    }
    return found;
  });
}

/** Adds the lookup's id to an error. The reason of a signal belongs to its owner, and is not changed. */
export function ofLookup(lookupId: string, error: unknown, signal: AbortSignal | undefined): unknown {
  return error instanceof Error && !signal?.aborted ? Object.assign(error, { lookupId }) : error;
}
