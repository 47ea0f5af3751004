import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { OutboundFailure } from './failure.js';

/** Bytes of a page in which a charset declaration is looked for (WHATWG HTML, "prescan a byte stream"). */
const PRESCAN = 1_024;
/** The `charset` of a content type. Blanks match in one way only: headers are long, and third parties send them. */
const CHARSET_PARAMETER = /;\s*charset\s*=\s*(?:["']\s*)?([^\s"';,]+)/;

/**
 * Decodes a body to text by byte order mark, then `charset` of the content type, then the page's own declaration, then
 * UTF-8. Stray bytes are replaced where the charset was declared, as browsers do; where it is a guess, or the response is JSON, they make
 * the text undecodable. Images and other binaries are passed on byte by byte.
 * @throws OutboundFailure `undecodable`
 */
export function decodeText(body: Buffer, contentType: string | undefined): string {
  const type = (contentType ?? '').toLowerCase();
  const bom = byteOrderMark(body);
  const declared = bom ?? CHARSET_PARAMETER.exec(type)?.[1] ?? declaredInPage(body, type);
  const label = declared ?? 'utf-8';
  const json = /^[^;]*\bjson\b/.test(type);
  if (/^utf-?8$/.test(label)) {
    if (isUtf8(body)) return body.toString('utf8', bom === null ? 0 : 3);
    if (declared === null && isBinary(type)) return body.toString('latin1');
    if (declared === null || json) throw new OutboundFailure('undecodable', 'not UTF-8');
  }
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { fatal: json });
  } catch {
    throw new OutboundFailure('undecodable', 'unknown charset');
  }
  try {
    return decoder.decode(body);
  } catch {
    throw new OutboundFailure('undecodable', 'bytes that its charset does not have');
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
