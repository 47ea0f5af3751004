/**
 * The forward proxy: CONNECT (TLS terminated here, or plain HTTP for port 80) and requests in absolute form. Every connection
 * ends in this process; nothing is forwarded.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';
import { listen } from '../../src/kernel/net/listen.js';
import { parseUrl } from '../../src/kernel/values/parse-url.js';
import type { Exchange } from './exchange.js';
import { withoutPort } from './url-template.js';

export interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  /** Number of listening sockets, the further ones at free ports; default 1. Node accepts one connection per socket and loop iteration. */
  readonly listeners?: number | undefined;
  /** TLS settings for a host; null when the simulator does not serve it or refuses: the proxy then responds with 502. */
  readonly admit: (host: string) => Promise<SecureContext | null>;
  readonly handle: (exchange: Exchange) => void;
}

export interface ProxyServer {
  /** The configured port first. */
  readonly ports: readonly number[];
  /** CONNECT requests so far, and TCP connections open now. */
  readonly connections: () => { tunnels: number; open: number };
  /** Closes all connections at once. */
  close(): Promise<void>;
}

interface Tunnel {
  readonly host: string;
  readonly secure: boolean;
  readonly raw: Socket;
}

const REFUSED = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';
const MAX_BODY = 64 * 1024;
/** Connections that wait to be accepted. */
const BACKLOG = 16_384;

export async function startProxyServer(options: ProxyOptions): Promise<ProxyServer> {
  const sockets = new Set<Socket>();
  const tunnels = new WeakMap<Duplex, Tunnel>();
  let tunnelCount = 0;

  // Serves the platforms behind tunnels; it never listens, tunnels are passed to it.
  const platforms = createServer((request, response) => {
    const tunnel = tunnels.get(request.socket);
    if (tunnel !== undefined) receive(options.handle, request, response, tunnel, pathOf(request.url ?? '/'));
  });
  const proxy = createServer((request, response) => {
    const url = parseUrl(request.url ?? '');
    if (url?.protocol !== 'http:') return void response.writeHead(400).end();
    options.admit(url.hostname).then(
      (admitted) => {
        if (admitted === null) response.writeHead(502).end();
        else
          receive(options.handle, request, response, { host: url.hostname, secure: false, raw: request.socket }, url.pathname + url.search);
      },
      () => response.destroy(),
    );
  });
  for (const server of [platforms, proxy]) configure(server);

  async function openTunnel(request: IncomingMessage, raw: Socket, head: Buffer): Promise<void> {
    const authority = request.url ?? '';
    const host = withoutPort(authority);
    const context = await options.admit(host);
    if (context === null) return void raw.end(REFUSED);
    if (raw.destroyed) return;
    raw.write(ESTABLISHED);
    if (head.length > 0) raw.unshift(head);
    const secure = !authority.endsWith(':80');
    const socket = secure ? new TLSSocket(raw, { isServer: true, secureContext: context, ALPNProtocols: ['http/1.1'] }) : raw;
    tunnels.set(socket, { host, secure, raw });
    platforms.emit('connection', socket);
  }

  proxy.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  proxy.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    tunnelCount++;
    socket.on('error', ignore);
    openTunnel(request, socket as Socket, head).catch(() => socket.destroy());
  });
  const more = Array.from({ length: (options.listeners ?? 1) - 1 }, () => createTcpServer((socket) => proxy.emit('connection', socket)));
  const listening = [proxy, ...more];
  const { host, port } = options;
  const ports = [await listen(proxy, { host, port, backlog: BACKLOG })];
  for (const server of more) ports.push(await listen(server, { host, port: 0, backlog: BACKLOG }));

  return {
    ports,
    connections: () => ({ tunnels: tunnelCount, open: sockets.size }),
    async close() {
      const closed = listening.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
      for (const socket of sockets) socket.destroy();
      platforms.close();
      await Promise.all(closed);
    },
  };
}

/** No time-outs here: the tests measure how long a client waits. */
function configure(server: Server): void {
  server.keepAliveTimeout = 0;
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  server.on('clientError', (_error, socket) => socket.destroy());
}

function receive(
  handle: (exchange: Exchange) => void,
  request: IncomingMessage,
  response: ServerResponse,
  tunnel: Tunnel,
  target: string,
): void {
  response.on('error', ignore);
  if (request.method !== 'POST') return handle({ request, response, ...tunnel, target, body: '' });
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    if (length < MAX_BODY) chunks.push(chunk);
    length += chunk.length;
  });
  request.once('end', () => handle({ request, response, ...tunnel, target, body: Buffer.concat(chunks).toString() }));
}

/** Some tools write the whole URL into the request line inside a tunnel as well. */
function pathOf(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

function ignore(): void {
  // Clients often disconnect in the middle of an exchange here.
}
