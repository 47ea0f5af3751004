import { describe, expect, test } from 'vitest';
import { isAnchored, onlyLettersDigitsHyphens, regexFault } from '../../../../../src/engine/catalogue/safety/regex-safety.js';

describe('regular expressions', () => {
  test.each([
    '^(a+)+$',
    '^([a-z]|[a-z0-9])*$',
    '^(\\w+\\s?)*$',
    '^(?:[a-z0-9]+[._-]?)+$',
    '^(a|b|ab)*$',
    '^(?:a?b?)*$',
    '^((?:ab)*)*$',
    '^(?:.*,)+$',
    '^(?:(?:a|a))*$',
    '^(?:,(?:a|a)b)*$',
    '^(?:,[a-z]*[a-z]*)*$',
    '^(?:[а-я]|[а-яё])*$',
    '^(?=(?:a|aa)*$)',
    '^(?<=(?:a|aa)*)b$',
    '^(a)(?:\\1?)*$',
  ])('one that could run for ever is refused: %s', (pattern) => {
    expect(regexFault(pattern, 'u')).toMatch(/for ever/);
  });

  test.each([
    'a.*b.*c.*d',
    '^.*a.*b.*c.*$',
    '^.*a.*b.*c',
    'a.*b.*c',
    '^(?=.*a.*b.*c)',
    '^.{0,999}a.{0,999}b.{0,999}c',
    '^\\w+\\w+\\w+$',
    '^(?:[a-z]{1,9}-?){1,40}$',
    '^(?:a(?=.*b.*c))*$',
  ])('one that takes longer than the square of a text’s length is refused: %s', (pattern) => {
    expect(regexFault(pattern, 'u')).toMatch(/run long|for ever/);
  });

  test.each(['[', '(?<a', '\\p{Nope}', '^a{2,1}$', '\\-'])('an invalid one is refused: %s', (pattern) => {
    expect(regexFault(pattern, 'u')).toMatch(/not a regular expression/);
  });

  test.each([
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    '^[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9])){0,38}$',
    '^(?!.*\\.\\.)[\\w.]{3,30}$',
    '^(?:[a-z0-9]+-)*[a-z0-9]+$',
    '^(?=.{3,20}$)[a-z]+(?:[._][a-z0-9]+)*$',
    '^\\p{L}[\\p{L}\\d_]{2,30}$',
    '^[a-z](?:-?[a-z0-9]){2,9}$',
    'already (?:registered|in use)',
    '^(?:ab){2,5}$',
    'a.*b',
    '^a.*b',
    '^[^@]+@[^@]+$',
    '^(?!.*--)(?!.*__)(?!.*\\.\\.)[a-z0-9._-]+$',
    '[0-9]+ (?:users|members)',
    '^a*b*c*d*$',
  ])('a harmless one is admitted, and is fast on a hostile text: %s', (pattern) => {
    expect(regexFault(pattern, 'u')).toBeNull();
    const started = performance.now();
    for (const text of ['a'.repeat(3_999), 'a-'.repeat(1_999), '0.'.repeat(1_999), 'abcd'.repeat(999)])
      new RegExp(pattern, 'u').test(`${text}!`);
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
