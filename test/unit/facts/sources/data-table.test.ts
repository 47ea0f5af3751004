/** A table is read at its first use, exchanged while it is used, and given back; what is not right is refused and changes nothing. */
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DataTable, type TableContent, unpackJson } from '../../../../src/facts/sources/data-table.js';

const packed = (value: unknown, asOf = '2026-11-01'): TableContent => ({
  ...{ asOf, origin: 'a test' },
  content: brotliCompressSync(typeof value === 'string' ? value : JSON.stringify(value)),
});

function counted(onUse?: (value: unknown) => void) {
  let reads = 0;
  const read = (table: TableContent): unknown => {
    reads += 1;
    return unpackJson(table);
  };
  return { table: new DataTable({ shipped: () => packed(['shipped']), read, ...(onUse && { onUse }) }), reads: () => reads };
}

describe('a table', () => {
  it('is read at its first use and once, then anew where another one takes its place, and given back', () => {
    const { table, reads } = counted();
    expect([table.about.asOf, reads()]).toEqual(['2026-11-01', 0]);
    expect([table.value, table.value, reads()]).toEqual([['shipped'], ['shipped'], 1]);
    table.use(packed(['brought'], '2026-11-09'));
    expect(reads()).toBe(2); // at once: no lookup waits for it
    expect([table.value, table.isBrought, table.about.asOf]).toEqual([['brought'], true, '2026-11-09']);
    table.use(packed(['brought'], '2026-11-20'));
    expect([table.about.asOf, reads()]).toEqual(['2026-11-20', 2]);
    table.use(null);
    expect([table.value, table.isBrought, table.about.asOf]).toEqual([['shipped'], false, '2026-11-01']);
  });

  it('that nothing has used is not read when it is exchanged', () => {
    const { table, reads } = counted();
    table.use(packed(['brought']));
    expect(reads()).toBe(0);
    expect(table.value).toEqual(['brought']);
  });

  it('that was checked before it is exchanged is not read again', () => {
    const { table, reads } = counted();
    expect([table.value, reads()]).toEqual([['shipped'], 1]);
    const brought = packed(['brought']);
    expect([table.read(brought), table.read(brought), reads()]).toEqual([['brought'], ['brought'], 2]);
    table.use(brought);
    expect([table.value, reads()]).toEqual([['brought'], 2]);
  });

  it('that is held elsewhere is handed over at once', () => {
    const told: unknown[] = [];
    const { table } = counted((value) => told.push(value));
    table.use(packed(['brought']));
    table.use(null);
    expect(told).toEqual([['brought'], ['shipped']]);
  });

  it.each([
    ['grows beyond all measure', packed(' '.repeat(40 * 1_048_576)), /^has more than \d+ bytes$/],
    ['is not compressed', { ...packed([]), content: Buffer.from('[]') }, /^cannot be decompressed$/],
    ['is no JSON', packed('<html>'), /^is no JSON$/],
  ])('that %s is refused in half a sentence', (_, content, reason) => {
    expect(() => counted().table.read(content)).toThrow(reason);
  });
});
