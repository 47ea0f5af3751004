import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FICTIONAL_RANGES,
  fictionalCountry,
  NUMBER_KINDS,
  numbersOf,
  rangeSize,
} from '../../../../src/engine/catalogue/rules/fictional-numbers.js';
import {
  negativeControlFault,
  negativeControlIdentities,
  negativeControls,
  ruleApplicability,
} from '../../../../src/engine/controls/negative-control-identities.js';
import { countryOf } from '../../../../src/engine/catalogue/rules/phone-country.js';
import { canHold } from '../../../../src/engine/catalogue/rules/rule-scope.js';
import { parsePhone } from '../../../../src/facts/phone/sources/number-plan.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';

const rule = {} as ProbeRule;
const ruleOf = (change: Partial<ProbeRule>): ProbeRule => change as ProbeRule;
const COUNTRIES = Object.keys(FICTIONAL_RANGES);
const made = (of: ProbeRule, type: 'phone' | 'email' = 'phone'): string | undefined => negativeControlIdentities.make(of, type)?.value;

describe('the phone number of a negative control', () => {
  const numbers = Array.from({ length: 500 }, () => made(rule) ?? '');

  it('is one of those reserved for fiction, so that no telephone rings', () => {
    for (const number of numbers) expect(number).toMatch(/^\+1[2-9]\d\d55501\d\d$/);
  });

  it('is one that platforms take for a number', () => {
    for (const number of numbers) expect(parsePhone(number)?.isValid()).toBe(true);
  });

  it('is never one that documents and tests look up as an example, and seldom the same twice', () => {
    expect(numbers.filter((number) => number.startsWith('+1202'))).toEqual([]);
    expect(new Set(numbers).size).toBeGreaterThan(350);
  });

  it('without a scope it is American, so a pattern of another country gets none', () => {
    expect(made(ruleOf({ pattern: '^\\+44\\d+$' }))).toBeUndefined();
    expect(negativeControlFault(ruleOf({ pattern: '^\\+44\\d+$' }), 'phone')).toMatch(/name its countries in `scope`/);
  });
});

describe('ranges of numbers that nobody has', () => {
  it.each(Object.entries(FICTIONAL_RANGES))('%s: each has its document, where it was read, and the day', (country, ranges) => {
    expect(country).toMatch(/^[A-Z]{2}$/);
    expect(ranges.document.length).toBeGreaterThan(20);
    expect(ranges.url).toMatch(/^https:\/\//);
    expect(ranges.readIn.length).toBeGreaterThan(10);
    expect(ranges.read).toMatch(/^20\d\d-\d\d-\d\d$/);
    const all = NUMBER_KINDS.flatMap((kind) => ranges[kind] ?? []);
    expect(all.length).toBeGreaterThan(0);
    for (const range of all) expect(range).toMatch(/^\+[1-9]\d+x{0,4}$/);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(Object.entries(FICTIONAL_RANGES))('%s: each number is one of that country, and can be dialled', (country, ranges) => {
    for (const range of NUMBER_KINDS.flatMap((kind) => ranges[kind] ?? [])) {
      const [number = ''] = numbersOf(range);
      expect(countryOf(number), number).toBe(country);
      expect(fictionalCountry(number), number).toBe(country);
      expect(parsePhone(number)?.isPossible(), number).toBe(true);
    }
  });

  it.each(['AU', 'DE', 'SE'])('%s: mobile numbers are what they are called', (country) => {
    for (const range of FICTIONAL_RANGES[country]?.mobile ?? []) {
      for (const number of numbersOf(range)) expect(parsePhone(number)?.getType(), number).toBe('MOBILE');
    }
  });

  it('are gone through completely, each number once', () => {
    expect([...numbersOf('+120655501xx')].sort()).toEqual(Array.from({ length: 100 }, (_, n) => `+120655501${String(n).padStart(2, '0')}`));
    expect([...numbersOf('+61491570006')]).toEqual(['+61491570006']);
    expect(rangeSize('+3363998xxxx')).toBe(10_000);
  });

  it('neighbours of a range are not in it', () => {
    for (const number of [
      '+12065550200',
      '+447700899999',
      '+447700901000',
      '+46701740604',
      '+46701740700',
      '+491713919999',
      '+33639970000',
    ])
      expect(fictionalCountry(number), number).toBeNull();
  });
});

describe('the negative control of a scoped rule', () => {
  it('is inside its scope and pattern and in a documented range, for all scopes that have one', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...COUNTRIES, 'IN', 'BR', 'RU'), { minLength: 1 }),
        fc.boolean(),
        (countries, landline) => {
          const scoped = ruleOf({ scope: { countries }, ...(landline ? { pattern: '^\\+(?:[2-9]|1(?:2|4))\\d+$' } : {}) });
          const number = made(scoped);
          const fitting = countries.filter((country) => COUNTRIES.includes(country));
          if (fitting.length === 0) {
            expect(number).toBeUndefined();
            return;
          }
          if (number === undefined) throw new Error('no number was made');
          expect(canHold(scoped, { type: 'phone', value: number }, countryOf)).toBe(true);
          expect(fitting).toContain(fictionalCountry(number));
        },
      ),
    );
  });

  it.each([
    ['GB', /^\+447700900\d{3}$/],
    ['AU', /^\+614\d{8}$/],
    ['DE', /^\+491[57]\d+$/],
    ['FR', /^\+3363998\d{4}$/],
    ['SE', /^\+467\d{8}$/],
  ])('%s: it is a mobile number, because platforms refuse landlines', (country, mobile) => {
    for (let n = 0; n < 50; n += 1) expect(made(ruleOf({ scope: { countries: [country] } }))).toMatch(mobile);
  });

  it('is a landline where the pattern wants one, and one of few where it wants those', () => {
    expect(made(ruleOf({ scope: { countries: ['GB'] }, pattern: '^\\+4420\\d{8}$' }))).toMatch(/^\+442079460\d{3}$/);
    expect(made(ruleOf({ scope: { countries: ['FR'] }, pattern: '^\\+33.*00042$' }))).toBe('+33199000042');
    expect(made(ruleOf({ scope: { countries: ['US'] }, pattern: '^\\+17025550177$' }))).toBe('+17025550177');
  });

  it('is different each time', () => {
    const scoped = ruleOf({ scope: { countries: ['DE'] } });
    expect(new Set(Array.from({ length: 100 }, () => made(scoped))).size).toBeGreaterThan(50);
  });

  it('there is none for a country without a documented range, whose numbers could ring', () => {
    const indian = ruleOf({ scope: { countries: ['IN'] }, pattern: '^\\+91[6-9]\\d{9}$' });
    expect(made(indian)).toBeUndefined();
    expect(negativeControlFault(indian, 'phone')).toMatch(/is documented for IN$/);
    expect(ruleApplicability.hasNegativeControl(indian, 'phone')).toBe(false);
    const refusing = ruleOf({ scope: { countries: ['SE'] }, pattern: '^\\+4673\\d+$' });
    expect(negativeControlFault(refusing, 'phone')).toBe('no number reserved for fiction in SE fits its pattern');
  });

  it('is one of the operator’s where there is none, if the rule takes it: of no other country, and made ones come first', () => {
    const OWN = ['+12025550123', '+911000000000'];
    const { identities, applicability } = negativeControls((platform) => (platform === 'owned' ? OWN : []));
    const indian = ruleOf({ scope: { countries: ['IN'] } });
    expect(identities.make(indian, 'phone', 'owned')).toEqual({ type: 'phone', value: '+911000000000' });
    expect(applicability.hasNegativeControl(indian, 'phone', 'owned')).toBe(true);
    expect([identities.make(indian, 'phone', 'other'), applicability.hasNegativeControl(indian, 'phone', 'other')]).toEqual([null, false]);
    for (const scope of [{ countries: ['IT'] }, { countries: ['IN'] }])
      expect(applicability.hasNegativeControl(ruleOf({ scope, pattern: '^\\+9199\\d+$' }), 'phone', 'owned')).toBe(false);
    expect(OWN).not.toContain(identities.make(rule, 'phone', 'owned')?.value);
    expect(identities.make(ruleOf({ pattern: '^.*@example\\.com$' }), 'email', 'owned')).toBeNull();
  });

  it('is an impossible local part at one of its domains, for all domains', () => {
    const domain = fc.stringMatching(/^[a-z0-9]{1,10}\.example$/);
    fc.assert(
      fc.property(fc.uniqueArray(domain, { minLength: 1, maxLength: 4 }), (domains) => {
        const [local = '', at] = made(ruleOf({ scope: { domains } }), 'email')?.split('@') ?? [];
        expect(domains).toContain(at);
        expect(local).toMatch(/^[a-z]\d[a-z]{14}$/);
      }),
    );
  });

  it('has the form that a domain’s rule takes, and without a scope it is at a provider that takes sign-ups', () => {
    expect(made(ruleOf({ scope: { domains: ['example.com'] }, pattern: '^[a-z]{3,16}@example\\.com$' }), 'email')).toMatch(
      /^[a-z]{16}@example\.com$/,
    );
    expect(made(rule, 'email')).toMatch(/@outlook\.com$/);
    expect(made(ruleOf({ pattern: '^.*@example\\.com$' }), 'email')).toBeUndefined();
  });
});

it('whether there is one stays the same for a rule, and is answered for thousands in a moment', () => {
  fc.assert(
    fc.property(fc.constantFrom(...COUNTRIES, 'IN'), fc.constantFrom('^\\+44\\d+$', '^\\+\\d+$', '^\\+1\\d{10}$'), (country, pattern) => {
      const of = ruleOf({ scope: { countries: [country] }, pattern });
      const has = ruleApplicability.hasNegativeControl(of, 'phone');
      for (let n = 0; n < 5; n += 1) expect(made(of) !== undefined).toBe(has);
      expect(negativeControlFault(of, 'phone') === null).toBe(has);
    }),
  );
});
