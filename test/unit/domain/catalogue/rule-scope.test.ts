import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProbeRule, RuleScope } from '../../../../src/domain/catalogue/probe-rule.js';
import { canHold, inScope } from '../../../../src/domain/catalogue/rule-scope.js';
import type { Identity } from '../../../../src/domain/identity/identity.js';

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
