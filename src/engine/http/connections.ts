import type { Socket } from 'node:net';
import { Client } from 'undici';
import { probeFailureOf } from './probe-failure.js';
import type { Connector } from './connector.js';
import { type EgressProxy, proxyOrigin } from '../../kernel/net/proxies.js';

export interface ConnectionsOptions {
  readonly connector: Connector;
  /** Milliseconds that an unused connection stays open. */
  readonly idleMs: number;
  /** Unused connections kept in all; the longest unused goes first. */
  readonly maxIdle: number;
}

/** One shared error: without it undici creates one for each connection, and Node renders its stack, thousands of times a sweep. */
const CONNECTION_ENDED = new Error('connection ended');
/** Largest head of a response, in bytes. */
const MAX_HEAD_BYTES = 32_768;

/** One keep-alive connection, used by one call at a time, so that ending a call can end exactly its own socket. */
export class Connection {
  readonly client: Client;
  #socket: Socket | undefined;
  #callSignal: AbortSignal;
  closed = false;

  constructor(
    readonly key: string,
    url: URL,
    proxy: EgressProxy | null,
    options: ConnectionsOptions,
    signal: AbortSignal,
    onClosed: (connection: Connection) => void,
  ) {
    this.#callSignal = signal;
    const secure = url.protocol === 'https:';
    const target = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || (secure ? 443 : 80)) };
    this.client = new Client(url.origin, {
      connect: (_, callback) => {
        options.connector.connect(target, secure, proxy, this.#callSignal).then(
          (socket) => {
            this.#socket = socket;
            callback(null, socket);
          },
          (error: unknown) => callback(probeFailureOf(error), null),
        );
      },
      pipelining: 1,
      keepAliveTimeout: options.idleMs,
      keepAliveMaxTimeout: options.idleMs,
      // One deadline covers the whole call; the client's own timers are coarse.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_HEAD_BYTES,
    });
    this.client.on('disconnect', () => {
      this.closed = true;
      onClosed(this);
    });
  }

  /** Whether the socket has broken, which a body that ends with the connection does not show. */
  get broken(): boolean {
    return this.#socket?.errored instanceof Error;
  }

  /** Assigns the connection to a call, whose signal also ends a connection attempt in progress. */
  assign(signal: AbortSignal): void {
    this.#callSignal = signal;
  }

  /** Ends the connection now. A connection attempt in progress is ended by its call's signal. */
  destroy(): void {
    this.closed = true;
    this.client.destroy(CONNECTION_ENDED, () => undefined);
    this.#socket?.destroy();
  }
}

/** Open connections by origin and proxy. The caps on requests in flight are enforced elsewhere. */
export class Connections {
  readonly #idle = new Map<string, Connection[]>();
  readonly #order = new Set<Connection>();
  readonly #busy = new Set<Connection>();

  constructor(private readonly options: ConnectionsOptions) {}

  get idleCount(): number {
    return this.#order.size;
  }

  /**
   * A connection for one call: an unused one to this origin through this proxy, or a new one.
   *
   * @param signal the call's: aborted before a connection whose call has not ended is discarded
   */
  acquire(url: URL, proxy: EgressProxy | null, signal: AbortSignal): Connection {
    const key = `${url.origin}|${proxyOrigin(proxy)}`;
    const waiting = this.#idle.get(key)?.at(-1);
    if (waiting !== undefined) this.#forget(waiting);
    waiting?.assign(signal);
    const connection = waiting ?? new Connection(key, url, proxy, this.options, signal, (closed) => this.#onClosed(closed));
    this.#busy.add(connection);
    return connection;
  }

  release(connection: Connection): void {
    this.#busy.delete(connection);
    if (connection.closed) {
      connection.destroy();
      return;
    }
    const list = this.#idle.get(connection.key);
    if (list === undefined) this.#idle.set(connection.key, [connection]);
    else list.push(connection);
    this.#order.add(connection);
    const [longest] = this.#order;
    if (this.#order.size > this.options.maxIdle && longest !== undefined) this.discard(longest);
  }

  /** Ends a connection whose state is unknown: after any failure, or when no more of a response is wanted. */
  discard(connection: Connection): void {
    this.#busy.delete(connection);
    this.#forget(connection);
    connection.destroy();
  }

  closeAll(): void {
    for (const connection of [...this.#order, ...this.#busy]) this.discard(connection);
  }

  #onClosed(connection: Connection): void {
    if (this.#order.has(connection)) this.discard(connection);
  }

  #forget(connection: Connection): void {
    if (!this.#order.delete(connection)) return;
    const rest = (this.#idle.get(connection.key) ?? []).filter((each) => each !== connection);
    if (rest.length === 0) this.#idle.delete(connection.key);
    else this.#idle.set(connection.key, rest);
  }
}
