import { createParser } from 'eventsource-parser';
import type { FootprintClient } from './client.js';
import { type Deadline, LOOKUP_TIMEOUT_MS, within } from './deadline.js';
import { unwrap } from './errors.js';
import { type LookupOptions, ofLookup, startLookup } from './lookup.js';
import { persistUntil } from './retry.js';
import type { LookupRequestV2, LookupV2 } from './types.js';
import { wait as waitFor } from './wait.js';

/** Progress of a lookup, from its stream. */
export interface LookupProgress {
  /** Number of platforms to probe. */
  readonly planned: number;
  /** Platforms with a result or an omission, including those known from other sources. */
  readonly ended: number;
}

export interface StreamHooks {
  /** Called as soon as the lookup is accepted and billed. */
  readonly onAccepted?: (lookupId: string) => void;
  /** Called repeatedly with the progress. */
  readonly onProgress?: (progress: LookupProgress) => void;
  /** Called with each event except `done`. To resume the stream after an event, use its id. */
  readonly onEvent?: (event: { readonly type: string; readonly data: unknown; readonly id: string | undefined }) => void;
}

/** The stream ended before the lookup did. The lookup continues. */
export class BrokenStreamError extends Error {
  override readonly name = 'BrokenStreamError';
}

const COMMENT = /^(?:lookup (?<id>\S+)(?: planned (?<planned>\d+))?|progress (?<ended>\d+)(?: of (?<total>\d+))?)/;

/**
 * Reads the stream of a lookup to its end.
 *
 * @param response of an operation that streams
 * @returns the data of `done`: the whole lookup
 * @throws BrokenStreamError
 */
export async function readLookupStream(response: Response, { onAccepted, onProgress, onEvent }: StreamHooks = {}): Promise<unknown> {
  let planned = 0;
  let done: string | undefined;
  const parser = createParser({
    onComment(comment) {
      const { id, planned: expected, ended, total } = COMMENT.exec(comment)?.groups ?? {};
      if (id === undefined && ended === undefined) return;
      if (id !== undefined) onAccepted?.(id);
      planned = Number(total ?? expected ?? planned);
      onProgress?.({ planned, ended: Number(ended ?? 0) });
    },
    onEvent({ event: type = 'message', data, id }) {
      if (type === 'done') done = data;
      else onEvent?.({ type, data: JSON.parse(data) as unknown, id });
    },
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  try {
    while (done === undefined) {
      const part = await reader?.read().catch(() => undefined);
      if (part?.value === undefined) throw new BrokenStreamError('The stream ended before the lookup did.');
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
  return JSON.parse(done) as unknown;
}

/** How often in a row a stream may break without a new event, and the time until it is resumed. */
const MAX_BREAKS = 5;
const RESUME_AFTER_MS = 1_000;

export interface FollowOptions extends StreamHooks, Pick<LookupOptions, 'signal' | 'wait'> {
  /** Time for the whole call, in milliseconds; default: ten minutes. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Starts a lookup and follows it until it is finished.
 *
 * @throws as `followLookup`
 */
export function streamLookup(
  client: FootprintClient,
  request: LookupRequestV2,
  { idempotencyKey, ...options }: FollowOptions & Pick<LookupOptions, 'idempotencyKey'> = {},
): Promise<LookupV2> {
  const start = { ...(idempotencyKey === undefined ? {} : { idempotencyKey }), wait: options.wait };
  return within(options.timeoutMs ?? LOOKUP_TIMEOUT_MS, options.signal, async (deadline) => {
    const { lookupId } = await startLookup(client, { ...request, mode: 'async' }, start, deadline);
    return follow(client, lookupId, options, deadline);
  });
}

/**
 * Follows an existing lookup until it is finished; this is not billed. A broken stream is resumed after the last event.
 *
 * @throws FootprintError if the service refuses; BrokenStreamError if the stream breaks too often; FootprintTimeoutError after
 *   `timeoutMs`; the signal's reason if it aborts. Errors have the `lookupId`
 */
export function followLookup(client: FootprintClient, lookupId: string, options: FollowOptions = {}): Promise<LookupV2> {
  return within(options.timeoutMs ?? LOOKUP_TIMEOUT_MS, options.signal, (deadline) => follow(client, lookupId, options, deadline));
}

async function follow(client: FootprintClient, lookupId: string, options: FollowOptions, deadline: Deadline): Promise<LookupV2> {
  const { wait = waitFor, onEvent, ...hooks } = options;
  let lastEventId: string | undefined;
  let breaks = 0;
  const noteEvent: StreamHooks['onEvent'] = (event) => {
    if (event.id !== lastEventId) breaks = 0;
    lastEventId = event.id;
    onEvent?.(event);
  };
  for (;;) {
    const send = (signal: AbortSignal) =>
      client.GET('/v2/lookup/{id}/stream', {
        params: { path: { id: lookupId }, ...(lastEventId === undefined ? {} : { header: { 'Last-Event-ID': lastEventId } }) },
        parseAs: 'stream',
        signal,
      });
    try {
      const answer = await persistUntil(deadline, send, { wait });
      unwrap(answer, lookupId);
      return (await readLookupStream(answer.response, { ...hooks, onEvent: noteEvent })) as LookupV2;
    } catch (error) {
      const cause: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
      breaks += 1;
      if (!(cause instanceof BrokenStreamError) || breaks > MAX_BREAKS || deadline.isOverIn(RESUME_AFTER_MS))
        throw ofLookup(lookupId, cause, options.signal);
    }
    await wait(RESUME_AFTER_MS, deadline.signal);
  }
}
