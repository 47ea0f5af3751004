/** Tables of facts that a bundle of the catalogue can bring in place of the release's, while the process runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { readShippedSources } from './shipped-sources.js';

/** A table as a release or a bundle has it. */
export interface TableContent {
  /** Day on which its newest part was published, ISO 8601. */
  readonly asOf: string;
  /** The packages or files that it was made from, with their versions. */
  readonly origin: string;
  /** Of the table of networks: Tor exits in it. */
  readonly torExits?: readonly string[] | undefined;
  /** Brotli. */
  readonly content: Uint8Array;
}

export type TableAbout = Omit<TableContent, 'content'>;

/** Largest table, in bytes: that of networks has some five million. */
const MAX_BYTES = 32 * 1_048_576;

/** @throws Error in half a sentence, for whoever made the table */
export function unpackTable({ content }: Pick<TableContent, 'content'>): Buffer {
  try {
    return brotliDecompressSync(content, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    const isTooLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Error(isTooLarge ? `has more than ${MAX_BYTES} bytes` : 'cannot be decompressed', { cause: error });
  }
}

/** @throws Error in half a sentence */
export function unpackJson(table: Pick<TableContent, 'content'>): unknown {
  const text = unpackTable(table).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error('is no JSON', { cause: error });
  }
}

/** @throws Error in half a sentence, with the first place that is not as the schema has it */
export function readRows<T>(table: Pick<TableContent, 'content'>, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(unpackJson(table));
  if (!parsed.success) throw new Error(`is not right at "${parsed.error.issues[0]?.path.join('.') ?? ''}"`);
  return parsed.data;
}

/** One table of this process: read at its first use, exchanged by `use`. */
export class DataTable<T> {
  #brought: TableContent | null = null;
  #released: TableContent | null = null;
  #value: T | null = null;
  /** What `read` has made of a table that `use` may take next: megabytes are not read twice. */
  #checked: { readonly table: TableContent; readonly value: T } | null = null;

  /**
   * @param options.read throws an Error in half a sentence where the content is not right
   * @param options.onUse told what is in use from now on, where others than the users of `value` hold it
   */
  constructor(private readonly options: { shipped: () => TableContent; read: (table: TableContent) => T; onUse?(value: T): void }) {}

  /** What is in use: what was brought, or else the release's. */
  get content(): TableContent {
    return this.#brought ?? this.#release;
  }

  /** Whether a bundle's is in use. */
  get isBrought(): boolean {
    return this.#brought !== null;
  }

  /** Of what is in use, without its content. */
  get about(): TableAbout {
    return this.#brought ?? this.#release;
  }

  /** Of the release's, without its content. */
  get shipped(): TableAbout {
    return this.#release;
  }

  get #release(): TableContent {
    this.#released ??= this.options.shipped();
    return this.#released;
  }

  /** @throws Error when the release's file is not the recorded one */
  get value(): T {
    this.#value ??= this.options.read(this.content);
    return this.#value;
  }

  /** What a table would be here. @throws Error in half a sentence when `use` could not take it */
  read(table: TableContent): T {
    if (this.#checked?.table !== table) this.#checked = { table, value: this.options.read(table) };
    return this.#checked.value;
  }

  /** @param table null: the release's. What has been read in this process is read anew at once, so that no lookup waits for it. */
  use(table: TableContent | null): void {
    const isSame = table === this.#brought || (table && this.#brought && Buffer.compare(table.content, this.#brought.content) === 0);
    this.#brought = table; // of the same content, perhaps with a newer date
    const checked = this.#checked;
    this.#checked = null;
    if (isSame) return;
    const isNeeded = this.#value !== null || this.options.onUse !== undefined;
    this.#value = isNeeded && table !== null && checked?.table === table ? checked.value : null;
    if (!isNeeded) return;
    const { value } = this;
    this.options.onUse?.(value);
  }
}

/**
 * The release's table of one file, which is read when its content is.
 *
 * @param folder one with a SOURCES.json
 * @throws Error when SOURCES.json has no such table; and the content's getter, when the file is missing or not the recorded one
 */
export function shippedTable(name: string, folder: string): TableContent {
  const source = readShippedSources(folder).get(name);
  const [file] = source?.files ?? [];
  if (source === undefined || file === undefined) throw new Error(`SOURCES.json does not tell of ${name}`);
  return {
    ...{ asOf: source.dataDate, origin: source.origin, torExits: source.torExits },
    get content() {
      const content = readFileSync(join(folder, file.file));
      if (createHash('sha256').update(content).digest('hex') !== file.sha256) throw new Error(`${file.file} is not the recorded one`);
      return content;
    },
  };
}
