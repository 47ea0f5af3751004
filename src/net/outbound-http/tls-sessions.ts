/** Context tag [3] of a stored session: the peer's certificate (OpenSSL, ssl/ssl_asn1.c). */
const PEER_CERTIFICATE = 0xa3;
/** TLS 1.3 as the INTEGER that is the second element of a stored session. */
const TLS_1_3 = Buffer.from([0x02, 0x02, 0x03, 0x04]);
const SEQUENCE = 0x30;

/** One element of a DER encoding (ITU-T X.690, 8.1). */
interface Element {
  readonly tag: number;
  /** Offset of its contents. */
  readonly start: number;
  readonly end: number;
}

/**
 * A TLS 1.3 session without the certificate of the peer, which resumption does not need: OpenSSL took 0.8 ms to read the certificate each
 * time, a sixth of what a probe costs, and keeps it in memory. Sessions of older versions are returned unchanged; Node looks for a
 * certificate when those are resumed.
 *
 * @param session as Node's `session` event gives it
 */
export function withoutPeerCertificate(session: Buffer): Buffer {
  const whole = elementAt(session, 0);
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
  return Buffer.concat([Buffer.from([SEQUENCE, ...lengthOf(contents.length)]), contents]);
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
