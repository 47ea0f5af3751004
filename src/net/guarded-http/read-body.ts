import type { IncomingMessage } from 'node:http';
import { GuardedError } from './stages.js';
import type { BodyEnd, GuardedRequest } from './types.js';

const SAMPLE_MS = 1_000;

export interface ReadBody {
  /** As it came over the wire. */
  readonly body: Buffer;
  readonly bodyEnd: BodyEnd;
}

/**
 * Reads a body of bounded size: whole or not at all; as a sample, in whichever way it ends.
 *
 * @throws GuardedError `too_large`, `reset`, `timeout`; never for a sample
 */
export function readBody(
  response: IncomingMessage,
  asked: Pick<GuardedRequest, 'method' | 'maxBytes' | 'read' | 'sampleMs'>,
  signal: AbortSignal,
): Promise<ReadBody> {
  const { maxBytes } = asked;
  const sample = asked.read === 'sample';
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let timer: NodeJS.Timeout | undefined;
    const end = (bodyEnd: BodyEnd, failure: GuardedError | null) => {
      clearTimeout(timer);
      response.pause();
      if (failure === null || sample) resolve({ body: Buffer.concat(chunks), bodyEnd });
      else reject(failure);
    };
    const late = () => end('cut_at_deadline', new GuardedError('timeout', 'no whole body'));
    const broken = () => end('broken', new GuardedError('reset', 'body cut off'));
    const over = () => end('cut_at_cap', new GuardedError('too_large', `body over ${maxBytes} bytes`));
    const announced = asked.method === 'HEAD' ? 0 : Number(response.headers['content-length'] ?? 0);
    if (!sample && announced > maxBytes) return over();
    if (signal.aborted) return late();
    signal.addEventListener('abort', late, { once: true });
    if (sample) timer = setTimeout(late, asked.sampleMs ?? SAMPLE_MS);
    response.on('data', (chunk: Buffer) => {
      const kept = chunk.subarray(0, maxBytes - length);
      // Copied, so that a drip of single bytes cannot pin one network buffer per byte.
      if (kept.length > 0) chunks.push(Buffer.from(kept));
      length += kept.length;
      if (kept.length < chunk.length) over();
    });
    response.on('end', () => (response.complete ? end('whole', null) : broken()));
    response.on('error', broken);
    response.on('close', broken);
    response.resume();
    if (response.destroyed && !response.readableEnded) broken();
  });
}
