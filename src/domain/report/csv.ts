/** CSV files (RFC 4180) that spreadsheets open without running anything. */

/** Cells that begin like this are formulas to a spreadsheet; a quote before them makes them text. */
const FORMULA = /^[=+\-@\t\r]/;

/** One cell, neutralised and quoted where needed. */
export function csvCell(value: string | number | boolean): string {
  const text = String(value);
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file of rows, the first of which names the columns. */
export const csvOf = (rows: readonly (readonly (string | number | boolean)[])[]): string =>
  rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
