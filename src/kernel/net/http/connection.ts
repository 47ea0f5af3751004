import type { Socket } from 'node:net';
import { Client } from 'undici';
import { passWholeLines } from './response-heads.js';

/** One shared error: without it undici creates one for each connection, and Node renders its stack, thousands of times a sweep. */
const CONNECTION_ENDED = new Error('connection ended');
const CLOSED = Object.assign(new Error('closed before the request was sent'), { code: 'ECONNRESET' });

/** One connection, used by one call at a time, so that ending a call can end exactly its own socket. */
export class Connection {
  readonly client: Client;
  /** It is for one request. */
  readonly isSingle: boolean;
  /** To be called before each request. */
  readonly expectHead: () => void;
  #asked = 0;

  /**
   * @param socket open, after TLS where the URL asks for it; undici gets this one and no other
   * @param key connections of equal keys stand for each other
   */
  constructor(
    private readonly socket: Socket,
    readonly key: string,
    origin: string,
    { maxHeadBytes, idleMs }: { readonly maxHeadBytes: number; readonly idleMs: number | undefined },
  ) {
    this.isSingle = idleMs === undefined;
    this.expectHead = passWholeLines(socket, maxHeadBytes);
    this.client = new Client(origin, {
      connect: (_, callback) => {
        this.#asked += 1;
        // A microtask later: undici misses a callback within its own call.
        queueMicrotask(() => (this.wasUnsent ? callback(CLOSED, null) : callback(null, socket)));
      },
      pipelining: 1,
      ...(idleMs === undefined ? {} : { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs }),
      // One deadline covers the whole call; the client's own timers are coarse.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: maxHeadBytes,
    });
  }

  /** Whether the socket has broken, which a body that ends with the connection does not show. */
  get broken(): boolean {
    return this.socket.errored instanceof Error;
  }

  /** Whether it closed before anything of the newest request was sent: undici then asks for another socket. */
  get wasUnsent(): boolean {
    return this.#asked > 1;
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  destroy(): void {
    this.client.destroy(CONNECTION_ENDED, () => undefined);
    this.socket.destroy();
  }
}
