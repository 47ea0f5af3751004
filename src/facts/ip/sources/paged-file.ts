import { LRUCache } from 'lru-cache';
import { type FileHandle, open } from 'node:fs/promises';

const PAGE_BYTES = 8_192;
/** Pages cached per file: 4 MB. The upper levels of a tree are on a few hundred. */
const MAX_PAGES = 512;

/** A file read in pages on demand; the most recently used are cached. The rest is left to the system's cache. */
export class PagedFile {
  readonly #pages = new LRUCache<number, Promise<Buffer>>({ max: MAX_PAGES });

  private constructor(
    private readonly handle: FileHandle,
    readonly size: number,
  ) {}

  /** @throws a system error when the file cannot be opened */
  static async open(path: string): Promise<PagedFile> {
    const handle = await open(path, 'r');
    return new PagedFile(handle, (await handle.stat()).size);
  }

  /**
   * Bytes at an offset.
   *
   * @throws RangeError past the end of the file; a system error when it cannot be read
   */
  async read(offset: number, length: number): Promise<Buffer> {
    if (offset < 0 || length < 0 || offset + length > this.size) throw new RangeError('past the end of the file');
    const first = Math.floor(offset / PAGE_BYTES);
    const within = offset - first * PAGE_BYTES;
    if (within + length <= PAGE_BYTES) return (await this.#page(first)).subarray(within, within + length);
    const last = Math.floor((offset + length - 1) / PAGE_BYTES);
    const pages = await Promise.all(Array.from({ length: last - first + 1 }, (_, index) => this.#page(first + index)));
    return Buffer.concat(pages).subarray(within, within + length);
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  #page(number: number): Promise<Buffer> {
    const cached = this.#pages.get(number);
    if (cached !== undefined) return cached;
    const page = this.handle
      .read(Buffer.allocUnsafeSlow(PAGE_BYTES), 0, PAGE_BYTES, number * PAGE_BYTES)
      .then(({ buffer, bytesRead }) => buffer.subarray(0, bytesRead));
    page.catch(() => this.#pages.delete(number)); // the next call tries again
    this.#pages.set(number, page);
    return page;
  }
}
