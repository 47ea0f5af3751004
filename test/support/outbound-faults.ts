import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { resetUnder } from './outbound-servers.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const BOMB = gzipSync(Buffer.alloc(20_000_000));
const tries = new Map<string, number>();
const html = { 'content-type': 'text/html; charset=utf-8' };
const firstTime = (path: string) => {
  const count = (tries.get(path) ?? 0) + 1;
  tries.set(path, count);
  return count === 1;
};

/** What a platform does at each path: whole answers, and everything that can go wrong with one. */
export const faultyRoutes: Readonly<Record<string, Handler>> = {
  '/plain': (_, response) => response.writeHead(200, html).end('hello'),
  '/repeated': (_, response) => response.writeHead(200, { ...html, 'x-a': ['1', '2'] }).end(),
  '/hang': () => undefined,
  '/hang-body': (_, response) => void response.writeHead(200, html).write('begun'),
  '/drip': (_, response) => {
    response.writeHead(200, html);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/reset': (request) => resetUnder(request),
  '/reset-once': (request, response) => (firstTime('/reset-once') ? resetUnder(request) : response.end('fine')),
  '/reset-body': (request, response) => {
    response.writeHead(200, { ...html, 'content-length': '100' }).write('begun', () => setImmediate(() => resetUnder(request)));
  },
  '/cut': (request, response) => {
    response.writeHead(200, { ...html, 'content-length': '100' }).write('begun', () => setImmediate(() => request.socket.destroySoon()));
  },
  '/cut-chunked': (request, response) => {
    response.writeHead(200, { ...html, connection: 'close' }).write('begun', () => setImmediate(() => request.socket.destroySoon()));
  },
  '/reset-until-close': (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\nbegun', () =>
      setTimeout(() => resetUnder(request), 50),
    );
  },
  '/cut-until-close': (request) =>
    void request.socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<!doctype html><html><body>begun'),
  '/until-close': (request) => void request.socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\nwhole'),
  '/huge': (_, response) => {
    response.writeHead(200, html);
    const block = Buffer.alloc(65_536, 'x');
    const more = () => {
      while (!response.destroyed && response.write(block));
    };
    response.on('drain', more);
    more();
  },
  '/announced': (_, response) => response.writeHead(200, { ...html, 'content-length': '50000000' }).flushHeaders(),
  '/bomb': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(BOMB),
  '/brotli-bomb': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'br' }).end(brotliCompressSync(Buffer.alloc(2_000_000))),
  '/double-bomb': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip, gzip' }).end(gzipSync(BOMB)),
  '/three-codings': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip, br, gzip' }).end('x'),
  '/gzip': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync('hello')),
  '/brotli': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'br' }).end(brotliCompressSync('hello')),
  '/deflate': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'deflate' }).end(deflateSync('hello')),
  '/deflate-raw': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'deflate' }).end(deflateRawSync('hello')),
  '/bad-gzip': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('not gzip'),
  '/cut-gzip': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync('hello'.repeat(99)).subarray(0, -9)),
  '/unknown-coding': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'zstd' }).end('x'),
  '/cyrillic': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=windows-1251' }).end(Buffer.from([0xcf, 0xf0, 0xe8])),
  '/not-utf8-json': (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x22, 0xff, 0x22])),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/ladder': (request, response) => response.writeHead(302, { location: `/ladder?${Number(request.url?.split('?')[1] ?? 0) + 1}` }).end(),
  '/moved': (_, response) => response.writeHead(301, { location: '/plain' }).end(),
  '/offsite': (_, response) => response.writeHead(302, { location: 'https://elsewhere.example.com/plain' }).end(),
  '/to-http': (_, response) => response.writeHead(302, { location: 'http://localhost/plain' }).end(),
  '/with-login': (_, response) => response.writeHead(302, { location: 'https://a:b@localhost/plain' }).end(),
  '/same-with-body': (_, response) => response.writeHead(307, { location: '/plain' }).end(),
  '/see-other': (_, response) => response.writeHead(303, { location: '/plain' }).end(),
  '/busy-once': (_, response) => response.writeHead(firstTime('/busy-once') ? 503 : 200, html).end('ok'),
  '/busy': (_, response) => response.writeHead(503, html).end('busy'),
  '/busy-for-now': (_, response) => response.writeHead(503, { ...html, 'retry-after': '9' }).end('busy'),
  '/long-head': (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(60_000) }).end(),
  '/not-http': (request) => void request.socket.end('SSH-2.0-hello\r\n'),
  '/early-hints': (_, response) => {
    response.writeEarlyHints({ link: '</x>; rel=preload' });
    response.writeHead(200, html).end('hinted');
  },
};
