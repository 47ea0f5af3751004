import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './port-of.js';

/** What becomes of bytes on their way to the server: they pass, they are held with their connection, or the answer to them is. */
export type Passage = 'pass' | 'hold' | 'hold answer';

export interface TcpGate {
  readonly port: number;
  /**
   * The connections that are open now fall silent without being closed; new ones pass.
   * @param wanted only those whose port at the server (`client_port` of pg_stat_activity) it accepts; default all
   */
  blackHole(wanted?: (serverPort: number) => boolean): void;
  /** Breaks every connection that is open now (RST). */
  reset(): void;
  /** Has a test decide on everything that clients send; null: everything passes. A connection that is held stays so until `resume`. */
  inspect(look: ((bytes: Buffer) => Passage) | null): void;
  /** From now on nothing passes and nothing is lost: what a network that drops packets looks like. */
  freeze(): void;
  /** Lets pass what waited, and what follows. */
  resume(): void;
  /** Ends every connection and refuses new ones, until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** A TCP proxy that a test can stall or shut. */
export async function startTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [client: Socket, upstream: Socket]>();
  let look: ((bytes: Buffer) => Passage) | null = null;
  let isFrozen = false;

  const hold = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ ...target, noDelay: true });
    const pair = [client, upstream] as const;
    for (const socket of pair) hold(socket);
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    client.on('data', (bytes) => {
      const passage = look?.(bytes) ?? 'pass';
      if (passage !== 'pass') for (const socket of pair) socket.pause();
      if (passage === 'hold') client.unshift(bytes);
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => client.write(bytes));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    if (isFrozen) for (const socket of pair) socket.pause();
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const port = portOf(server);

  async function refuse(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  return {
    port,
    blackHole(wanted = () => true) {
      for (const pair of pairs) if (wanted(pair[1].localPort ?? 0)) for (const socket of pair) socket.pause();
    },
    reset() {
      for (const [client] of pairs) client.resetAndDestroy();
    },
    inspect(next) {
      look = next;
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    refuse,
    accept: () => listen(port),
    close: () => (server.listening ? refuse() : Promise.resolve()),
  };
}
