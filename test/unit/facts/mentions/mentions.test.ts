import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snippetText, visibleText } from '../../../../src/facts/mentions/sources/visible-text.js';
import { canonicalUrl, readPageUrl, exactPhrase, mergeMentions } from '../../../../src/facts/mentions/web-mention.js';
import { urlEchoesQuery, containsExactly } from '../../../../src/facts/mentions/exact-text.js';

const MAIL = 'alice@example.com';
const PHONE = '+12025550123';
const NAME = 'johndoe';

describe('a page holds exactly what was asked for', () => {
  it.each([
    ['<p>Contact alice@example.com.</p>', MAIL, true],
    ['<p>Mail: ALICE@Example.com!</p>', MAIL, true],
    ['<a href="mailto:Alice@Example.com?subject=x">mail</a>', MAIL, true],
    ['<a href="mailto:alice%40example.com">mail</a>', MAIL, true],
    ['<a href="mailto:bob@example.com,alice@example.com">mail</a>', MAIL, true],
    ['<p>&lt;alice@example.com&gt;</p>', MAIL, true],
    ['<p>alice&#64;example.com, alice&commat;example.com</p>', MAIL, true],
    ['<p>alice&#x40;example&period;com</p>', MAIL, true],
    ['<title>alice@example.com</title>', MAIL, true],
    ['<textarea>alice@example.com</textarea>', MAIL, true],
    ['<p>malice@example.com</p>', MAIL, false],
    ['<p>not.alice@example.com</p>', MAIL, false],
    ['<p>x+alice@example.com</p>', MAIL, false],
    ['<p>alice@example.com.br</p>', MAIL, false],
    ['<p>alice@example.com-mail.example</p>', MAIL, false],
    ['<p>alice@example.company</p>', MAIL, false],
    ['<p>alice@example.com@evil.example</p>', MAIL, false],
    ['<p>álice@example.com</p>', MAIL, false],
    ['<p>alice<b>@</b>example.com</p>', MAIL, false],
    ['<script>var e="alice@example.com"</script>', MAIL, false],
    ['<style>/* alice@example.com */</style>', MAIL, false],
    ['<!-- alice@example.com -->', MAIL, false],
    ['<noscript>alice@example.com</noscript>', MAIL, false],
    ['<template><p>alice@example.com</p></template>', MAIL, false],
    ['<input type="search" value="alice@example.com">', MAIL, false],
    ['<meta name="description" content="alice@example.com">', MAIL, false],
    ['<a href="https://example.com/?q=alice@example.com">x</a>', MAIL, false],
    ['<p hidden>alice@example.com</p>', MAIL, false],
    ['<div style="color:red; display : none"><p>alice@example.com</p></div>', MAIL, false],
    ['<div style="display:none"><br><img><p>x</p></div><p>alice@example.com</p>', MAIL, true],
    ['<svg><script>alice@example.com</script></svg>', MAIL, false],
    ['<p>+12025550123</p>', PHONE, true],
    ['<a href="tel:+12025550123">call</a>', PHONE, true],
    ['<p>+1 202 555 0123</p>', PHONE, false],
    ['<p>+120255501234</p>', PHONE, false],
    ['<p>+12025550123 4</p>', PHONE, false],
    ['<p>9+12025550123</p>', PHONE, false],
    ['<p>12025550123</p>', PHONE, false],
    ['<p>(+12025550123)</p>', PHONE, true],
    ['<p>user johndoe here</p>', NAME, true],
    ['<p>@johndoe!</p>', NAME, true],
    ['<p>by johndoe’s cat; johndoe. Yes</p>', NAME, true],
    ['<p>user johndoe_99 here</p>', NAME, false],
    ['<p>the johndoes</p>', NAME, false],
    ['<p>JohnDoe</p>', NAME, false],
    ['<p>johndoe@example.com</p>', NAME, false],
    ['<p>me@johndoe</p>', NAME, false],
    ['<p>johndoe.example</p>', NAME, false],
    ['<p>mr-johndoe</p>', NAME, false],
    ['<p>x.johndoe</p>', NAME, false],
    ['<p>johndoé</p>', NAME, false],
    ['<p>johndoe\u0301</p>', NAME, false],
    ['<p>see https://social.example/johndoe</p>', NAME, true],
  ])('%s · %s: %s', (html, query, expected) => {
    expect(containsExactly(visibleText(html), query)).toBe(expected);
  });

  it('and nothing holds nothing', () => {
    expect(containsExactly('anything', ' ')).toBe(false);
  });

  it('found between spaces, and never inside of a longer word', () => {
    const query = fc.stringMatching(/^[a-z0-9]{3,12}$/);
    fc.assert(
      fc.property(query, fc.stringMatching(/^[a-z0-9_]{1,3}$/), (name, more) => {
        expect(containsExactly(`x ${name} y`, name)).toBe(true);
        expect(containsExactly(`x ${more}${name} y`, name)).toBe(false);
        expect(containsExactly(`x ${name}${more} y`, name)).toBe(false);
      }),
    );
  });

  it('whatever the markup: no page makes the reader fail', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '<p',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '&#64;',
      '&',
      '"',
      "'",
      '<div hidden>',
      '</div>',
      MAIL,
      ' ',
      '<a href="mailto:%',
      '">',
      '<svg/>',
      '<br/>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => typeof visibleText(pieces.join('')) === 'string'),
      { numRuns: 500 },
    );
  });
});

describe('a hostile page', () => {
  it.each([
    ['deep, with ends that match nothing', `${'<div>'.repeat(100_000)}${'</b>'.repeat(130_000)}`],
    ['of tables in tables', '<table><tr><td>'.repeat(60_000)],
    ['of drawings in drawings', `${'<svg>'.repeat(90_000)}${'</a>'.repeat(130_000)}`],
  ])('%s is given up at once', (_, html) => {
    const begun = performance.now();
    expect(() => visibleText(html)).toThrow(RangeError);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it.each([
    ['paragraphs that never end', '<p>'.repeat(300_000)],
    ['ampersands', '&'.repeat(1_000_000)],
    ['less-than signs', '<'.repeat(1_000_000)],
    ['one endless attribute', `<a href="${'x'.repeat(1_000_000)}`],
    ['many attributes', `<a ${'a=b '.repeat(250_000)}>`],
    ['styles', `<p style="${'; '.repeat(500_000)}">`],
    ['near misses', `${MAIL}.`.repeat(55_000)],
  ])('of %s costs time in proportion to its size', (_, html) => {
    const begun = performance.now();
    containsExactly(visibleText(html), MAIL);
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});

describe('pages of several engines', () => {
  const page = (url: string, title = 'A page', snippet = 's') => ({ url, title, snippet });

  it.each([
    ['https://www.example.com/a/?utm_source=x&b=2&a=1#top', 'http://example.com/a?a=1&b=2'],
    ['https://example.com/index.html', 'https://example.com'],
    ['https://example.com:443/a', 'https://EXAMPLE.com/a/'],
  ])('%s and %s are one page', (one, other) => {
    const canonical = (raw: string) => canonicalUrl(readPageUrl(raw) as URL);
    expect(canonical(one)).toBe(canonical(other));
  });

  it.each([
    'javascript:alert(1)',
    'ftp://example.com/',
    'https://user:word@example.com/',
    'not a url',
    '',
    `https://example.com/${'x'.repeat(3_000)}`,
  ])('%s is no page', (raw) => {
    expect(readPageUrl(raw)).toBeNull();
  });

  it('alternate, each page once, with the first engine’s words', () => {
    const merged = mergeMentions(
      [
        [page('https://a.example/1', 'First', ''), page('https://a.example/2')],
        [page('https://b.example/1'), page('https://www.a.example/1/', 'Other', 'from b')],
        [page('javascript:0')],
      ],
      10,
    );
    expect(merged.map(({ url }) => url)).toEqual(['https://a.example/1', 'https://b.example/1', 'https://a.example/2']);
    expect(merged[0]).toEqual({ url: 'https://a.example/1', title: 'First', snippet: 'from b' });
    expect(mergeMentions([[page('https://a.example/1'), page('https://a.example/2')]], 1)).toHaveLength(1);
    expect(mergeMentions([], 5)).toEqual([]);
  });

  it('have words in one line of bounded length, and a title in any case', () => {
    const [first] = mergeMentions([[page('https://a.example/1', ' \n', `${'x'.repeat(598)}😀😀`)]], 5);
    expect(first?.title).toBe('a.example');
    expect(first?.snippet.length).toBeLessThanOrEqual(600);
    expect(Buffer.from(first?.snippet ?? '').toString()).toBe(first?.snippet);
    expect(snippetText('An <strong>alice@example.com</strong> &amp; more<br>')).toBe('An alice@example.com & more');
  });

  it.each([
    ['https://example.com/search?q=alice%40example.com', true],
    ['https://example.com/s?x=%22alice@example.com%22', true],
    ['https://example.com/#alice@example.com', true],
    ['https://example.com/people/alice@example.com', false],
    ['https://example.com/?q=alice', false],
  ])('%s asks for the query: %s', (url, requests) => {
    expect(urlEchoesQuery(new URL(url), MAIL)).toBe(requests);
  });

  it('are asked for as a phrase', () => {
    expect(exactPhrase(' john doe ')).toBe('"john doe"');
    expect(exactPhrase(' say "johndoe" ')).toBeNull();
  });
});
