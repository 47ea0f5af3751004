import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODULES, modulesToRun, type Checks } from '../../../../src/facts/checks.js';
import { countedModule, PRICE_MILLICENTS, priceOf } from '../../../../src/features/lookups/prices.js';
import { requestOf } from '../../../support/fixtures.js';

const checks: fc.Arbitrary<Checks> = fc
  .array(fc.tuple(fc.constantFrom(...MODULES), fc.boolean()))
  .map((pairs) => Object.fromEntries(pairs));

describe('prices', () => {
  it('a lookup costs the modules that it runs, each once', () =>
    fc.assert(
      fc.property(checks, (requested) => {
        const everyone = { email: 'ada@example.com', phone: '+15550100', username: 'ada', ip: '192.0.2.1' };
        const expected = modulesToRun(requested, everyone).reduce((sum, module) => sum + PRICE_MILLICENTS[module], 0);
        expect(priceOf(requestOf({ checks: requested, subjects: everyone }))).toBe(expected);
      }),
    ));

  it('a module costs its price for each identity of a kind; an address and a number of one person cost as one', () => {
    const several = {
      email: 'a@example.com',
      'email#2': 'b@example.com',
      'email#3': 'c@example.com',
      phone: '+15550100',
      'phone#2': '+15550101',
      ip: '192.0.2.1',
    };
    const only = (module: (typeof MODULES)[number]) =>
      priceOf(requestOf({ subjects: several, checks: Object.fromEntries(MODULES.map((each) => [each, each === module])) }));
    expect(only('email')).toBe(3 * PRICE_MILLICENTS.email);
    expect(only('phone')).toBe(2 * PRICE_MILLICENTS.phone);
    expect(only('ip')).toBe(PRICE_MILLICENTS.ip);
    expect(only('footprint')).toBe(3 * PRICE_MILLICENTS.footprint);
  });

  it('whatever runs costs something, in whole millicents', () => {
    for (const module of MODULES) {
      expect(PRICE_MILLICENTS[module]).toBeGreaterThan(0);
      expect(Number.isInteger(PRICE_MILLICENTS[module])).toBe(true);
    }
  });

  it.each(['email', 'phone', 'ip'] as const)('a single check of an %s costs its one module', (kind) => {
    expect(priceOf(requestOf({ kind, queryType: null, checks: {} }))).toBe(PRICE_MILLICENTS[kind]);
  });

  it('neither depth nor a list of platforms changes the price', () => {
    const prices = [
      requestOf({}),
      requestOf({ band: 'instant' }),
      requestOf({ platforms: ['github'] }),
      requestOf({ bypassCache: true }),
    ].map(priceOf);
    expect(new Set(prices).size).toBe(1);
  });

  it('a lookup is counted under a module that it runs, the first of the order in which they are listed', () =>
    fc.assert(
      fc.property(checks, (requested) => {
        const everyone = { email: 'ada@example.com', phone: '+15550100', username: 'ada', ip: '192.0.2.1' };
        const run = modulesToRun(requested, everyone);
        const counted = countedModule(requestOf({ checks: requested, subjects: everyone }));
        expect(counted).toBe(MODULES.find((module) => run.includes(module)) ?? 'footprint');
      }),
    ));

  it('a lookup that runs nothing is counted under the footprint', () => {
    const nothing = { footprint: false, breaches: false, webMentions: false };
    expect(countedModule(requestOf({ checks: nothing }))).toBe('footprint');
    expect(priceOf(requestOf({ checks: nothing }))).toBe(0);
  });

  it.each(['email', 'phone', 'ip'] as const)('a single check of an %s is counted under its one module', (kind) => {
    expect(countedModule(requestOf({ kind, queryType: null, subjects: {}, checks: {} }))).toBe(kind);
  });
});

it('the prices of modules are those that docs/contract.md publishes', () => {
  const text = readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8');
  for (const [module, price] of Object.entries(PRICE_MILLICENTS)) expect(text).toContain(`\`${module}\` ${price.toLocaleString('en')}`);
});
