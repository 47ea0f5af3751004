/** TCP ports of 127.0.0.1. A free port may be taken a moment later: callers retry with another. */
import net from 'node:net';
import getPort from 'get-port';

export const LOOPBACK = '127.0.0.1';

/** True when a server could listen there now, on the loopback and on every address. */
export async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, LOOPBACK)) && (await canListen(port, undefined));
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The first free port of `preferred`, else one that the system chooses. */
export async function freePort(preferred: readonly (number | undefined)[] = []): Promise<number> {
  for (const port of preferred) if (port !== undefined && (await isFree(port))) return port;
  return getPort({ host: LOOPBACK });
}

/** The first free port among the 100 from `port` on, else one that the system chooses. */
export async function nextFreePort(port: number): Promise<number> {
  return freePort(Array.from({ length: 100 }, (_, step) => port + step));
}
