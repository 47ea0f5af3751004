import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRules, denialOf } from '../../../../../src/engine/catalogue/rules/rule-counts.js';
import type { ProbeRule } from '../../../../../src/engine/catalogue/rules/probe-rule.js';
import { platformOf } from '../../../../support/fixtures.js';

const PROVENANCE = { source: 'its manual', read: '2030-01-01', liveChecked: null };
const PRIVATE = { class: 'private accounts', source: 'its manual' };
const rule = (more: Partial<ProbeRule> = {}): ProbeRule => ({
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{email}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
  registered: { status: [200] },
  absent: { status: [404] },
  ...more,
});

describe('whether a rule may deny', () => {
  it.each([
    ['both sides and a known account', rule({ positiveControls: ['northwind'] }), 'yes'],
    ['both sides without one: an operator’s account would do', rule(), 'with_control_account'],
    ['an empty list is none', rule({ positiveControls: [] }), 'with_control_account'],
    ['no evidence of absence, whatever is known', rule({ absent: undefined, positiveControls: ['northwind'] }), 'no'],
    ['accounts in use that read absent', rule({ readsAbsent: [PRIVATE], positiveControls: ['northwind'] }), 'no'],
    ['no evidence of presence: no control could confirm', rule({ registered: undefined, positiveControls: ['northwind'] }), 'no'],
  ])('%s', (_, given, expected) => expect(denialOf(given)).toBe(expected));
});

const anyRule = fc
  .record({ registered: fc.boolean(), absent: fc.boolean(), known: fc.boolean(), live: fc.option(fc.constant('2030-01-02')) })
  .map(({ registered, absent, known, live }) =>
    rule({
      ...(registered ? {} : { registered: undefined }),
      ...(absent ? {} : { absent: undefined }),
      ...(known ? { positiveControls: ['northwind'] } : {}),
      provenance: { ...PROVENANCE, liveChecked: live },
    }),
  );

describe('the counts of a query type', () => {
  it('no rule is in two of them, and one that no negative control fits is in neither kind of denial', () =>
    fc.assert(
      fc.property(fc.array(anyRule), fc.func(fc.boolean()), (rules, fits) => {
        const platforms = rules.map((each, n) => platformOf(`p${n}`, { probes: { email: each } }));
        const counts = countRules(platforms, 'email', (each) => fits(rules.indexOf(each)));
        const fitting = rules.filter((_, n) => fits(n));
        expect(counts).toEqual({
          platforms: rules.length,
          mayDeny: fitting.filter((each) => denialOf(each) === 'yes').length,
          mayDenyWithControlAccount: fitting.filter((each) => denialOf(each) === 'with_control_account').length,
          uncalibrated: rules.length - fitting.length,
          liveChecked: rules.filter(({ provenance }) => provenance?.liveChecked).length,
        });
        expect(countRules(platforms, 'phone', () => true).platforms).toBe(0);
      }),
    ));
});
