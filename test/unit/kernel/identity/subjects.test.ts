import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODULES, subjectsOf } from '../../../../src/facts/checks.js';
import {
  kindOf,
  MAX_PER_KIND,
  personRefs,
  refOf,
  refsOf,
  SUBJECT_KINDS,
  type SubjectRef,
  type Subjects,
} from '../../../../src/kernel/identity/subjects.js';

const kind = fc.constantFrom(...SUBJECT_KINDS);
const counts = fc.record(Object.fromEntries(SUBJECT_KINDS.map((each) => [each, fc.integer({ min: 0, max: MAX_PER_KIND })])));

/** So many identities of each kind, in a stored lookup's shape. */
function subjectsWith(many: Readonly<Record<string, number>>): Subjects {
  const refs = SUBJECT_KINDS.flatMap((each) => Array.from({ length: many[each] ?? 0 }, (_, n) => refOf(each, n + 1)));
  return Object.fromEntries(refs.map((ref) => [ref, `some ${ref}`]));
}

describe('names of identities', () => {
  it('the first of a kind is called by the kind alone, as v1 stores it', () => {
    expect(SUBJECT_KINDS.map((each) => refOf(each, 1))).toEqual([...SUBJECT_KINDS]);
    expect(refOf('email', 2)).toBe('email#2');
  });

  it('tell their kind, and differ by number', () =>
    fc.assert(
      fc.property(kind, fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }), (each, a, b) => {
        expect(kindOf(refOf(each, a))).toBe(each);
        expect(refOf(each, a) === refOf(each, b)).toBe(a === b);
      }),
    ));

  it('are listed by kind, then as they were sent, whatever the order of the stored members', () =>
    fc.assert(
      fc.property(counts, (many) => {
        const subjects = subjectsWith(many);
        const turned: Subjects = Object.fromEntries(Object.entries(subjects).reverse());
        const refs = refsOf(turned, SUBJECT_KINDS);
        expect(refs).toEqual(Object.keys(subjects) as SubjectRef[]);
        expect(personRefs(turned)).toEqual(refs.filter((ref) => kindOf(ref) !== 'ip'));
      }),
    ));

  it('every module is run for each identity of its kinds, and for no other', () => {
    const subjects = subjectsWith({ email: 2, phone: 1, username: 1, ip: 2 });
    expect(Object.fromEntries(MODULES.map((module) => [module, subjectsOf(module, subjects)]))).toEqual({
      footprint: ['email', 'email#2', 'phone', 'username'],
      email: ['email', 'email#2'],
      phone: ['phone'],
      ip: ['ip', 'ip#2'],
      breaches: ['email', 'email#2', 'phone', 'username'],
      webMentions: ['email', 'email#2', 'phone', 'username'],
    });
  });
});
