import type { ServerResponse } from 'node:http';
import type { Context } from 'koa';
import type { EventStream, ServerEvent } from './answers.js';

export interface StreamTimes {
  /** Proxies close connections that are silent for half a minute. */
  readonly heartbeatMs: number;
  /** A client that reads nothing for this long, or at most twice as long, is disconnected. Longer than `heartbeatMs`. */
  readonly stallMs: number;
}
const TIMES: StreamTimes = { heartbeatMs: 15_000, stallMs: 30_000 };

/** Encodes an event in the format of the HTML standard. */
export function encodeEvent(event: Exclude<ServerEvent, { prepare: unknown }>): string {
  // A block with only an id dispatches no event, but sets the id from which a disconnected client resumes.
  if ('comment' in event) return `: ${event.comment}\n${event.id === undefined ? '' : `id: ${event.id}\n`}\n`;
  return `id: ${event.id}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/**
 * Responds with server-sent events (HTML standard, "Server-sent events"). A client that stops reading pauses the source, so it
 * costs a bounded buffer, and is disconnected after a while: it may resume. HEAD gets the headers alone.
 *
 * @param ending ends the response after the event that is being written
 */
export function sendEvents(ctx: Context, events: EventStream['events'], ending: AbortSignal, times: StreamTimes = TIMES): void {
  ctx.respond = false;
  ctx.status = 200;
  ctx.set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' });
  ctx.flushHeaders();
  if (ctx.method === 'HEAD') return void ctx.res.end();
  // Measures the time in which the kernel accepted no byte: heartbeats are such bytes while there is nothing else to send.
  ctx.res.setTimeout(times.stallMs);
  void pump(ctx.res, events, ending, times);
}

async function pump(res: ServerResponse, events: EventStream['events'], ending: AbortSignal, { heartbeatMs }: StreamTimes): Promise<void> {
  const heartbeat = setInterval(() => {
    if (res.writableLength === 0) res.write(': heartbeat\n\n');
  }, heartbeatMs);
  try {
    for await (const event of events) {
      if (ending.aborted) return;
      if (event instanceof Uint8Array) await send(res, event, ending);
      else if (!('prepare' in event)) await send(res, encodeEvent(event), ending);
      else {
        const pieces = await event.prepare();
        // Nothing may come between the chunks of an event. The id is last: a truncated event counts as not seen.
        clearInterval(heartbeat);
        await send(res, `event: ${event.event}\ndata: `, ending);
        for await (const piece of pieces) await send(res, piece, ending);
        await send(res, `\nid: ${event.id}\n\n`, ending);
      }
    }
  } catch {
    // The client disconnected, or the database failed: the client resumes with Last-Event-ID.
  } finally {
    clearInterval(heartbeat);
    res.end();
  }
}

/** Resolves when the kernel has accepted the data: the source is not read any further before. */
function send(res: ServerResponse, part: string | Uint8Array, ending: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new Error('the stream has ended'));
    ending.addEventListener('abort', end, { once: true });
    res.write(part, (error) => {
      ending.removeEventListener('abort', end);
      if (error) reject(error);
      else resolve();
    });
  });
}
