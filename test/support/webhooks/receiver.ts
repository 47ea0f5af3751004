/** Receivers of webhooks: real HTTPS servers of the test's own authority, that keep what arrives and answer as told. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { createTestAuthority, type Identified, type TestAuthority } from '../test-authority.js';
import { portOf } from '../port-of.js';

export interface Received {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly eventId: string;
  readonly signature: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Answers a request that was read to its end; `socket` is for what HTTP has no words for. */
export type Answering = (response: ServerResponse, received: Received, socket: Socket) => void;

export const acknowledge: Answering = (response) => void response.writeHead(204).end();
export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** In the order of arrival. */
  readonly received: readonly Received[];
  /** Connections that were opened, whatever came of them. */
  readonly connections: () => number;
  /** Requests that are being answered now, and the most there were at once. */
  readonly inFlight: () => { now: number; most: number };
  /** Answers otherwise from now on. */
  behave(answering: Answering): void;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  readonly identity: Identified;
  readonly answering?: Answering;
  readonly prefix?: string;
}

/** Listens on a port of its own on 127.0.0.1. */
export async function startReceiver({ identity, answering = acknowledge, prefix = 'svc' }: ReceiverOptions): Promise<Receiver> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let behaviour = answering;
  let connections = 0;
  const flight = { now: 0, most: 0 };
  const server = createServer({ key: identity.key, cert: identity.cert }, (request, response) => {
    flight.now += 1;
    flight.most = Math.max(flight.most, flight.now);
    response.once('close', () => {
      flight.now -= 1;
    });
    void readAll(request).then(
      (body) => {
        const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
        const arrived: Received = {
          body,
          headers,
          path: request.url ?? '',
          at: Date.now(),
          eventId: headers[`${prefix}-event-id`] ?? '',
          signature: headers[`${prefix}-signature`] ?? '',
        };
        received.push(arrived);
        behaviour(response, arrived, request.socket);
      },
      () => response.destroy(),
    );
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  return {
    url: `https://127.0.0.1:${port}/hooks`,
    port,
    received,
    connections: () => connections,
    inFlight: () => ({ ...flight }),
    behave: (next) => {
      behaviour = next;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** An authority with a certificate for 127.0.0.1, and the settings with which the service delivers there. */
export async function receiverAuthority(): Promise<{ authority: TestAuthority; identity: Identified; env: Record<string, string> }> {
  const authority = await createTestAuthority();
  const identity = await authority.issue(['127.0.0.1', 'localhost']);
  return { authority, identity, env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_CA_FILE: authority.caFile } };
}
