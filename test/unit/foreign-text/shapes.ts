/** Texts that readers find hard, of any length. */

const of =
  (unit: string, before = '') =>
  (length: number): string =>
    (before + unit.repeat(Math.ceil(length / unit.length))).slice(0, length);

export type Shapes = Readonly<Record<string, (length: number) => string>>;

/** Of any text. */
export const ANY: Shapes = {
  'one word': of('a'),
  'a word that never ends, with separators': of('a.'),
  spaces: of(' '),
  'spaces between words': of(`${' '.repeat(98)}a `),
  'line ends': of('\n'),
  'returns and line ends': of('\r\n'),
  returns: of('\r'),
  rows: of('ada,b;c\n'),
  'combining marks': of('\u0301', 'a'),
};
/** Of tables and lines. */
export const TABLES: Shapes = {
  ...ANY,
  quotes: of('"'),
  'an open quote': of('a,b\n', 'email\n"'),
  'open quotes in each row': of('a,"b\n', 'email\n'),
  'quotes within words': of('a"b" "', 'email\n'),
  'spaces behind a quote': of(' ', 'email\n"a"'),
  delimiters: of(','),
  'names of columns': of('email,'),
  'many columns of one row': of('a;', 'email;ref\n'),
  'many identities': of('ada@example.com\n', 'email\n'),
};
/** Of JSON. */
export const JSONS: Shapes = {
  'nested lists': of('['),
  'nested objects': of('{"a":'),
  'lists that close': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'objects that close': (length) => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`,
  escapes: of('\\"', '"'),
  'a list': (length) => `[${'1,'.repeat(length / 2 - 1)}1]`,
  'many names': (length) => `{${Array.from({ length: length / 16 }, (_, at) => `"${String(at).padStart(11, '0')}":1`).join(',')}}`,
};
/** Of pages. */
export const PAGES: Shapes = {
  ...ANY,
  'open elements': of('<div>'),
  'elements of many kinds': of('<p><li><td>'),
  'end tags of nothing': of('</a>', '<b>'),
  'a tag that never ends': of('<a '),
  'attributes of one tag': of(' a=b', '<a'),
  'an attribute that never ends': of('a=', '<a href="'),
  comments: of('<!--'),
  'a script that never ends': of('</scrip', '<script>'),
  'character references': of('&amp'),
  'references that never end': of('&#'),
  braces: of('{"'),
  'the beginning of a title': of('<title>'),
  addresses: of('mailto:ada@example.com '),
};
/** Of the value of a header. */
export const HEADERS: Shapes = {
  'one word': of('a'),
  commas: of(','),
  'spaces and commas': of(' ,'),
  semicolons: of(';'),
  'parameters without a value': of('; charset', 'text/html'),
  'parameters in quotes': of(';a="', 'text/html'),
  spaces: of(`${' '.repeat(98)}a `, 'a'),
  pairs: of('a=b; '),
  slashes: of('/../', '/'),
  digits: of('1'),
  tags: of('W/"a",'),
  quotes: of('"'),
  networks: of('192.0.2.1, '),
};
/** Of replies, line by line. */
export const REPLIES: Shapes = {
  'one line': of('a', '250 '),
  'lines of one reply': of('250-\r\n'),
  'long lines of one reply': of(`250-${'a'.repeat(500)}\r\n`),
  'many replies': of('250 ok\r\n'),
  'line ends': of('\n'),
  digits: of('2'),
  'addresses in a reply': of('<a@', '550 5.1.1 '),
  'words in a reply': of('@ ', '550 '),
};
/** Of records, and the names in them. */
export const NAMES: Shapes = {
  'one word': of('a'),
  words: of('a.example '),
  labels: of(`${'a.'.repeat(120)}1 `),
  dots: of('. '),
  'combining marks': of('\u0301', 'a'),
  markup: of('<b>&amp;'),
};
/** Of server-sent events. */
export const EVENTS: Shapes = {
  'one event': of('a', 'data: '),
  'lines of one event': of('data: a\n'),
  'many events': of('data: {}\n\n'),
  comments: of(': progress 1 of 2\n'),
};
/** Of documents of GraphQL. */
export const GRAPHQL: Shapes = {
  'escaped quotes': of('\\"', '"'),
  'block strings': of('"""\\'),
  braces: of('{ ', 'query'),
  comments: of('#'),
};
