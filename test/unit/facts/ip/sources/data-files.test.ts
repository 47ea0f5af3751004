import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../../tools/data/range-writer.js';
import { readConfig } from '../../../../../src/kernel/config/env.js';
import { DataMismatch, Lazy, readVerified } from '../../../../../src/facts/ip/sources/data-files.js';
import { describeIpSources } from '../../../../../src/facts/ip/sources/index.js';
import { decodeRangeTable, encodeRangeTable, RangeTable } from '../../../../../src/facts/ip/sources/range-table.js';
import { folderOf, readShippedSources } from '../../../../../src/facts/ip/sources/shipped-sources.js';

const sources = [...readShippedSources().values()];
const files = sources.flatMap((source) =>
  source.files.map((file) => ({ name: source.name, path: join(folderOf(source) ?? '', file.file), ...file })),
);

describe('shipped data', () => {
  it.each(files)('$file of $name is the recorded one', async ({ path, sha256 }) => {
    expect((await readVerified(path, sha256)).length).toBeGreaterThan(0);
  });

  it('is told with date, licence and the credit that it asks for', () => {
    const described = describeIpSources(readConfig({})).filter(({ dataDate }) => dataDate !== null);
    expect(described.map(({ name }) => name)).toEqual([
      'dbip-city-lite',
      'network-owners',
      'network-countries',
      'dbip-country-lite',
      'network-kinds',
    ]);
    for (const { dataDate, configured, licence } of described) {
      expect({ configured, licence }).toEqual({ configured: true, licence: expect.stringMatching(/CC|PDDL/) });
      expect(Date.parse(dataDate ?? '')).toBeGreaterThan(Date.parse('2026-06-01'));
    }
    expect(described[0]?.credit).toContain('DB-IP');
  });
});

describe('a data file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'data-file-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('that is not the recorded one is not read', async () => {
    const path = join(folder, 'changed');
    writeFileSync(path, 'changed');
    await expect(readVerified(path, createHash('sha256').update('as it was').digest('hex'))).rejects.toThrow(DataMismatch);
  });

  it('larger than a chunk is whole', async () => {
    const path = join(folder, 'large');
    const content = Buffer.alloc(9_000_001, 'abc');
    writeFileSync(path, content);
    expect((await readVerified(path, createHash('sha256').update(content).digest('hex'))).equals(content)).toBe(true);
  });

  it('of ranges that was cut off is refused', () => {
    const path = join(folder, 'cut');
    const table = brotliDecompressSync(
      encodeRangeTable(
        columnsOf([
          { start: 1n, value: 'a' },
          { start: 5n, value: null },
        ]),
      ),
    );
    writeFileSync(path, table);
    truncateSync(path, table.length - 4);
    expect(() => decodeRangeTable(readFileSync(path))).toThrow('wrong size');
    expect(() => decodeRangeTable(Buffer.from('something else'))).toThrow('no table');
  });
});

describe('a table of ranges', () => {
  const address = fc.oneof(fc.bigInt(0n, 40n), fc.bigInt(0n, (1n << 32n) - 1n), fc.bigInt(1n << 96n, (1n << 128n) - 1n));
  const entries = fc.uniqueArray(fc.tuple(address, fc.option(fc.constantFrom('a', 'b', 'ç'))), {
    selector: ([start]) => start,
    maxLength: 40,
  });
  const parsed = (number: bigint) =>
    ipaddr.fromByteArray([...Buffer.from(number.toString(16).padStart(number < 1n << 32n ? 8 : 32, '0'), 'hex')]);

  it('says of every address what the last entry before it says, also out of its file', () => {
    fc.assert(
      fc.property(entries, fc.array(address), (list, others) => {
        const sorted = [...list].sort(([a], [b]) => (a < b ? -1 : 1)).map(([start, value]) => ({ start, value }));
        const table = RangeTable.decode(brotliDecompressSync(encodeRangeTable(columnsOf(sorted))));
        const family = (number: bigint) => number < 1n << 32n;
        for (const sought of [...others, ...sorted.flatMap(({ start }) => [start, start + 1n])]) {
          if (sought >= 1n << 128n || sought === 1n << 32n) continue;
          const expected = sorted.filter(({ start }) => start <= sought && family(start) === family(sought)).at(-1)?.value ?? null;
          expect(table.find(parsed(sought))).toBe(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('refuses entries that are out of order', () => {
    expect(() =>
      columnsOf([
        { start: 5n, value: 'a' },
        { start: 5n, value: 'b' },
      ]),
    ).toThrow('overlap');
  });
});

it('what failed is made again after a minute and not before, and what was made stays', async () => {
  let [now, made] = [1, 0];
  const lazy = new Lazy(
    async () => {
      made += 1;
      if (made === 1) throw new Error('not now');
      return made;
    },
    () => now,
  );
  await expect(lazy.get()).rejects.toThrow('not now');
  now += 59_999;
  await expect(lazy.get()).rejects.toThrow('not now');
  now += 1;
  expect(await lazy.get()).toBe(2);
  now += 3_600_000;
  expect(await lazy.get()).toBe(2);
});
