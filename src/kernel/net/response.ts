import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { OutboundFailure } from './failure.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Headers of a response: repeated ones are joined with a comma. */
export function joinedHeaders(received: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name of Object.keys(received)) {
    const value = received[name];
    if (value !== undefined) joined[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return joined;
}

/** `Location` of a redirect, as it was sent; undefined when the response is none. Which redirects are followed is each client's policy. */
export function redirectLocation(status: number, headers: Readonly<Record<string, string>>): string | undefined {
  return REDIRECTS.has(status) ? headers['location'] : undefined;
}

/**
 * Collects a body of bounded size. Chunks are copied, so that a server that sends single bytes cannot pin a whole network
 * buffer with each of them. It grows with what arrives, not with what is announced.
 */
export class ByteSink {
  #bytes: Buffer;
  #length = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#bytes = Buffer.allocUnsafe(Math.min(4_096, limit));
  }

  /** Adds a chunk; false when the limit would be passed, and then nothing is kept of it. */
  add(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#limit) return false;
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.min(Math.max(length, this.#bytes.length * 2), this.#limit));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  get length(): number {
    return this.#length;
  }

  content(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** What `accept-encoding` offers. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Names that servers write where nothing is coded. */
const NO_CODING: ReadonlySet<string> = new Set([
  '',
  'identity',
  'none',
  'null',
  'utf-8',
  'utf8',
  'iso-8859-1',
  'binary',
  '8bit',
  'chunked',
]);

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
    .filter((coding) => !NO_CODING.has(coding));
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

/** Bytes of a page in which a charset declaration is looked for (WHATWG HTML, "prescan a byte stream"). */
const PRESCAN = 1_024;
/** The `charset` of a content type. Blanks match in one way only: headers are long, and third parties send them. */
const CHARSET_PARAMETER = /;\s*charset\s*=\s*(?:["']\s*)?([^\s"';,]+)/;

/**
 * Decodes a body to text by byte order mark, then `charset` of the content type, then the page's own declaration, then UTF-8, then, for a
 * page, windows-1252. A charset that does not exist was not declared. Stray bytes are replaced, as browsers do; in JSON they make the text
 * undecodable. Images and other binaries are passed on byte by byte.
 * @throws OutboundFailure `undecodable`
 */
export function decodeText(body: Buffer, contentType: string | undefined): string {
  const type = (contentType ?? '').toLowerCase();
  const bom = byteOrderMark(body);
  const declared = bom ?? known(CHARSET_PARAMETER.exec(type)?.[1]) ?? known(declaredInPage(body, type));
  const label = declared ?? 'utf-8';
  const json = /^[^;]*\bjson\b/.test(type);
  if (/^utf-?8$/.test(label)) {
    if (isUtf8(body)) return body.toString('utf8', bom === null ? 0 : 3);
    if (declared === null && isBinary(type)) return body.toString('latin1');
    if (json) throw new OutboundFailure('undecodable', 'not UTF-8');
    // What browsers take for a page that names no charset, or none that there is (WHATWG HTML, "determining the character encoding").
    if (declared === null) return new TextDecoder('windows-1252').decode(body);
  }
  try {
    return new TextDecoder(label, { fatal: json }).decode(body);
  } catch {
    throw new OutboundFailure('undecodable', 'bytes that its charset does not have');
  }
}

/** A charset by its label; null: nobody knows such a one, as if none were named. Databases call UTF-8 `utf8mb4`. */
function known(label: string | null | undefined): string | null {
  const name = label?.replace(/^utf-?8.*/, 'utf-8');
  try {
    return name === undefined ? null : new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

function byteOrderMark(body: Buffer): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return null;
}

/** `<meta charset>`, its older form, or an XML declaration. UTF-16 there must be wrong: the declaration itself was readable. */
function declaredInPage(body: Buffer, type: string): string | null {
  if (type !== '' && !/html|xml/.test(type)) return null;
  const head = body.toString('latin1', 0, PRESCAN);
  const label =
    /<meta[^>]{1,200}?charset\s*=\s*(?:["']\s*)?([a-z0-9_:-]{2,40})/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{1,200}?encoding\s*=\s*["']([a-z0-9_:-]{2,40})/i.exec(head)?.[1];
  if (label === undefined) return null;
  return /^utf-?16/i.test(label) ? 'utf-8' : label.toLowerCase();
}

function isBinary(type: string): boolean {
  return /^(?:image|audio|video|font)\/|^application\/(?!.*(?:json|xml|javascript))/.test(type);
}

/** Elements that only whole documents have. Fragments in API responses lack them, and need no end of a document. */
const DOCUMENT_ELEMENT = /<(?:!doctype|html|head|body|title|meta)\b/i;
/** The same where no content type says that it is HTML: feeds have titles too. */
const PAGE_ELEMENT = /<(?:!doctype\s+html|html|head|body)\b/i;

/**
 * Whether a page that ends with its connection is truncated. Such a response has no length to check, and a cut connection looks like a
 * closed one; a page that lacks its second half also lacks its markers. A page that never had an end counts as truncated too: it is
 * omitted, where the opposite mistake would be a wrong result.
 */
export function isTruncatedPage(headers: Readonly<Record<string, string>>, text: string): boolean {
  const { 'content-length': length, 'transfer-encoding': framing, 'content-type': type = '' } = headers;
  if (length !== undefined || framing !== undefined || text === '') return false;
  const isPage = /html/i.test(type) ? DOCUMENT_ELEMENT.test(text) : /^\s*</.test(text) && PAGE_ELEMENT.test(text);
  return isPage && !/<\/(?:html|body)\s*>/i.test(text.slice(-2_000));
}
