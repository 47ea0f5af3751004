/** One request on its way through the simulator. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The TCP connection below TLS, for what only TCP can do: a reset. */
  readonly raw: Socket;
  /** Host that the client asked the proxy for, lower case, without port. */
  readonly host: string;
  readonly secure: boolean;
  /** Path and query. */
  readonly target: string;
  /** Body of a POST, at most 64 kB of it; '' otherwise. */
  readonly body: string;
}
