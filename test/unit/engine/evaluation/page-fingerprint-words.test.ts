import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageFingerprint, similarity } from '../../../../src/engine/evaluation/page-fingerprint.js';

const hashesOf = (page: string, identity = '-'): string[] => pageFingerprint(page, identity).match(/.{8}/g) ?? [];
const isSame = (one: string, other: string, identity = '-') => pageFingerprint(one, identity) === pageFingerprint(other, identity);
/** Three words on either side, so that what is between them changes the runs. */
const among = (text: string) => `one two three ${text} four five six`;

describe('the runs of three words in a fingerprint', () => {
  it('are the smallest hashes of all runs, each once', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'abcdefgh'), { minLength: 3, maxLength: 120, size: 'max' }), (words) => {
        const runs = words.slice(2).map((_, at) => hashesOf(words.slice(at, at + 3).join(' '))[0] ?? '');
        expect(hashesOf(words.join(' '))).toEqual([...new Set(runs)].sort().slice(0, 32));
      }),
    ));

  it('are told apart by each of their words and by their order', () => {
    const pages = ['a b c', 'x b c', 'a x c', 'a b x', 'c b a', 'b a c', 'a', 'b', 'a b', 'b a', 'a a'];
    expect(new Set(pages.map((page) => pageFingerprint(page, '-'))).size).toBe(pages.length);
    expect(pages.map((page) => hashesOf(page).length)).toEqual(Array(pages.length).fill(1));
  });

  it('are of the first sixteen thousand characters', () => {
    const start = `${'word other third '.repeat(964)}`;
    expect(start.length).toBe(16_388);
    expect(isSame(start.slice(0, 16_384), `${start.slice(0, 16_384)} beyond the end`)).toBe(true);
    expect(isSame(start.slice(0, 16_000), `${start.slice(0, 16_000)} within the text`)).toBe(false);
  });
});

describe('the words of a page', () => {
  it.each(['word', 'a', 'z', 'é', 'þ', '語', 'a'.repeat(24)])('count when they are letters alone: %s', (word) => {
    expect(isSame(among(word), among(''))).toBe(false);
  });

  it.each(['w0rd', '9', '0', 'a1', '1a', 'a9', '9a', 'a'.repeat(25), '', '¿', '`', '{', '/', ':', '@', '[', '\u00bf'])(
    'do not count otherwise: %s',
    (word) => {
      expect(isSame(among(word), among(''))).toBe(true);
    },
  );

  it('are the same in upper case, and end at whatever is no letter or digit', () => {
    expect(isSame(among('Ab Yz'), among('ab.YZ'))).toBe(true);
    for (const separator of ['`', '{', '/', ':', '¿', '<']) expect(isSame(among(`ab${separator}yz`), among('ab yz'))).toBe(true);
  });
});

describe('the identity in a page', () => {
  it('is taken out of other words when it is five characters long or more, and otherwise as a word alone', () => {
    expect(isSame(among('malice'), among('m'), 'alice')).toBe(true);
    expect(isSame(among('malice'), among('m'), 'lice')).toBe(false);
    expect(isSame(among('lice'), among(''), 'lice')).toBe(true);
    for (const word of ['lices', 'alice', 'lice_', '_lice', 'licé']) expect(isSame(among(word), among(''), 'lice')).toBe(false);
  });

  it.each([
    ['<b>', '&lt;b&gt;'],
    [`"'x`, '&quot;&#39;x'],
    ['a&b', 'a&amp;b'],
    ['é', '%c3%a9'],
    ['a b', 'a%20b'],
    ['a.b', 'a.b'],
    ['a+b', 'a+b'],
    ['\ud800', '\ud800'],
  ])('%s is taken out as %s', (identity, spelling) => {
    expect(isSame(among(spelling), among(''), identity)).toBe(true);
    expect(isSame(among(spelling.toUpperCase()), among(''), identity)).toBe(true);
  });

  it('is no pattern: its points stand for themselves', () => expect(isSame(among('axb'), among(''), 'a.b')).toBe(false));

  it('leaves the page as it is when it is empty', () => expect(isSame(among('x y'), among('x y'), '')).toBe(true));
});

describe('the similarity of two fingerprints', () => {
  const sketch = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => (from + n).toString(16).padStart(8, '0')).join('');

  it('is the share of the smallest hashes of both that both have', () => {
    expect(similarity(sketch(0, 4), sketch(2, 6))).toBe(2 / 6);
    expect(similarity(sketch(0, 32), sketch(16, 48))).toBe(16 / 32);
    expect(similarity(sketch(16, 48), sketch(0, 32))).toBe(16 / 32);
    expect(similarity(sketch(0, 16) + sketch(90, 106), sketch(50, 66) + sketch(90, 106))).toBe(0);
  });
});
