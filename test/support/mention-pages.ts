/** What search engines say of a name, and the pages of the web that they name. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export const QUERY = 'alice@example.com';
export const SITE = 'site.example.org';
export const html =
  (body: string, type = 'text/html; charset=utf-8') =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': type }).end(body);
export const redirect = (location: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(302, { location }).end();
export const MENTION = `<p>Write to ${QUERY}!</p>`;

/** Pages by path: each is what a page of the web may be. */
export const pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/mention': html(MENTION),
  '/people/alice@example.com': html(MENTION),
  '/plain': html(`hello ${QUERY}`, 'text/plain'),
  '/xhtml': html(MENTION, 'application/xhtml+xml'),
  '/gzip': (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzipSync(MENTION)),
  '/latin': (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' }).end(Buffer.from(`<p>caf\xe9 ${QUERY}</p>`, 'latin1')),
  '/moved': redirect('/mention'),
  '/other': html('<p>Nothing of the kind</p>'),
  '/longer': html('<p>malice@example.com.br</p>'),
  '/script': html(`<script>"${QUERY}"</script>`),
  '/search': html(`<p>Nothing found for ${QUERY}</p>`),
  '/to-search': redirect(`/search?q=${encodeURIComponent(QUERY)}`),
  '/to-harm': redirect('/account/reset?for=somebody'),
  '/json': html(`{"mail":"${QUERY}"}`, 'application/json'),
  '/pdf': html(QUERY, 'application/pdf'),
  '/untyped': (_, response) => void response.writeHead(200).end(MENTION),
  '/forbidden': (_, response) => void response.writeHead(403, { 'content-type': 'text/html' }).end(MENTION),
  '/gone': (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end(MENTION),
  '/huge': (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(MENTION + ' '.repeat(1_100_000)),
  '/bomb': (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(30_000_000, MENTION))),
  '/hang': () => undefined,
  '/drip': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write(MENTION);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/cut-off': (request) => void request.socket.resetAndDestroy(),
  '/loop': redirect('/loop'),
  '/to-private': redirect('http://10.0.0.1/mention'),
  '/to-metadata': redirect('http://169.254.169.254/latest/meta-data/'),
  '/odd-charset': (_, response) => void response.writeHead(200, { 'content-type': 'text/html; charset=klingon' }).end(MENTION),
};

export type Engine = 'searxng' | 'brave' | 'mojeek' | 'kagi';
export const PATHS: Readonly<Record<Engine, string>> = {
  searxng: '/sx/search',
  brave: '/res/v1/web/search',
  mojeek: '/mj/search',
  kagi: '/api/v1/search',
};

export interface Hit {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}
export const SHAPES: Readonly<Record<Engine, (hits: readonly Hit[]) => unknown>> = {
  searxng: (hits) => ({
    query: QUERY,
    results: hits.map(({ title, url, text }) => ({ title, url, content: text, engine: 'x' })),
    unresponsive_engines: [],
  }),
  brave: (hits) => ({
    type: 'search',
    query: { original: `"${QUERY}"` },
    web: { type: 'search', results: hits.map(({ title, url, text }) => ({ title, url, description: text })) },
  }),
  mojeek: (hits) => ({
    response: { status: 'OK', head: { results: hits.length }, results: hits.map(({ title, url, text }) => ({ title, url, desc: text })) },
  }),
  kagi: (hits) => ({ meta: { trace: 't' }, data: { search: hits.map(({ title, url, text }) => ({ title, url, snippet: text })) } }),
};
