import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJsonb } from '../../../../src/kernel/values/json.js';

describe('what the record takes', () => {
  it.each([
    ['NUL', 'a\0b', 'a\ufffdb'],
    ['half a character', 'a\ud83db', 'a\ufffdb'],
    ['the other half', '\udc00', '\ufffd'],
    ['a whole one beyond the basic plane', '\u{1f600}', '\u{1f600}'],
    ['nothing', undefined, null],
  ])('%s', (_, given, expected) => {
    expect(toJsonb(given)).toBe(expected);
  });

  it('is JSON without NUL and halves of characters, otherwise unchanged', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(toJsonb(value));
        expect(text.replaceAll('\\\\', '')).not.toMatch(/\\u(?:0000|d[89a-f])/i); // a backslash of the text may stand before a "u"
        expect(toJsonb(toJsonb(value))).toEqual(toJsonb(value));
      }),
    ));
});
