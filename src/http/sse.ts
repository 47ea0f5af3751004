import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Context } from 'koa';
import type { ServerEvent } from './route.js';

export interface StreamTimes {
  /** Proxies cut connections that are silent for half a minute. */
  readonly heartbeatMs: number;
  /** A client that takes nothing for so long, or twice so long at most, is disconnected. More than a heartbeat. */
  readonly stallMs: number;
}
const TIMES: StreamTimes = { heartbeatMs: 15_000, stallMs: 30_000 };

function encode(event: Exclude<ServerEvent, { prepare: unknown }>): string {
  // A block of an id alone tells nothing, and is what a client that is cut off then comes back with.
  if ('comment' in event) return `: ${event.comment}\n${event.id === undefined ? '' : `id: ${event.id}\n`}\n`;
  return `id: ${event.id}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/**
 * Answers with server-sent events (HTML standard, "Server-sent events"). A client that stops reading stops the source, so
 * it costs a bounded buffer, and is disconnected after a while: it may resume.
 *
 * @param ending ends the answer after the event that is being written
 */
export function sendEvents(ctx: Context, events: AsyncIterable<ServerEvent>, ending: AbortSignal, times: StreamTimes = TIMES): void {
  ctx.respond = false;
  ctx.status = 200;
  ctx.set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' });
  ctx.flushHeaders();
  // Counts the time in which the kernel took no byte: heartbeats are such bytes while there is nothing else to send.
  ctx.res.setTimeout(times.stallMs);
  void pump(ctx.res, events, ending, times);
}

async function pump(res: ServerResponse, events: AsyncIterable<ServerEvent>, ending: AbortSignal, { heartbeatMs }: StreamTimes): Promise<void> {
  const heartbeat = setInterval(() => {
    if (!res.writableNeedDrain) res.write(': heartbeat\n\n');
  }, heartbeatMs);
  const write = async (text: string | Uint8Array): Promise<void> => {
    if (!res.write(text)) await once(res, 'drain', { signal: ending });
  };
  try {
    for await (const event of events) {
      if (ending.aborted || res.destroyed) return;
      if (!('prepare' in event)) {
        await write(encode(event));
        continue;
      }
      await flush(res, ending);
      const pieces = await event.prepare();
      // Nothing may come between the pieces of an event. The id is last: an event that was cut counts as not seen.
      clearInterval(heartbeat);
      await write(`event: ${event.event}\ndata: `);
      for await (const piece of pieces) await write(piece);
      await write(`\nid: ${event.id}\n\n`);
    }
  } catch {
    // The client went away, or the record did: the client resumes with Last-Event-ID.
  } finally {
    clearInterval(heartbeat);
    res.end();
  }
}

/** Resolves when everything that was written before has left this process. */
async function flush(res: ServerResponse, ending: AbortSignal): Promise<void> {
  const flushed = new Promise<void>((resolve) => res.write(': complete\n\n', () => resolve()));
  const ended = new Promise<never>((_, reject) => ending.addEventListener('abort', () => reject(new Error('ended')), { once: true }));
  ending.throwIfAborted();
  await Promise.race([flushed, ended]);
}
