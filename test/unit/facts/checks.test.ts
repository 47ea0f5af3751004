import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODULES, modulesToRun, type Checks } from '../../../src/facts/checks.js';
import type { Subjects } from '../../../src/kernel/identity/subjects.js';

const checks: fc.Arbitrary<Checks> = fc
  .array(fc.tuple(fc.constantFrom(...MODULES), fc.boolean()))
  .map((pairs) => Object.fromEntries(pairs));
const PERSON = ['email', 'phone', 'username'] as const;
const FACTS = ['email', 'phone', 'ip'] as const;
const subjects: fc.Arbitrary<Subjects> = fc
  .subarray([...PERSON, 'ip' as const])
  .map((names) => Object.fromEntries(names.map((name) => [name, `some ${name}`])));
const isPerson = (has: Subjects): boolean => PERSON.some((name) => has[name] !== undefined);

describe('the modules of a request, for all checks and subjects', () => {
  it('footprint, breaches and web mentions run unless refused, where there is a person', () =>
    fc.assert(
      fc.property(checks, subjects, (probed, has) => {
        const modules = modulesToRun(probed, has);
        for (const module of ['footprint', 'breaches', 'webMentions'] as const) {
          expect(modules.includes(module)).toBe(isPerson(has) && probed[module] !== false);
        }
      }),
    ));

  it('the fact modules run only when asked for, where their subject is', () =>
    fc.assert(
      fc.property(checks, subjects, (probed, has) => {
        const modules = modulesToRun(probed, has);
        for (const module of FACTS) expect(modules.includes(module)).toBe(probed[module] === true && has[module] !== undefined);
      }),
    ));

  it('each at most once, in one order', () =>
    fc.assert(
      fc.property(checks, subjects, (probed, has) => {
        const modules = modulesToRun(probed, has);
        expect(modules).toEqual(MODULES.filter((module) => modules.includes(module)));
      }),
    ));

  it.each<[string, Checks, Subjects, readonly string[]]>([
    ['nothing at all', {}, {}, []],
    ['an address that nobody asked to check', {}, { ip: '192.0.2.1' }, []],
    ['an address to check', { ip: true }, { ip: '192.0.2.1' }, ['ip']],
    ['a username', {}, { username: 'ada' }, ['footprint', 'breaches', 'webMentions']],
    ['everything refused', { footprint: false, breaches: false, webMentions: false }, { email: 'ada@example.com' }, []],
    ['an e-mail check beside a username', { email: true }, { username: 'ada' }, ['footprint', 'breaches', 'webMentions']],
  ])('%s', (_, probed, has, expected) => {
    expect(modulesToRun(probed, has)).toEqual(expected);
  });
});
