import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ImportLine } from '../../domain/breaches/import-record.js';
import { readCsv } from './read-csv.js';
import { readJsonLines } from './read-json-lines.js';

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

/** SHA-256 of a file's content and of the import's options (`said`), so that only the same import resumes where it stopped. */
export async function importFingerprint(file: string, said: unknown): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.update(JSON.stringify(said)).digest('hex');
}
