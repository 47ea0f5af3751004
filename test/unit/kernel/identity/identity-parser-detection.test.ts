import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';

const parser = new LibraryIdentityParser();
const inTheStates = new LibraryIdentityParser({ defaultRegion: 'US' });
const LONG = 10_000;

describe('IP addresses', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
  ])('%j is read', (raw, normal) => {
    expect(parser.ip(raw)).toBe(normal);
  });

  it.each([
    [''],
    ['192.0.2'],
    ['192.0.2.256'],
    ['0300.0.2.1'],
    ['3221225985'],
    ['0xc0000201'],
    ['192.0.2.1/24'],
    ['fe80::1%eth0'],
    ['[::1]'],
    ['192.0.2.1\0'],
    ['192.0.2.1:80'],
    ['1'.repeat(LONG)],
  ])('%j is none', (raw) => {
    expect(parser.ip(raw)).toBeNull();
  });
});

describe('detection', () => {
  it.each([
    ['ada@example.com', { type: 'email', value: 'ada@example.com' }],
    ['+1 202 555 0143', { type: 'phone', value: '+12025550143' }],
    ['\uff0b1 202 555 0143', { type: 'phone', value: '+12025550143' }],
    ['\uff0b\uff11\uff12025550143', { type: 'phone', value: '+12025550143' }],
    ['tel:+1-202-555-0143', { type: 'phone', value: '+12025550143' }],
    ['TEL: +1 202 555 0143', { type: 'phone', value: '+12025550143' }],
    ['tel:12', { invalid: 'invalid_phone' }],
    ['tel:ada', { type: 'username', value: 'tel:ada' }],
    ['@ada@example.com', { type: 'username', value: 'ada@example.com' }],
    ['192.0.2.17', { type: 'username', value: '192.0.2.17' }],
    ['+12', { invalid: 'invalid_phone' }],
    ['2025550143', { type: 'username', value: '2025550143' }],
    ['ada@example', { invalid: 'invalid_email' }],
    ['ada@exam\r\nple.com', { invalid: 'invalid_email' }],
    ['ada@example.com/x', { invalid: 'invalid_email' }],
    ['@ada', { type: 'username', value: 'ada' }],
    ['../../etc/passwd', { type: 'username', value: '../../etc/passwd' }],
    ['..', { invalid: 'invalid_parameter' }],
    ['', { invalid: 'invalid_parameter' }],
    ['\0', { invalid: 'invalid_parameter' }],
    ['two words', { invalid: 'invalid_parameter' }],
    ['a'.repeat(LONG), { invalid: 'invalid_parameter' }],
    [`+${'1'.repeat(LONG)}`, { invalid: 'invalid_phone' }],
  ])('%j', (raw, expected) => {
    expect(parser.detect(raw)).toEqual(expected);
  });

  it('with a default region a number that can be dialled there is one', () => {
    expect(inTheStates.detect('(202) 555-0143')).toEqual({ type: 'phone', value: '+12025550143' });
    expect(inTheStates.detect('12345')).toEqual({ type: 'username', value: '12345' });
  });

  it('with a default region a dotted quad that is an IP address too is refused, with both readings, unless its field names the kind', () => {
    const inGermany = new LibraryIdentityParser({ defaultRegion: 'DE' });
    expect(inGermany.detect(' 12.34.56.78 ')).toEqual({
      invalid: 'invalid_parameter',
      reason: expect.stringMatching(/IP address.*phone number of DEFAULT_REGION/),
    });
    expect(inGermany.detect('12.34.56.789')).toMatchObject({ type: 'phone' });
    expect(inGermany.detect('+49 30.12.34.56')).toMatchObject({ type: 'phone' });
    expect([inGermany.phone('12.34.56.78'), inGermany.ip('12.34.56.78')]).toEqual(['+4912345678', '12.34.56.78']);
  });
});

describe('for all texts', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.emailAddress(),
    fc
      .array(
        fc.constantFrom(
          'ada',
          '@',
          '.',
          '..',
          '/',
          '\r\n',
          '\0',
          '%00',
          '"',
          '\\',
          '+1',
          '202',
          '555',
          '🦊',
          'ü',
          'e\u0301',
          '\u200b',
          '\ud800',
          'example',
          'com',
          ' ',
          '-',
          '[',
          ']',
          ':',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  );
  const kinds = ['email', 'phone', 'username', 'ip'] as const;

  it.each(kinds)('the normal form of an %s is its own normal form', (kind) =>
    fc.assert(
      fc.property(hostile, (raw) => {
        const normal = inTheStates[kind](raw);
        if (normal !== null) expect(inTheStates[kind](normal)).toBe(normal);
      }),
      { numRuns: 1_000 },
    ),
  );

  it('no normal form holds a control, a line break, a lone surrogate or a space around it', () =>
    fc.assert(
      fc.property(hostile, fc.constantFrom(...kinds), (raw, kind) => {
        const normal = inTheStates[kind](raw);
        if (normal === null) return;
        expect(normal).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
        expect(normal).toBe(normal.trim());
        expect(normal.length).toBeGreaterThan(0);
        expect([...normal].length).toBeLessThanOrEqual(320);
      }),
      { numRuns: 2_000 },
    ));

  it('no domain is read that the address does not spell out', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), (noise) => {
        const read = parser.email(`ada@example.com${noise}`);
        if (read !== null) expect(read).toBe(`ada@example.com${noise}`.trim().toLowerCase());
      }),
      { numRuns: 1_000 },
    ));

  it('detection always decides, and as the parser of that kind does', () =>
    fc.assert(
      fc.property(hostile, (raw) => {
        const found = inTheStates.detect(raw);
        if ('invalid' in found) expect(['invalid_email', 'invalid_phone', 'invalid_parameter']).toContain(found.invalid);
        else expect(found.value).toBe(inTheStates[found.type](raw));
      }),
      { numRuns: 1_000 },
    ));
});
