/** TLS in front of the real servers, as a secured cluster has it: certificates, client certificates, keys. */
import {
  connect as connectHttp2,
  createSecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Identified } from './test-authority.js';
import { portOf } from './port-of.js';

export interface TlsProxyOptions {
  readonly target: { readonly host: string; readonly port: number };
  /** Whom it shows. */
  readonly server: Identified;
  /** Authority of the clients that it takes (PEM); without one it asks nobody for a certificate. */
  readonly clients?: string;
}

export interface TlsProxy {
  readonly port: number;
  /** Connections that got through TLS. */
  readonly secured: () => number;
  close(): Promise<void>;
}

const mutual = (clients: string | undefined) => (clients === undefined ? {} : { ca: clients, requestCert: true, rejectUnauthorized: true });

/** Takes Postgres' SSLRequest, does TLS, and passes on what is said within it. */
export async function startPostgresTls({ target, server: identity, clients }: TlsProxyOptions): Promise<TlsProxy> {
  const context = createSecureContext({ key: identity.key, cert: identity.cert, ...(clients === undefined ? {} : { ca: clients }) });
  const sockets = new Set<Socket>();
  let secured = 0;
  const server = createServer((client) => {
    hold(client);
    client.once('data', () => {
      const tls = new TLSSocket(client, { isServer: true, secureContext: context, ...mutual(clients) });
      hold(tls);
      tls.once('secure', () => {
        secured += 1;
        const upstream = connect(target);
        hold(upstream);
        tls.pipe(upstream).pipe(tls);
        tls.on('close', () => upstream.destroy());
        upstream.on('close', () => tls.destroy());
      });
      client.write('S');
    });
  });
  function hold(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  }
  const port = await listening(server);
  return {
    port,
    secured: () => secured,
    close: () =>
      ended(server, () => {
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export interface TemporalTlsOptions extends TlsProxyOptions {
  /** The only one that is taken; others are UNAUTHENTICATED, as a gateway has it. */
  readonly apiKey?: string;
  /** A service of the server that is PERMISSION_DENIED, as hosted ones have it. */
  readonly denied?: string;
}

/** The same for gRPC. */
export async function startTemporalTls({ target, server: identity, clients, apiKey, denied }: TemporalTlsOptions): Promise<TlsProxy> {
  const upstream = connectHttp2(`http://${target.host}:${target.port}`);
  const sessions = new Set<ServerHttp2Session>();
  let secured = 0;
  const server = createSecureServer({ key: identity.key, cert: identity.cert, ...mutual(clients) });
  server.on('session', (session) => {
    secured += 1;
    sessions.add(session);
    session.on('error', () => undefined);
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`) {
      refuse(stream, 16);
    } else if (denied !== undefined && String(headers[':path']).startsWith(`/${denied}/`)) refuse(stream, 7);
    else passOn(stream, headers, upstream);
  });
  const port = await listening(server);
  return {
    port,
    secured: () => secured,
    close: () =>
      ended(server, () => {
        for (const session of sessions) session.destroy();
        upstream.destroy();
      }),
  };
}

/** @param code of gRPC */
function refuse(stream: ServerHttp2Stream, code: number): void {
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(code), 'grpc-message': 'Request refused.' },
    { endStream: true },
  );
}

function passOn(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, upstream: ReturnType<typeof connectHttp2>): void {
  const call = upstream.request(headers);
  let trailers: IncomingHttpHeaders = {};
  call.on('error', () => stream.close());
  call.on('trailers', (received) => {
    trailers = received;
  });
  call.on('response', (answer) => {
    if (call.readableEnded || answer['grpc-status'] !== undefined) return stream.respond(answer, { endStream: true });
    stream.respond(answer, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    call.pipe(stream);
  });
  stream.on('close', () => call.close());
  stream.pipe(call);
}

async function listening(server: Server | Http2Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server);
}

function ended(server: Server | Http2Server, cut: () => void): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    cut();
  });
}
