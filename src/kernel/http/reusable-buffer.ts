/** Encodes one text after the other into the same buffer: separate buffers would survive many garbage collections at slow clients. */
export class ReusableBuffer {
  #bytes = new Uint8Array(0);

  /** Overwrites what was written before. */
  write(text: string): Uint8Array {
    const length = Buffer.byteLength(text);
    if (length > this.#bytes.length) this.#bytes = new Uint8Array(Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES);
    ENCODER.encodeInto(text, this.#bytes);
    return this.#bytes.subarray(0, length);
  }
}
const BLOCK_BYTES = 16 * 1_024;
const ENCODER = new TextEncoder();
