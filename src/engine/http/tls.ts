import { isIP, type Socket } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { secureContextFor, startTls } from '../../kernel/net/connect.js';

/** TLS sessions kept, below 1 kB each. More than there are platforms: with fewer, a sweep of all evicts each before its next use. */
const MAX_SESSIONS = 6_000;

/**
 * TLS with the certificate always verified, at less CPU time than Node takes by itself: 1.2 ms instead of 1.8 for a new host, 0.7 instead
 * of 1.1 for one that was asked before. Sessions are resumed, their certificates are not parsed again, and no object is built of a
 * certificate chain. How it was measured: docs/adr/0031-tunnels-and-tls.md.
 */
export class TlsClient {
  readonly #secureContext: SecureContext;
  readonly #sessions = new LRUCache<string, Buffer>({ max: MAX_SESSIONS });

  /** @param caFile PEM file of certificates trusted besides the public roots */
  constructor(caFile?: string) {
    this.#secureContext = secureContextFor(caFile);
  }

  /**
   * Begins TLS on an open socket.
   *
   * @param route what a session belongs to: proxy, host and port
   */
  start(socket: Socket, host: string, route: string): TLSSocket {
    const session = this.#sessions.get(route);
    const tls: TLSSocket = startTls(socket, host, {
      secureContext: this.#secureContext,
      ...(session === undefined ? {} : { session }),
      checkServerIdentity: () => serverIdentityError(tls, host),
    });
    // Node builds an object of the whole chain for `checkServerIdentity`, which reads the certificate itself here.
    Object.defineProperty(tls, 'getPeerCertificate', { value: () => ({}) });
    this.#keepSession(tls, route);
    return tls;
  }

  /** Keeps tickets of verified peers only: a resumed handshake does not check the certificate's name again. */
  #keepSession(tls: TLSSocket, route: string): void {
    let early: Buffer | undefined;
    let verified = false;
    const keep = (session: Buffer) => void this.#sessions.set(route, withoutPeerCertificate(session));
    tls.on('session', (session: Buffer) => {
      if (verified) keep(session);
      else early = session;
    });
    tls.once('secureConnect', () => {
      verified = true;
      if (early !== undefined) keep(early);
    });
  }
}

/** Everything but whole-label wildcards is refused, as browsers do (RFC 9525, 6.3). */
const NAMES = { partialWildcards: false } as const;

/**
 * For `checkServerIdentity`: an error unless the peer's certificate is for this host. OpenSSL compares the names itself. Call it once a
 * socket: Node 20 takes the certificate out of the chain when it returns it.
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

/** Context tag [3] of a stored session: the peer's certificate (OpenSSL, ssl/ssl_asn1.c). */
const PEER_CERTIFICATE = 0xa3;
/** TLS 1.3 as the INTEGER that is the second element of a stored session. */
const TLS_1_3 = Buffer.from([0x02, 0x02, 0x03, 0x04]);
const SEQUENCE = 0x30;
/** What Node 24 puts before a session, with the length of the host's name in two bytes, and the name. */
const ENVELOPE = Buffer.from('\0nodejs:tls:session:1\0');

/** One element of a DER encoding (ITU-T X.690, 8.1). */
interface Element {
  readonly tag: number;
  /** Offset of its contents. */
  readonly start: number;
  readonly end: number;
}

/**
 * A TLS 1.3 session without the certificate of the peer, which resumption does not need: OpenSSL parses the certificate each time, and
 * keeps it in memory. Sessions of older versions are returned unchanged; Node looks for a
 * certificate when those are resumed.
 *
 * @param session as Node's `session` event gives it
 */
export function withoutPeerCertificate(session: Buffer): Buffer {
  const from = sessionOffset(session);
  const whole = elementAt(session, from);
  if (whole?.tag !== SEQUENCE || whole.end !== session.length) return session;
  const parts: Buffer[] = [];
  for (let at = whole.start; at < whole.end; ) {
    const element = elementAt(session, at);
    if (!element || element.end > whole.end) return session;
    if (element.tag !== PEER_CERTIFICATE) parts.push(session.subarray(at, element.end));
    at = element.end;
  }
  if (!parts[1]?.equals(TLS_1_3)) return session;
  const contents = Buffer.concat(parts);
  return Buffer.concat([session.subarray(0, from), Buffer.from([SEQUENCE, ...lengthOf(contents.length)]), contents]);
}

function sessionOffset(session: Buffer): number {
  const start = ENVELOPE.length + 2;
  const isWrapped = session.length > start && session.subarray(0, ENVELOPE.length).equals(ENVELOPE);
  return isWrapped ? start + session.readUInt16BE(ENVELOPE.length) : 0;
}

function elementAt(der: Buffer, at: number): Element | null {
  const [tag, first] = [der[at], der[at + 1]];
  if (tag === undefined || first === undefined) return null;
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first };
  const bytes = first & 0x7f;
  if (bytes === 0 || bytes > 3 || at + 2 + bytes > der.length) return null;
  const start = at + 2 + bytes;
  return { tag, start, end: start + der.readUIntBE(at + 2, bytes) };
}

/** A length in DER's shortest form. */
function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes = length < 0x100 ? 1 : length < 0x10000 ? 2 : 3;
  return [0x80 | bytes, ...Array.from({ length: bytes }, (_, index) => (length >> (8 * (bytes - 1 - index))) & 0xff)];
}
