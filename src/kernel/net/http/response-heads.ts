import type { Socket } from 'node:net';
import { ByteSink } from '../response.js';

const BEGINNING = 'HTTP/1.';
/** An interim response that is no change of protocol. */
const INTERIM = /^HTTP\/1\.\d 1(?!01)/;
const LINE_FEED = 10;

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
  #isFirstLine = true;
  #isInterim = false;
  /** The beginning of a line. */
  #held: ByteSink | null = null;

  constructor(private readonly maxBytes: number) {}

  /** The whole lines that there are with this chunk, all bytes once the head is over; null while there are none. */
  pass(chunk: Buffer): Buffer | null {
    const seen = this.#held?.length ?? 0;
    const bytes = this.#joined(chunk);
    let [from, line] = [0, 0];
    for (let end = bytes.indexOf(LINE_FEED, seen); end >= 0 && !this.isOver; end = bytes.indexOf(LINE_FEED, line)) {
      const isBlank = end - line < 2;
      if (this.#isFirstLine) this.#isInterim = INTERIM.test(bytes.toString('latin1', line, line + 12));
      this.#isFirstLine = this.#isInterim && isBlank;
      this.isOver = isBlank && !this.#isInterim;
      line = end + 1;
      if (this.#isInterim) from = line;
    }
    const rest = bytes.subarray(line);
    const isStrange = this.#isFirstLine && !BEGINNING.startsWith(rest.toString('latin1', 0, BEGINNING.length));
    this.isOver ||= isStrange || rest.length > this.maxBytes;
    if (this.isOver) return bytes.subarray(from);
    if (line > 0) this.#held = null;
    if (this.#held === null && rest.length > 0) {
      this.#held = new ByteSink(this.maxBytes);
      this.#held.add(rest);
    }
    return from < line ? bytes.subarray(from, line) : null;
  }

  /** What is held, with this chunk; mostly nothing is. */
  #joined(chunk: Buffer): Buffer {
    if (this.#held === null) return chunk;
    return this.#held.add(chunk) ? this.#held.content() : Buffer.concat([this.#held.content(), chunk]);
  }
}
