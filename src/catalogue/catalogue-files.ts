/** Finds and reads catalogue files. The only part of the loader that touches the disk. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { JsonFault, jsonLines } from './json-lines.js';

/** The kinds of shipped files, each in the folder of its name. */
const SHIPPED_KINDS = ['curated', 'site-software', 'imported'] as const;
/** Where an entry came from; earlier kinds win when two entries claim one name. */
export const ENTRY_KINDS = [...SHIPPED_KINDS, 'operator'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One file: its content parsed from JSON, or why it could not be read. `file` is for messages: relative to
 * the catalogue folder for a shipped file, with the path of the setting for an operator's. */
export interface CatalogueFile {
  readonly kind: EntryKind;
  readonly file: string;
  /** `text`: as read from the disk, to report the line of a fault. */
  readonly content: { readonly json: unknown; readonly text?: string } | { readonly unreadable: string; readonly line?: number };
}

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
    return fault === null ? { unreadable: reasonOf(error) } : { unreadable: `is no JSON: ${fault.message}`, line: fault.line };
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
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
};

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  return CODES[code] ?? (error instanceof Error ? error.message : String(error));
}
