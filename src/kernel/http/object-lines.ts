import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import type { ReadLimiter } from '../values/fair-shares.js';
import type { Download } from './answers.js';

/** A piece ends at so many characters, or lines: one of a large file may take longer than all of a small one. */
const PIECE_LENGTH = 65_536;
const PIECE_LINES = 16;

/**
 * Sends what is long as it is made. A client that stops reading pauses the source, and holds one piece and no turn. A fault cuts the
 * connection, so that a shortened body is not taken for a whole one. HEAD gets the headers alone.
 *
 * @param limitRead takes a turn for each piece
 */
export function sendDownload(ctx: Context, { chunks, type, filename }: Download, limitRead: ReadLimiter): void {
  const { res } = ctx;
  ctx.respond = false;
  ctx.status = 200;
  ctx.set('Content-Type', type === 'text/csv' ? 'text/csv; charset=utf-8; header=present' : type);
  if (filename !== undefined) ctx.set('Content-Disposition', `attachment; filename="${filename}"`);
  ctx.flushHeaders();
  if (ctx.method === 'HEAD') return void res.end();
  pipeline(pieces(chunks, limitRead), res).catch(() => undefined);
}

async function* pieces(chunks: Download['chunks'], limitRead: ReadLimiter): AsyncGenerator<string> {
  const source = chunks[Symbol.asyncIterator]();
  const next = async (): Promise<{ text: string; isOver: boolean }> => {
    let text = '';
    for (let lines = 0; lines < PIECE_LINES && text.length < PIECE_LENGTH; lines += 1) {
      const line = await source.next();
      if (line.done) return { text, isOver: true };
      text += line.value;
    }
    return { text, isOver: false };
  };
  try {
    for (let isOver = false; !isOver; ) {
      const piece = await limitRead(next);
      if (piece.text) yield piece.text;
      ({ isOver } = piece);
    }
  } finally {
    await source.return?.();
  }
}
