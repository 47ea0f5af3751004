/** Reads tables that people have as text: CSV in its dialects, cells copied from a spreadsheet, or a plain list. Runs in browsers too. */
import { parse } from 'csv-parse/browser/esm/sync';

export type Delimiter = '\t' | ';' | ',';

export interface TableRow {
  /** Line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Ordered by how rarely they occur within a cell. */
const DELIMITERS: readonly Delimiter[] = ['\t', ';', ','];
/** Characters of a row of several lines; a quote that is not closed by then is a character like any other. */
const MAX_QUOTED = 4_000;

/** What separates the cells of a table with this first line: the first of tab, semicolon and comma outside of quotes; null for a list. */
export function delimiterOf(firstLine: string): Delimiter | null {
  const unquoted = firstLine.replace(/"[^"]*"/g, '');
  return DELIMITERS.find((each) => unquoted.includes(each)) ?? null;
}

/** Cells of one row (RFC 4180), without the spaces around them; null where a quote is not closed. @param delimiter null: one cell */
export function readCells(row: string, delimiter: Delimiter | null): readonly string[] | null {
  if (!row.includes('"')) return splitCells(row, delimiter);
  try {
    // What is in no text stands for no delimiter.
    const [cells = []] = parse(row, { delimiter: delimiter ?? '\u001f', relax_quotes: true, record_delimiter: '\n', trim: true });
    return cells.map((cell) => cell.trim());
  } catch {
    return null;
  }
}

const splitCells = (row: string, delimiter: Delimiter | null): string[] =>
  (delimiter === null ? [row] : row.split(delimiter)).map((cell) => cell.trim());

/** Rows that hold something. A quoted cell may span lines; a quote that is never closed costs nothing but its own meaning. */
export function readTable(content: string, delimiter = delimiterIn(content)): TableRow[] {
  const lines = linesOf(content);
  const rows: TableRow[] = [];
  let next = 0;
  while (next < lines.length) {
    const { cells, taken } = readRow(lines, next, delimiter);
    if (cells.some((cell) => cell !== '')) rows.push({ line: next + 1, cells });
    next += taken;
  }
  return rows;
}

/** As `readTable`, of lines that arrive: no more of them is held than one row may have. */
export async function* streamTable(lines: AsyncIterable<string>): AsyncGenerator<TableRow> {
  const held: string[] = [];
  let [size, line] = [0, 1];
  let delimiter: Delimiter | null | undefined;
  const take = (): TableRow => {
    delimiter ??= delimiterOf(held[0] ?? '');
    const { cells, taken } = readRow(held, 0, delimiter);
    size -= held.splice(0, taken).reduce((sum, each) => sum + each.length + 1, 0);
    const row = { line, cells };
    line += taken;
    return row;
  };
  const isFilled = ({ cells }: TableRow): boolean => cells.some((cell) => cell !== '');
  for await (const each of lines) {
    const text = line === 1 && held.length === 0 ? each.replace(/^\uFEFF/, '') : each;
    if (delimiter === undefined && held.length === 0 && text.trim() === '') {
      line += 1;
      continue;
    }
    held.push(text);
    size += text.length + 1;
    while (held.length > 0 && size > (held[0] ?? '').length + MAX_QUOTED) {
      const row = take();
      if (isFilled(row)) yield row;
    }
  }
  while (held.length > 0) {
    const row = take();
    if (isFilled(row)) yield row;
  }
}

const linesOf = (content: string): string[] => content.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
const delimiterIn = (content: string): Delimiter | null => delimiterOf(linesOf(content).find((line) => line.trim() !== '') ?? '');

function readRow(lines: readonly string[], first: number, delimiter: Delimiter | null): { cells: readonly string[]; taken: number } {
  let text = lines[first] ?? '';
  for (let taken = 1; text.length <= MAX_QUOTED; taken += 1) {
    const cells = readCells(text, delimiter);
    if (cells !== null) return { cells, taken };
    const further = lines[first + taken];
    if (further === undefined) break;
    text += `\n${further}`;
  }
  return { cells: splitCells(lines[first] ?? '', delimiter), taken: 1 };
}
