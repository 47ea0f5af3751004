/** A TCP proxy that can go silent: connections stay open, nothing passes. */
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './port-of.js';

export interface MutedProxy {
  /** host:port to connect to. */
  readonly address: string;
  /** From now on nothing passes in either direction, on open connections and on new ones. */
  failure(): void;
  close(): Promise<void>;
}

/** @param target host:port that is passed on to */
export async function startMutedProxy(target: string): Promise<MutedProxy> {
  const [host = '127.0.0.1', port = '0'] = target.split(':');
  const open = new Set<Socket>();
  let isMuted = false;
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (!isMuted) to.write(chunk);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  };
  const server = createServer((near) => {
    const far = connect({ host, port: Number(port) });
    for (const socket of [near, far]) open.add(socket);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${portOf(server)}`,
    failure() {
      isMuted = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
