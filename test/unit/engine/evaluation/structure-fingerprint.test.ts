/** Which pages have one structure, whatever they say, and which have two. */
import { describe, expect, it } from 'vitest';
import { structureFingerprint } from '../../../../src/engine/evaluation/structure-fingerprint.js';

const read = (body: string, name = 'ada'): string | null => structureFingerprint(body, name);
const list = (count: number, item: (at: number) => string): string => Array.from({ length: count }, (_, at) => item(at)).join(' ');

describe('two pages have the same structure', () => {
  it.each<[why: string, one: string, other: string]>([
    ['whatever their texts are', '<p>Hello<b>you</b>', '<p>Good<b>bye</b>'],
    ['however many items a list has', '<ul><li>1</li><li>2</li></ul>', '<ul><li>1</li><li>2</li><li>3</li></ul>'],
    ['in capitals', '<DIV><B CLASS="Card" ROLE="Main"></B><I></I></DIV><P>', '<div><b class="card" role="main"></b><i></i></div><p>'],
    ['with classes repeated, and in another order behind the first', '<p class="a nav big">', '<p class=" a  big\nnav a big ">'],
    ['with an empty class or id', '<p class id=""><b>', '<p><b>'],
    ['with attributes that name no part', '<p style="x" onclick="go()" href="/here" title="T">', '<p href="/there" alt="">'],
    ['with other data of the same name', '<p data-id="1">', '<p data-id="2">'],
    ['with other numbers in an id', '<p id="post-1">', '<p id="post-27">'],
    ['with long numbers in names', '<p class="item-123 n4567" role="row-100">', '<p class="item-98765 n890" role="row-234">'],
    ['with random tokens in names', '<p class="css-a1b2c3de" data-x-a1b2c3de>', '<p class="css-99zzyyxx0" data-x-99zzyyxx0>'],
    ['with spaces around a role', '<p role=" main ">', '<p role="main">'],
    ['with fields of other names, but in inputs', '<a name="one"><select name="two">', '<a name="x"><select name="y">'],
    ['with other icons', '<link rel="icon" href="/a.png"><img src="/b.png">', '<link rel="icon" href="/c.png"><img src="/d.png">'],
    [
      'with scripts of the same file elsewhere',
      '<script src="/1/app.js?v=1"></script>',
      '<script src="//cdn.example/app.js#2/3"></script>',
    ],
    ['with files of the same end', `<script src="/${'a'.repeat(60)}x.js"></script>`, `<script src="/${'a'.repeat(70)}x.js"></script>`],
    ['with a form of the same method', '<form method="POST" action="/x">', '<form method="post" action="/y">'],
    ['with elements that have no end, closed or not', '<i><br/><img></i><input/><b>', '<i><br></br><img/></img></i><input></input><b>'],
    ['with end tags of nothing', '<div></p></b><i></i></div>', '<div><i></i></div>'],
    ['with comments and declarations', '<!doctype html><!-- x --><?x?><p><![CDATA[x]]>', '<p>'],
    ['with scripts of another content', '<script>"@type":"Person","page":"/a","query":</script><b>', '<script>var a = "<b>"</script><b>'],
    ['with other things of which no page is a kind', '<p property="og:type" content="a">', '<p property="og:type" content="b">'],
    ['with another title for other programs', '<meta property="og:title" content="a">', '<meta property="og:title" content="b">'],
    [
      'with what only looks like types',
      '<p type="application/ld+json">"@type":"A"<script></script>',
      '<p type="application/ld+json"><script></script>',
    ],
    ['with other data of a framework', next('{"a":1,"page":"/a","query":{}}'), next('{"page":"/a","query":{"b":2}}')],
    ['with a route that is none', next('{"page":"about","query":{}}'), next('{}').replace('__NEXT_DATA__', '__next_data__')],
    ['with a number in the route', next('{"page":"/u/12345","query":{}}'), next('{"page":"/u/678","query":{}}')],
    ['with types that are none', typed('{"@type":"","x":"@type"}'), typed('{}').replace('ld+', 'LD+')],
    ['with a script that a slash seems to end', typed('{"a":"</b>","@type":"Person"}').replace('>', '/>'), typed('{"@type":"Person"}')],
    ['with a type in a list', typed('{"@type" : ["Person"]}'), typed('{"@type":"Person"}')],
    ['with a type in a list that has spaces', typed('{"@type"  :  [  "Person" ]}'), typed('{"@type":"Person"}')],
    ['with other items of the same types', typed('{"@type":"Person","a":{"@type":"City"}}'), typed('{"@type":"Person"}{"@type":"City"}')],
  ])('%s', (_, one, other) => {
    expect(read(one)).toBe(read(other));
  });
});

describe('two pages have different structures', () => {
  it.each<[why: string, one: string, other: string]>([
    ['by an element', '<p></p>', '<b></b>'],
    ['by an element that the name begins', '<p1></p1>', '<p12></p12>'],
    ['by the order of elements', '<div><a></a><b></b>', '<div><b></b><a></a>'],
    ['by what is in what', '<a><b></b></a>', '<a></a><b></b>'],
    ['by what is in what, four elements above', '<a><i><i><i><p>', '<b><i><i><i><p>'],
    ['by what an end tag closes', '<div><a></a><b>', '<div><a><b>'],
    ['by what an element without an end has before it', '<br><p>', '<img><p>'],
    ['by a class', '<p class="a">', '<p class="b">'],
    ['by the first class', '<b class="a b"><i>', '<b class="b a"><i>'],
    ['by a second class', '<p class="a b">', '<p class="a c">'],
    ['by whose class it is', '<p class="a"></p><b></b>', '<p class="a"></p><b class="a"></b>'],
    ['by the class above', '<div class="a"><p>', '<div class="b"><p>'],
    ['by an id', '<p id="a">', '<p id="b">'],
    ['by the name of data', '<p data-a>', '<p data-b>'],
    ['by the component that a class is scoped to', '<p data-v-a1b2c3d4>', '<p data-v-9z8y7x6w>'],
    ['by short numbers in a class', '<p class="col-1">', '<p class="col-12">'],
    ['by a long word in a class, with two numbers in it', '<p class="columns12">', '<p class="columns34">'],
    ['by a short token in a class', '<p class="a1b2c3d">', '<p class="a1b2c3e">'],
    ['by the attribute of a name', '<p role="x">', '<p rel="x">'],
    ['by the element of a role', '<p role="x"><b>', '<p><b role="x">'],
    ['by the field of an input', '<input name="a">', '<input name="b">'],
    ['by what a meta element is about', '<meta name="a">', '<meta name="b">'],
    ['by the kind of page', '<meta property="og:type" content="profile">', '<meta property="og:type" content="article">'],
    ['by the kind of page, under its name', '<meta name="og:type" content="profile">', '<meta name="og:type" content="article">'],
    ['by a style sheet', '<link rel="stylesheet" href="/a.css">', '<link rel="stylesheet" href="/b.css">'],
    ['by a script', '<script src="/a.js">', '<script src="/b.js">'],
    ['by the method of a form', '<form method="get">', '<form method="post">'],
    [
      'by the type that a page is about',
      typed('{"@type":"Person","a":{"@type":"City"}}'),
      typed('{"@type":"City","a":{"@type":"Person"}}'),
    ],
    ['by a type that occurs', typed('{"@type":"Person","a":{"@type":"City"}}'), typed('{"@type":"Person"}')],
    ['by a route', next('{"page":"/[user]","query":{}}'), next('{"page":"/about","query":{}}')],
    ['by the class of the body', '<body class="a">', '<body class="b">'],
  ])('%s', (_, one, other) => {
    expect(read(one)).not.toBe(read(other));
  });

  it.each(['itemtype', 'itemprop', 'role', 'rel', 'type', 'property', 'data-testid', 'data-component', 'data-controller', 'data-page'])(
    'by the value of %s',
    (attribute) => expect(read(`<p ${attribute}="a">`)).not.toBe(read(`<p ${attribute}="b">`)),
  );
});

describe('end tags that authors leave out', () => {
  const ended: readonly (readonly [tags: string, open: string])[] = [
    ['address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header main nav', 'p'],
    ['hr ol p pre section table ul', 'p'],
    ['li', 'p li'],
    ['dt dd', 'p dt dd'],
    ['option', 'option'],
    ['td th', 'p td th'],
    ['tr', 'p td th tr'],
    ['tbody', 'p td th tr thead tbody'],
  ];
  const pairs = ended.flatMap(([tags, open]) => tags.split(' ').flatMap((tag) => open.split(' ').map((each) => [each, tag] as const)));

  it.each(pairs)('are of %s, by the start of %s', (open, tag) => {
    expect(read(`<x-a><x-b><${open}>1<${tag}>2`)).toBe(read(`<x-a><x-b><${open}>1</${open}><${tag}>2`));
  });

  it('are of all that the element cannot be in', () => {
    expect(read('<table><thead><tr><td><p>1<tbody>2')).toBe(read('<table><thead><tr><td><p>1</p></td></tr></thead><tbody>2'));
  });

  it.each([
    ['p', 'b'],
    ['div', 'p'],
    ['li', 'ul'],
    ['dd', 'li'],
    ['td', 'table'],
    ['tr', 'td'],
    ['thead', 'tr'],
    ['select', 'option'],
  ])('are not of %s, by the start of %s, which may stand in it', (open, tag) => {
    expect(read(`<x-a><x-b><${open}>1<${tag}>2`)).not.toBe(read(`<x-a><x-b><${open}>1</${open}><${tag}>2`));
  });
});

describe('of a hostile page', () => {
  it.each<[what: string, most: number, page: (count: number) => string, without: (count: number) => string]>([
    ['characters', 1_048_576, (count) => `<a>${' '.repeat(count - 6)}<b>`, (count) => `<a>${' '.repeat(count - 6)}`],
    ['open elements', 256, (count) => `${'<i>'.repeat(count - 1)}<b><p>`, (count) => `${'<i>'.repeat(count - 1)}<b></b><p>`],
    [
      'attributes',
      48,
      (count) => `<p ${list(count - 1, (at) => `x${at}`)} role="a">`,
      (count) => `<p ${list(count - 1, (at) => `x${at}`)}>`,
    ],
    [
      'classes',
      24,
      (count) => `<p class="${list(count, (at) => `x${at}`)}">`,
      (count) => `<p class="${list(count - 1, (at) => `x${at}`)}">`,
    ],
    ['characters of classes', 1_152, (count) => `<p class="${' '.repeat(count - 1)}a">`, () => '<p>'],
    ['characters of a class', 48, (count) => `<p class="${'a'.repeat(count)}">`, () => '<p>'],
    ['characters of an id', 48, (count) => `<p id="${'a'.repeat(count)}">`, () => '<p>'],
    ['characters of a role', 48, (count) => `<p role="${'a'.repeat(count)}">`, () => '<p>'],
    ['characters of a tag', 48, (count) => `<${'a'.repeat(count)}>`, (count) => `<${'a'.repeat(count - 1)}>`],
    ['characters of an attribute', 48, (count) => `<p data-${'a'.repeat(count - 5)}>`, (count) => `<p data-${'a'.repeat(count - 6)}>`],
    [
      'characters of a file',
      48,
      (count) => `<script src="/b${'a'.repeat(count - 1)}">`,
      (count) => `<script src="/c${'a'.repeat(count - 1)}">`,
    ],
    [
      'elements that one end tag closes',
      32,
      (count) => `<a>${'<i>'.repeat(count - 1)}</a><b>`,
      (count) => `<a>${'<i>'.repeat(count - 1)}<b>`,
    ],
    ['characters of types', 16_384, (count) => typed(`${' '.repeat(count - 11)}"@type":"A"`), () => typed('')],
    ['characters of a type', 40, (count) => typed(`"@type":"${'A'.repeat(count)}"`), () => typed('')],
    ['characters from the end to a route', 16_384, (count) => next(`"page":"/a","query":${' '.repeat(count - 20)}`), () => next('')],
    ['characters of a route', 81, (count) => next(`"page":"/${'a'.repeat(count - 1)}","query":`), () => next('')],
  ])('so many %s count, and no more: %i', (_, most, page, without) => {
    expect(read(page(most))).not.toBe(read(without(most)));
    expect(read(page(most + 1))).toBe(read(without(most + 1)));
  });

  it('long names are read up to their limit', () => {
    const long = 'a'.repeat(48);
    expect(read(`<${long}b></${long}c><p>`)).toBe(read(`<${long}></${long}><p>`));
    expect(read(`<p data-${long}>`)).toBe(read(`<p data-${long}b>`));
  });
});

function typed(json: string): string {
  return `<script type="application/ld+json">${json}</script><p>`;
}

function next(json: string): string {
  return `<script id="__NEXT_DATA__">${json}</script><p>`;
}
