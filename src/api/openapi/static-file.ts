import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import { weakTag } from '../tagged-json.js';

/** A file that never changes while the process runs, ready to be sent. */
export interface StaticFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

const compress = promisify(gzip);

export async function staticFile(content: string | Buffer, type: string): Promise<StaticFile> {
  const plain = Buffer.from(content);
  return { type, plain, gzipped: await compress(plain), etag: weakTag(plain) };
}

/** Sends the file, compressed if the client accepts that, or 304 when the client's copy is still good (RFC 9110, 13.1.2). */
export function sendStatic(ctx: Context, file: StaticFile): void {
  ctx.set({ ETag: file.etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' });
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = file.type;
  const zipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (zipped) ctx.set('Content-Encoding', 'gzip');
  ctx.body = zipped ? file.gzipped : file.plain;
}
