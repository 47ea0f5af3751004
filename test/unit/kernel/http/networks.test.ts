import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressMatcher } from '../../../../src/kernel/http/client-address.js';
import { canonicalNetwork } from '../../../../src/kernel/http/request-fields.js';

describe('a network that a key may be used from', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.77/24', '192.0.2.0/24'],
    ['192.0.2.7/32', '192.0.2.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1/32', '2001:db8::/32'],
    ['2001:db8::/128', '2001:db8::/128'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::ffff:c000:0207/128', '192.0.2.7/32'],
  ])('%s is %s', (text, network) => expect(canonicalNetwork(text)).toBe(network));

  it.each([
    '192.0.2.0',
    '192.0.2.0/33',
    '192.0.2/24',
    '10/8',
    '010.0.0.0/8',
    '0x0a.0.0.0/8',
    '2001:db8::/129',
    '::192.0.2.1/128',
    'fe80::1%eth0/64',
    '192.0.2.0/24/24',
    '192.0.2.0/-1',
    ' 192.0.2.0/24',
    'example.com/24',
    '',
  ])('%j is none', (text) => expect(canonicalNetwork(text)).toBeNull());

  it.each([
    ['192.0.2.255', true],
    ['192.0.3.0', false],
    ['::ffff:192.0.2.1', true],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['fe80::1%eth0', false],
    ['', false],
    ['unix:', false],
  ])('%s is in one of two: %s', (address, isIn) => expect(addressMatcher(['192.0.2.0/24', '2001:db8::/32'])(address)).toBe(isIn));

  it('every address is in the network of its first bits, and in no other of that length', () => {
    const octets = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(octets, octets, fc.integer({ min: 0, max: 32 }), (one, other, bits) => {
        const [network, foreign] = [one, other].map((each) => canonicalNetwork(`${each.join('.')}/${bits}`) ?? '');
        expect(addressMatcher([network ?? ''])(one.join('.'))).toBe(true);
        expect(addressMatcher([foreign ?? ''])(one.join('.'))).toBe(network === foreign);
      }),
    );
  });
});
