import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { failureOf, OutboundFailure } from '../failure.js';
import { ByteSink, joinedHeaders } from '../response.js';
import { Connection } from './connection.js';
import { IdleConnections } from './idle-connections.js';

export interface RawRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent byte for byte. */
  readonly body?: string | Uint8Array | undefined;
}

export interface RawHead {
  readonly status: number;
  /** Lower-case names; repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** `Set-Cookie` headers, which cannot be told apart once they are joined. */
  readonly setCookies: readonly string[];
}

/** How the body of a response ended; only `whole` is possible when the whole body was requested. */
export type BodyEnd = 'whole' | 'cut_at_cap' | 'cut_at_deadline' | 'broken';

/** One response as it came over the wire: the body still encoded. */
export interface RawResponse extends RawHead {
  readonly body: Buffer;
  readonly bodyEnd: BodyEnd;
}

/** What is read of a response. */
export interface Reading {
  /** Bytes of the body that are kept. Without `sampleMs`, a body that is longer, late or broken is a failure. */
  readonly maxBytes: number;
  /** The response counts as soon as its head has arrived; of the body, what arrives within these milliseconds is kept. */
  readonly sampleMs?: number | undefined;
  /** Called once, with the final head. @returns whether the body is wanted */
  readonly onHead?: ((head: RawHead) => boolean) | undefined;
}

/**
 * What a use of the client decides. There are three: probes (`engine/http`), addresses that third parties name (`net/guarded-http`) and
 * providers that the operator configured (`facts/provider-http`). Deadlines are the callers', who end a call by its signal.
 */
export interface HttpPolicy<Route> {
  /** Opens a connection, after TLS where the URL asks for it: which addresses may be reached, and through what, is decided here. */
  readonly connect: (url: URL, route: Route, signal: AbortSignal) => Promise<Socket>;
  /** Bytes of a response's head at most. */
  readonly maxHeadBytes: number;
  /** Unused connections kept for the next call with the same origin and key; none: one request a connection. */
  readonly keep?: { readonly max: number; readonly idleMs: number; readonly keyOf: (route: Route) => string } | undefined;
}

/** The one HTTP/1.1 client: one request a connection at a time, a body of bounded size, no redirects, no retries. */
export class HttpClient<Route> {
  readonly #idle = new IdleConnections();
  readonly #busy = new Set<Connection>();
  #isClosed = false;

  constructor(private readonly policy: HttpPolicy<Route>) {}

  get idleCount(): number {
    return this.#idle.size;
  }

  /**
   * Sends a request and reads its response.
   *
   * @throws what the policy's `connect` throws; OutboundFailure for a response that is not usable, `interrupted` after the signal
   */
  async send(request: RawRequest, route: Route, reading: Reading, signal: AbortSignal): Promise<RawResponse> {
    const { keep } = this.policy;
    const key = `${request.url.origin}|${keep?.keyOf(route) ?? ''}`;
    for (;;) {
      const waiting = this.#idle.take(key);
      const connection = waiting ?? (await this.#open(request.url, key, route, signal));
      this.#busy.add(connection);
      try {
        const response = await exchange(connection, request, reading, signal);
        if (response.bodyEnd === 'whole' && connection.isOpen) this.#keep(connection);
        else connection.destroy();
        return response;
      } catch (error) {
        connection.destroy();
        if (waiting === undefined || !connection.wasUnsent || signal.aborted) throw error;
      } finally {
        this.#busy.delete(connection);
      }
    }
  }

  /** Ends calls in flight and closes every connection. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#idle) this.#discard(connection);
    for (const connection of this.#busy) connection.destroy();
  }

  #keep(connection: Connection): void {
    this.#idle.add(connection);
    const [longest] = this.#idle;
    if (longest !== undefined && this.#idle.size > (this.policy.keep?.max ?? 0)) this.#discard(longest);
  }

  /** Ends a connection that waits; one in use ends with its call. */
  #discard(connection: Connection): void {
    if (this.#idle.delete(connection)) connection.destroy();
  }

  async #open(url: URL, key: string, route: Route, signal: AbortSignal): Promise<Connection> {
    const { connect, maxHeadBytes, keep } = this.policy;
    const socket = await connect(url, route, signal).catch((error: unknown) => {
      throw signal.aborted ? interrupted(null) : error;
    });
    const connection = new Connection(socket, key, url.origin, { maxHeadBytes, idleMs: keep?.idleMs });
    connection.client.on('disconnect', () => this.#discard(connection));
    if (!this.#isClosed) return connection;
    connection.destroy();
    throw interrupted(null);
  }
}

const interrupted = (status: number | null) => new OutboundFailure('interrupted', 'ended by the caller', false, status);

/**
 * Sends one request on a connection and reads one response. Unless it is whole, the connection is unusable: the caller ends it.
 *
 * @throws OutboundFailure
 */
export function exchange(
  connection: Pick<Connection, 'client' | 'broken' | 'isSingle' | 'expectHead'>,
  { method, url, headers, body }: RawRequest,
  { maxBytes, sampleMs, onHead }: Reading,
  signal: AbortSignal,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let head: RawHead | null = null;
    let timer: NodeJS.Timeout | undefined;
    let isSettled = false;
    const sink = new ByteSink(maxBytes);
    const settle = () => {
      isSettled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const end = (bodyEnd: BodyEnd) => {
      if (isSettled || head === null) return;
      settle();
      resolve({ ...head, body: sink.content(), bodyEnd });
    };
    const fail = (failure: OutboundFailure, bodyEnd: BodyEnd) => {
      if (sampleMs !== undefined) end(bodyEnd);
      if (isSettled) return;
      settle();
      reject(failure);
    };
    const statusOf = () => head?.status ?? null;
    const onAbort = () => fail(interrupted(statusOf()), 'cut_at_deadline');
    const onError = (error: unknown) => fail(failureOf(error, statusOf()), 'broken');
    const tooLarge = () => fail(new OutboundFailure('too_large', `body over ${maxBytes} bytes`, false, statusOf()), 'cut_at_cap');
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_, status, received) => {
        if (isSettled || status < 200) return; // an interim response; the final one follows
        head = { status, headers: joinedHeaders(received), setCookies: [received['set-cookie'] ?? []].flat() };
        if (sampleMs !== undefined) timer = setTimeout(end, sampleMs, 'cut_at_deadline');
        if (onHead?.(head) === false) return end('cut_at_cap');
        const announced = method === 'HEAD' ? 0 : Number(head.headers['content-length'] ?? 0);
        if (sampleMs === undefined && announced > maxBytes) tooLarge();
      },
      onResponseData: (_, chunk) => {
        if (isSettled) return;
        const kept = chunk.subarray(0, maxBytes - sink.length);
        sink.add(kept);
        if (kept.length < chunk.length) tooLarge();
      },
      onResponseEnd: () => {
        // A body without a length ends with its connection; when that connection broke, the body is incomplete.
        if (connection.broken) fail(new OutboundFailure('unreachable', 'answer cut off', true, statusOf()), 'broken');
        else end('whole');
      },
      onResponseError: (_, error) => onError(error),
    };
    const path = `${url.pathname}${url.search}`;
    const options = { ...(body === undefined ? {} : { body }), ...(connection.isSingle ? { reset: true } : {}) };
    connection.expectHead();
    try {
      connection.client.dispatch({ method, path, headers: { ...headers }, ...options }, handler);
    } catch (error) {
      onError(error);
    }
  });
}
