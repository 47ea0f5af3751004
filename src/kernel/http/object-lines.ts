import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import type { Download } from './route.js';

/** A client that reads nothing for this long is disconnected. */
const STALL_MS = 30_000;

/**
 * Sends a file as it is made. A client that stops reading pauses the source. A fault cuts the connection, so that a shortened
 * body is not taken for a whole one. HEAD gets the headers alone.
 */
export function sendDownload(ctx: Context, { chunks, type, filename }: Download): void {
  ctx.respond = false;
  ctx.status = 200;
  ctx.set({
    'Content-Type': type === 'text/csv' ? 'text/csv; charset=utf-8; header=present' : type,
    'Content-Disposition': `attachment; filename="${filename}"`,
  });
  ctx.flushHeaders();
  if (ctx.method === 'HEAD') return void ctx.res.end();
  ctx.res.setTimeout(STALL_MS);
  pipeline(Readable.from(chunks), ctx.res).catch(() => undefined);
}
