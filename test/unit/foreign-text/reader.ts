import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { Shapes } from './shapes.js';

/** How a reader of foreign text is run. */
export interface Reader {
  readonly shapes: Shapes;
  /** Characters of the largest input; of a stream, many times what it holds at once. */
  readonly largest: number;
  /** @returns what it gives and keeps; for a text that it refuses anything */
  read(text: string): unknown;
  /** It reads while bytes arrive. */
  readonly isStream?: true;
}

export const KB = 1_024;
/** Of a stream: four rows of the largest size. What it does does not depend on what came before them. */
export const STREAM = 64 * KB;
export const never = new AbortController().signal;

/** What a reader gives before it ends or refuses. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  try {
    for await (const item of items) read.push(item);
  } catch {
    // a refusal
  }
  return read;
}

/** What it gives; a refusal is null. */
export async function tried<T>(read: () => T): Promise<Awaited<T> | null> {
  try {
    return await read();
  } catch {
    return null;
  }
}

export async function* chunksOf(text: string, size = 16 * KB): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A socket whose peer sends a text, each piece when the one before has been read, and closes. */
export function socketThatSends(pieces: readonly string[]): Socket {
  const socket = new Duplex({ allowHalfOpen: false, read: () => undefined, write: (_, __, done) => done() });
  const feed = async (): Promise<void> => {
    for (const piece of pieces) {
      if (!socket.destroyed) socket.push(piece);
      await new Promise(setImmediate);
    }
    socket.push(null);
  };
  void feed();
  return Object.assign(socket, { setNoDelay: () => socket }) as unknown as Socket;
}
