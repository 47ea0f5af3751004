import type { Socket } from 'node:net';
import { ByteSink } from '../response.js';

const BEGINNING = 'HTTP/1.';
/** An interim response that is no change of protocol. */
const INTERIM = /^HTTP\/1\.\d 1(?!01)/;
/** Interim responses to one request that are let go by; more are undici's to judge. */
const MAX_INTERIM = 8;
/** How a blank line ends a head. */
const ENDS = ['\n\r\n', '\n\n'];

/**
 * Gives undici the heads of responses by whole lines, and those of interim responses not at all. It joins a header anew with each piece
 * of it that arrives, so that a long one sent slowly would cost its square; and it takes a 100 (Continue) that it did not ask for as a
 * fault, where RFC 9110, 15.2, has clients read on.
 *
 * @param maxBytes longest line that is waited for: undici refuses longer heads itself, as it does what is no HTTP
 * @returns to be called before each request: bodies pass as they come
 */
export function passWholeLines(socket: Socket, maxBytes: number): () => void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let head: HeadLines | null = null;
  socket.read = (size?: number) => {
    const chunk = read(size);
    if (chunk === null || head === null) return chunk;
    const passed = head.pass(chunk);
    if (head.isOver) head = null;
    return passed;
  };
  return () => {
    head = new HeadLines(maxBytes);
  };
}

class HeadLines {
  isOver = false;
  /** Whether lines of it were passed on. */
  #hasBegun = false;
  #interim = 0;
  #held: ByteSink;

  constructor(private readonly maxBytes: number) {
    this.#held = new ByteSink(maxBytes, 0);
  }

  /** The whole lines that there are with this chunk, all bytes once the head is over; null while there are none. */
  pass(chunk: Buffer): Buffer | null {
    const seen = this.#held.length;
    const bytes = this.#held.add(chunk) ? this.#held.content() : Buffer.concat([this.#held.content(), chunk]);
    const start = bytes.toString('latin1', 0, 12);
    const end = endOfHead(bytes, seen);
    if (!this.#hasBegun && INTERIM.test(start) && this.#interim < MAX_INTERIM) {
      if (end === null && bytes.length <= this.maxBytes) return null;
      if (end !== null) return this.#afterInterim(bytes.subarray(end));
    }
    const isHead = this.#hasBegun ? !/^\r?\n/.test(start) : BEGINNING.startsWith(start.slice(0, BEGINNING.length));
    this.isOver = end !== null || !isHead || bytes.length > this.maxBytes;
    if (this.isOver) return bytes;
    const last = chunk.lastIndexOf('\n'); // what was held is a part of a line
    if (last < 0) return null;
    this.#hasBegun = true;
    this.#held = new ByteSink(this.maxBytes, 0);
    this.#held.add(chunk.subarray(last + 1));
    return bytes.subarray(0, seen + last + 1);
  }

  #afterInterim(rest: Buffer): Buffer | null {
    this.#interim += 1;
    this.#held = new ByteSink(this.maxBytes, 0);
    return rest.length > 0 ? this.pass(rest) : null;
  }
}

/** Where the first head in these bytes ends, of which the first `seen` hold no end; null while there is none. */
function endOfHead(bytes: Buffer, seen: number): number | null {
  const ends = ENDS.map((end) => ({ at: bytes.indexOf(end, Math.max(0, seen - 2)), length: end.length }));
  const [first] = ends.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  return first === undefined ? null : first.at + first.length;
}
