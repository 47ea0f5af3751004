import pLimit from 'p-limit';
import { promisify } from 'node:util';
import { constants, createGunzip, gzip } from 'node:zlib';
import type { ReadLimiter } from '../values/fair-shares.js';

const compress = promisify(gzip);

/** Longer texts are compressed. */
const MAX_UNCOMPRESSED = 64 * 1_024;
const CHUNK_BYTES = 16 * 1_024;

/**
 * Text for clients that may read slowly. A long text, such as the JSON of thousands of results, is kept compressed, at about a
 * twentieth of its size, and decompressed in chunks for each client as it reads.
 */
export class ChunkedText {
  private constructor(private readonly content: string | Uint8Array) {}

  static async of(text: string): Promise<ChunkedText> {
    return new ChunkedText(text.length <= MAX_UNCOMPRESSED ? text : await compress(text, { level: constants.Z_BEST_SPEED }));
  }

  /** @param limit takes a turn for each chunk */
  async *chunks(limit: ReadLimiter): AsyncGenerator<string | Uint8Array> {
    if (typeof this.content === 'string') return yield this.content;
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
    gunzip.end(this.content);
    const pieces: AsyncIterator<Uint8Array> = gunzip[Symbol.asyncIterator]();
    const next = () => limit(() => pieces.next());
    try {
      for (let piece = await next(); !piece.done; piece = await next()) yield piece.value;
    } finally {
      gunzip.destroy();
    }
  }
}

/**
 * JSON of immutable objects that many clients may request at the same time. Each text is built once and shared while it is in use;
 * texts are built one at a time, since each may take the memory of thousands of results.
 */
export class SharedJson {
  readonly #serially = pLimit(1);
  readonly #making = new Map<string, Promise<ChunkedText>>();
  /** Weak references: a text lives as long as the responses that send it. */
  readonly #held = new Map<string, WeakRef<ChunkedText>>();
  readonly #released = new FinalizationRegistry<string>((key) => {
    if (!this.#held.get(key)?.deref()) this.#held.delete(key);
  });

  /** @param key identifies the text; null when it may change and so must not be shared */
  async get(key: string | null, make: () => Promise<object>): Promise<ChunkedText> {
    const makeSerially = (): Promise<ChunkedText> => this.#serially(async () => ChunkedText.of(JSON.stringify(await make())));
    if (key === null) return makeSerially();
    const held = this.#held.get(key)?.deref();
    if (held) return held;
    const made = this.#making.get(key) ?? makeSerially();
    this.#making.set(key, made);
    try {
      const text = await made;
      if (this.#making.get(key) === made) {
        this.#held.set(key, new WeakRef(text));
        this.#released.register(text, key);
      }
      return text;
    } finally {
      if (this.#making.get(key) === made) this.#making.delete(key);
    }
  }
}
