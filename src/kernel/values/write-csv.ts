/** CSV files (RFC 4180) that spreadsheets open without running anything. */

/**
 * Cells that begin like this are formulas to a spreadsheet, and so are those with such a beginning after a semicolon or a tab, to a
 * spreadsheet that splits lines there. Full-width signs count like the others. A quote before them makes them text.
 */
const FORMULA = /(?:^|[;\t])(?:[^\S\t]|,)*[=+\-@＝＋－＠]/;

export type CsvValue = string | number | boolean | null | undefined;

/** One cell, neutralised and quoted where needed; empty for what is not known. */
function csvCell(value: CsvValue): string {
  const text = String(value ?? '');
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file of rows, the first of which names the columns. */
export const csvOf = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
