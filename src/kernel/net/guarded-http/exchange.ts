import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { ByteSink, joinedHeaders } from '../response.js';
import { GuardedError, guardedError } from './failure.js';
import type { BodyEnd, GuardedRequest, ResponseHead } from './types.js';

/** Bytes of status line and headers at most. Of a sample only the status has to be known: whatever else its head holds is let through. */
const MAX_HEADER_BYTES = { whole: 16_384, sample: 1_048_576 } as const;

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
export async function exchange(socket: Socket, sent: ExchangeRequest, signal: AbortSignal): Promise<RawResponse> {
  try {
    const response = await responseTo(socket, sent, signal);
    const head = { status: response.statusCode ?? 0, headers: joinedHeaders(response.headers) };
    if (sent.onHead(head)) return { head, ...(await readBody(response, sent, signal)) };
    return { head, body: Buffer.alloc(0), bodyEnd: 'cut_at_cap' };
  } catch (error) {
    throw guardedError(error, 'exchange');
  } finally {
    socket.destroy();
  }
}

/** Sends the request; resolves when the whole head of the response has arrived. */
function responseTo(socket: Socket, sent: ExchangeRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new GuardedError('timeout', 'no response')), { once: true });
    const request = send(socket, sent);
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

function send(socket: Socket, { method, url, headers, body, read = 'whole' }: ExchangeRequest): ClientRequest {
  const request = httpRequest({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, connection: 'close' },
    maxHeaderSize: MAX_HEADER_BYTES[read],
    insecureHTTPParser: false,
  });
  request.maxHeadersCount = 0; // their bytes are bounded: Node would drop `Retry-After` behind two thousand others
  request.end(body);
  return request;
}

const SAMPLE_MS = 1_000;

interface ReadBody {
  /** As it came over the wire. */
  readonly body: Buffer;
  readonly bodyEnd: BodyEnd;
}

/**
 * Reads a body of bounded size: whole or not at all; as a sample, in whichever way it ends.
 *
 * @throws GuardedError `too_large`, `reset`, `timeout`; never for a sample
 */
function readBody(
  response: IncomingMessage,
  sent: Pick<GuardedRequest, 'method' | 'maxBytes' | 'read' | 'sampleMs'>,
  signal: AbortSignal,
): Promise<ReadBody> {
  const { maxBytes } = sent;
  const sample = sent.read === 'sample';
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (bodyEnd: BodyEnd, failure: GuardedError | null) => {
      clearTimeout(timer);
      response.pause();
      if (failure === null || sample) resolve({ body: sink.content(), bodyEnd });
      else reject(failure);
    };
    const late = () => end('cut_at_deadline', new GuardedError('timeout', 'no whole body'));
    const broken = () => end('broken', new GuardedError('reset', 'body cut off'));
    const over = () => end('cut_at_cap', new GuardedError('too_large', `body over ${maxBytes} bytes`));
    const announced = sent.method === 'HEAD' ? 0 : Number(response.headers['content-length'] ?? 0);
    const sink = new ByteSink(maxBytes, 0); // grows with what arrives, not with what is announced
    if (!sample && announced > maxBytes) return over();
    if (signal.aborted) return late();
    signal.addEventListener('abort', late, { once: true });
    if (sample) timer = setTimeout(late, sent.sampleMs ?? SAMPLE_MS);
    response.on('data', (chunk: Buffer) => {
      const kept = chunk.subarray(0, maxBytes - sink.length);
      sink.add(kept);
      if (kept.length < chunk.length) over();
    });
    response.on('end', () => (response.complete ? end('whole', null) : broken()));
    response.on('error', broken);
    response.on('close', broken);
    response.resume();
    if (response.destroyed && !response.readableEnded) broken();
  });
}
