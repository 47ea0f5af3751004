/** The streams of both versions: how one is opened, resumed, read and ended. A version only parses and presents. */
import { z } from 'zod';
import type { ReadLimiter } from '../../../../kernel/values/fair-shares.js';
import type { SharedJson } from '../../../../kernel/http/chunked-text.js';
import { CACHE_CONTROL, LAST_EVENT_ID } from '../../../../kernel/http/operation-notes.js';
import { idText } from '../../../../kernel/http/request-fields.js';
import { ReusableBuffer } from '../../../../kernel/http/reusable-buffer.js';
import { EventStream, type ServerEvent, StreamEnded } from '../../../../kernel/http/answers.js';
import { type HandlerInput, route, type Route } from '../../../route.js';
import { encodeEvent } from '../../../../kernel/http/sse.js';
import { Deadline, withTimeout } from '../../../../kernel/net/deadline.js';
import { type ErrorCode, ServiceError } from '../../../../kernel/values/errors.js';
import type { LookupOwner } from '../../../accounts/accounts.js';
import type { ChangePage } from '../../lookup-changes.js';
import { expectedPlan, type LookupSnapshot, type SnapshotLookup, snapshotOfRequest, withExpectedPlan } from '../../lookup-snapshot.js';
import type { LookupRequest } from '../../lookup.js';
import type { SeenBefore } from '../../seen.js';
import type { LookupChanges } from '../../store/lookup-changes.js';
import { acceptLookup } from '../../use-cases/accept-lookup.js';
import { admitInstant, type AdmittedInstant, WITHOUT_CEILING } from '../../use-cases/instant-admission.js';
import type { RequestOptions } from '../../use-cases/parse-lookup-request.js';
import { readSeen, readSnapshot } from '../../use-cases/read-lookups.js';
import { planUntaken, planWhenLate } from '../../use-cases/plan-untaken.js';
import { deadlineOf } from '../../use-cases/run-lookup.js';
import {
  type Emission,
  type EmissionPage,
  type Projection,
  STREAM_START,
  type StreamCursor,
  streamLookup,
} from '../../use-cases/stream-lookup.js';
import { idempotencyToken, type LookupRoutesContext, requestOptionsOf } from './lookup-routes.js';

export interface StreamRoutesContext extends LookupRoutesContext {
  readonly changes: LookupChanges;
  /** Bodies of the `done` events of finished lookups. */
  readonly doneBodies: SharedJson;
}

export interface ShownEvent {
  readonly event: string;
  readonly data: unknown;
}

/** What a stream consists of. */
export interface StreamPresentation<Answer> extends Pick<Route, 'operationId' | 'path' | 'summary' | 'description'> {
  readonly events: Readonly<Record<string, z.ZodType>>;
  readonly projection: Projection<Answer>;
  /** First comment of the stream. */
  readonly opening: (lookupId: string, planned: number) => string;
  /** Null for what the version does not show. */
  readonly show: (ctx: StreamRoutesContext, event: Emission<Answer>, lookup: SnapshotLookup) => ShownEvent | null;
  /** The body of `done`. */
  readonly present: (ctx: StreamRoutesContext, known: LookupSnapshot, isInstant: boolean, seen?: SeenBefore) => object;
  /** Whether that body says how often the identities were looked up before. */
  readonly showsSeen?: true;
}

/** What a version defines of the stream that starts a lookup. */
export interface StreamOperation<Query, Answer> extends StreamPresentation<Answer> {
  readonly query: z.ZodObject & z.ZodType<Query>;
  /** Error codes of its requests, besides those of every stream. */
  readonly errors: readonly ErrorCode[];
  readonly parse: (ctx: StreamRoutesContext, query: Query, options: RequestOptions) => LookupRequest;
}

type StreamInput = HandlerInput<unknown, { readonly instant?: unknown }, unknown>;

/** The route of a stream that starts a lookup. */
export function streamRoute<Query extends { readonly instant?: unknown }, Answer>(operation: StreamOperation<Query, Answer>) {
  const { operationId, path, summary, description, query, events, errors } = operation;
  return route({
    operationId,
    // It may also resume, and so read, a lookup that another key made.
    scopes: ['lookups:create', 'lookups:read'],
    method: 'get',
    path,
    summary,
    description,
    requestHeaders: [CACHE_CONTROL, LAST_EVENT_ID],
    startsWork: true,
    query,
    response: z.string(),
    events,
    errors: ['not_found', ...errors, 'idempotency_conflict'],
    async handle(ctx: StreamRoutesContext, input) {
      await ctx.refreshAvailable();
      const opened = await openStream(ctx, input, operationId, () => operation.parse(ctx, input.query, requestOptionsOf(input)));
      return opened instanceof StreamEnded ? opened : streamEvents(ctx, input, opened, operation);
    },
  });
}

/** The route of a stream that follows a lookup of the account, in whatever mode it runs. It bills nothing. */
export function followingRoute<Answer>(operation: StreamPresentation<Answer>) {
  const { operationId, path, summary, description, events } = operation;
  return route({
    operationId,
    scopes: ['lookups:read'],
    method: 'get',
    path,
    summary,
    description,
    requestHeaders: [LAST_EVENT_ID],
    params: z.object({ id: idText.describe('Identifier of a lookup or single check of this account.') }),
    response: z.string(),
    events,
    errors: ['not_found', 'invalid_parameter'],
    async handle(ctx: StreamRoutesContext, input) {
      const { caller, params, limitRead } = input;
      const lastId = input.headers['last-event-id'] ?? `${params.id}.0.`;
      const opened = await resumeStream(ctx, { owner: caller, lastId, of: params.id, limitRead });
      return opened instanceof StreamEnded ? opened : streamEvents(ctx, { ...input, query: {} }, opened, operation);
    },
  });
}

/** A stream that was opened, from its start or by a client that resumes. */
interface OpenedStream {
  readonly lookupId: string;
  readonly request: LookupRequest;
  /** Platforms in the plan; null when that was not read, or there is no plan yet. */
  readonly planned: number | null;
  readonly from: StreamCursor;
  /** Whether it was accepted for a stream like this one, which is at its start. */
  readonly sinceAcceptance: boolean;
  /** Whether it was accepted for this stream, just now. */
  readonly isNew: boolean;
  readonly limitRead: ReadLimiter;
  readonly admitted: AdmittedInstant;
}

/** The group in the id of `done`. */
const END = '~~';
const EVENT_ID = /^([\w-]{1,64})\.(\d{1,9})\.([\w~-]{0,64})(?:\/([\w#]{1,35}))?$/;

/**
 * Opens a stream. A client that resumes continues its lookup and is not billed; any other starts a lookup, or continues the one
 * that its Idempotency-Key names.
 *
 * @returns `StreamEnded` when the client has already seen the end of the stream
 * @throws ServiceError invalid_parameter and not_found for a Last-Event-ID that names no position or no lookup of the account; what `parse`
 *   and `acceptLookup` throw
 */
async function openStream(
  ctx: StreamRoutesContext,
  input: StreamInput,
  operationId: string,
  parse: () => LookupRequest,
): Promise<OpenedStream | StreamEnded> {
  const { caller, limitRead } = input;
  const lastId = input.headers['last-event-id'];
  if (lastId === undefined) {
    const request = parse();
    const admitted = input.query.instant ? await admitInstant(ctx, caller, request) : WITHOUT_CEILING;
    try {
      const token = idempotencyToken(input, operationId);
      const { lookupId, isNew } = await acceptLookup(ctx, request, { caller, token, busy: admitted.busy });
      const deadline = deadlineOf(ctx, { ...request, mode: 'instant' }, input.receivedAt);
      if (admitted.isUntaken) await planUntaken(ctx, { lookupId, busy: admitted.busy }, deadline);
      const start = { planned: null, from: STREAM_START, sinceAcceptance: true, isNew: isNew && !admitted.isUntaken };
      return { lookupId, request, ...start, limitRead, admitted };
    } catch (error) {
      admitted.release(null);
      throw error;
    }
  }
  return resumeStream(ctx, { owner: caller, lastId, limitRead });
}

/**
 * Opens the stream of an accepted lookup at a position; bills nothing.
 *
 * @param input.of the lookup that the position has to be of; absent: whichever it names
 * @returns `StreamEnded` when the position is the end
 * @throws ServiceError invalid_parameter and not_found for a Last-Event-ID that names no position or no lookup of the account
 */
async function resumeStream(
  ctx: StreamRoutesContext,
  { owner, lastId, of, limitRead }: { owner: LookupOwner; lastId: string; of?: string; limitRead: ReadLimiter },
): Promise<OpenedStream | StreamEnded> {
  const [, lookupId = '', seq, group = '', subject = ''] = EVENT_ID.exec(lastId) ?? [];
  if (seq === undefined || (of ?? lookupId) !== lookupId) {
    throw new ServiceError('invalid_parameter', 'Last-Event-ID: this is not an id of this stream.');
  }
  const head = await limitRead(() => ctx.changes.head(owner, lookupId));
  if (!head) throw new ServiceError('not_found');
  if (group === END) return new StreamEnded();
  const from = { seq: Number(seq), group, subject };
  return { ...head, lookupId, from, sinceAcceptance: false, isNew: false, limitRead, admitted: WITHOUT_CEILING };
}

/** Outcomes that an instant stream keeps for its `done`; one with more reads them from the database. */
const MAX_KEPT = 500;

/** What an instant stream has read, up to `MAX_KEPT` outcomes: its `done` must not depend on the database at the ceiling. */
class StreamedSnapshot {
  #known: LookupSnapshot;
  #isComplete = true;

  constructor(lookupId: string, request: LookupRequest, isTest: boolean) {
    this.#known = snapshotOfRequest(lookupId, request, isTest);
  }

  add({ lookup, outcomes, modules, derived, linkedAccounts = [] }: ChangePage): void {
    const known = this.#known;
    this.#isComplete &&= known.outcomes.length + outcomes.length <= MAX_KEPT;
    if (!this.#isComplete) return;
    this.#known = { lookup, outcomes: [...known.outcomes, ...outcomes], modules: [...known.modules, ...modules], derived, linkedAccounts };
  }

  /** Null when there was too much to keep. */
  get whole(): LookupSnapshot | null {
    return this.#isComplete ? this.#known : null;
  }
}

/** Responds with the events of an opened stream. An instant one ends at its deadline, any other with the lookup or the process. */
function streamEvents<Answer>(
  ctx: StreamRoutesContext,
  input: StreamInput,
  opened: OpenedStream,
  operation: StreamPresentation<Answer>,
): EventStream {
  const ending = input.query.instant ? input.clientAborted : input.ending;
  return new EventStream(events(ctx, input, opened, operation, ending), ending);
}

async function* events<Answer>(
  ctx: StreamRoutesContext,
  input: StreamInput,
  { lookupId, request, from, sinceAcceptance, isNew, limitRead, admitted, planned }: OpenedStream,
  operation: StreamPresentation<Answer>,
  ending: AbortSignal,
): AsyncGenerator<ServerEvent | Uint8Array> {
  const isInstant = Boolean(input.query.instant);
  const deadlineAt = isInstant ? deadlineOf(ctx, { ...request, mode: 'instant' }, input.receivedAt) : Infinity;
  const ceiling = new Deadline([ending], deadlineAt - performance.now());
  const streamed = isInstant && sinceAcceptance ? new StreamedSnapshot(lookupId, request, input.caller.isTest === true) : null;
  const endPlanning = streamed && planWhenLate(ctx, { lookupId, busy: admitted.busy }, deadlineAt);
  const idOf = ({ seq, group, subject }: StreamCursor): string => `${lookupId}.${seq}.${group}${subject && `/${subject}`}`;
  const present = (known: LookupSnapshot, seen?: SeenBefore): object =>
    operation.present(ctx, withExpectedPlan(ctx, request, known), isInstant, seen);
  const { caller } = input;
  const readsSeen = async () => (operation.showsSeen ? readSeen(ctx, { caller, lookupId }) : undefined);
  // Like all that `done` shows, read before the ceiling.
  const earlySeen = streamed ? readsSeen().catch(() => undefined) : Promise.resolve(undefined);
  // Its state and times are in `done` only.
  const { lookup } = snapshotOfRequest(lookupId, request);
  let [last, finished] = [from, false];
  // All that a stream keeps of a page while its client does not read.
  const encoded = new ReusableBuffer();
  const show = ({ emissions, checked, page, isLast }: EmissionPage<Answer>): Uint8Array => {
    streamed?.add(page);
    last = emissions.at(-1)?.at ?? last;
    finished = isLast;
    if (page.planned !== null) {
      admitted.begun();
      endPlanning?.();
    }
    const blocks = emissions.flatMap((emission): string[] => {
      const shown = operation.show(ctx, emission, lookup);
      return shown ? [encodeEvent({ id: idOf(emission.at), ...shown })] : [];
    });
    return encoded.write(
      [...blocks, encodeEvent({ comment: `progress ${checked}${page.planned === null ? '' : ` of ${page.planned}`}` })].join(''),
    );
  };
  try {
    const opening = operation.opening(lookupId, planned ?? expectedPlan(ctx, request).targets.length);
    // With an id: a client that is disconnected before the first result resumes this lookup and is not billed for another.
    yield { comment: opening, id: idOf(from) };
    const watched = { sinceAcceptance, isNew, signal: ceiling.signal };
    yield* streamLookup(ctx, { lookupId, from, projection: operation.projection, ...watched, limitRead, show });
    if (ending.aborted) return;
    // The lookup was deleted: there is no body for `done`, and a client that resumes gets a 404.
    if (!finished && !ceiling.signal.aborted) return;
    const done = { id: idOf({ seq: last.seq, group: END, subject: '' }), event: 'done' };
    if (streamed?.whole) {
      const remainingMs = ceiling.signal.aborted ? 0 : ceiling.remainingMs;
      const seen = await withTimeout(earlySeen, remainingMs, () => undefined);
      yield { ...done, data: present(streamed.whole, seen) };
      return;
    }
    const body = async () => {
      const seen = await readsSeen();
      // The body of a finished lookup is the same for all clients that see the same lookups; an instant stream's has fields of its own.
      const shared = finished && !isInstant ? `${caller.accountId} ${operation.operationId} ${lookupId} ${JSON.stringify(seen)}` : null;
      return ctx.doneBodies.get(shared, async () => present(await readSnapshot(ctx, { owner: caller, lookupId }), seen));
    };
    yield { ...done, prepare: async () => (await limitRead(body)).chunks(limitRead) };
  } finally {
    endPlanning?.();
    admitted.release({ startedAfterMs: null }, streamed?.whole?.outcomes);
    ceiling.stop();
  }
}
