import type { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import type { ImportLine } from '../../domain/breaches/import-record.js';
import { readLines } from './read-lines.js';

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Reads CSV (RFC 4180) whose first line names the columns; they are separated by commas, semicolons or tabs. A record is a
 * line: a quote that is never closed, common in such files, costs its own line and not the rest of the file.
 */
export async function* readCsv(bytes: Readable): AsyncGenerator<ImportLine> {
  let line = 0;
  let columns: { readonly names: readonly string[]; readonly delimiter: string } | null = null;
  for await (const text of readLines(bytes)) {
    line += 1;
    if (text === null) yield { line, problem: 'is too long' };
    else if (text.trim() === '') continue;
    else if (columns === null) columns = readHeader(text);
    else yield readRecord(line, text, columns);
  }
}

function readHeader(text: string): { names: string[]; delimiter: string } {
  const count = (delimiter: string) => text.split(delimiter).length;
  const delimiter = [...DELIMITERS].sort((a, b) => count(b) - count(a))[0] ?? ',';
  return { names: (cells(text, delimiter) ?? []).map((name) => name.trim().toLowerCase()), delimiter };
}

function readRecord(line: number, text: string, { names, delimiter }: { names: readonly string[]; delimiter: string }): ImportLine {
  const values = cells(text, delimiter);
  if (values === null) return { line, problem: 'cannot be read as CSV' };
  if (values.length > names.length) return { line, problem: 'has more columns than the first line names' };
  return { line, fields: Object.fromEntries(values.map((value, index) => [names[index] ?? '', value])) };
}

function cells(text: string, delimiter: string): readonly string[] | null {
  try {
    return parse(text, { delimiter, relax_quotes: true, record_delimiter: '\n' })[0] ?? null;
  } catch {
    return null;
  }
}
