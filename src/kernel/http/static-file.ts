/** Files that never change while the process runs, and the headers of pages. */
import type { Context } from 'koa';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { weakTag } from './tagged-json.js';

/** A file, ready to be sent. */
export interface StaticFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  readonly brotli?: Buffer;
  readonly etag: string;
}

const compress = promisify(gzip);

export async function staticFile(content: string | Buffer, type: string): Promise<StaticFile> {
  const plain = Buffer.from(content);
  return { type, plain, gzipped: await compress(plain), etag: weakTag(plain) };
}

/** Sends the file, compressed if the client accepts that, or 304 when the client's copy is still good (RFC 9110, 13.1.2). */
export function sendStatic(ctx: Context, file: StaticFile): void {
  ctx.set({ ETag: file.etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = file.type;
  // Browsers name br last, with equal weight: negotiating all three at once would never choose it.
  const encoding = (file.brotli && ctx.acceptsEncodings('br')) || ctx.acceptsEncodings('gzip', 'identity');
  const body = encoding === 'br' ? file.brotli : encoding === 'gzip' ? file.gzipped : null;
  if (body) ctx.set('Content-Encoding', String(encoding));
  ctx.body = body ?? file.plain;
}

/** Nothing inline, nothing from elsewhere, in no frame; `data:` is for icons in a page's own style sheet. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
};
