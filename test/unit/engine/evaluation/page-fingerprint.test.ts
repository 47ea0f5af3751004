import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarity, pageFingerprint } from '../../../../src/engine/evaluation/page-fingerprint.js';

const layout = (body: string) =>
  `<!doctype html><html><head><title>Example</title><link rel="stylesheet" href="/main.css"></head><body><nav><a href="/about">About</a></nav>${body}<footer><a href="/terms">Terms</a></footer></body></html>`;
const profile = (name: string, words: string) => layout(`<h1>${name}</h1><p>${words}</p>`);
const absent = (name: string) => layout(`<h1>Nothing here</h1><p>We looked for ${name} everywhere, and found nobody of that name.</p>`);
const edge =
  '<html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center><hr><center>edge</center></body></html>';
const words = fc.array(fc.stringMatching(/^[a-z]{2,9}$/), { minLength: 1, maxLength: 120 });

describe('the sketch of a page', () => {
  it.each([
    ['in text', (name: string) => absent(name)],
    ['in links', (name: string) => layout(`<a href="/u/${encodeURIComponent(name)}?ref=home">profile</a>`)],
    ['in markup', (name: string) => layout(`<b>${name.replaceAll('&', '&amp;')}</b>`)],
  ])('does not see who was asked about: %s', (_, page) => {
    for (const [one, other] of [
      ['northwind', 'ada.example'],
      ['qxzvbnmkj442tttt', 'x'],
      ['a&b-corner', 'somebody'],
    ] as const) {
      expect(pageFingerprint(page(one), one)).toBe(pageFingerprint(page(other), other));
    }
  });

  it('a short name is taken out where it is a word of its own, and not out of other words', () => {
    expect(pageFingerprint(layout('<b>al</b> also sells almonds'), 'al')).toBe(
      pageFingerprint(layout('<b></b> also sells almonds'), 'nobody'),
    );
  });

  it('does not see nonces, times and counts', () => {
    const page = (nonce: string, count: number) =>
      layout(`<script nonce="${nonce}"></script><p>${count} people are here since 12:0${count % 10}</p>`);
    expect(pageFingerprint(page('f3a9c1d2', 17), 'ada')).toBe(pageFingerprint(page('b7712e90', 98), 'ada'));
  });

  it('an empty page has an empty sketch, and one of a word has one', () => {
    expect(pageFingerprint('', 'ada')).toBe('');
    expect(pageFingerprint('404', 'ada')).toBe('');
    expect(pageFingerprint('gone', 'ada')).toHaveLength(8);
  });

  it('is at most 32 hashes in ascending order, whatever the page', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 3_000 }), fc.string({ maxLength: 20 }), (body, identity) => {
        const hashes = pageFingerprint(body, identity).match(/.{8}/g) ?? [];
        expect(hashes.length).toBeLessThanOrEqual(32);
        expect(hashes).toEqual([...new Set(hashes)].sort());
      }),
    ));
});

describe('similarity', () => {
  const known = pageFingerprint(profile('northwind', 'Weather, trains and bread for everybody since the last century.'), 'northwind');
  const nobody = pageFingerprint(absent('qxzvbnmkjpptt'), 'qxzvbnmkjpptt');

  it('pages for two identities that nobody has are the same; the page of somebody in between is none of them', () => {
    expect(similarity(nobody, pageFingerprint(absent('ada'), 'ada'))).toBe(1);
    expect(similarity(nobody, pageFingerprint(edge, 'ada'))).toBeLessThan(0.2);
    expect(similarity(nobody, known)).toBeLessThan(0.9);
    expect(similarity('', '')).toBe(1);
    expect(similarity('', nobody)).toBe(0);
  });

  it('is even-handed, between 0 and 1, and 1 for a page and itself', () =>
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [a, b] = [pageFingerprint(one.join(' '), '-'), pageFingerprint(other.join(' '), '-')];
        expect(similarity(a, b)).toBe(similarity(b, a));
        expect(similarity(a, a)).toBe(1);
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0);
        expect(similarity(a, b)).toBeLessThanOrEqual(1);
      }),
    ));

  it('estimates the share that two pages have in common', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), (tenths) => {
        const text = (seed: string, count: number) => Array.from({ length: count }, (_, n) => word(`${seed}${n}`)).join(' ');
        const shared = text('s', tenths * 20);
        const truth = (tenths * 20) / (tenths * 20 + 2 * 200);
        const guess = similarity(pageFingerprint(`${shared} ${text('a', 200)}`, '-'), pageFingerprint(`${shared} ${text('b', 200)}`, '-'));
        expect(Math.abs(guess - truth)).toBeLessThan(0.3);
      }),
    ));
});

/** A word of letters alone that follows from a seed. */
function word(seed: string): string {
  let hash = 7;
  for (const char of seed) hash = (hash * 31 + char.charCodeAt(0)) % 1_000_003;
  return hash.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string);
}
