import { errorCode } from './state-dir.js';
import { freePort, isFree, nextFreePort } from './ports.js';
import { StartupError } from './startup-error.js';

const DEFAULT_PORT = 8080;

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
    throw new StartupError(`Port ${port} is taken by another program: set PORT to a free one, or leave it out to have one chosen.`);
  return { port, insteadOf: null };
}

/** True when `/readyz` of the API reports that all its dependencies are available. @param adminUrl base URL of `/readyz` */
export async function isReady(adminUrl: string): Promise<boolean> {
  return fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    (answer) => answer.ok,
    (error: unknown) => {
      if (error instanceof TypeError || error instanceof DOMException) return false;
      throw new Error(`/readyz could not be asked: ${errorCode(error)}`);
    },
  );
}
