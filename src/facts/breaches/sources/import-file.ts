import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ImportLine } from '../import-record.js';
import { parseJson } from '../../../kernel/values/json.js';
import { linesOf } from '../../../kernel/values/lines.js';
import { type Delimiter, delimiterOf, readCells } from '../../../kernel/values/read-csv.js';

export const IMPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Format by the file's name; null when its extension is unknown. */
export function formatOf(file: string): ImportFormat | null {
  if (/\.csv$/i.test(file)) return 'csv';
  return /\.(?:jsonl|ndjson)$/i.test(file) ? 'jsonl' : null;
}

/** Reads a file record by record; it may be larger than the memory. Throws what the file system throws. */
export function readImportFile(file: string, format: ImportFormat): AsyncIterable<ImportLine> {
  const bytes = createReadStream(file);
  return format === 'csv' ? readCsv(bytes) : readJsonLines(bytes);
}

/** SHA-256 of a file's content and of the import's options: only the same import resumes where it stopped. */
export async function importFingerprint(file: string, options: unknown): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.update(JSON.stringify(options)).digest('hex');
}

/**
 * Reads CSV (RFC 4180) whose first line names the columns; they are separated by commas, semicolons or tabs. A record is a
 * line: a quote that is never closed, common in such files, costs its own line and not the rest of the file.
 */
export async function* readCsv(bytes: Readable): AsyncGenerator<ImportLine> {
  let line = 0;
  let columns: { readonly names: readonly string[]; readonly delimiter: Delimiter | null } | null = null;
  for await (const text of readLines(bytes)) {
    line += 1;
    if (text === null) yield { line, problem: 'is too long' };
    else if (text.trim() === '') continue;
    else if (columns === null) columns = readHeader(text);
    else yield readRecord(line, text, columns);
  }
}

function readHeader(text: string): { names: string[]; delimiter: Delimiter | null } {
  const delimiter = delimiterOf(text);
  return { names: (readCells(text, delimiter) ?? []).map((name) => name.toLowerCase()), delimiter };
}

function readRecord(
  line: number,
  text: string,
  { names, delimiter }: { names: readonly string[]; delimiter: Delimiter | null },
): ImportLine {
  const values = readCells(text, delimiter);
  if (values === null) return { line, problem: 'cannot be read as CSV' };
  if (values.length > names.length) return { line, problem: 'has more columns than the first line names' };
  return { line, fields: Object.fromEntries(values.map((value, index) => [names[index] ?? '', value])) };
}

/** Reads one JSON object per line. Any other content yields a line with a `problem`. */
export async function* readJsonLines(bytes: Readable): AsyncGenerator<ImportLine> {
  let line = 0;
  for await (const text of readLines(bytes)) {
    line += 1;
    if (text === null) yield { line, problem: 'is too long' };
    else if (text.trim() !== '') yield readLine(line, text);
  }
}

function readLine(line: number, text: string): ImportLine {
  const json = parseJson(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { line, problem: 'is not a JSON object' };
  const fields = Object.entries(json).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name.toLowerCase(), String(value)] as const] : [],
  );
  return { line, fields: Object.fromEntries(fields) };
}

/** Longest line in characters; bounds the memory used. */
const MAX_CHARACTERS = 65_536;

/** Lines of a UTF-8 text without their line ends; null for a line that is too long, which is discarded. */
export const readLines = (bytes: Readable): AsyncGenerator<string | null> => linesOf(textOf(bytes), MAX_CHARACTERS);

async function* textOf(bytes: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}
