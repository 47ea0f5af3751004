import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { canonicalIp, parseIp } from '../../../../src/kernel/identity/canonical-ip.js';

describe('one spelling', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['\t192.0.2.1 \n', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:db8::192.0.2.1', '2001:db8::c000:201'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['::', '::'],
    ['::1', '::1'],
  ])('%j is %s', (text, spelling) => {
    expect(canonicalIp(text)).toBe(spelling);
  });

  it('of the deprecated IPv4-compatible form is not that of the mapped one', () => {
    expect(canonicalIp('::192.0.2.1')).toBe('::c000:201');
  });

  it('is its own spelling, and leads back to the same address', () => {
    const v4 = fc.ipV4().map((text) => [text, ipaddr.parse(text).toByteArray()] as const);
    const v6 = fc
      .uint8Array({ minLength: 16, maxLength: 16 })
      .map((bytes) => [ipaddr.fromByteArray([...bytes]).toNormalizedString(), [...bytes]] as const);
    fc.assert(
      fc.property(fc.oneof(v4, v6), ([text, bytes]) => {
        const spelling = canonicalIp(text) ?? '';
        expect(canonicalIp(spelling)).toBe(spelling);
        expect(canonicalIp(spelling.toUpperCase())).toBe(spelling);
        const read = parseIp(spelling).toByteArray();
        expect(bytes.slice(-read.length)).toEqual(read);
      }),
    );
  });
});

describe('refused', () => {
  it.each([
    ['octal', '0300.0.2.1'],
    ['octal throughout', '0300.00.02.01'],
    ['leading zeros', '192.000.002.001'],
    ['hexadecimal', '0xc0.0.2.1'],
    ['a whole number', '3221225985'],
    ['a whole hexadecimal number', '0xc0000201'],
    ['short', '192.2.1'],
    ['shorter', '192.513'],
    ['too large', '192.0.2.256'],
    ['five parts', '192.0.2.1.1'],
    ['a dot at the end', '192.0.2.1.'],
    ['a zone', 'fe80::1%eth0'],
    ['a zone by number', 'fe80::1%25lo'],
    ['brackets', '[2001:db8::1]'],
    ['a port', '192.0.2.1:80'],
    ['a prefix', '2001:db8::/32'],
    ['two gaps', '2001::db8::1'],
    ['nine groups', '1:2:3:4:5:6:7:8:9'],
    ['five digits', '2001:0db80::1'],
    ['full-width digits', '１９２.0.2.1'],
    ['other digits', '٣.0.2.1'],
    ['a space inside', '192.0. 2.1'],
    ['a NUL', '192.0.2.1\0'],
    ['octal in a mapped address', '::ffff:0300.0.2.1'],
    ['a name', 'localhost'],
    ['a URL', 'http://192.0.2.1/'],
    ['nothing', ''],
    ['very long', '1'.repeat(10_000)],
  ])('%s: %j', (_, text) => {
    expect(canonicalIp(text)).toBeNull();
  });
});
