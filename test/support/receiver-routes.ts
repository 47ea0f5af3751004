import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { resetUnder } from './outbound-servers.js';

const RAW = 'HTTP/1.1 200 OK\r\n';

type Route = (request: IncomingMessage, response: ServerResponse) => void;

/** Responses by path, from proper ones to those that a hostile server may give. */
export const receiverRoutes = (name: string, port: () => number): Readonly<Record<string, Route>> => ({
  '/plain': (_, response) => response.writeHead(200, { 'content-type': 'text/plain', 'x-a': ['1', '2'] }).end('hello'),
  '/none': (_, response) => response.writeHead(204).end(),
  '/gone': (_, response) => response.writeHead(410).end('gone'),
  '/hang': () => undefined,
  '/endless': (_, response) => void response.writeHead(200).write('begun'),
  '/drip': (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 5);
    response.on('close', () => clearInterval(timer));
  },
  '/flood': (_, response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
    };
    response.on('drain', more);
    more();
  },
  '/half': (request, response) =>
    void response.writeHead(200, { 'content-length': '100' }).write('begun', () => setImmediate(() => resetUnder(request))),
  '/reset': (request) => resetUnder(request),
  '/long-head': (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(60_000) }).end(),
  '/head-drip': (request) => {
    request.socket.write(RAW);
    const timer = setInterval(() => request.socket.write('x-a: 1\r\n'), 5);
    request.socket.on('close', () => clearInterval(timer));
  },
  '/old': (request) => void request.socket.end('HTTP/1.0 200 OK\r\n\r\nolder'),
  '/not-http': (request) => void request.socket.end('220 mail.example.com ESMTP\r\n'),
  '/two-lengths': (request) => void request.socket.end(`${RAW}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
  '/switch': (request) => void request.socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'),
  '/hints': (_, response) => {
    response.writeEarlyHints({ link: '</x>; rel=preload' });
    response.writeHead(200).end('hinted');
  },
  '/continue': (request) => {
    request.socket.write('HTTP/1.1 100 Cont');
    setImmediate(() => request.socket.write(`inue\r\n\r\nHTTP/1.1 100 \r\nx-a: 1\r\n\r\n${RAW}content-length: 9\r\n\r\ncontinued`));
  },
  '/bomb': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000))),
  '/gzip': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
  '/announced': (_, response) => response.writeHead(200, { 'content-length': '50000000' }).flushHeaders(),
  '/to-plain': (_, response) => response.writeHead(302, { location: '/plain' }).end('x'.repeat(5_000)),
  '/to-private': (_, response) => response.writeHead(302, { location: `https://10.0.0.1:${port()}/` }).end(),
  '/to-odd': (_, response) => response.writeHead(302, { location: `https://0x7f.1:${port()}/plain` }).end(),
  '/to-odd-relative': (_, response) => response.writeHead(302, { location: `//2130706433:${port()}/plain` }).end(),
  '/to-user': (_, response) => response.writeHead(302, { location: `https://a@${name}:${port()}/plain` }).end(),
  '/to-http': (_, response) => response.writeHead(302, { location: `http://${name}/plain` }).end(),
  '/to-file': (_, response) => response.writeHead(302, { location: 'file:///etc/hosts' }).end(),
  '/to-other': (_, response) => response.writeHead(302, { location: `https://other.example.com:${port()}/plain` }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
});
