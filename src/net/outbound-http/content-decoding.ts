import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { OutboundFailure } from './failure.js';

/** What `accept-encoding` offers. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Codings applied to one body at most; a response with more counts as undecodable. */
const MAX_CODINGS = 2;

/**
 * Undoes `Content-Encoding` (RFC 9110, 8.4). Synchronous, because both sides are at most `maxBytes`: a decompression bomb is stopped
 * when its output passes the cap, after a few milliseconds at worst. An empty body is empty in every coding.
 *
 * @throws OutboundFailure `too_large` or `undecodable`
 */
export function decodeContent(body: Buffer, contentEncoding: string | undefined, maxBytes: number): Buffer {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || body.length === 0) return body;
  if (codings.length > MAX_CODINGS) throw new OutboundFailure('undecodable', 'too many content codings');
  return codings.reduceRight((bytes, coding) => decode(bytes, coding, { maxOutputLength: maxBytes }), body);
}

function decode(bytes: Buffer, coding: string, options: ZlibOptions): Buffer {
  try {
    switch (coding) {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, options);
      case 'deflate':
        return hasZlibHeader(bytes) ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
      case 'br':
        return brotliDecompressSync(bytes, options);
    }
  } catch (error) {
    const tooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw tooLarge
      ? new OutboundFailure('too_large', 'body over its cap when decompressed')
      : new OutboundFailure('undecodable', `broken ${coding}`);
  }
  throw new OutboundFailure('undecodable', 'unknown content coding');
}

/** RFC 1950 header, which some servers leave out of what they call deflate. */
function hasZlibHeader(bytes: Buffer): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
