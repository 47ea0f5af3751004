import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** Bytes read at once: hashing them takes about 3 ms, in which nothing else runs. */
const CHUNK = 4 * 1_048_576;

/** The content of a data file differs from its recorded hash. */
export class DataMismatch extends Error {}

/**
 * Reads a file into one buffer without blocking the process.
 *
 * @param sha256 hexadecimal
 * @throws WrongData when the content has another hash; a system error when it cannot be read
 */
export async function readVerified(path: string, sha256: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const content = Buffer.allocUnsafeSlow(size);
    await readAndVerify(handle, sha256, (at) => content.subarray(at, at + CHUNK));
    return content;
  } finally {
    await handle.close();
  }
}

/** As `readVerified`, but the content is not kept. */
export async function verifyFile(path: string, sha256: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const chunk = Buffer.allocUnsafeSlow(CHUNK);
    await readAndVerify(handle, sha256, () => chunk);
  } finally {
    await handle.close();
  }
}

/** Reads a file chunk by chunk into the buffers of `target`, and verifies it against its hash. */
async function readAndVerify(handle: FileHandle, sha256: string, target: (at: number) => Buffer): Promise<void> {
  const { size } = await handle.stat();
  const hash = createHash('sha256');
  for (let at = 0; at < size; ) {
    const buffer = target(at);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new DataMismatch('the file was cut off while it was read');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  if (hash.digest('hex') !== sha256) throw new DataMismatch('the file is not the recorded one');
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

  /** Closes the value, if one was created. */
  async release(close: (made: T) => Promise<void>): Promise<void> {
    const made = await this.#made?.catch(() => null);
    if (made !== null && made !== undefined) await close(made);
  }
}
