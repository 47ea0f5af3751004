import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Bytes read at once: hashing them takes about 3 ms, in which nothing else runs. */
const CHUNK = 4 * 1_048_576;

/** The content of a data file differs from its recorded hash. */
export class DataMismatch extends Error {}

/**
 * Reads a file into one buffer without blocking the process.
 *
 * @param sha256 hexadecimal
 * @throws DataMismatch when the content has another hash; a system error when it cannot be read
 */
export async function readVerified(path: string, sha256: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const content = Buffer.allocUnsafeSlow(size);
    const hash = createHash('sha256');
    for (let at = 0; at < size; ) {
      const { bytesRead } = await handle.read(content, at, Math.min(CHUNK, size - at), at);
      if (bytesRead === 0) throw new DataMismatch('the file was cut off while it was read');
      hash.update(content.subarray(at, at + bytesRead));
      at += bytesRead;
    }
    if (hash.digest('hex') !== sha256) throw new DataMismatch('the file is not the recorded one');
    return content;
  } finally {
    await handle.close();
  }
}

/** How long a failure is kept, in milliseconds: reading and checking a large file for each lookup would cost too much. */
const FAILURE_TTL_MS = 60_000;

/** A value created once, at first use; a failed creation is tried again after a minute. */
export class Lazy<T> {
  #made: Promise<T> | null = null;
  #failedAt = 0;

  /** @param now monotonic clock in milliseconds; for tests */
  constructor(
    private readonly make: () => Promise<T>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get(): Promise<T> {
    if (this.#failedAt > 0 && this.now() - this.#failedAt >= FAILURE_TTL_MS) this.#made = null;
    this.#made ??= this.#begin();
    return this.#made;
  }

  #begin(): Promise<T> {
    this.#failedAt = 0;
    const made = this.make();
    made.catch(() => {
      this.#failedAt = this.now();
    });
    return made;
  }
}
