import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { readBody, type ReadBody } from './read-body.js';
import { GuardedError, guardedError } from './stages.js';
import type { GuardedRequest, ResponseHead } from './types.js';

/** Bytes of status line and headers at most. */
const MAX_HEADER_BYTES = 16_384;

export interface RawResponse extends ReadBody {
  readonly head: ResponseHead;
}

type ExchangeRequest = Pick<GuardedRequest, 'method' | 'body' | 'maxBytes' | 'read' | 'sampleMs'> & {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** @returns whether the body is wanted */
  readonly onHead: (head: ResponseHead) => boolean;
};

/**
 * Sends one request and reads one response on an open connection, which is closed afterwards (RFC 9112). The signal ends it.
 *
 * @throws GuardedError
 */
export async function exchange(socket: Socket, asked: ExchangeRequest, signal: AbortSignal): Promise<RawResponse> {
  try {
    const response = await responseTo(socket, asked, signal);
    const head = headOf(response);
    if (asked.onHead(head)) return { head, ...(await readBody(response, asked, signal)) };
    return { head, body: Buffer.alloc(0), bodyEnd: 'cut_at_cap' };
  } catch (error) {
    throw guardedError(error, 'exchange');
  } finally {
    socket.destroy();
  }
}

/** Sends the request; resolves when the whole head of the response has arrived. */
function responseTo(socket: Socket, asked: ExchangeRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new GuardedError('timeout', 'no response')), { once: true });
    const request = send(socket, asked);
    // After the head, the response reports errors; these handlers then have no effect.
    request.on('error', reject);
    request.on('close', () => reject(new GuardedError('reset', 'closed before a response')));
    request.on('upgrade', () => reject(new GuardedError('protocol', 'switched to another protocol')));
    request.on('response', (response) => {
      response.pause();
      response.on('error', () => undefined);
      resolve(response);
    });
  });
}

function send(socket: Socket, { method, url, headers, body }: ExchangeRequest): ClientRequest {
  const request = httpRequest({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, connection: 'close' },
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
  });
  request.end(body);
  return request;
}

function headOf(response: IncomingMessage): ResponseHead {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return { status: response.statusCode ?? 0, headers };
}
