/** One request and its response in the simulator. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The TCP connection below TLS, for what needs TCP itself: a reset. */
  readonly raw: Socket;
  /** Host that the client requested from the proxy, lower case, without port. */
  readonly host: string;
  readonly secure: boolean;
  /** Path and query. */
  readonly target: string;
  /** Body of a POST, at most 64 kB of it; '' otherwise. */
  readonly body: string;
}
