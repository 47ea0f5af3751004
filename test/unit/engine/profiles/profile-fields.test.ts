import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCount, readName, readPictureUrl, readTime, readYear } from '../../../../src/engine/profiles/profile-fields.js';

const NOW = Date.UTC(2026, 10, 24);
const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());

describe('a name', () => {
  it.each([
    ['Ada Example', 'Ada Example'],
    ['  Ada\n\tExample ', 'Ada Example'],
    ['Ada\u202eelpmaxE', 'AdaelpmaxE'],
    ['Zoë', 'Zoë'],
    ['山田 花子', '山田 花子'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['🦊', '🦊'],
  ])('%j is shown as %j', (value, shown) => expect(readName(value, 'casey')).toBe(shown));

  it.each([
    '',
    ' ',
    '---',
    '\u202e\u2066',
    'Casey',
    'CASEY',
    'x'.repeat(101),
    'x'.repeat(1_000_000),
    '<script>alert(1)</script>',
    'ada@example.com',
    'call +1 202 555 0166',
    '12025550166',
    'https://example.com',
    'www.example.com',
    `a${'\u0301'.repeat(40)}`,
    null,
    7,
    ['Ada'],
    { name: 'Ada' },
  ])('%j is none', (value) => expect(readName(value, 'casey')).toBeUndefined());

  it('has no character that hides or turns text, whatever was sent, and is the same when it is read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (value) => {
        const name = readName(value, 'casey');
        if (name === undefined) return;
        expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Cs}<>@]/u);
        expect(name.length).toBeLessThanOrEqual(300);
        expect(readName(name, 'casey')).toBe(name);
      }),
    );
  });
});

describe('the address of a picture', () => {
  const HOSTS = ['cdn.example.com'];
  it.each([
    ['https://cdn.example.com/a.png?s=80', 'https://cdn.example.com/a.png?s=80'],
    ['//cdn.example.com/a.png', 'https://cdn.example.com/a.png'],
    ['https://CDN.example.com/a.png#x', 'https://cdn.example.com/a.png'],
  ])('%s is shown as %s', (value, shown) => expect(readPictureUrl(value, HOSTS)).toBe(shown));

  it.each([
    'http://cdn.example.com/a.png',
    'https://cdn.example.com.evil.example/a.png',
    'https://evil.example/cdn.example.com/a.png',
    'https://cdn.example.com@evil.example/a.png',
    'https://user:pass@cdn.example.com/a.png',
    'https://cdn.example.com:8443/a.png',
    'https://xcdn.example.com/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    `https://cdn.example.com/${'a'.repeat(600)}`,
    '/a.png',
    null,
  ])('%s is none', (value) => expect(readPictureUrl(value, HOSTS)).toBeUndefined());
});

describe('a moment', () => {
  it.each([
    ['2016-03-01T10:00:00Z', 'iso', '2016-03-01T10:00:00.000Z'],
    ['2016-03-01', 'iso', '2016-03-01T00:00:00.000Z'],
    ['2012-01-01 00:00:00', 'iso', '2012-01-01T00:00:00.000Z'],
    ['2012-08-15T21:13:36-07:00', 'iso', '2012-08-16T04:13:36.000Z'],
    ['2012-01-01T00:00:00.250+0000', 'iso', '2012-01-01T00:00:00.250Z'],
    ['2018-11-14T19:15:05.058566+00:00', 'iso', '2018-11-14T19:15:05.058Z'],
    [1_500_000_000, 'seconds', '2017-07-14T02:40:00.000Z'],
    [1_500_000_000_000, 'milliseconds', '2017-07-14T02:40:00.000Z'],
    ['Jan  1, 2020', 'english', '2020-01-01T00:00:00.000Z'],
    ['September 30, 2019', 'english', '2019-09-30T00:00:00.000Z'],
    ['Tue Mar 01 10:00:00 UTC 2016', 'english', '2016-03-01T10:00:00.000Z'],
  ] as const)('%j as %s is %s', (value, as, shown) => expect(iso(readTime(value, as, NOW))).toBe(shown));

  it.each([
    ['2016-02-30', 'iso'],
    ['2016-13-01', 'iso'],
    ['2016-03-01T25:00:00Z', 'iso'],
    ['yesterday', 'iso'],
    ['1 March 2016', 'iso'],
    ['Foo 1, 2020', 'english'],
    ['1969-01-01', 'iso'],
    ['1970-01-01T00:00:00Z', 'iso'],
    ['0001-01-01T00:00:00Z', 'iso'],
    ['2026-11-26', 'iso'],
    [0, 'seconds'],
    [-1, 'seconds'],
    // Milliseconds where the rule expects seconds, and the other way round.
    [1_500_000_000_000, 'seconds'],
    [1_500_000_000, 'milliseconds'],
    ['1500000000', 'seconds'],
    [Number.POSITIVE_INFINITY, 'seconds'],
    [true, 'seconds'],
    [null, 'iso'],
    [1_500_000_000, 'iso'],
  ] as const)('%j as %s is none', (value, as) => expect(readTime(value, as, NOW)).toBeUndefined());

  it('that was written is read as what it was', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1990-01-02'), max: new Date('2026-11-23'), noInvalidDate: true }), (date) => {
        expect(readTime(date.toISOString(), 'iso', NOW)).toBe(date.getTime());
        expect(readTime(date.getTime(), 'milliseconds', NOW)).toBe(date.getTime());
      }),
    );
  });

  it('may be a year alone', () => {
    expect([readYear(2014, NOW), readYear('2014', NOW)]).toEqual([2014, 2014]);
    for (const none of [1969, 2027, 2014.5, '14', '2014-01', null]) expect(readYear(none, NOW)).toBeUndefined();
  });
});

it('a count is a whole number that is possible', () => {
  expect([readCount(0), readCount(12)]).toEqual([0, 12]);
  for (const none of [-1, 1.5, Number.NaN, 1e15, '12', null, [1]]) expect(readCount(none)).toBeUndefined();
});
