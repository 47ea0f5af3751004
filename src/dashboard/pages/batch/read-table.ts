/** A pasted list, or a file of values, as rows of cells. Read in the browser: a file is sent to nobody. */

export interface TableRow {
  /** Where it begins in the text, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const DELIMITERS = ['\t', ';', ','] as const;
/** A quote that is not closed by then is a character like any other. */
const MAX_QUOTED = 4_000;

/** Rows that hold something. Cells are separated by what separates those of the first row; without that, each line is one cell. */
export function readTable(content: string): TableRow[] {
  const text = content.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const delimiter = DELIMITERS.find((each) => first.includes(each)) ?? null;
  const end = delimiter === null ? '\\n' : `${delimiter}\\n`;
  const quoted = new RegExp(`[^\\S\\n\\t]*"((?:[^"]|""){0,${MAX_QUOTED}})"[^\\S\\n\\t]*(?=[${end}]|$)`, 'y');
  const plain = new RegExp(`[^${end}]*`, 'y');
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let begins = 1;
  let at = 0;
  while (at <= text.length) {
    const cell = matchAt(quoted, text, at) ?? matchAt(plain, text, at);
    const [whole = '', inner] = cell ?? [];
    cells.push((inner?.replaceAll('""', '"') ?? whole).trim());
    line += whole.split('\n').length - 1;
    at += whole.length;
    if (text[at] !== delimiter || at >= text.length) {
      if (cells.some((each) => each !== '')) rows.push({ line: begins, cells });
      cells = [];
      line += 1;
      begins = line;
    }
    at += 1;
  }
  return rows;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
