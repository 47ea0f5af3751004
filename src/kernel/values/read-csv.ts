/** Reads tables that people have as text: CSV in its dialects, cells copied from a spreadsheet, or a plain list. Runs in browsers too. */

export type Delimiter = '\t' | ';' | ',' | '|';

export interface TableRow {
  /** Line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why the row cannot be read, to follow "line 7"; it has no cells then. */
  readonly fault?: string;
}

/** Ordered by how rarely they occur within a cell. */
const DELIMITERS: readonly Delimiter[] = ['\t', ';', '|', ','];
/** The line by which spreadsheets say what separates the cells. */
const SEPARATOR = /^"?sep=([\t;|,])"?$/i;
/** Characters of a row: twenty identities of the longest kind, with their names. */
export const MAX_ROW = 16_384;
const MAX_CELLS = 1_000;
const TOO_LONG = `has more than ${MAX_ROW.toLocaleString('en')} characters`;
const TOO_WIDE = `has more than ${MAX_CELLS.toLocaleString('en')} cells`;
const NOT_CLOSED = 'begins a quoted cell that does not end';

/** What separates the cells of a table with this first line: the first of tab, semicolon, bar and comma outside of quotes; null for a list. */
export function delimiterOf(firstLine: string): Delimiter | null {
  const unquoted = firstLine.replace(/"[^"]*"/g, '');
  return DELIMITERS.find((each) => unquoted.includes(each)) ?? null;
}

/**
 * Reads a table (RFC 4180, with its usual liberties) from pieces of any size. Each character is looked at once, those of the first line
 * twice; of a row that is too large nothing is kept, and its text never becomes rows. A first row that cannot be read ends the table:
 * nobody knows what the others are.
 */
export class TableReader {
  #delimiter: Delimiter | null | undefined;
  /** Of the character that is next, and of the row that it belongs to. */
  #line = 1;
  #first = 1;
  #cells: string[] = [];
  #cell = '';
  #isBlank = true;
  #quote: 'none' | 'open' | 'closed' = 'none';
  /** Spaces behind a closing quote. */
  #after = '';
  #size = 0;
  #fault: string | undefined;
  #isFirstRow = true;
  #isOver = false;
  #endedInReturn = false;

  /** @param delimiter null: a row is one cell; undefined: as the first line that holds something has it */
  constructor(delimiter?: Delimiter | null) {
    this.#delimiter = delimiter;
  }

  /** The rows that end in this piece, without those that hold nothing. */
  *write(piece: string): Generator<TableRow> {
    let from = 0;
    for (let at = 0; at < piece.length && !this.#isOver; at += 1) {
      const char = piece.charAt(at);
      if (char === '\n' || char === '\r') {
        const isSecond = char === '\n' && (at === 0 ? this.#endedInReturn : piece.charAt(at - 1) === '\r');
        if (!isSecond) {
          this.#keep(piece.slice(from, at));
          this.#line += 1;
          if (this.#quote === 'open') this.#keep('\n');
          else yield* this.#endRow();
        }
        from = at + 1;
      } else if (char === '"' && this.#delimiter !== undefined) {
        this.#keep(piece.slice(from, at));
        this.#takeQuote();
        from = at + 1;
      } else if (char === this.#delimiter && this.#quote !== 'open') {
        this.#keep(piece.slice(from, at));
        this.#endCell();
        from = at + 1;
      }
    }
    this.#keep(piece.slice(from));
    if (piece !== '') this.#endedInReturn = piece.endsWith('\r');
  }

  /** The last row, which nothing ends. */
  *end(): Generator<TableRow> {
    if (this.#isOver) return;
    if (this.#delimiter === undefined) yield* this.#endRow();
    if (this.#quote === 'open') this.#fault = NOT_CLOSED;
    yield* this.#endRow();
  }

  #takeQuote(): void {
    if (this.#quote === 'open') this.#quote = 'closed';
    else if (this.#quote === 'closed' && this.#after === '') {
      this.#quote = 'open';
      this.#keep('"');
    } else if (this.#quote === 'none' && this.#isBlank) [this.#quote, this.#cell] = ['open', ''];
    else this.#keep('"');
  }

  #keep(text: string): void {
    if (text === '') return;
    this.#size += text.length;
    if (this.#size > MAX_ROW) this.#fault ??= TOO_LONG;
    const isBlank = text.trim() === '';
    if (this.#quote === 'closed' && isBlank) this.#after += text;
    else if (this.#quote === 'closed') {
      // A cell that goes on behind its quotes was never quoted: "Sample; Robin" <robin@example.com>.
      this.#cell = `"${this.#cell}"${this.#after}${text}`;
      [this.#quote, this.#after, this.#isBlank] = ['none', '', false];
    } else {
      this.#cell += text;
      this.#isBlank &&= isBlank;
    }
    // Of a row that is too large only what its quotes say is still needed: where it ends.
    if (this.#fault !== undefined) [this.#cells, this.#cell, this.#after] = [[], '', this.#after.slice(0, 1)];
  }

  #endCell(): void {
    this.#size += 1;
    if (this.#fault === undefined && this.#cells.push(this.#cell.trim()) > MAX_CELLS) this.#fault = TOO_WIDE;
    [this.#cell, this.#after, this.#quote, this.#isBlank] = ['', '', 'none', true];
  }

  *#endRow(): Generator<TableRow> {
    const [line, held] = [this.#first, this.#cell];
    const isHead = this.#delimiter === undefined && this.#fault === undefined && !this.#isBlank;
    this.#endCell();
    const [cells, fault] = [this.#cells, this.#fault];
    [this.#cells, this.#size, this.#fault, this.#first] = [[], 0, undefined, this.#line];
    const separator = isHead ? SEPARATOR.exec(held.trim())?.[1] : undefined;
    if (separator !== undefined) this.#delimiter = separator as Delimiter;
    else if (isHead) {
      this.#delimiter = delimiterOf(held);
      this.#line = this.#first = line;
      yield* this.write(`${held}\n`);
    } else if (fault !== undefined || cells.some((cell) => cell !== '')) {
      this.#isOver = this.#isFirstRow && fault !== undefined;
      this.#isFirstRow = false;
      yield fault === undefined ? { line, cells } : { line, cells: [], fault };
    }
  }
}

/** Cells of one row, without the spaces around them; null where it cannot be read. @param delimiter null: one cell */
export function readCells(row: string, delimiter: Delimiter | null): readonly string[] | null {
  if (!row.includes('"')) return (delimiter === null ? [row] : row.split(delimiter)).map((cell) => cell.trim());
  const [read] = readTable(row, delimiter);
  return read?.fault === undefined ? (read?.cells ?? []) : null;
}

/** Rows that hold something. A quoted cell may span lines. */
export function readTable(content: string, delimiter?: Delimiter | null): TableRow[] {
  const reader = new TableReader(delimiter);
  return [...reader.write(content), ...reader.end()];
}

/** As `readTable`, of a text that arrives: no more of it is held than one row may have. */
export async function* streamTable(pieces: AsyncIterable<string>): AsyncGenerator<TableRow> {
  const reader = new TableReader();
  for await (const piece of pieces) yield* reader.write(piece);
  yield* reader.end();
}
