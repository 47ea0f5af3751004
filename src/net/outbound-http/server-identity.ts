import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Everything but whole-label wildcards is refused, as browsers do (RFC 9525, 6.3). */
const NAMES = { partialWildcards: false } as const;

/**
 * For `checkServerIdentity`: an error unless the peer's certificate is for this host. OpenSSL compares the names itself; Node's own check
 * first builds an object of the whole chain, which was a sixth of the CPU time of a sweep. Call it once a socket: Node 20 takes the
 * certificate out of the chain when it returns it.
 *
 * @param host a name, or an address without brackets
 */
export function serverIdentityError(socket: TLSSocket, host: string): Error | undefined {
  const certificate = socket.getPeerX509Certificate();
  const name = host.replace(/\.$/, '');
  const match = isIP(name) === 0 ? certificate?.checkHost(name, NAMES) : certificate?.checkIP(name);
  if (match !== undefined) return undefined;
  return Object.assign(new Error('the certificate is for another host'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
}

/** Avoids building the object of the chain, which is not used here: `serverIdentityError` reads the certificate itself. */
export function skipChainObject(socket: TLSSocket): void {
  Object.defineProperty(socket, 'getPeerCertificate', { value: () => ({}) });
}
