import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, groupIdentities, readPersonRow } from '../../../../src/kernel/identity/columns.js';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';
import { cellText } from '../../../../src/kernel/identity/dialects.js';
import { MAX_ROW, readTable, TableReader, type TableRow } from '../../../../src/kernel/values/read-csv.js';
import { countWork } from '../../foreign-text/count-work.js';

/** The rows of a text that arrives in pieces of a size. */
function readInPieces(text: string, size: number): TableRow[] {
  const reader = new TableReader();
  const rows: TableRow[] = [];
  for (let at = 0; at < text.length; at += size) rows.push(...reader.write(text.slice(at, at + size)));
  rows.push(...reader.end());
  return rows;
}

/** How often a piece of work takes a single character. */
function charactersTaken(work: () => unknown): number {
  const original = Object.getOwnPropertyDescriptor(String.prototype, 'charAt') as PropertyDescriptor;
  const { charAt } = String.prototype;
  let taken = 0;
  const value = function (this: string, at: number): string {
    taken += 1;
    return charAt.call(this, at);
  };
  Object.defineProperty(String.prototype, 'charAt', { ...original, value });
  try {
    work();
  } finally {
    Object.defineProperty(String.prototype, 'charAt', original);
  }
  return taken;
}

const HOSTILE: Readonly<Record<string, (length: number) => string>> = {
  'an open quote and empty lines': (length) => `email\n"${'\n'.repeat(length)}`,
  'many quotes that span thousands of lines': (length) => `email\n${`"${'\n'.repeat(4_001)}`.repeat(length / 4_002)}`,
  'a header of commas': (length) => `email${','.repeat(length / 2)}\n${'x\n'.repeat(length / 4)}`,
  'cells of a comma': (length) => `ip,ip\n${`${'ip,'.repeat(300)}\n`.repeat(length / 901)}`,
  'one line of quotes': (length) => `a,b\n${'"'.repeat(length)}`,
  'quotes within a cell': (length) => `a,b\na${'"a'.repeat(length / 2)}`,
  'closed quotes and spaces': (length) => `a,b\n${`"a"${' '.repeat(90)}"`.repeat(length / 94)}`,
  'a first line that does not end': (length) => 'x'.repeat(length),
  'blank lines before the first': (length) => `${' \r\n'.repeat(length / 3)}email\nx`,
};

describe('a table of a stranger', () => {
  it.each(Object.entries(HOSTILE))('costs its length: %s', async (_, textOf) => {
    for (const size of [61, 65_536]) {
      const [half, whole] = [textOf(300_000), textOf(600_000)];
      const [one, two] = [readInPieces(half, size), readInPieces(whole, size)];
      const less = await countWork(() => readInPieces(half, size));
      const more = await countWork(() => readInPieces(whole, size));
      expect(more.looked).toBeLessThanOrEqual(2.1 * less.looked);
      // Each character is taken once, an end of a line again to see what is before it.
      expect(charactersTaken(() => readInPieces(whole, size))).toBeLessThanOrEqual(
        whole.length + (whole.split('\n').length - 1) + 2 * MAX_ROW,
      );
      expect(two.length).toBeLessThanOrEqual(2.1 * one.length + 1);
      for (const { cells } of two) expect(cells.join('').length).toBeLessThanOrEqual(MAX_ROW);
    }
  });

  it('names the line of a row that is too large, and makes no rows of its text', () => {
    const note = 'a line of the note\n'.repeat(2_000);
    expect(readTable(`email,note\nada@example.com,"${note}"\nrobin@example.com,x`)).toEqual([
      { line: 1, cells: ['email', 'note'] },
      { line: 2, cells: [], fault: 'has more than 16,384 characters' },
      { line: 2_003, cells: ['robin@example.com', 'x'] },
    ]);
    expect(readTable(`email,note\nx${','.repeat(1_000)}\nrobin@example.com,x`).slice(1)).toEqual([
      { line: 2, cells: [], fault: 'has more than 1,000 cells' },
      { line: 3, cells: ['robin@example.com', 'x'] },
    ]);
  });

  it('finds the end of a row that is too large by its quotes, as of any other', () => {
    const piece = fc.constantFrom('"', '""', ',', '\n', ' ', 'a', '\r\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const rest = pieces.join('');
        const linesAfter = (start: string) =>
          readTable(`a,b\n${start},${rest}\nz,z`, ',')
            .slice(1)
            .map(({ line }) => line);
        expect(linesAfter('x'.repeat(MAX_ROW + 1))).toEqual(linesAfter('x'));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads a long note of several lines as one cell', () => {
    const [, row] = readTable(`email,note\nada@example.com,"${'a line\n'.repeat(700)}"`);
    expect(row?.cells[0]).toBe('ada@example.com');
    expect(row?.cells[1]?.split('\n')).toHaveLength(700);
  });

  it('says where a quote begins that does not end', () => {
    expect(readTable('email\nada@example.com\n"robin@example.com\nx\n')[2]).toEqual({
      line: 3,
      cells: [],
      fault: 'begins a quoted cell that does not end',
    });
  });

  it('is not read behind a first row that cannot be read', () => {
    expect(readTable(`email${','.repeat(16_370)}\nx\ny`)).toEqual([{ line: 1, cells: [], fault: 'has more than 1,000 cells' }]);
    expect(readTable(`${'x'.repeat(MAX_ROW + 1)}\nx\ny`)).toEqual([{ line: 1, cells: [], fault: 'has more than 16,384 characters' }]);
  });

  it('is the same table however it arrives', () => {
    const text = fc.array(fc.constantFrom('"', '""', ',', ';', '\t', '\n', '\r', '\r\n', ' ', 'a', '\uFEFF', 'ü'), { maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (parts, size) => {
        const joined = parts.join('');
        expect(readInPieces(joined, size)).toEqual(readTable(joined));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a row of a stranger', () => {
  const parser = new LibraryIdentityParser();

  it('has at most the twenty columns that a person may have identities', () => {
    const header = Array.from({ length: 1_000 }, (_, index) => (index < 20 ? 'ip' : ''));
    expect(columnsOf(header)?.columns).toHaveLength(20);
    expect(columnsOf([...header, 'email'])).toMatchObject({ columns: [], fault: expect.stringContaining('more than 20 columns') });
    expect(columnsOf(['note', 'constructor', 'ref'])).toBeNull();
  });

  it('is read by its header once: cells of other columns are not looked at', () => {
    const { columns = [] } = columnsOf(['email', ...Array.from({ length: 900 }, () => 'note'), 'ip', 'ref']) ?? {};
    const looked: (string | symbol)[] = [];
    const cells = new Proxy(['ada@example.com'], {
      get(target, name) {
        looked.push(name);
        return Reflect.get(target, name) as unknown;
      },
    });
    expect(groupIdentities(readPersonRow(columns, cells, parser).found)).toEqual({ emails: ['ada@example.com'] });
    expect(looked).toEqual(['0', '901', '902']);
  });

  it('whose cell is longer than an identity meets no expression, and is refused for its length', () => {
    const long = `<${'a@'.repeat(8_190)}`;
    expect(cellText(` ${long}> `)).toBe(`${long}>`);
    const { columns = [] } = columnsOf(['identity']) ?? {};
    for (const cell of [long, `ada${' '.repeat(400)}x`]) {
      const [{ kind, text } = { kind: 'ip' as const, text: '' }] = readPersonRow(columns, [cell], parser).found;
      expect(parser[kind](text)).toBeNull();
    }
  });

  it.each([
    ['Robin <robin@example.com>', 'robin@example.com'],
    ['<@x>', '<@x>'],
    ['<x@>', '<x@>'],
    ['<a@@b>', '<a@@b>'],
    ['a > <b@c>', 'a > <b@c>'],
    ['<<a@b>', '<<a@b>'],
    ['<a b@c>', '<a b@c>'],
  ])('of %j is the address %j', (cell, address) => expect(cellText(cell)).toBe(address));
});
