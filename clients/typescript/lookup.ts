import type { FootprintClient } from './client.js';
import { unwrap } from './errors.js';
import type { LookupRequest, LookupResponse, PendingLookup } from './types.js';

/** Tells a full result from one that is still being made. */
export function isFinished(lookup: LookupResponse | PendingLookup): lookup is LookupResponse {
  return !('status' in lookup);
}

/**
 * Looks an identity up and holds until the result is full. A wait that reaches the service's ceiling goes on by reading.
 *
 * @param options.idempotencyKey names this request, so that repeating it is never billed twice
 * @param options.pollEveryMs pause between reads, 5 s by default: reads have a small budget a minute
 * @throws FootprintError when the service refused; the signal's reason when it aborts
 */
export async function lookup(
  client: FootprintClient,
  request: LookupRequest,
  options: { deep?: boolean; idempotencyKey?: string; signal?: AbortSignal; pollEveryMs?: number } = {},
): Promise<LookupResponse> {
  const signal = options.signal ? { signal: options.signal } : {};
  const header = options.idempotencyKey === undefined ? {} : { header: { 'Idempotency-Key': options.idempotencyKey } };
  let answer: LookupResponse | PendingLookup = unwrap(
    await client.POST('/v1/lookup', { params: { query: { wait: 'true', ...(options.deep ? { deep: 'true' } : {}) }, ...header }, body: request, ...signal }),
  );
  while (!isFinished(answer)) {
    await pause(options.pollEveryMs ?? 5_000, options.signal);
    answer = unwrap(await client.GET('/v1/lookup/{id}', { params: { path: { id: answer.lookupId } }, ...signal }));
  }
  return answer;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
