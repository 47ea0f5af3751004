/**
 * Collects a body of bounded size. Chunks are copied, so that a server that sends single bytes cannot pin a whole network
 * buffer with each of them.
 */
export class ByteSink {
  #bytes: Buffer;
  #length = 0;
  readonly #limit: number;

  /** @param expected size announced by the peer, in bytes, or 0; only a hint. */
  constructor(limit: number, expected: number) {
    this.#limit = limit;
    this.#bytes = Buffer.allocUnsafe(Math.min(Math.max(expected, 4_096), limit));
  }

  /** Adds a chunk; false when the limit would be passed, and then nothing is kept of it. */
  add(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#limit) return false;
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.min(Math.max(length, this.#bytes.length * 2), this.#limit));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  content(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
