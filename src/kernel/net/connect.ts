import { readFileSync } from 'node:fs';
import { isIP, type Socket } from 'node:net';
import { connect, type ConnectionOptions, createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from 'node:tls';

const contexts = new Map<string, SecureContext>();

/**
 * TLS settings for connections: 1.2 at least, the public roots, and the certificates of a PEM file. Clients with the same certificates
 * share them: parsing the roots takes 25 ms.
 *
 * @throws Error when the file cannot be read
 */
export function secureContextFor(caFile: string | undefined): SecureContext {
  const own = caFile === undefined ? '' : readFileSync(caFile, 'utf8');
  const shared = contexts.get(own);
  if (shared) return shared;
  const context = createSecureContext({ ...(own === '' ? {} : { ca: [...rootCertificates, own] }), minVersion: 'TLSv1.2' });
  contexts.set(own, context);
  return context;
}

/**
 * Begins TLS on an open socket. The certificate is always verified, for the host unless there is another `checkServerIdentity`.
 *
 * @param host a name, or an address without brackets
 */
export function startTls(
  socket: Socket,
  host: string,
  options: Pick<ConnectionOptions, 'secureContext' | 'session' | 'checkServerIdentity'>,
): TLSSocket {
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const tls = connect({ ...options, ...servername, socket, host, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] });
  // A socket under TLS reports its own errors too, after the TLS socket has; without a listener they would be fatal.
  socket.on('error', (error) => tls.destroy(error));
  return tls;
}

/** TLS on an open socket, which is destroyed when it fails. The options are those of `startTls`. */
export function openTls(socket: Socket, host: string, options: Parameters<typeof startTls>[2], signal: AbortSignal): Promise<TLSSocket> {
  return opened(startTls(socket, host, options), 'secureConnect', signal).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
}

/** Where the connection of a URL goes. The host is a name, or an address without brackets. */
export function endpointOf({ hostname, port, protocol }: URL): { readonly host: string; readonly port: number; readonly secure: boolean } {
  const secure = protocol === 'https:';
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 443 : 80)), secure };
}

/** Waits until a socket is connected. The signal destroys it before that; a socket that closes is an `ECONNRESET`. */
export function opened<S extends Socket>(socket: S, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const end = () => socket.destroy();
    const done = () => {
      socket.removeListener(event, onOpen);
      socket.removeListener('error', onError);
      socket.removeListener('close', onClose);
      signal.removeEventListener('abort', end);
      socket.on('error', () => undefined); // a destroyed socket may emit further errors
    };
    const onOpen = () => {
      done();
      resolve(socket);
    };
    const onError = (error: Error) => {
      done();
      reject(error);
    };
    const onClose = () => onError(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    socket.once(event, onOpen);
    socket.once('error', onError);
    socket.once('close', onClose);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
