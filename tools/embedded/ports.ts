/** TCP ports of 127.0.0.1. A free port may be taken a moment later: callers retry with another. */
import net from 'node:net';
import getPort from 'get-port';
import { StartupError } from './startup-error.js';

export const LOOPBACK = '127.0.0.1';
const DEFAULT_PORT = 8080;

/** Where browsers open the pages of an API: passkeys are for host names only (WebAuthn Level 3, 5.1.3). @param address its URL */
export const pageAddress = (address: string): string => address.replace(LOOPBACK, 'localhost');

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

/**
 * Chooses the port of the API.
 * @param wanted the setting PORT, when it is set: that port or none. 0 means any free port.
 * @returns the port, and the default port when another one replaces it
 * @throws StartupError when the wanted port is taken or not a port
 */
export async function choosePort(wanted: string | undefined): Promise<{ port: number; insteadOf: number | null }> {
  if (wanted === undefined || wanted === '') {
    const port = await nextFreePort(DEFAULT_PORT);
    return { port, insteadOf: port === DEFAULT_PORT ? null : DEFAULT_PORT };
  }
  const port = Number(wanted);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartupError(`PORT is "${wanted}", which is not a port: set a number from 0 to 65535, or leave it out.`);
  if (port === 0) return { port: await freePort(), insteadOf: null };
  if (!(await isFree(port)))
    throw new StartupError(`Port ${port} is taken by another program: set PORT to a free one, or leave it out to use any free port.`);
  return { port, insteadOf: null };
}
