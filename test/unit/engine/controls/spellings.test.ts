/** What known accounts show of names that are spelt in another way, and how often they are asked. */
import { describe, expect, it } from 'vitest';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import type { Control, ControlOutcome } from '../../../../src/engine/controls/control.js';
import { Spellings } from '../../../../src/engine/controls/spellings.js';
import type { Verdict } from '../../../../src/engine/evaluation/verdict.js';
import type { QueryType } from '../../../../src/kernel/identity/identity.js';
import { BARE_RULE } from '../../../support/bare-rule.js';

const START = Date.parse('2026-11-29T12:00:00Z');
const DASHED = 'jane-doe';
const passed = (more: object = {}): Control => ({
  platform: 'a',
  subject: 'username',
  checkedAt: new Date(START),
  latencyMs: 1,
  outcome: {
    state: 'passed',
    mayDeny: true,
    capitals: { at: new Date(START).toISOString(), reads: 'registered' },
    ...more,
  } as ControlOutcome,
});

/** @param registered names that read registered; others are denied, but for those that are not answered */
function spellings(registered: readonly string[], rule: Partial<ProbeRule> = {}, queryType: QueryType = 'username') {
  const asked: string[] = [];
  const stored: Control[] = [];
  const clock = { ms: START };
  const unanswered = new Set<string>();
  const subject = new Spellings(
    {
      probe: async ({ type, value }) => {
        asked.push(`${type} ${value}`);
        const state = unanswered.has(value) ? 'inconclusive' : registered.includes(value) ? 'registered' : 'not_registered';
        return { state } as Verdict;
      },
      store: async (control) => {
        stored.push(control);
        return control;
      },
      now: () => new Date(clock.ms),
    },
    { rule: { ...BARE_RULE, positiveControls: [DASHED], ...rule }, queryType },
  );
  return { subject, asked, stored, clock, unanswered };
}
const formsOf = ({ outcome }: Control): unknown => (outcome as { forms?: object }).forms;
const NOW = new Date(START).toISOString();

describe('whether a "no" about a name counts for its form', () => {
  it.each([
    ['a plain name', 'janedoe', 'proven'],
    ['a form that a known account has', 'ada-smith', 'known'],
    ['a form that none has', 'ada.smith', 'unproven'],
    ['two forms, of which none has the second', 'ada-smith.x', 'unproven'],
  ])('of %s', (_, name, proof) => {
    expect(spellings([DASHED]).subject.proofOf(passed(), name)).toBe(proof);
  });

  it('is proven where names are looked up as they were sent, where one was seen, and of no other kind of identity', () => {
    expect(spellings([], { nameAsSent: { source: 'its source' } } as never).subject.proofOf(passed(), 'ada.smith')).toBe('proven');
    expect(spellings([]).subject.proofOf(passed({ forms: { '.': NOW } }), 'ada.smith')).toBe('proven');
    expect(spellings([], {}, 'email').subject.proofOf(passed(), 'ada.smith')).toBe('proven');
  });
});

describe('known accounts of a form', () => {
  it('are asked when a "no" needs them, once for those that wait together, and what they show is stored', async () => {
    const { subject, asked, stored } = spellings([DASHED]);
    const [one, other] = await Promise.all([subject.withFormsOf(passed(), 'ada-smith'), subject.withFormsOf(passed(), 'bob-smith')]);
    expect(asked).toEqual([`username ${DASHED}`]);
    expect([formsOf(one as Control), formsOf(other as Control)]).toEqual([{ '-': NOW }, { '-': NOW }]);
    expect(stored).toHaveLength(1);
  });

  it('are asked one for each form, and none twice that shows both', async () => {
    const { subject, asked } = spellings([DASHED, 'a.b-c'], { positiveControls: ['a.b-c', DASHED] } as never);
    const control = await subject.withFormsOf(passed(), 'ada-smith.x');
    expect(asked).toEqual(['username a.b-c']);
    expect(formsOf(control)).toEqual({ '-': NOW, '.': NOW });
  });

  it('are asked apart where their controls differ', async () => {
    const { subject, asked } = spellings([DASHED]);
    const later = { ...passed(), checkedAt: new Date(START + 1) };
    await Promise.all([subject.withFormsOf(passed(), 'ada-smith'), subject.withFormsOf(later, 'ada-smith')]);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['denied', false, 3_600_000],
    ['not answered', true, 60_000],
  ])('%s: are asked again after a while, and until then are of no use', async (_, isUnanswered, ms) => {
    const { subject, asked, stored, clock, unanswered } = spellings([]);
    if (isUnanswered) unanswered.add(DASHED);
    await subject.withFormsOf(passed(), 'ada-smith');
    clock.ms += ms - 1;
    expect(subject.proofOf(passed(), 'ada-smith')).toBe('unproven');
    await subject.withFormsOf(passed(), 'ada-smith');
    expect(asked).toHaveLength(1);
    clock.ms += 1;
    expect(subject.proofOf(passed(), 'ada-smith')).toBe('known');
    await subject.withFormsOf(passed(), 'ada-smith');
    expect([asked.length, stored.length]).toEqual([2, 0]);
  });
});

describe('ahead of lookups', () => {
  it('forms and capitals of known accounts are asked, and stored', async () => {
    const { subject, asked, stored } = spellings([DASHED, 'JANE-DOE']);
    const control = await subject.renew(passed({ capitals: undefined }));
    expect(asked).toEqual(['username JANE-DOE', `username ${DASHED}`, `username ${DASHED}`]);
    expect(control.outcome).toMatchObject({ capitals: { at: NOW, reads: 'registered' }, forms: { '-': NOW } });
    expect(stored).toHaveLength(2);
  });

  it('capitals that show nothing are not stored', async () => {
    const { subject, stored, unanswered } = spellings([DASHED], { nameAsSent: { source: 'its source' } } as never);
    unanswered.add('JANE-DOE');
    expect((await subject.renew(passed({ capitals: undefined }))).outcome).toMatchObject({ capitals: undefined });
    expect(stored).toEqual([]);
  });

  it('nothing is asked about other kinds of identity, or without known accounts', async () => {
    const email = spellings([DASHED], {}, 'email');
    const unknown = spellings([DASHED], { positiveControls: undefined } as never);
    for (const { subject } of [email, unknown]) await subject.renew(passed({ capitals: undefined }));
    expect([email.asked, unknown.asked]).toEqual([[], []]);
  });
});

describe('a name that has read registered', () => {
  it('proves its forms, and is stored where that is new', async () => {
    const { subject, stored } = spellings([]);
    expect(formsOf(await subject.prove(passed(), 'ada.smith'))).toEqual({ '.': NOW });
    const known = passed({ forms: { '.': NOW } });
    expect(await subject.prove(known, 'bob.smith')).toBe(known);
    expect(await subject.prove(known, 'bobsmith')).toBe(known);
    expect(stored).toHaveLength(1);
  });

  it.each([
    ['without a name', undefined, {}, 'username'],
    ['of an e-mail address', 'ada.smith', {}, 'email'],
    ['where names are looked up as they were sent', 'ada.smith', { nameAsSent: { source: 'its source' } }, 'username'],
  ] as const)('shows nothing %s', (_, name, rule, queryType) => {
    expect(spellings([], rule as never, queryType).subject.learntOf(name, passed())).toEqual({});
  });

  it('is learnt from also where there is no control yet', () => {
    expect(spellings([]).subject.learntOf('ada.smith', undefined)).toEqual({ forms: { '.': NOW } });
  });
});
