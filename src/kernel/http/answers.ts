/** What an operation answers with, besides an object. */
import type { ServiceError } from '../values/errors.js';
import type { TaggedJson } from './tagged-json.js';

export type Answer<Body> = Body | Accepted<Body> | TaggedJson | EventStream | ObjectLines | Download | StreamEnded | Redirect;

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
  /** @param name of the file, for browsers that keep it as one */
  constructor(
    readonly objects: AsyncIterable<object>,
    readonly name: string,
  ) {}
}

/** A response that is sent as it is made. */
export class Download {
  /** @param filename of a file, for browsers that keep it as one */
  constructor(
    readonly chunks: AsyncIterable<string>,
    readonly type: 'application/x-ndjson' | 'text/csv' | 'application/json',
    readonly filename?: string,
  ) {}
}

/** What was asked for is stored and will be carried out: 202 (RFC 9110, 15.3.3). */
export class Accepted<Body> {
  constructor(readonly body: Body) {}
}

/** Sends the browser elsewhere, in place of a body. @param refusal which error the page there shows */
export class Redirect {
  constructor(
    readonly path: string,
    readonly refusal?: ServiceError,
  ) {}
}

/** The response to a client that resumes a stream whose end it has seen: 204, after which clients do not reconnect. */
export class StreamEnded {}

/**
 * One server-sent event, or a comment, which clients ignore; an id makes it a position to resume from. `prepare` builds the JSON of
 * a large event and is called once everything before it has been written.
 */
export type ServerEvent =
  | { readonly id: string; readonly event: string; readonly data: unknown }
  | { readonly id: string; readonly event: string; readonly prepare: () => Promise<AsyncIterable<string | Uint8Array>> }
  | { readonly comment: string; readonly id?: string };
