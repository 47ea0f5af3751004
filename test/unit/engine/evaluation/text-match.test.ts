import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTemplate, variablesIn } from '../../../../src/engine/evaluation/template.js';
import {
  escapeForRegExp,
  normalizeText,
  plainText,
  renderOrNull,
  SearchableText,
  spellings,
} from '../../../../src/engine/evaluation/text-match.js';

describe('a template', () => {
  it('names each of its variables once', () => {
    expect(variablesIn('/{username}/{email:sha256}?{username}')).toEqual(['username', 'email:sha256']);
    for (const text of ['', '{}', '{A}', '{1a}', '{ username }', 'username']) expect(variablesIn(text)).toEqual([]);
  });

  it('takes the values of its variables, each encoded with its name, and nothing else', () => {
    const encode = (raw: string, name: string) => `${name}=${raw}`;
    expect(renderTemplate('/{username}/{n}/{A}', { username: 'ada', n: '1' }, encode)).toBe('/username=ada/n=1/{A}');
    expect(renderTemplate('{username}', { username: '$&{n}' })).toBe('$&{n}');
  });

  it('with an unknown variable is an error, or none at all', () => {
    expect(() => renderTemplate('{other}', { username: 'ada' })).toThrow('other');
    expect(renderOrNull('{other}', { username: 'ada' })).toBeNull();
    expect(renderOrNull('{constructor}', {})).toBeNull();
    expect(renderOrNull('{username}', { username: '\ud800' }, encodeURIComponent)).toBeNull();
    expect(renderOrNull('/{username}', { username: 'a b' }, encodeURIComponent)).toBe('/a%20b');
  });

  it('is spelt as it is, in markup also as HTML and in links, each spelling once, in lower case', () => {
    expect(spellings('X-{username}', { username: 'a"b' }, true)).toEqual(['x-a"b', 'x-a&quot;b', 'x-a%22b']);
    expect(spellings('{username}', { username: `<>&'"` }, true)).toContain('&lt;&gt;&amp;&#39;&quot;');
    expect(spellings('X-{username}', { username: 'a"b' }, false)).toEqual(['x-a"b']);
    expect(spellings('{username}', { username: 'ada' }, true)).toEqual(['ada']);
    expect(spellings('{other}', { username: 'ada' }, true)).toEqual([]);
    expect(spellings('{username}', { username: '\ud800' }, true)).toEqual(['\ud800']);
  });
});

describe('a text that is searched', () => {
  const holds = (text: string, template: string, markup = true) =>
    new SearchableText(text, markup).contains(template, { username: 'Ada&Co' });

  it('holds constants exactly, and texts with the identity in any case and spelling of markup', () => {
    expect([holds('Not Found', 'Not'), holds('not found', 'Not')]).toEqual([true, false]);
    expect([holds('U/ADA&CO', '/{username}'), holds('u/ada&amp;co', '/{username}'), holds('u/ada%26co', '/{username}')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(holds('u/ada&amp;co', '/{username}', false)).toBe(false);
    expect(holds('{other}', '{other}')).toBe(false);
  });

  it('names a value as a word, at its ends too, also behind places where it is part of another', () => {
    const names = (text: string, value = 'al') => new SearchableText(text, false).containsWord(value);
    for (const text of ['al', 'al!', '(AL)', 'alice al', 'alal al', 'a al.', '  al']) expect(names(text)).toBe(true);
    for (const text of ['', 'alice', 'pal', 'al-green', 'al_green', 'big-al', 'al...b', 'b---al']) expect(names(text)).toBe(false);
    expect(names('al....b')).toBe(true);
    expect(names('b....al')).toBe(true);
    expect([names('a&amp;b', 'a&b'), names('a%26b', 'a&b'), names('a&amp;bc', 'a&b')]).toEqual([true, true, false]);
    expect([names('', ''), names('x', '')]).toEqual([false, false]);
    expect([names('x+al', '+al'), names('1+49', '+49')]).toEqual([true, true]);
  });

  it('names what stands between spaces, and never what is inside of a longer word', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,6}$/), fc.stringMatching(/^[a-z]{1,6}$/), fc.string(), (word, more, around) => {
        expect(new SearchableText(`${around} ${word} ${around}`, false).containsWord(word)).toBe(true);
        fc.pre(!`${word}${more}`.slice(1).includes(word));
        expect(new SearchableText(`${word}${more}`, false).containsWord(word)).toBe(false);
      }),
    ));

  it('is normalised in lower case and to one form', () => {
    expect(normalizeText('A\u030A')).toBe('å');
    expect(new SearchableText('A\u030A', false).normalizedText()).toBe('å');
  });
});

it('any text stands for itself in an expression', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(new RegExp(`^${escapeForRegExp(text)}$`, 'u').test(text)).toBe(true);
      expect(escapeForRegExp(text)).toMatch(/^(?:[\p{L}\p{N}_]|\\u\{[0-9a-f]+\})*$/u);
    }),
  ));

it('the text of markup has plain apostrophes and spaces, and none at its ends', () => {
  expect(plainText('\u00a0 it‘s &amp; it’s&nbsp;so\u00a0')).toBe("it's & it's so");
});
