/** Billed requests of tools, and waiting for what they find. */
import { randomUUID } from 'node:crypto';
import { type ApiError, type FootprintClient, followLookup, type LookupProgress, persist, unwrap } from '../../clients/typescript/index.js';
import type { LookupBodyV2 } from '../features/lookups/routes/shared/v2/body-schemas.js';

/** A call of a tool. */
export interface ToolCall {
  readonly client: FootprintClient;
  /** Aborts when the caller cancels: the waiting ends, a lookup that was accepted goes on. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LookupProgress) => void;
  /** How long it waits for a lookup, in milliseconds. */
  readonly waitMs: number;
}

/** How long a billed request is repeated, in milliseconds: an instant lookup may take ten seconds, and a caller waits. */
const PERSIST_MS = 15_000;

/**
 * Sends a billed request, and again while the service is away: under one idempotency key, so that it is billed once.
 *
 * @throws FootprintError when the service refused; the signal's reason when it aborts; what `persist` throws
 */
export async function sendBilled<Body>(
  { signal }: Pick<ToolCall, 'signal'>,
  send: (options: {
    params: { header: { 'Idempotency-Key': string } };
    signal: AbortSignal;
  }) => Promise<{ data?: Body; error?: ApiError; response: Response }>,
): Promise<Body> {
  const params = { header: { 'Idempotency-Key': `mcp-${randomUUID()}` } };
  return unwrap(await persist((until) => send({ params, signal: until }), { signal, timeoutMs: PERSIST_MS }));
}

/** @throws FootprintError */
export const readLookup = async (client: FootprintClient, id: string): Promise<LookupBodyV2> =>
  unwrap(await client.GET('/v2/lookup/{id}', { params: { path: { id } } })) as LookupBodyV2;

/**
 * Waits for a lookup until it is finished or the time is up.
 *
 * @returns the lookup with what is known by then
 * @throws Error that names the lookup, when it cannot be read; the signal's reason when it aborts
 */
export async function waitForLookup({ client, signal, onProgress, waitMs }: ToolCall, lookupId: string): Promise<LookupBodyV2> {
  try {
    const both = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
    return (await followLookup(client, lookupId, { signal: both, onProgress })) as LookupBodyV2;
  } catch {
    signal.throwIfAborted();
    return await readLookup(client, lookupId).catch((error: unknown) => {
      const reason = error instanceof Error ? ` ${error.message}` : '';
      throw new Error(`The lookup ${lookupId} was accepted, but cannot be read now: call read_lookup later.${reason}`);
    });
  }
}
