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
    ['192.0.2.17', { invalid: 'invalid_parameter', reason: 'this is an IP address. Send it in `ip`.' }],
    [' 2001:DB8::1', { invalid: 'invalid_parameter', reason: 'this is an IP address. Send it in `ip`.' }],
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

  it.each([
    ["'+12025550143", '+12025550143'],
    ['="+12025550143"', '+12025550143'],
    ['\u202a+1 202 555 0143\u202c', '+12025550143'],
    ['\u200e\ufeff+12025550143\u00a0', '+12025550143'],
    ['whatsapp:+12025550143', '+12025550143'],
    ['sms:+12025550143', '+12025550143'],
    ['callto:+12025550143', '+12025550143'],
    ['p:+12025550143', '+12025550143'],
    ['0012025550143', '+12025550143'],
    ['00 1 (202) 555-0143', '+12025550143'],
    ['+52 1 55 1234 5678', '+525512345678'],
    ['+5215512345678', '+525512345678'],
    ['+521 155 123 4567', null],
    ['+12025550143x123', null],
    ['12025550143.0', null],
    ['030/1234567', null],
    ['0151/12 34 56 78', null],
  ])('%j of a spreadsheet, a link or a messenger is the number that it holds, or no number', (raw, value) => {
    expect(parser.detect(raw)).toEqual(value === null ? { invalid: 'invalid_phone' } : { type: 'phone', value });
  });

  it.each([
    ['DE', '030/1234567', '+49301234567'],
    ['DE', '0151 / 12345678', '+4915112345678'],
    ['DE', '0012025550143', '+12025550143'],
    ['US', '2025550143.0', '+12025550143'],
    ['MX', '5215512345678', '+525512345678'],
    ['MX', '+52 1 55 1234 5678', '+525512345678'],
    ['BR', '(11) 8123-4567', '+5511981234567'],
    ['BR', '+55 31 9888-8888', '+5531998888888'],
    ['BR', '(11) 3123-4567', '+551131234567'],
    ['BR', '(11) 7812-3456', '+551178123456'],
    ['BR', '(11) 98123-4567', '+5511981234567'],
    ['AR', '011 15-4123-4567', '+5491141234567'],
    ['AR', '011 4123-4567', '+541141234567'],
  ])('in the plan of %s %j is %s', (defaultRegion, raw, value) => {
    expect(new LibraryIdentityParser({ defaultRegion }).detect(raw)).toEqual({ type: 'phone', value });
  });

  it.each([
    ['jane\uff20example.com', 'jane@example.com'],
    ['jane%40example.com', 'jane@example.com'],
    ['jane@example.com\u200b', 'jane@example.com'],
    ['\ufeffjane@example.com', 'jane@example.com'],
  ])('%j is the address that it holds', (raw, value) => {
    expect(parser.detect(raw)).toEqual({ type: 'email', value });
  });

  it.each([
    '1.55501E+10',
    '1,55501E+10',
    '1.5e10',
    '1E+10',
    'https://example.com/ada',
    'www.example.com',
    'example.com/ada',
    't.me/ada',
    '//example.com/ada',
    'https:example.com',
    '192.0.2.1',
    '2001:db8::1',
    '192.0.2.1:443',
    '192.0.2.0/24',
    '[2001:db8::1]:443',
    'fe80::1%eth0',
  ])('%j is nobody’s name, and says why', (raw) => {
    expect(parser.detect(raw)).toEqual({
      invalid: 'invalid_parameter',
      reason: expect.stringMatching(/digits are lost|is a link|is an IP address/) as string,
    });
  });

  it.each(['null', 'N/A', 'none', '-', '007', '1e5', 'e10', '12-34-56', 'ada.example', 'ada/example', "'ada", 'p:ada', '1.0'])(
    '%j may be a name: v1 takes it',
    (raw) => expect(parser.detect(raw)).toEqual({ type: 'username', value: raw }),
  );

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
