import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonAssertion } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { holds, MAX_MATCHED, readPointer } from '../../../../src/engine/evaluation/json-assertion.js';

const at = (document: unknown, pointer: string) => {
  const pointed = readPointer(document, pointer);
  return pointed.found ? pointed.value : 'nothing';
};
const ADA = { username: 'Ada', email: 'ada@example.com', phone: '+15550100', 'phone:digits': '15550100', 'phone:national': '5550100' };
const verdict = (value: unknown, assertion: Omit<JsonAssertion, 'pointer'>, variables: Record<string, string> = ADA) =>
  holds({ pointer: '', ...assertion }, { found: true, value }, variables);

describe('a JSON pointer', () => {
  const document = { a: { b: [10, { c: null }] }, '': 'empty', 'x/y': 1, 'x~y': 2, '~1': 3, text: 'abc', '0': 'member' };

  it.each([
    ['', document],
    ['/', 'empty'],
    ['/a/b/0', 10],
    ['/a/b/1/c', null],
    ['/x~1y', 1],
    ['/x~0y', 2],
    ['/~01', 3],
    ['/0', 'member'],
  ])('%s finds its value', (pointer, value) => expect(at(document, pointer)).toEqual(value));

  it.each([
    'a',
    '/b',
    '/a/b/2',
    '/a/b/00',
    '/a/b/01',
    '/a/b/-',
    '/a/b/1x',
    '/a/b/',
    '/text/0',
    '/text/length',
    '/a/b/1/c/d',
    '/constructor',
  ])('%s finds nothing', (pointer) => expect(at(document, pointer)).toBe('nothing'));

  it('finds each member of any object by its escaped name, and nothing by a name that it does not have', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), fc.string(), (members, name) => {
        const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        expect(at(members, pointer)).toEqual(Object.hasOwn(members, name) ? members[name] : 'nothing');
      }),
    ));
});

describe('the shape of a value', () => {
  it.each([
    ['string', 1, false],
    ['number', '1', false],
    ['present', 1, true],
    ['array', [1], true],
    ['array', { length: 0 }, false],
    ['object', 'x', false],
    ['null', false, false],
    ['true', 'true', false],
    ['false', 0, false],
    ['false', true, false],
    ['empty', {}, true],
    ['empty', { a: 1 }, false],
    ['empty', 'x', false],
    ['empty', 0, false],
    ['nonEmpty', { a: 1 }, true],
    ['nonEmpty', 'x', true],
    ['nonEmpty', '', false],
    ['nonEmpty', null, false],
  ] as const)('%s of %j: %s', (is, value, expected) => expect(verdict(value, { is })).toBe(expected));

  it('of a value that is not there is "missing" and no other', () => {
    const missing = (assertion: Omit<JsonAssertion, 'pointer'>) => holds({ pointer: '', ...assertion }, { found: false }, ADA);
    expect(missing({ is: 'missing' })).toBe(true);
    for (const is of ['present', 'null', 'empty', 'false', 'identity'] as const) expect(missing({ is })).toBe(false);
    expect([missing({ equals: null }), missing({ matches: '' })]).toEqual([false, false]);
  });

  it('identity is any spelling of who was probed, and nobody else, above all not nobody', () => {
    for (const value of ['ada', ' ADA ', '@Ada', 'ADA@example.com', '+15550100', '15550100', '5550100']) {
      expect(verdict(value, { is: 'identity' })).toBe(true);
    }
    for (const value of ['adam', '@@ada', '', '@', '550100']) expect(verdict(value, { is: 'identity' })).toBe(false);
    expect(verdict(15550100, { is: 'identity' })).toBe(false);
    for (const value of ['', '@', 'undefined']) expect(verdict(value, { is: 'identity' }, { username: '' })).toBe(false);
  });
});

describe('an assertion', () => {
  it('holds when every part of it does', () => {
    expect(verdict('ada', { is: 'string', equals: 'ada', matches: '^a' })).toBe(true);
    expect(verdict('ada', { is: 'number', equals: 'ada', matches: '^a' })).toBe(false);
    expect(verdict('ada', { is: 'string', equals: 'eve', matches: '^a' })).toBe(false);
    expect(verdict('ada', { is: 'string', equals: 'ada', matches: '^b' })).toBe(false);
    expect(verdict('whatever', {})).toBe(true);
  });

  it('compares constants exactly, and texts with the identity without regard to case', () => {
    expect([verdict('Not Found', { equals: 'Not Found' }), verdict('not found', { equals: 'Not Found' })]).toEqual([true, false]);
    expect([verdict('u/ADA', { equals: 'U/{username}' }), verdict('u/eve', { equals: 'U/{username}' })]).toEqual([true, false]);
    expect(verdict(1, { equals: '{username}' })).toBe(false);
    expect([verdict('x', { equals: '{unknown}' }), verdict('{unknown}', { equals: '{unknown}' })]).toEqual([false, false]);
    expect([
      verdict(1, { equals: '1' }),
      verdict('1', { equals: 1 }),
      verdict(null, { equals: null }),
      verdict(0, { equals: null }),
    ]).toEqual([false, false, true, false]);
  });

  it.each([
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1, 2], [1], false],
    [[1], [1, 2], false],
    [[], {}, false],
    [{}, [], false],
    [{}, null, false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1, b: 2 }, { a: 1, c: 2 }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: { b: ['{username}'] } }, { a: { b: ['ADA'] } }, true],
    [{ constructor: '{username}' }, { other: 'ada' }, false],
  ])('equals %j by %j: %s', (equals, value, expected) => expect(verdict(value, { equals })).toBe(expected));

  it('any JSON equals itself', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!/\{[a-z]/.test(JSON.stringify(value))); // a variable
        expect(verdict(JSON.parse(JSON.stringify(value)), { equals: JSON.parse(JSON.stringify(value)) })).toBe(true);
      }),
    ));

  it('matches a text of bounded length by an expression without regard to case, in which the identity stands for itself', () => {
    expect([verdict('/U/ada', { matches: '^/u/{username}$' }), verdict('/u/adam', { matches: '^/u/{username}$' })]).toEqual([true, false]);
    expect(verdict('a+b', { matches: '^{username}$' }, { username: 'a+b' })).toBe(true);
    expect([verdict(1, { matches: '1' }), verdict('null', { matches: '{unknown}' }), verdict('x', { matches: '(' })]).toEqual([
      false,
      false,
      false,
    ]);
    expect([MAX_MATCHED, MAX_MATCHED + 1].map((length) => verdict('a'.repeat(length), { matches: '^a' }))).toEqual([true, false]);
  });
});
