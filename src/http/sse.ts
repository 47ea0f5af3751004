import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import type { ServerEvent } from './route.js';

/** Proxies cut connections that are silent for half a minute. */
const HEARTBEAT_MS = 15_000;
/** Bytes kept for a client that does not read; beyond it the source is not asked for more. */
const BUFFER_BYTES = 64 * 1_024;

function encode(event: ServerEvent): string {
  // A block of an id alone tells nothing, and is what a client that is cut off then comes back with.
  if ('comment' in event) return `: ${event.comment}\n${event.id === undefined ? '' : `id: ${event.id}\n`}\n`;
  return `id: ${event.id}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/**
 * Answers with server-sent events (HTML standard, "Server-sent events"). A client that stops reading stops the source, so
 * it costs a bounded buffer; a client that leaves ends it.
 */
export function sendEvents(ctx: Context, events: AsyncIterable<ServerEvent>, gone: AbortSignal): void {
  const stream = new PassThrough({ writableHighWaterMark: BUFFER_BYTES, readableHighWaterMark: BUFFER_BYTES });
  ctx.set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' });
  ctx.body = stream;
  ctx.flushHeaders();
  void pump(stream, events, gone);
}

async function pump(stream: PassThrough, events: AsyncIterable<ServerEvent>, gone: AbortSignal): Promise<void> {
  const heartbeat = setInterval(() => {
    if (!stream.writableNeedDrain) stream.write(': heartbeat\n\n');
  }, HEARTBEAT_MS);
  try {
    for await (const event of events) {
      if (gone.aborted || stream.destroyed) return;
      if (!stream.write(encode(event))) await once(stream, 'drain', { signal: gone });
    }
  } catch {
    // The client went away, or the record did: the client resumes with Last-Event-ID.
  } finally {
    clearInterval(heartbeat);
    stream.end();
  }
}
