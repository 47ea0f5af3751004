import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Identified } from './test-authority.js';
import { portOf } from './port-of.js';

export interface RunningServer {
  readonly port: number;
  /** Connections open now. */
  open(): number;
  /** Connections accepted so far. */
  accepted(): number;
  close(): Promise<void>;
}

export interface ConnectProxy extends RunningServer {
  /** Authorities asked for by CONNECT, in order. */
  readonly requests: string[];
  /** `Proxy-Authorization` of each. */
  readonly credentials: Array<string | undefined>;
}

async function listen(server: Server, extra: () => void = () => undefined): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    const key = `${socket.localPort}:${socket.remotePort}`;
    sockets.add(socket);
    rawSockets.set(key, socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      rawSockets.delete(key);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 2_048, resolve));
  return {
    port: portOf(server),
    open: () => sockets.size,
    accepted: () => accepted,
    close: () =>
      new Promise((resolve) => {
        extra();
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** An HTTPS platform. The handler gets plain Node requests. */
export function startPlatform(
  identity: Identified,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const server = createHttpsServer({ ...identity, keepAlive: true, ...options }, handler);
  server.on('tlsClientError', () => undefined);
  server.on('clientError', (_, socket) => socket.destroy());
  return listen(server);
}

/** Breaks the TCP connection under a request with RST, which a TLS socket cannot be told to send. */
export function resetUnder(request: IncomingMessage): void {
  rawSockets.get(`${request.socket.localPort}:${request.socket.remotePort}`)?.resetAndDestroy();
}
const rawSockets = new Map<string, Socket>();

/** A TCP server that does to each connection what it is told. */
export function startRaw(onConnection: (socket: Socket) => void): Promise<RunningServer> {
  return listen(createServer(onConnection));
}

/**
 * A CONNECT proxy; every name leads to `target` on this machine. `answer` is what it says instead of opening the tunnel.
 */
export async function startConnectProxy(options: {
  target: () => number;
  answer?: string;
  tls?: Identified;
  isMute?: boolean;
}): Promise<ConnectProxy> {
  const requests: string[] = [];
  const credentials: Array<string | undefined> = [];
  const serve = (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (head: Buffer) => {
      const text = head.toString('latin1');
      requests.push(/^CONNECT (\S+) /.exec(text)?.[1] ?? '');
      credentials.push(/proxy-authorization: (.*)\r/i.exec(text)?.[1]);
      if (options.isMute === true) return;
      if (options.answer !== undefined) {
        socket.end(options.answer);
        return;
      }
      const upstream = connect(options.target(), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
      upstream.on('close', () => socket.destroy());
    });
  };
  const server = options.tls === undefined ? createServer(serve) : createTlsServer({ ...options.tls }, serve);
  server.on('tlsClientError', () => undefined);
  return { ...(await listen(server)), requests, credentials };
}

/** A SOCKS 5 proxy that wants `user:secret` when `credentials` is set, and answers CONNECT with `reply`. */
export async function startSocksProxy(options: {
  target: () => number;
  reply?: number;
  credentials?: boolean;
}): Promise<RunningServer & { requests: string[] }> {
  const requests: string[] = [];
  const serve = (socket: Socket) => {
    socket.on('error', () => undefined);
    let stage: 'greeting' | 'credentials' | 'request' = 'greeting';
    const onData = (bytes: Buffer) => {
      if (stage === 'greeting') {
        const method = options.credentials === true ? 2 : 0;
        stage = method === 2 ? 'credentials' : 'request';
        const offered = bytes.subarray(2).includes(method);
        socket.write(Buffer.from([5, offered ? method : 255]));
      } else if (stage === 'credentials') {
        stage = 'request';
        socket.write(Buffer.from([1, bytes.toString('latin1').includes('\u0004user\u0006secret') ? 0 : 1]));
      } else {
        const host = bytes[3] === 3 ? bytes.toString('latin1', 5, 5 + (bytes[4] ?? 0)) : [...bytes.subarray(4, 8)].join('.');
        requests.push(`${host}:${bytes.readUInt16BE(bytes.length - 2)}`);
        const reply = options.reply ?? 0;
        socket.removeListener('data', onData);
        if (reply !== 0) {
          socket.end(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
          return;
        }
        const upstream = connect(options.target(), '127.0.0.1', () => {
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]));
          socket.pipe(upstream).pipe(socket);
        });
        upstream.on('error', () => socket.destroy());
        socket.on('close', () => upstream.destroy());
      }
    };
    socket.on('data', onData);
  };
  return { ...(await listen(createServer(serve))), requests };
}
