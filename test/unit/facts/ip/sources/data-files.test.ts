import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { Reader, type Response } from 'mmdb-lib';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundariesOf, networksOf } from '../../../../../tools/data/boundaries.js';
import { encodeMmdb } from '../../../../../tools/data/mmdb-writer.js';
import { readConfig } from '../../../../../src/kernel/config/env.js';
import { DataMismatch, Lazy, readVerified } from '../../../../../src/facts/ip/sources/data-files.js';
import { describeIpSources } from '../../../../../src/facts/ip/sources/index.js';
import { folderOf, readShippedSources } from '../../../../../src/facts/sources/shipped-sources.js';

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
});

describe('a table of ranges', () => {
  const address = fc.oneof(fc.bigInt(0n, 40n), fc.bigInt(0n, (1n << 32n) - 1n), fc.bigInt(1n << 96n, (1n << 128n) - 1n));
  const entries = fc.uniqueArray(fc.tuple(address, fc.option(fc.constantFrom('a', 'b', 'ç'))), {
    selector: ([start]) => start,
    maxLength: 40,
  });
  const spelt = (number: bigint) =>
    ipaddr.fromByteArray([...Buffer.from(number.toString(16).padStart(number < 1n << 32n ? 8 : 32, '0'), 'hex')]).toString();

  it('says of every address what the last entry before it says, and is read back as it was', () => {
    fc.assert(
      fc.property(entries, fc.array(address), (list, others) => {
        const sorted = [...list].sort(([a], [b]) => (a < b ? -1 : 1)).map(([start, value]) => ({ start, value }));
        const file = encodeMmdb(networksOf(sorted), { ipVersion: 6, builtAt: new Date(0) });
        const table = new Reader<Response>(file);
        for (const sought of [...others, ...sorted.flatMap(({ start }) => [start, start + 1n])]) {
          if (sought >= 1n << 128n) continue;
          const expected = sorted.filter(({ start }) => start <= sought).at(-1)?.value ?? null;
          expect(table.get(spelt(sought))).toBe(expected);
        }
        expect([...networksOf(boundariesOf(file, String))]).toEqual([...networksOf(sorted)]);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses entries that are out of order', () => {
    const entry = { start: 5n, value: 'a' };
    expect(() => [...networksOf([entry, entry])]).toThrow('overlap');
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
