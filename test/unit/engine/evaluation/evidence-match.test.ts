import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import {
  describeEvidence,
  echoesExactly,
  namesAccount,
  echoesIdentity,
  hasContentEvidence,
  ResponseView,
  sideHolds,
} from '../../../../src/engine/evaluation/evidence-match.js';
import type { HttpResponse } from '../../../../src/kernel/net/http-response.js';

const side = (more: Partial<Evidence>): Evidence => ({ status: [200], ...more });
const holds = (evidence: Partial<Evidence>, body: string, more: Partial<HttpResponse> = {}) => {
  const response = { status: 200, headers: { 'content-type': 'text/html' }, body, url: 'https://example.com/u/ada', ...more };
  return sideHolds(side(evidence), new ResponseView(response), { username: 'Ada' });
};

describe('a side of a rule holds', () => {
  it('for its statuses only, and never by itself for a redirect to the root', () => {
    expect([holds({}, ''), holds({}, '', { status: 201 }), holds({ redirectToRoot: true }, '')]).toEqual([true, false, false]);
  });

  it('when all texts that it needs are there, one of those of which one is enough, and none that must be missing', () => {
    expect([holds({ contains: ['a', 'b'] }, 'ab'), holds({ contains: ['a', 'c'] }, 'ab')]).toEqual([true, false]);
    expect([holds({ containsAny: ['x', 'b'] }, 'ab'), holds({ containsAny: ['x', 'y'] }, 'ab')]).toEqual([true, false]);
    expect([holds({ lacks: ['x', 'y'] }, 'ab'), holds({ lacks: ['x', 'b'] }, 'ab')]).toEqual([true, false]);
    expect([holds({ lacks: ['{username}'] }, 'of eve'), holds({ lacks: ['{username}'] }, 'of ADA')]).toEqual([true, false]);
    expect(holds({ lacks: ['{other}'] }, 'ab')).toBe(false);
  });

  it('when the whole body is its text, with space at its ends; in any case where it names the identity', () => {
    expect([holds({ bodyEquals: 'Taken' }, ' Taken\n'), holds({ bodyEquals: 'Taken' }, 'taken')]).toEqual([true, false]);
    expect([holds({ bodyEquals: '{username} ' }, ' ADA'), holds({ bodyEquals: '{username}' }, 'adam')]).toEqual([true, false]);
    expect([holds({ bodyEquals: '{other}' }, 'ab'), holds({ bodyEquals: '' }, 'ab')]).toEqual([false, false]);
  });

  it('when headers that it needs are there, in whatever case, with its text in them', () => {
    const headers = { 'content-type': 'text/html', 'x-user': 'id=ADA;n=1' };
    const has = (needed: Record<string, string>) => holds({ headers: needed }, '', { headers });
    expect([has({ 'X-User': 'id={username}' }), has({ 'x-user': 'N=1' }), has({ 'x-user': 'eve' })]).toEqual([true, true, false]);
    expect([has({ 'x-user': 'id=ada', 'x-other': '' }), has({ 'x-user': '{other}' })]).toEqual([false, false]);
  });

  it('for JSON that can be read, and only where the label says so, unless the rule names another', () => {
    const json = [{ pointer: '/a', is: 'true' as const }];
    const typed = (type: string, body: string, more: Partial<Evidence> = {}) =>
      holds({ json, ...more }, body, { headers: { 'content-type': type } });
    expect([typed('application/json', '{"a":true}'), typed('application/json', '{"a":tru')]).toEqual([true, false]);
    expect([typed('text/html', '{"a":true}'), typed('text/html', '{"a":true}', { contentType: 'html' })]).toEqual([false, true]);
    expect(
      holds({ json: [...json, { pointer: '/b', is: 'true' }] }, '{"a":true}', { headers: { 'content-type': 'application/json' } }),
    ).toBe(false);
    expect([holds({ contentType: 'html' }, ''), holds({ contentType: 'text' }, '')]).toEqual([true, false]);
  });

  it('sees spellings of markup in markup, and in JSON and plain text the text itself', () => {
    const in_ = (type: string) =>
      sideHolds(
        side({ contains: ['{username}'] }),
        new ResponseView({ status: 200, headers: { 'content-type': type }, body: 'a&amp;b', url: '' }),
        { username: 'a&b' },
      );
    expect(['text/html', 'image/svg', 'application/json', 'text/plain'].map(in_)).toEqual([true, true, false, false]);
  });
});

describe('a redirect', () => {
  const moved = (evidence: Partial<Evidence>, location: string | undefined, status = 302) =>
    holds({ status: [status], ...evidence }, '', { status, headers: location === undefined ? {} : { location } });

  it('is evidence by where it leads, or by its headers, and none by itself', () => {
    expect([300, 302, 399].map((status) => moved({}, '/x', status))).toEqual([false, false, false]);
    expect([299, 304, 400].map((status) => moved({}, '/x', status))).toEqual([true, true, true]);
    expect(moved({ headers: { location: '/x' } }, '/x')).toBe(true);
  });

  it('leads to an address that begins with the rule’s, from whatever it is relative to, in any spelling of the identity', () => {
    expect([moved({ location: '/404' }, '/404?u=1'), moved({ location: '/404' }, '/40')]).toEqual([true, false]);
    expect(moved({ location: 'https://EXAMPLE.com/404' }, '/404')).toBe(true);
    expect([moved({ location: '/u/{username}' }, '/U/ADA'), moved({ location: '/u/{other}' }, '/u/ada')]).toEqual([true, false]);
    expect([moved({ location: '/404' }, undefined), moved({ location: 'https://[' }, '/404')]).toEqual([false, false]);
    expect(moved({ location: '/404' }, '/404', 200)).toBe(false);
  });
});

describe('evidence of content', () => {
  it.each<[string, Partial<Evidence>]>([
    ['a field', { json: [] }],
    ['a whole body', { bodyEquals: '' }],
    ['where it leads', { location: '/' }],
    ['a header', { headers: {} }],
    ['a text of six characters', { contains: ['ab', '{username}abc{n}def'] }],
    ['one of several such texts', { containsAny: ['abcdef', '123456'] }],
  ])('is %s', (_, more) => {
    expect(hasContentEvidence(side(more))).toBe(true);
    expect(hasContentEvidence(side({ ...more, weakEvidence: true }))).toBe(false);
  });

  it.each<[string, Partial<Evidence>]>([
    ['a status', {}],
    ['a type', { contentType: 'html' }],
    ['what is missing', { lacks: ['no such member'] }],
    ['the bare identity', { contains: ['@{username:lower}abc'] }],
    ['one of several texts of which one is short', { containsAny: ['abcdef', '{username}'] }],
    ['no text', { contains: [] }],
  ])('is not %s', (_, more) => expect(hasContentEvidence(side(more))).toBe(false));
});

describe('evidence that names the identity', () => {
  it.each<[string, Partial<Evidence>, boolean]>([
    ['in a text', { contains: ['abc', '{username}'] }, false],
    ['in a delimited text', { contains: ['abc', '"{username}"'] }, true],
    ['in the whole body', { bodyEquals: '{username}' }, true],
    ['in where it leads', { location: '/u/{username}' }, false],
    ['in a header', { headers: { a: 'x', b: '{username}' } }, false],
    ['in a delimited header', { headers: { a: 'x', b: '"{username}"' } }, true],
    ['in each of several texts', { containsAny: ['{username}', '@{username}'] }, false],
    ['delimited in each of several texts', { containsAny: ['"{username}"', '/{username}/'] }, true],
    [
      'as the identity in a field',
      {
        json: [
          { pointer: '/a', is: 'true' },
          { pointer: '/b', is: 'identity' },
        ],
      },
      true,
    ],
    ['in the value of a field', { json: [{ pointer: '/a', equals: { b: ['{username}'] } }] }, true],
    ['in the expression of a field', { json: [{ pointer: '/a', matches: 'u.{username}' }] }, false],
    ['delimited in the expression of a field', { json: [{ pointer: '/a', matches: '/{username}$' }] }, true],
  ])('%s', (_, more, isExact) => {
    expect(echoesIdentity(side(more))).toBe(true);
    expect(echoesExactly(side(more))).toBe(isExact);
  });

  it.each<[string, Partial<Evidence>]>([
    ['none at all', {}],
    [
      'constants',
      { contains: ['a'], bodyEquals: 'b', location: '/c', headers: { d: 'e' }, json: [{ pointer: '/f', equals: 'g', matches: 'h' }] },
    ],
    ['one of several texts only', { containsAny: ['"{username}"', 'abc'] }],
    ['no text of several', { containsAny: [] }],
    ['what must be missing', { lacks: ['"{username}"'] }],
  ])('is not %s', (_, more) => {
    expect(echoesIdentity(side(more))).toBe(false);
    expect(echoesExactly(side(more))).toBe(false);
  });

  it.each(['a{username}"', '"{username}a', '.{username}"', '"{username}-', '_{username}"', '{username}"', '"{username}', '"{Username}"'])(
    'is not exact where a longer handle fits: %s',
    (text) => expect(echoesExactly(side({ contains: [text] }))).toBe(false),
  );
});

describe('evidence in words', () => {
  it('has each of its parts, with variables unfilled', () => {
    const words = describeEvidence({
      status: [200],
      json: [
        { pointer: '', is: 'object' },
        { pointer: '/a', equals: ['{username}'] },
        { pointer: '/b', matches: '^x$' },
      ],
      contains: ['one'],
      containsAny: ['two', 'three'],
      bodyEquals: 'four',
      location: '/five',
      headers: { six: 'seven' },
      redirectToRoot: true,
      weakEvidence: true,
      lacks: ['eight'],
    });
    expect(words.split(', ')).toEqual([
      'the document object',
      '/a equals ["{username}"]',
      '/b matches ^x$',
      'contains "one"',
      'contains one of ["two","three"]',
      'body is "four"',
      'location /five',
      'header six has "seven"',
      'a redirect to the root',
      'resting on the control',
      'lacks "eight"',
    ]);
    expect(describeEvidence(side({}))).toBe('');
  });

  it('names the account by a member of a JSON answer, and never by the text of a page', () => {
    const member = { status: [200], json: [{ pointer: '/id', is: 'string' as const }] };
    const named = [
      { status: [200], json: [{ pointer: '/name', is: 'identity' as const }] },
      { status: [200], json: [{ pointer: '/url', matches: '^https://example\\.com/{username}$' }] },
      { ...member, containsAny: ['"username":"{username}"', '"orgname": "{username}"'] },
    ];
    const unnamed = [
      member,
      { ...member, containsAny: ['"username":"{username}"', '{username}'] },
      { status: [200], contains: ['"username":"{username}"'] },
    ];
    expect([named, unnamed].map((sides) => sides.map(namesAccount))).toEqual([
      [true, true, true],
      [false, false, false],
    ]);
  });

  it('is three hundred characters long at most', () => {
    const words = (length: number) => describeEvidence(side({ location: 'x'.repeat(length - 'location '.length) }));
    expect(words(300)).toMatch(/^location x+$/);
    expect(words(301)).toMatch(/^location x+…$/);
    expect([words(300).length, words(301).length]).toEqual([300, 300]);
  });
});
