import { setImmediate } from 'node:timers/promises';
import getRawBody from 'raw-body';
import type { Context } from 'koa';
import { ServiceError } from '../values/errors.js';

/** A body that is read while it arrives. Its end is a fault when it is longer than it may be, or the client is gone. */
export interface BodyStream {
  readonly type: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Types of bodies that are read while they arrive, besides JSON, and the bytes that one may have. */
export interface StreamedBodies {
  readonly types: readonly string[];
  readonly limitBytes: number;
}

/** Fifty batch items of the longest sensible fields fit many times over. */
const LIMIT_BYTES = 256 * 1_024;

/**
 * Reads a JSON body.
 *
 * @throws ServiceError unsupported_media_type, payload_too_large, invalid_request
 */
export async function readJsonBody(ctx: Context): Promise<{ raw: Buffer; value: unknown }> {
  if (!ctx.is('application/json', '+json')) {
    const isMissing = !ctx.req.headers['content-type'] && !Number(ctx.req.headers['content-length']);
    throw new ServiceError('unsupported_media_type', isMissing ? 'The body is missing: send it as application/json.' : undefined);
  }
  refuseEncoding(ctx);
  const raw = await getRawBody(ctx.req, { limit: LIMIT_BYTES, length: ctx.req.headers['content-length'] ?? null }).catch(
    (error: { type?: string }) => {
      throw new ServiceError(error.type === 'entity.too.large' ? 'payload_too_large' : 'invalid_request');
    },
  );
  try {
    return { raw, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw)) };
  } catch {
    throw new ServiceError('invalid_request', raw.length === 0 ? 'The body is empty.' : 'The body is not JSON in UTF-8.');
  }
}

/**
 * A body of one of some types, to be read while it arrives; undefined: it is of none of them.
 *
 * @throws ServiceError unsupported_media_type; payload_too_large, also while it is read; invalid_request when the client is gone
 */
export function streamBody(ctx: Context, { types, limitBytes }: StreamedBodies): BodyStream | undefined {
  const type = ctx.is([...types]);
  if (!type) return undefined;
  refuseEncoding(ctx);
  if (Number(ctx.get('content-length')) > limitBytes) throw new ServiceError('payload_too_large');
  return { type, bytes: inTurns(bytesOf(ctx, limitBytes)) };
}

async function* bytesOf(ctx: Context, limitBytes: number): AsyncGenerator<Buffer> {
  let read = 0;
  try {
    for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
      read += chunk.byteLength;
      if (read > limitBytes) throw new ServiceError('payload_too_large');
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError('invalid_request');
  }
}

const PIECE_BYTES = 1_024;
const TURN_BYTES = 65_536;
const TURN_MS = 2;

/**
 * The same bytes in small pieces. Between them everybody else has a turn, at least once in 64 kB and after each few milliseconds of work
 * on what was read: whatever reads slowly costs its own caller only.
 *
 * @param now milliseconds of a clock that never goes back
 */
export async function* inTurns(chunks: AsyncIterable<Buffer>, now = () => performance.now()): AsyncGenerator<Buffer> {
  let [since, sent] = [now(), 0];
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      yield chunk.subarray(at, at + PIECE_BYTES);
      sent += PIECE_BYTES;
      if (sent < TURN_BYTES && now() - since < TURN_MS) continue;
      await setImmediate();
      [since, sent] = [now(), 0];
    }
}

function refuseEncoding(ctx: Context): void {
  if (ctx.get('content-encoding') && ctx.get('content-encoding') !== 'identity')
    throw new ServiceError('unsupported_media_type', 'Send the body without a content encoding.');
}
