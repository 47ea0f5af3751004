import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MmdbValue } from '../../../../../tools/data/mmdb-writer.js';
import { Mmdb, mmdbDate } from '../../../../../src/facts/ip/sources/mmdb.js';
import { writeMmdb } from '../../../../support/mmdb-writer.js';

const builtAt = new Date('2026-10-01T00:00:00Z');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mmdb-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file with this content. */
function written(name: string, content: Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
const opened = (...paths: string[]) => new Mmdb(paths.map((path) => ({ path, sha256: null, family: null })));
const town = (city: string, ipVersion: 4 | 6) => writeMmdb({ '192.0.2.0/24': { city } }, { ipVersion, builtAt });

it('every kind of value comes back as it was written, and an address without a record has none', async () => {
  const value: MmdbValue = {
    text: 'Zürich',
    empty: '',
    medium: 'm'.repeat(100),
    longer: 'l'.repeat(400),
    long: 'x'.repeat(70_000),
    yes: true,
    no: false,
    number: -1.5,
    list: ['a', ['b'], {}],
    map: { inner: { deep: 'd' } },
  };
  const database = opened(written('values.mmdb', writeMmdb({ '192.0.2.0/24': value }, { ipVersion: 6, builtAt })));
  expect(await database.find(ipaddr.parse('192.0.2.77'))).toEqual(value);
  expect(await database.find(ipaddr.parse('192.0.3.1'))).toBeNull();
  expect(await database.find(ipaddr.parse('2001:db8::1'))).toBeNull();
});

it('a database for IPv4 alone says nothing of an IPv6 address that begins with the same bits, and the next file is asked', async () => {
  const alone = written('four.mmdb', town('Four', 4));
  const both = written('six.mmdb', writeMmdb({ 'c000:201::/32': { city: 'Six' } }, { ipVersion: 6, builtAt }));
  expect(await opened(alone).find(ipaddr.parse('192.0.2.1'))).toEqual({ city: 'Four' });
  expect(await opened(alone).find(ipaddr.parse('c000:201::1'))).toBeNull();
  expect(await opened(alone, both).find(ipaddr.parse('c000:201::1'))).toEqual({ city: 'Six' });
});

it('a file that is exchanged while it is in use is told as it was read, and as it is by a process that starts later', async () => {
  const path = written('exchanged.mmdb', town('Before', 6));
  const running = opened(path);
  await running.warm();
  written('exchanged.mmdb', town('After', 6));
  expect(await running.find(ipaddr.parse('192.0.2.1'))).toEqual({ city: 'Before' });
  expect(await opened(path).find(ipaddr.parse('192.0.2.1'))).toEqual({ city: 'After' });
});

it('a file that is compressed is read like any other', async () => {
  expect(await opened(written('small.mmdb.br', brotliCompressSync(town('Small', 6)))).find(ipaddr.parse('192.0.2.1'))).toEqual({
    city: 'Small',
  });
});

describe('a damaged file', () => {
  const good = town('Town', 4);
  const marker = good.lastIndexOf('MaxMind.com');
  const altered = (text: string, byte: number) => {
    const copy = Buffer.from(good);
    copy[good.indexOf(text) + text.length + 1] = byte;
    return copy;
  };

  it.each([
    ['is no database', Buffer.from('hello')],
    ['is empty', Buffer.alloc(0)],
    ['has no metadata', good.subarray(0, marker)],
    ['has metadata without end', Buffer.concat([good.subarray(0, marker + 11), Buffer.from([0xe5])])],
    ['is of a later format', altered('binary_format_major_version', 3)],
    ['is of another family', altered('ip_version', 5)],
    ['was cut off.br', brotliCompressSync(good).subarray(0, 40)],
  ])('that %s is refused', async (name, content) => {
    const path = written(name.replaceAll(' ', '-'), content);
    await expect(opened(path).warm()).rejects.toThrow();
    await expect(opened(path).find(ipaddr.parse('192.0.2.1'))).rejects.toThrow();
  });

  it.each([
    ['points at itself', [0x20, 0x00]],
    ['points past the end', [0x27, 0xff]],
  ])('whose record %s fails and does not hang', async (name, pointer) => {
    const damaged = Buffer.from(good);
    damaged.set(pointer, good.indexOf(Buffer.alloc(16)) + 16);
    await expect(opened(written(name.replaceAll(' ', '-'), damaged)).find(ipaddr.parse('192.0.2.1'))).rejects.toThrow();
  });
});

it('the date is the day on which a file was built, and null when its end cannot be read', () => {
  expect(mmdbDate(written('dated.mmdb', town('Town', 4)))).toBe('2026-10-01');
  expect(mmdbDate(join(folder, 'absent.mmdb'))).toBeNull();
  expect(mmdbDate(written('short.mmdb', Buffer.from('hello')))).toBeNull();
});
