import type { z } from 'zod';
import type { Scope } from '../domain/billing/api-keys.js';
import type { Role } from '../domain/billing/roles.js';
import type { Caller } from '../domain/billing/account-ports.js';
import type { ErrorCode } from '../domain/errors.js';
import type { ChunkedText } from './chunked-text.js';
import type { OperationNote } from './openapi/notes.js';
import type { TaggedJson } from './tagged-json.js';

/** Which minute counter a request uses. docs/contract.md, 9.1. */
export type RateClass = 'reads' | 'requests';

export interface HandlerInput<P, Q, B> {
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Lower-case request headers. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body's bytes, for fingerprints. */
  readonly rawBody: Buffer;
  readonly receivedAt: number;
  /** Aborts when the client disconnects. */
  readonly clientAborted: AbortSignal;
  /** Aborts when the client disconnects or the process stops: handlers with long waits then respond with what they have. */
  readonly ending: AbortSignal;
}

/**
 * One operation of the API. The same schemas parse requests, check responses and make the OpenAPI document.
 */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> extends OperationNote {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In the router's notation: `/v1/lookup/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly rateClass: RateClass;
  /** Scope that the key needs; default `lookups`. */
  readonly scope?: Scope;
  /** Role that a member needs; default `member`. */
  readonly role?: Role;
  /** Members need a recent sign-in: for what is hardest to take back. */
  readonly recent?: true;
  /** Whether keys may call it; default true. What only people may do has no address under `/v2`. */
  readonly keys?: false;
  /** Members may call it while the account is closed. */
  readonly whileClosed?: true;
  readonly params: P;
  readonly query: Q;
  /** Absent for operations without a body. */
  readonly body?: B;
  readonly response: R;
  /** Payloads by event type of an operation that answers with server-sent events. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /** Error codes of the operation, besides those that all operations share. */
  readonly errors: readonly ErrorCode[];
  /** Success is `ObjectLines`. */
  readonly lines?: true;
  /** A GET that starts work and bills it: HEAD, which has to be safe (RFC 9110, 9.3.2), is refused. */
  readonly startsWork?: true;
  /** At least some responses carry an entity tag: a client that sends it back gets a 304 while its copy is still good. */
  readonly tagged?: true;
  /** It has no entry in the audit log: nothing of an account or a person is read. */
  readonly isUnaudited?: true;
  /** Success is 204 without a body, and `handle` returns null. */
  readonly noContent?: true;
  /** Code of a request whose parts are not of the right types. */
  readonly malformed?: ErrorCode;
  handle(
    input: HandlerInput<z.output<P>, z.output<Q>, z.output<B>>,
  ): Promise<z.input<R> | TaggedJson | EventStream | ObjectLines | StreamEnded>;
}

/** A response that is emitted event by event (server-sent events). */
export class EventStream {
  /** Bytes are encoded events; they may be overwritten when the next element is requested. */
  readonly events: AsyncIterable<ServerEvent | Uint8Array>;
  /** Ends the response between two events. */
  readonly ending: AbortSignal;

  constructor(events: AsyncIterable<ServerEvent | Uint8Array>, ending: AbortSignal) {
    this.events = events;
    this.ending = ending;
  }
}

/** A response of objects, a line each (`application/x-ndjson`). Every one has the shape of the route's `response`. */
export class ObjectLines {
  readonly objects: AsyncIterable<object>;

  constructor(objects: AsyncIterable<object>) {
    this.objects = objects;
  }
}

/** The response to a client that resumes a stream whose end it has seen: 204, after which clients do not reconnect. */
export class StreamEnded {}

/**
 * One server-sent event, or a comment, which clients ignore; an id makes it a position to resume from. `prepare` builds the JSON of
 * a large event and is called once everything before it has been written.
 */
export type ServerEvent =
  | { readonly id: string; readonly event: string; readonly data: unknown }
  | { readonly id: string; readonly event: string; readonly prepare: () => Promise<ChunkedText> }
  | { readonly comment: string; readonly id?: string };

/** Whether an operation refuses unknown parameters. v1 ignores them and has to continue to do so. */
export function rejectsUnknownParameters(route: Pick<Route, 'path'>): boolean {
  return !route.path.startsWith('/v1/');
}

/** Types a route by its schemas. Unless it is one of v1, query parameters that `query` does not name are refused. */
export function route<P extends z.ZodType, Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
  spec: Route<P, Q, B, R>,
): Route {
  return { ...spec, query: rejectsUnknownParameters(spec) ? spec.query.strict() : spec.query } as unknown as Route;
}
