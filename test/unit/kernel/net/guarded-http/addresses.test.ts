import { BlockList, isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classifyAddress,
  isPermitted,
  isPublicAddress,
  parseAllowedNetworks,
  parseNetwork,
} from '../../../../../src/kernel/net/guarded-http/addresses.js';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2000::',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2003::1',
  '2606:4700:4700::1111',
  '2620:4f:8001::1',
  '2a00::1',
  '3ffd::1',
];

const SPECIAL: readonly (readonly [address: string, kind: string])[] = [
  ['0.0.0.0', 'this_network'],
  ['10.1.2.3', 'private'],
  ['100.64.0.1', 'shared'],
  ['127.0.0.1', 'loopback'],
  ['168.63.129.16', 'cloud_platform'],
  ['169.254.169.254', 'link_local'],
  ['172.31.255.255', 'private'],
  ['192.0.0.9', 'protocol_assignments'],
  ['192.0.2.1', 'documentation'],
  ['192.31.196.1', 'as112'],
  ['192.52.193.1', 'multicast_relay'],
  ['192.88.99.1', 'transition_relay'],
  ['192.168.1.1', 'private'],
  ['198.19.255.255', 'benchmarking'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'reserved'],
  ['::', 'this_network'],
  ['::1', 'loopback'],
  ['::2', 'ipv4_inside'],
  ['::127.0.0.1', 'ipv4_inside'],
  ['::ffff:8.8.8.8', 'ipv4_inside'],
  ['::ffff:0:8.8.8.8', 'ipv4_inside'],
  ['64:ff9b::8.8.8.8', 'ipv4_inside'],
  ['64:ff9b:1::1', 'ipv4_inside'],
  ['100::1', 'unassigned'],
  ['2001::1', 'protocol_assignments'],
  ['2001:1ff:ffff::1', 'protocol_assignments'],
  ['2001:db8::1', 'documentation'],
  ['2002:808:808::1', 'transition_relay'],
  ['2620:4f:8000::1', 'as112'],
  ['3ffe::1', 'reserved'],
  ['3fff:fff::1', 'documentation'],
  ['4000::1', 'unassigned'],
  ['5f00::1', 'unassigned'],
  ['fc00::1', 'private'],
  ['fd00:ec2::254', 'private'],
  ['fe80::1', 'link_local'],
  ['fec0::1', 'private'],
  ['ff02::1', 'multicast'],
  ['fe80::1%eth0', 'not_an_address'],
  ['2001:4860:4860::8888%1', 'not_an_address'],
  ['127.1', 'not_an_address'],
  ['010.0.0.1', 'not_an_address'],
  ['example.com', 'not_an_address'],
  ['', 'not_an_address'],
];

describe('addresses', () => {
  it.each(PUBLIC)('%s is public', (address) => {
    expect(classifyAddress(address)).toBe('public');
  });

  it.each(SPECIAL)('%s is not public: %s', (address, kind) => {
    expect(classifyAddress(address)).toBe(kind);
  });

  it('agrees with a second reading of the registries, in ranges, on any address and on every edge', () => {
    fc.assert(
      fc.property(anyAddress, (address) => isPublicAddress(address) === publicByRanges(address)),
      { numRuns: 20_000 },
    );
  });

  it('an address stays what it is in every standard spelling', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const other = new URL(`http://[${address}]/`).hostname.slice(1, -1);
        expect(classifyAddress(other.toUpperCase())).toBe(classifyAddress(address));
      }),
    );
  });
});

describe('networks that the operator names', () => {
  const allowed = parseAllowedNetworks(['127.0.0.0/8', 'fd00:1::/32', '64:ff9b::/96', '::/96']);

  it.each(['127.0.0.1', 'fd00:1:2::3', '8.8.8.8', '::1', '64:ff9b::8.8.8.8', '64:ff9b::127.0.0.1'])('%s is permitted', (address) => {
    expect(isPermitted(address, allowed)).toBe(true);
  });

  it.each(['10.0.0.1', 'fd00:2::1', '64:ff9b::10.0.0.1', '::10.0.0.1', '::ffff:127.0.0.1', 'localhost'])('%s is not', (address) => {
    expect(isPermitted(address, allowed)).toBe(false);
  });

  it.each([
    '0.0.0.0/0',
    '::/0',
    '2000::/3',
    '10.0.0.0',
    '10.0.0.1/8',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/ 8',
    'example.com/8',
    'private',
    '',
  ])('%s is refused: it names no network, or all of them', (cidr) => {
    expect(() => parseAllowedNetworks([cidr])).toThrow();
  });

  it('a network of one address is one address', () => {
    expect(parseNetwork('192.0.2.7/32')).toEqual({ bytes: [192, 0, 2, 7], bits: 32 });
  });
});

/** The registries once more, as ranges from first to last, for the runtime's own list. */
const DENIED_4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
] as const;
/** What may be public, in between what may not. */
const GRANTED_6 = [
  ['2000::', '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:200::', '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db9::', '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2003::', '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8001::', '3ffd:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff:1000::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
] as const;

const denied = new BlockList();
for (const [first, last] of DENIED_4) denied.addRange(first, last, 'ipv4');
const granted = new BlockList();
for (const [first, last] of GRANTED_6) granted.addRange(first, last, 'ipv6');

function publicByRanges(address: string): boolean {
  return isIPv4(address) ? !denied.check(address, 'ipv4') : granted.check(address, 'ipv6');
}

/** Whole numbers around the ends of every range, besides random ones. */
const edges4 = DENIED_4.flat().map((address) => address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0));
const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const near = (edge: number) => fc.integer({ min: -2, max: 2 }).map((step) => (edge + step + 2 ** 32) % 2 ** 32);
const edges6 = GRANTED_6.flat().map((address) => {
  const [head = '', tail = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const [before, after] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)];
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
});
const coloned = (value: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 65_535n).toString(16)).join(':');
const ALL_6 = 2n ** 128n;

const anyAddress = fc.oneof(
  fc.ipV4(),
  fc
    .constantFrom(...edges4)
    .chain(near)
    .map(dotted),
  fc.ipV6(),
  fc.tuple(fc.constantFrom(...edges6), fc.bigInt({ min: -2n, max: 2n })).map(([edge, step]) => coloned((edge + step + ALL_6) % ALL_6)),
  fc
    .tuple(fc.bigInt({ min: 0x2000n, max: 0x4000n }), fc.bigInt({ min: 0n, max: 2n ** 112n - 1n }))
    .map(([top, rest]) => coloned((top << 112n) + rest)),
);
