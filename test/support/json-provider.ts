import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { portOf } from './port-of.js';

/** One request as a provider saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What a provider does with a request: JSON with a status, or a fault of its own. */
export type ProviderReply =
  | { readonly status?: number; readonly json?: unknown; readonly text?: string; readonly headers?: Record<string, string> }
  | Fault;

export const FAULTS = {
  /** Nothing, for ever. */
  hang: () => undefined,
  drip: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
  garbage: (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"found": tru'),
  page: (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  empty: (response: ServerResponse) => void response.writeHead(200).end(),
  'wrong shape': (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"items":[]}'),
  null: (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'application/json' }).end('null'),
  'empty list': (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'application/json' }).end('[{}]'),
  reset: (response: ServerResponse) => void response.socket?.resetAndDestroy(),
  cut: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' });
    response.write('{"success":true', () => response.socket?.destroySoon());
  },
  'page for 404': (response: ServerResponse) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>'),
  'too many': (response: ServerResponse) => void response.writeHead(429, { 'retry-after': '3600' }).end('{"message":"slow down"}'),
  'key refused': (response: ServerResponse) => void response.writeHead(401).end('{"message":"no"}'),
  forbidden: (response: ServerResponse) => void response.writeHead(403).end('{"message":"no"}'),
  'server error': (response: ServerResponse) => void response.writeHead(500).end('{"message":"oops"}'),
  redirect: (response: ServerResponse) => void response.writeHead(302, { location: 'https://example.com/' }).end(),
} as const satisfies Record<string, (response: ServerResponse) => void>;
export type Fault = keyof typeof FAULTS;

export interface JsonProvider {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** How many clients hung up before they had a reply. */
  readonly left: () => number;
  /** What comes next for a path; functions answer by the request. Unknown paths are 404 with a page. */
  readonly replies: Map<string, ProviderReply | readonly ProviderReply[] | ((request: SeenRequest) => ProviderReply)>;
  close(): Promise<void>;
}

/** A provider of JSON on this machine. */
export async function startJsonProvider(): Promise<JsonProvider> {
  const seen: SeenRequest[] = [];
  const replies: JsonProvider['replies'] = new Map();
  const replied = new Map<string, number>();
  let left = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.once('close', () => (left += response.writableFinished ? 0 : 1));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://provider.example.com');
      const received: SeenRequest = {
        method: request.method ?? '',
        url: request.url ?? '',
        path: decodeURIComponent(url.pathname),
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(received);
      const found = replies.get(received.path) ?? 'page for 404';
      const index = replied.get(received.path) ?? 0;
      replied.set(received.path, index + 1);
      const reply =
        typeof found === 'function' ? found(received) : Array.isArray(found) ? (found[Math.min(index, found.length - 1)] ?? 'hang') : found;
      send(response, reply as ProviderReply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    seen,
    left: () => left,
    replies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, reply: ProviderReply): void {
  if (typeof reply === 'string') {
    FAULTS[reply](response);
    return;
  }
  const { status = 200, json, text, headers = {} } = reply;
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(text ?? (json === undefined ? '' : JSON.stringify(json)));
}
