/** What the streams of both versions share: how one is opened, resumed, read and ended. */
import { ServiceError } from '../domain/errors.js';
import type { LookupChanges } from '../domain/lookup/lookup-changes.js';
import type { LookupChangeSet } from '../domain/lookup/lookup-ports.js';
import type { LookupRequest } from '../domain/lookup/lookup.js';
import { acceptLookup } from '../services/lookups/accept-lookup.js';
import type { ReleaseInstant } from '../services/lookups/instant-admission.js';
import type { ReadLimiter } from '../services/lookups/watch-pages.js';
import { ChangeBuffer } from '../services/lookups/change-buffer.js';
import {
  streamLookup,
  STREAM_START,
  type Projection,
  type Emission,
  type EmissionPage,
  type StreamCursor,
} from '../services/lookups/stream-lookup.js';
import type { SharedJson } from './chunked-text.js';
import type { OpenStreams } from './open-streams.js';
import { EventStream, StreamEnded, type HandlerInput, type ServerEvent } from './route.js';
import { encodeEvent } from './sse.js';
import { idempotencyToken, type LookupRoutesContext } from './v1/lookups.js';

export interface StreamRoutesContext extends LookupRoutesContext {
  readonly changes: LookupChanges;
  readonly openStreams: OpenStreams;
  /** Bodies of the `done` events of finished lookups. */
  readonly doneBodies: SharedJson;
}

type StreamInput = HandlerInput<unknown, { readonly instant?: unknown }, unknown>;

/** A stream that was opened, from its start or by a client that resumes. */
export interface OpenedStream {
  readonly lookupId: string;
  readonly request: LookupRequest;
  /** Platforms in the plan; null when that was not read, or there is no plan yet. */
  readonly planned: number | null;
  readonly from: StreamCursor;
  readonly limitRead: ReadLimiter;
  readonly release: ReleaseInstant;
}

export interface ShownEvent {
  readonly event: string;
  readonly data: unknown;
}

/** How an API version presents a stream. */
export interface StreamFormat<Answer> {
  readonly projection: Projection<Answer>;
  /** First comment of the stream. */
  readonly opening: string;
  /** Null for what the version does not show. */
  show(event: Emission<Answer>): ShownEvent | null;
  /** The body of `done` from what was emitted: it must not depend on the database when a ceiling applies. */
  doneFrom(known: ChangeBuffer, until: number): Promise<object>;
  /** The body of `done` from the database. */
  readDone(): Promise<object>;
}

/** The group in the id of `done`. */
const END = '~~';
const EVENT_ID = /^([\w-]{1,64})\.(\d{1,9})\.([\w~-]{0,64})(?:\/([\w#]{1,35}))?$/;

/**
 * Opens a stream. A client that resumes continues its lookup and is not billed; any other starts a lookup, or continues the one
 * that its Idempotency-Key names.
 *
 * @returns `StreamEnded` when the client has already seen the end of the stream
 * @throws ServiceError rate_limit_exceeded before anything is billed, when the key has too many streams open; invalid_parameter and
 *   not_found for a Last-Event-ID that names no position or no lookup of the account; what `readRequest` and `acceptLookup` throw
 */
export async function openStream(
  ctx: StreamRoutesContext,
  input: StreamInput,
  { operation, readRequest }: { operation: string; readRequest: () => LookupRequest },
): Promise<OpenedStream | StreamEnded> {
  const { caller, clientAborted } = input;
  const turn = ctx.openStreams.acquire(caller.apiKeyId, clientAborted);
  const lastId = input.headers['last-event-id'];
  if (lastId === undefined) {
    const request = readRequest();
    const leave = input.query.instant ? ctx.instantAdmission.acquire() : () => undefined;
    try {
      const { lookupId } = await acceptLookup(ctx, { caller, request, token: idempotencyToken(input, operation) });
      return { lookupId, request, planned: null, from: STREAM_START, limitRead: turn, release: leave };
    } catch (error) {
      leave(null);
      throw error;
    }
  }
  const seen = EVENT_ID.exec(lastId);
  if (!seen) throw new ServiceError('invalid_parameter', 'Last-Event-ID: not an id of this stream.');
  const [, lookupId = '', seq, group = '', subject = ''] = seen;
  const head = await turn(() => ctx.changes.head(caller.accountId, lookupId));
  if (!head) throw new ServiceError('not_found');
  return group === END
    ? new StreamEnded()
    : { ...head, lookupId, from: { seq: Number(seq), group, subject }, limitRead: turn, release: () => undefined };
}

/** Outcomes that an instant stream keeps for its `done`; one with more reads them from the database. */
const MAX_KEPT = 500;

/** What an instant stream has read, up to `MAX_KEPT` outcomes. */
class BoundedChangeBuffer extends ChangeBuffer {
  isComplete = true;

  override add(news: LookupChangeSet): void {
    this.isComplete &&= this.outcomes.length + news.outcomes.length <= MAX_KEPT;
    if (this.isComplete) super.add(news);
  }
}

/** Encodes one text after the other into the same buffer: separate buffers would survive many garbage collections at slow clients. */
class ReusableBuffer {
  #bytes = new Uint8Array(0);

  /** Overwrites what was written before. */
  write(text: string): Uint8Array {
    const length = Buffer.byteLength(text);
    if (length > this.#bytes.length) this.#bytes = new Uint8Array(Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES);
    ENCODER.encodeInto(text, this.#bytes);
    return this.#bytes.subarray(0, length);
  }
}
const BLOCK_BYTES = 16 * 1_024;
const ENCODER = new TextEncoder();

/** Responds with the events of an opened stream. An instant one ends at its ceiling, any other with the lookup or the process. */
export function streamEvents<Answer>(
  ctx: StreamRoutesContext,
  input: StreamInput,
  opened: OpenedStream,
  format: StreamFormat<Answer>,
): EventStream {
  const ending = input.query.instant ? input.clientAborted : input.ending;
  return new EventStream(events(ctx, input, opened, format, ending), ending);
}

async function* events<Answer>(
  ctx: StreamRoutesContext,
  input: StreamInput,
  { lookupId, request, from, limitRead, release }: OpenedStream,
  format: StreamFormat<Answer>,
  ending: AbortSignal,
): AsyncGenerator<ServerEvent | Uint8Array> {
  const ceiling = new AbortController();
  const end = (): void => ceiling.abort();
  ending.addEventListener('abort', end, { once: true });
  if (ending.aborted) end();
  const until = input.query.instant ? input.receivedAt + ctx.instantCeilingMs : null;
  const timer = until === null ? undefined : setTimeout(end, Math.max(0, until - performance.now()));
  const kept = until !== null && from === STREAM_START ? new BoundedChangeBuffer() : null;
  const idOf = ({ seq, group, subject }: StreamCursor): string => `${lookupId}.${seq}.${group}${subject && `/${subject}`}`;
  let last = from;
  let finished = false;
  let planned: number | null = null;
  let ended = 0;
  // All that a stream keeps of a page while its client does not read.
  const encoded = new ReusableBuffer();
  const show = ({ emissions, checked, page, isLast }: EmissionPage<Answer>): Uint8Array => {
    kept?.add({ ...page, state: isLast ? 'finished' : 'running' });
    last = emissions.at(-1)?.at ?? last;
    finished = isLast;
    planned = page.planned;
    ended = checked;
    const blocks = emissions.flatMap((emission): string[] => {
      const shown = format.show(emission);
      return shown ? [encodeEvent({ id: idOf(emission.at), ...shown })] : [];
    });
    return encoded.write(
      [...blocks, encodeEvent({ comment: `progress ${checked}${page.planned === null ? '' : ` of ${page.planned}`}` })].join(''),
    );
  };
  try {
    // With an id: a client that is disconnected before the first result resumes this lookup and is not billed for another.
    yield { comment: format.opening, id: idOf(from) };
    yield* streamLookup(ctx, { lookupId, from, projection: format.projection, signal: ceiling.signal, limitRead, show });
    if (ending.aborted) return;
    // The lookup was deleted: there is no body for `done`, and a client that resumes gets a 404.
    if (!finished && !ceiling.signal.aborted) return;
    const done = { id: idOf({ seq: last.seq, group: END, subject: '' }), event: 'done' };
    if (kept?.isComplete && until !== null) {
      yield { ...done, data: await format.doneFrom(kept, until) };
      return;
    }
    // The body of a finished lookup is the same for all clients of the account, but an instant stream's has fields of its own.
    const shared = finished && until === null ? `${input.caller.accountId} ${format.opening}` : null;
    yield { ...done, prepare: () => ctx.doneBodies.get(shared, format.readDone) };
  } finally {
    release({ planned, swept: ended, isBand: request.platforms === null });
    clearTimeout(timer);
    ending.removeEventListener('abort', end);
  }
}
