import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forTerminal, hasControlCharacters } from '../../../../src/kernel/values/control-characters.js';

describe('control characters', () => {
  it.each(['\u001b[31mred', '\u009b31m', 'a\u0000', 'a\r', 'a\nb', '\u007f', '\ud800'])('%j has some', (text) => {
    expect(hasControlCharacters(text)).toBe(true);
  });

  it.each(['', 'Ticket 4711, by letter', 'Grüße', '日本語', '🗝️'])('%j has none', (text) => {
    expect(hasControlCharacters(text)).toBe(false);
  });

  it('never reach a terminal, nor does what turns text around', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(forTerminal(text)).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
    expect(forTerminal('\u001b[31mred\u202eder')).toBe(' [31mred der');
  });
});
