import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import { encodedLines } from '../values/json.js';

/** A client that reads nothing for this long is disconnected. */
const STALL_MS = 30_000;

/**
 * Sends objects, a line of JSON each. A client that stops reading pauses the source. A fault cuts the connection, so that a shortened
 * body is not taken for a whole one. HEAD gets the headers alone.
 */
export function sendLines(ctx: Context, { objects, name }: { readonly objects: AsyncIterable<object>; readonly name: string }): void {
  ctx.respond = false;
  ctx.status = 200;
  ctx.set({
    'Content-Type': 'application/x-ndjson',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  ctx.flushHeaders();
  if (ctx.method === 'HEAD') return void ctx.res.end();
  ctx.res.setTimeout(STALL_MS);
  pipeline(Readable.from(encodedLines(objects)), ctx.res).catch(() => undefined);
}
