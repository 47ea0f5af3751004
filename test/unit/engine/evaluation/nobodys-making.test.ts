/** How pages about nobody are made: what they show, and what they only do. */
import { describe, expect, it } from 'vitest';
import { littleText, pageOfNothing, visibleParts } from '../../../../src/engine/evaluation/nobodys-pages.js';

const nothingOf = (page: string): string | null => pageOfNothing(page, visibleParts(page));
const littleOf = (page: string): string | null => littleText(page, visibleParts(page));

describe('what a page shows', () => {
  it.each<[page: string, text: string, withoutScripts?: string]>([
    ['', ''],
    ['words', 'words'],
    ['<p>one</p>two<b class="x">three</b>\n <br> four ', 'one two three four'],
    ['a<!-- b -->c', 'a c'],
    ['a<!-- <p>b</p> -->c', 'a c'],
    ['a<!--b', 'a'],
    ['a<!-->c', 'a c'],
    ['a<p', 'a'],
    ['a<p title="b', 'a'],
    ...['script', 'style', 'template', 'svg', 'title'].map((tag): [string, string] => [`a<${tag} x="1">b<p>c</p></${tag}>d`, 'a d']),
    ['a<script>b', 'a'],
    ['a<noscript>b<i>c</i>d</noscript>e', 'a e', 'b c d'],
    ['<noscript>a</noscript><noscript>b</noscript>', '', 'a b'],
    ['<noscript>a', '', 'a'],
    ['<noscript>a<<b>></noscript>', '', 'a< >'],
    ['<title1>a</title1>', 'a'],
    ['<titles>a</titles>', 'a'],
    ['<figcaption>a</figcaption>', 'a'],
    ['<1<title>a</title>', 'a'],
    ['</title>a', 'a'],
  ])('%s', (page, text, withoutScripts = '') => {
    expect(visibleParts(page)).toEqual({ text, withoutScripts });
  });
});

describe('a page that shows nothing', () => {
  it.each([
    '<meta http-equiv="refresh" content="0;url=/x">',
    '<meta http-equiv=refresh content="0; url = /x">',
    "<meta  id=a http-equiv = 'refresh' content='5;url=/x'>",
    '<meta property="og:title" content="a"><meta http-equiv="refresh" content="0;url=/x">',
    `<meta ${'a'.repeat(198)} http-equiv="refresh"${' '.repeat(399)}url=/x>`,
  ])('leads on by itself: %s', (page) => expect(nothingOf(page)).toBe('leads on by itself'));

  it.each([
    ...['location="/x"', 'location = x', 'location.href="/x"', 'location . pathname = x', 'location.search=x', 'location.replace(x)'],
    ...['location.assign (x)', 'location . reload ()', 'location["href"]=x', 'document.cookie="a"', 'document . cookie = x'],
    ...['form.submit()', 'f . submit ()'],
  ])('leads on by a script: %s', (script) => expect(nothingOf(`<title>x</title><script>${script}</script>`)).toBe('leads on by a script'));

  it.each([
    '<script src="/a.js"></script>',
    '<title></title><script></script>',
    '<title> </title><script></script>',
    '<title lang="en"> <b></b></title><script></script>',
    '<title>Example</title><noscript>Turn them on</noscript>',
    '<meta name="viewport"><script></script>',
    '<meta http-equiv="refresh" content="5"><script></script>',
    '<meta http-equiv="refreshing" content="5;url=/x"><script></script>',
    '<meta http-equiv="x-refresh" content="5;url=/x"><script></script>',
    '<metadata http-equiv="refresh" content="5;url=/x"><script></script>',
    '<meta xhttp-equiv="refresh" content="5;url=/x"><script></script>',
    '<meta http-equiv="refresh" content="5;curl=/x"><script></script>',
    '<meta http-equiv="refresh"><a url=/x><script></script>',
    '<meta id="a"><a http-equiv="refresh" url=/x><script></script>',
    `<meta ${'a'.repeat(199)} http-equiv="refresh" url=/x><script></script>`,
    `<meta http-equiv="refresh"${' '.repeat(400)}url=/x><script></script>`,
    '<metas name="description"><script></script>',
    '<meta surname="description"><script></script>',
    '<meta name="descriptions"><script></script>',
    '<meta name="authors"><script></script>',
    '<meta name="a"><a property="og:title"><script></script>',
    '<meta property="blog:title"><script></script>',
    `<meta ${'a'.repeat(189)} property="og:title"><script></script>`,
  ])('is made by scripts alone: %s', (page) => expect(nothingOf(page)).toBe('is made by scripts alone'));

  it.each([
    '',
    '<title>Example</title>',
    '<title>Example</title><script></script>',
    '<title lang="en"> Example</title><script></script>',
    '<title></title>',
    ...['allocation=1', 'location', 'location.hash=x', 'location.hrefs=x', 'location.replaced(x)', 'mydocument.cookie=x'].map(titled),
    ...['document.cookies=x', 'document.cookie', 'resubmit()', 'x.submit', 'x.submitted()', 'location.reload'].map(titled),
    ...['property="og:title"', 'name="twitter:card"', 'property=profile:username', 'name="description"', "name = 'author'"].map(about),
    ...['name=description', 'name=author', `${'a'.repeat(188)} property="og:title"`, 'id="a" name="author"'].map(about),
    '<script type="application/ld+json"></script>',
  ])('and does nothing: %s', (page) => expect(nothingOf(page)).toBeNull());

  it('shows forty characters at most', () => {
    const [most, more] = [40, 41].map((length) => `<script></script>${'x'.repeat(length)}`) as [string, string];
    expect([nothingOf(most), nothingOf(more)]).toEqual(['is made by scripts alone', null]);
  });
});

describe('a page with little to say', () => {
  it('has five hundred characters at most', () => {
    expect([500, 501].map((length) => littleOf(`<p>${'x'.repeat(length)}</p>`)?.length)).toEqual([500, undefined]);
  });

  it('says to browsers without scripts what it has for them, where it shows nothing and names no subject', () => {
    const wall = '<noscript>Turn them on</noscript>';
    expect(littleOf(`a${wall}`)).toBe('a\nTurn them on');
    expect([40, 41].map((length) => littleOf('x'.repeat(length) + wall)?.includes('Turn'))).toEqual([true, false]);
    expect(littleOf(`<meta property="og:title">a${wall}`)).toBe('a');
  });
});

function titled(script: string): string {
  return `<title>x</title><script>${script}</script>`;
}

function about(attribute: string): string {
  return `<meta ${attribute}><script></script>`;
}
