import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProbeRule, RuleScope } from '../../../../../src/engine/catalogue/rules/probe-rule.js';
import { asKnown, canHold, foldsCase, inScope } from '../../../../../src/engine/catalogue/rules/rule-scope.js';
import type { Identity } from '../../../../../src/kernel/identity/identity.js';

const phone = (value: string): Identity => ({ type: 'phone', value });
const email = (value: string): Identity => ({ type: 'email', value });
const isIn = (scope: RuleScope | undefined, identity: Identity, country: string | null = null): boolean =>
  inScope(scope, identity, () => country);

describe('a scope of countries', () => {
  it('has the numbers of its countries, and none whose country is not determined', () => {
    expect(isIn({ countries: ['IN', 'GB'] }, phone('+447700900123'), 'GB')).toBe(true);
    expect(isIn({ countries: ['IN'] }, phone('+447700900123'), 'GB')).toBe(false);
    expect(isIn({ countries: ['GB'] }, phone('+447700900123'), null)).toBe(false);
  });

  it('is the listed countries, for all lists', () => {
    const country = fc.constantFrom('US', 'CA', 'GB', 'JE', 'IN', 'RU', 'KZ');
    fc.assert(
      fc.property(fc.uniqueArray(country, { minLength: 1 }), fc.option(country), (countries, of) => {
        expect(isIn({ countries }, phone('+15550100'), of)).toBe(of !== null && countries.includes(of));
      }),
    );
  });
});

describe('a scope of domains', () => {
  it.each([
    ['ada@example.com', true],
    ['Ada@EXAMPLE.com', true],
    ['"a@b"@example.com', true],
    ['ada@mail.example.com', false],
    ['ada@notexample.com', false],
    ['ada@example.com.invalid', false],
    ['example.com@example.org', false],
  ])('%s: %s', (address, expected) => {
    expect(isIn({ domains: ['example.com', 'example.net'] }, email(address))).toBe(expected);
  });
});

it('a rule without a scope is asked about everybody, and a scope that is silent about a type admits none of it', () => {
  expect(isIn(undefined, phone('+15550100'))).toBe(true);
  expect(isIn({}, phone('+15550100'), 'US')).toBe(false);
  expect(isIn({ domains: ['example.com'] }, phone('+15550100'), 'US')).toBe(false);
  expect(isIn({ countries: ['US'] }, email('ada@example.com'), 'US')).toBe(false);
  expect(isIn({ countries: ['US'] }, { type: 'username', value: 'ada' }, 'US')).toBe(false);
});

it('naming rule and scope both have to admit an identity', () => {
  const rule = { pattern: '^\\+1206\\d{7}$', scope: { countries: ['US'] } } as unknown as ProbeRule;
  expect(canHold(rule, phone('+12065550142'), () => 'US')).toBe(true);
  expect(canHold(rule, phone('+12065550142'), () => 'CA')).toBe(false);
  expect(canHold(rule, phone('+12125550142'), () => 'US')).toBe(false);
});

describe('a rule that asks for names in lower case', () => {
  const rule = (url: string) => ({ pattern: '^[a-z0-9]{2,20}$', request: { method: 'GET', url } }) as unknown as ProbeRule;
  const folds = rule('https://example.com/{username:lower}');
  const distinguishes = rule('https://example.com/{username}');
  const username = (value: string): Identity => ({ type: 'username', value });

  it('knows every spelling by one text, to which its naming rule applies; another rule knows each as it is', () => {
    expect([foldsCase(folds), foldsCase(distinguishes)]).toEqual([true, false]);
    expect(asKnown(folds, username('JohnDoe')).value).toBe('johndoe');
    expect(asKnown(distinguishes, username('JohnDoe')).value).toBe('JohnDoe');
    expect(canHold(folds, asKnown(folds, username('JohnDoe')), () => null)).toBe(true);
  });

  it('knows an address in lower case, whatever the rule: letters beyond ASCII stay', () => {
    const known = asKnown(rule('https://example.com/?q={email}'), { type: 'email', value: 'Jane.ÖBER@example.com' });
    expect(known.value).toBe('jane.Öber@example.com');
  });

  it('no other letter becomes one of ASCII, whatever lower case Unicode gives it', () => {
    for (const letter of ['\u0130', '\u212a', '\u212b', '\u017f'])
      expect(asKnown(folds, username(`A${letter}B`)).value).toBe(`a${letter}b`);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const known = asKnown(folds, username(name)).value;
        expect(known).toHaveLength(name.length);
        expect(canHold(folds, username(known), () => null)).toBe(/^[A-Za-z0-9]{2,20}$/.test(name));
      }),
    );
  });
});
