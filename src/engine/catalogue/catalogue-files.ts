/** Finds and reads catalogue files. The only part of the loader that touches the disk. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The kinds of shipped files, each in the folder of its name. */
export const SHIPPED_KINDS = ['curated', 'site-software', 'imported'] as const;
/** Where an entry came from; earlier kinds win when two entries claim one name. */
export const ENTRY_KINDS = [...SHIPPED_KINDS, 'operator'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Its name, also within a bundle. */
export const BREACHED_SITES = 'breached-sites.json';

/** One file: its content parsed from JSON, or why it could not be read. `file` is for messages: relative to
 * the catalogue folder for a shipped file, with the path of the setting for an operator's. */
export interface CatalogueFile {
  readonly kind: EntryKind;
  readonly file: string;
  /** `text`: as read from the disk, to report the line of a fault. */
  readonly content: { readonly json: unknown; readonly text?: string } | { readonly unreadable: string; readonly line?: number };
}

/** The table of sites that were breached, which has no kind. */
export type TableFile = Omit<CatalogueFile, 'kind'>;

/** Parses `CATALOGUE_PATH`: files or folders, comma-separated; `only:` before any of them excludes the shipped files. */
export function parseCataloguePath(extra: string | undefined): { readonly only: boolean; readonly paths: readonly string[] } {
  const parts = (extra ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return {
    only: parts.some((part) => part.startsWith('only:')),
    paths: parts.map((part) => part.replace(/^only:/, '').trim()).filter((path) => path !== ''),
  };
}

/** The shipped files under the catalogue folder, by kind and name. A missing folder counts as empty. */
export function shippedFiles(root: string): CatalogueFile[] {
  return SHIPPED_KINDS.flatMap((kind) => {
    const path = join(root, kind);
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
      ? jsonFilesIn(path).map((file) => read(kind, file, relative(root, file)))
      : [];
  });
}

/** The table of sites that were breached; null when the catalogue has none. */
export function breachedSitesFile(root: string): TableFile | null {
  const path = join(root, BREACHED_SITES);
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? read('curated', path, BREACHED_SITES) : null;
}

/** An operator's files: the file itself, or all `*.json` below the folder. A path that does not exist is unreadable. */
export function operatorFiles(path: string): CatalogueFile[] {
  try {
    if (!statSync(path).isDirectory()) return [read('operator', path, path)];
    return jsonFilesIn(path).map((file) => read('operator', file, file));
  } catch (error) {
    return [{ kind: 'operator', file: path, content: { unreadable: reasonOf(error) } }];
  }
}

function jsonFilesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !relative(folder, path)
          .split(sep)
          .some((part) => part.startsWith('.')),
    )
    .filter((path) => statSync(path).isFile()) // symbolic links are followed: mounted configuration consists of them
    .sort();
}

function read(kind: EntryKind, path: string, file: string): CatalogueFile {
  try {
    const text = readFileSync(path, 'utf8');
    return { kind, file, content: parse(text) };
  } catch (error) {
    return { kind, file, content: { unreadable: reasonOf(error) } };
  }
}

function parse(text: string): CatalogueFile['content'] {
  try {
    return { json: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown, text };
  } catch (error) {
    const fault = faultIn(text);
    return fault === null ? { unreadable: reasonOf(error) } : { unreadable: `is not valid JSON: ${fault.message}`, line: fault.line };
  }
}

function faultIn(text: string): JsonFault | null {
  try {
    jsonLines(text);
    return null;
  } catch (error) {
    return error instanceof JsonFault ? error : null;
  }
}

const CODES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
};

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  return CODES[code] ?? (error instanceof Error ? error.message : String(error));
}

// Finds the lines of values in a JSON text, for messages to the author of the file. Pure; used only when something is wrong.

/** The first fault of a text that is no JSON. */
export class JsonFault extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/**
 * Lines of every value by its path: `probes.username.request`, `sites.3.slug`; the whole document is ''. Lines count from 1.
 *
 * @throws JsonFault at the first position that is not JSON
 */
export function jsonLines(text: string): ReadonlyMap<string, number> {
  return new Scanner(text).read();
}

/** A JSON token at the current position; longer alternatives come first. */
const TOKEN = /"(?:[^"\\\r\n]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;

class Scanner {
  readonly #text: string;
  readonly #lines = new Map<string, number>();
  #at = 0;
  #line = 1;
  #token = '';
  #tokenLine = 1;

  constructor(text: string) {
    this.#text = text.replace(/^\uFEFF/, '');
  }

  read(): ReadonlyMap<string, number> {
    this.#next();
    this.#value('');
    if (this.#token !== '') throw new JsonFault(this.#tokenLine, `there is ${this.#shown()} after the end of the JSON`);
    return this.#lines;
  }

  #value(path: string): void {
    // The whole document has the path '', and so has a member with an empty name: the first one is kept.
    if (!this.#lines.has(path)) this.#lines.set(path, this.#tokenLine);
    if (this.#token === '{') this.#members('}', (name) => `${path}${path && '.'}${name}`);
    else if (this.#token === '[') this.#members(']', (name) => `${path}${path && '.'}${name}`);
    else if (/^[}\],:]?$/.test(this.#token)) throw new JsonFault(this.#tokenLine, `a value is missing before ${this.#shown()}`);
    else this.#next();
  }

  /** Members of an object, or elements of an array, to its end. */
  #members(end: '}' | ']', pathOf: (name: string) => string): void {
    this.#next();
    if (this.#token === end) return this.#next();
    for (let index = 0; ; index += 1) {
      let name = String(index);
      if (end === '}') {
        if (!this.#token.startsWith('"'))
          throw new JsonFault(
            this.#tokenLine,
            `a name in double quotes is needed before ${this.#shown()}${this.#token === '}' ? ': is there a comma too many?' : ''}`,
          );
        name = JSON.parse(this.#token) as string;
        this.#next();
        if (this.#token !== ':') throw new JsonFault(this.#tokenLine, `":" is missing after "${name}"`);
        this.#next();
      } else if (this.#token === ']') throw new JsonFault(this.#tokenLine, 'there is a comma too many before "]"');
      this.#value(pathOf(name));
      if (this.#token === end) return this.#next();
      if (this.#token !== ',') throw new JsonFault(this.#tokenLine, `"," or "${end}" is missing before ${this.#shown()}`);
      this.#next();
    }
  }

  #shown(): string {
    return this.#token === ''
      ? 'the end of the file'
      : this.#token.length > 40
        ? `${this.#token.slice(0, 40)}…`
        : /^"/.test(this.#token)
          ? this.#token
          : `"${this.#token}"`;
  }

  #next(): void {
    for (; /[ \t\r\n]/.test(this.#text.charAt(this.#at)); this.#at += 1) if (this.#text.charAt(this.#at) === '\n') this.#line += 1;
    this.#tokenLine = this.#line;
    this.#token = '';
    if (this.#at >= this.#text.length) return;
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text)?.[0];
    if (found === undefined)
      throw new JsonFault(
        this.#line,
        `${JSON.stringify(this.#text.charAt(this.#at))} cannot stand here${this.#text.charAt(this.#at) === '"' ? ': the text does not end on its line, or has a wrong "\\"' : ''}`,
      );
    if ([...found].some((character) => character < ' '))
      throw new JsonFault(this.#line, 'a text holds a tab or another control character: write it as \\t or \\u0000');
    this.#token = found;
    this.#at += found.length;
  }
}
