import { describe, expect, test } from 'vitest';
import { isAnchored, onlyLettersDigitsHyphens, regexObjection } from '../../../src/catalogue/regex-safety.js';

describe('regular expressions', () => {
  test.each([
    '^(a+)+$', '^([a-z]|[a-z0-9])*$', '^(\\w+\\s?)*$', '^(?:[a-z0-9]+[._-]?)+$', '^(a|b|ab)*$', '^(?:a?b?)*$', '^((?:ab)*)*$', '^(?:.*,)+$',
  ])('one that could run for ever is refused: %s', (pattern) => {
    expect(regexObjection(pattern, 'u')).toMatch(/for ever/);
  });

  test('more than three repeats without an upper bound are refused', () => {
    expect(regexObjection('^.*a.*b.*c.*$', 'u')).toMatch(/run long/);
  });

  test.each(['[', '(?<a', '\\p{Nope}', '^a{2,1}$', '\\-'])('an invalid one is refused: %s', (pattern) => {
    expect(regexObjection(pattern, 'u')).toMatch(/no regular expression/);
  });

  test.each([
    '^[a-z0-9]+(-[a-z0-9]+)*$', '^[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9])){0,38}$', '^(?!.*\\.\\.)[\\w.]{3,30}$', '^(?:[a-z0-9]+-)*[a-z0-9]+$',
    '^(?=.{3,20}$)[a-z]+(?:[._][a-z0-9]+)*$', '^\\p{L}[\\p{L}\\d_]{2,30}$', '^[a-z](?:-?[a-z0-9]){2,9}$', 'already (?:registered|in use)', '^(?:ab){2,5}$',
  ])('a harmless one is admitted, and is fast on a hostile text: %s', (pattern) => {
    expect(regexObjection(pattern, 'u')).toBeNull();
    const started = performance.now();
    for (const text of ['a'.repeat(4_000), 'a-'.repeat(2_000), '0.'.repeat(2_000)]) new RegExp(pattern, 'u').test(`${text}!`);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('anchored means every alternative, at both ends', () => {
    expect(['^a$', '^(?:a|b)$', '^a$|^b$'].map(isAnchored)).toEqual([true, true, true]);
    expect(['^a|b$', 'a$', '^a', '^a|^b$', '['].map(isAnchored)).toEqual([false, false, false, false, false]);
  });

  test('fit for a host name: letters, digits and hyphens, whatever lookarounds say', () => {
    expect(['^[a-z0-9-]+$', '^(?!.*--)[A-Za-z][A-Za-z\\d-]{2,9}$', '^[a-z\\-]{1,5}$'].every(onlyLettersDigitsHyphens)).toBe(true);
    expect(['^[a-z.]+$', '^\\w+$', '^.$', '^[^.]$', '^\\p{L}$', '^[!-z]$', '^é$', '^(a)\\1$'].some(onlyLettersDigitsHyphens)).toBe(false);
  });
});
