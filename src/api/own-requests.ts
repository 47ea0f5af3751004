/** Requests of this process to its own API: they go through every step of the pipeline, and over no network. */
import { createServer, type IncomingMessage, request as sendRequest, type RequestListener } from 'node:http';
import { duplexPair, Readable } from 'node:stream';
import type { Socket } from 'node:net';

/** Sends a request to this process's own API, as from a client at that address. */
export type SendOwn = (request: Request, address: string) => Promise<Response>;

/** @param handlerOf the application, once it is complete */
export function ownRequests(handlerOf: () => RequestListener): SendOwn {
  let server: ReturnType<typeof createServer> | undefined;
  return async (request, address) => {
    server ??= createServer({ requireHostHeader: false }, handlerOf()); // it never listens
    const [near, far] = duplexPair();
    // Either end of a pair lives on when the other is destroyed: whoever leaves is to be noticed.
    near.once('close', () => far.destroy());
    far.once('close', () => far.writableFinished || near.destroy(new Error('the answer was cut off')));
    // Streams set a time for clients that stop reading, which this one does not.
    server.emit('connection', Object.assign(far, { remoteAddress: address, setTimeout: () => far }));
    const { pathname, search } = new URL(request.url);
    const { method, signal } = request;
    const headers = Object.fromEntries(request.headers);
    const body = new Uint8Array(await request.arrayBuffer());
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = sendRequest({ method, path: pathname + search, headers, signal, createConnection: () => near as Socket }, resolve);
      sent.once('error', reject).end(body);
    });
    const { statusCode: status = 500, rawHeaders } = answer;
    const pairs = rawHeaders.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), { status, headers: pairs });
  };
}
