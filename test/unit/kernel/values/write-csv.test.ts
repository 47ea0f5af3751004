import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from '../../../../src/kernel/values/write-csv.js';

/** The cells that a spreadsheet with this separator shows. */
const cellsOf = (file: string, delimiter: string): string[] =>
  (parse(file, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][]).flat();
const isFormula = (cell: string): boolean => /^\s*[=+\-@＝＋－＠]/.test(cell);

describe('a CSV file', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    'a;=1',
    ';=cmd|calc!A0',
    'a; =1',
    'a\t=1',
    ';,=1',
    '"=1"',
    '";=1',
  ])('has %j as text, whichever separator a spreadsheet takes', (text) => {
    const file = csvOf([
      ['name', 'other'],
      [text, 'x'],
    ]);
    for (const delimiter of [',', ';', '\t']) expect(cellsOf(file, delimiter).filter(isFormula), delimiter).toEqual([]);
  });

  it('gives back every text, but for the quote before a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [[cell]] = parse(csvOf([[text, 'x']]), { relax_column_count: true }) as [[string]];
        expect([text, `'${text}`]).toContain(cell);
      }),
    );
  });

  it('has numbers as they are', () => {
    expect(csvOf([[-1, 0, 1.5, true, null]])).toBe('-1,0,1.5,true,\r\n');
  });
});
