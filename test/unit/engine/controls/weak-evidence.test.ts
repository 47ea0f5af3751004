import { describe, expect, it } from 'vitest';
import {
  controlPages,
  isDifferentPage,
  isRecentControl,
  needsPositiveControl,
  needsWholeControl,
  pageMismatch,
  positivesAfter,
  restsOnWeakEvidence,
} from '../../../../src/engine/controls/weak-evidence.js';
import { RECENT_MS } from '../../../../src/engine/controls/lifetimes.js';
import type { Control, ControlPages } from '../../../../src/engine/controls/control.js';
import { pageFingerprint } from '../../../../src/engine/evaluation/page-fingerprint.js';
import type { Evidence, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import type { Conclusive } from '../../../../src/engine/evaluation/verdict.js';
import { nextTransition } from '../../../../src/engine/controls/verification.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const MINUTE = 60_000;
const rule = (resting: { registered?: boolean; absent?: boolean } = { registered: true, absent: true }): ProbeRule => ({
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'public_page', reviewed: '2030-01-01', reason: 'a public page' },
  registered: { status: [200], contains: ['{username}'], weakEvidence: resting.registered ?? false },
  absent: { status: [404], weakEvidence: resting.absent ?? false },
  positiveControls: ['northwind'],
});
const text = (seed: string) =>
  Array.from({ length: 60 }, (_, n) => `${seed}${'abcdefghij'[n % 10]}${'klmnopqrst'[(n * 7) % 10]}${'uvwxyz'[n % 6]}`).join(' ');
const NOBODY = pageFingerprint(text('nobody'), '-');
const OTHER = pageFingerprint(text('elsewhere'), '-');
/** Says of the account itself that it has the name. */
const NAMING: Evidence = { status: [200], json: [{ pointer: '/name', is: 'identity' }] };
const PAGES: ControlPages = { negative: NOBODY, steady: true };

const evidence = { status: 200, explanation: 'x', host: 'platform.example.com', latencyMs: 10, requests: 1 };
const no = (page?: string): Conclusive => ({ state: 'not_registered', page, evidence });
const yes: Conclusive = { state: 'registered', evidence };
const control = (minutesOld: number, more: Partial<Extract<Control['outcome'], { state: 'passed' }>> = {}): Control => ({
  platform: 'one',
  subject: 'username',
  latencyMs: 10,
  checkedAt: new Date(NOW.getTime() - minutesOld * MINUTE),
  outcome: { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x', pages: PAGES, positives: 10, ...more },
});
const at = (minutesOld: number) => new Date(NOW.getTime() - minutesOld * MINUTE).toISOString();

/** What is probed first for a verdict, by the table. */
function firstStep(probed: ProbeRule, verdict: Conclusive, stands: Control, name = 'ada'): string | null {
  const next = nextTransition({
    rule: probed,
    verdict,
    name,
    requestClass: 'async',
    control: stands,
    contradictions: [],
    isContradicted: false,
    isUnproven: false,
    form: 'proven',
    done: [],
    now: NOW,
  });
  return 'probe' in next ? next.probe : null;
}

describe('what a bare "no" still needs', () => {
  it.each([
    ['nothing beside a young control and the usual page', control(10), NOBODY, null],
    ['a known account beside an older control', control(16), NOBODY, 'positive'],
    ['nothing when a known account was asked again since', control(300, { positiveAt: at(10) }), NOBODY, null],
    ['a known account when that is long ago too', control(300, { positiveAt: at(16) }), NOBODY, 'positive'],
    ['the control, for a page that is not the usual one', control(10), OTHER, 'whole'],
    ['nothing more when the control has just been run', control(0.5), OTHER, null],
    [
      'the control, even a fresh one, while nothing is known of the pages',
      control(0.5, { pages: { ...PAGES, steady: null } }),
      OTHER,
      'whole',
    ],
    ['nothing on a platform whose pages change by themselves', control(10, { pages: { ...PAGES, steady: false } }), OTHER, null],
    ['nothing when no page was kept', control(10, { pages: { steady: null } }), OTHER, null],
    ['nothing when nothing was kept of pages', control(10, { pages: undefined }), OTHER, null],
    ['nothing when the answer had no page', control(10), undefined, null],
  ] as const)('%s', (_, stands, page, expected) => expect(firstStep(rule(), no(page), stands)).toBe(expected));
});

describe('answers that are looked at once', () => {
  it.each([
    ['with evidence of their own', rule({}), no(OTHER), control(300)],
    ['the other side of a rule of which one rests on the control', { ...rule({ absent: true }), registered: NAMING }, yes, control(300)],
    ['while the control was blocked', rule(), no(OTHER), { ...control(300), outcome: { state: 'blocked', explanation: 'x' } } as Control],
  ] as const)('%s', (_, each, actual, stands) => {
    expect(firstStep(each, actual, stands)).toBeNull();
    expect(pageMismatch(each, actual, stands)).toBe(false);
  });
});

describe('a rule of which little is known', () => {
  it.each([
    ['has its bare "no" repeated', control(0.5, { positives: 9 }), 'repeat'],
    ['has a known account asked beside it once a minute', control(2, { positives: 9 }), 'positive'],
    ['is believed after ten known accounts in a row', control(2), null],
    ['is one whose control was stored by an earlier release', control(0.5, { positives: undefined }), 'repeat'],
  ] as const)('%s', (_, stands, expected) => expect(firstStep(rule(), no(NOBODY), stands)).toBe(expected));

  it('counts known accounts in a row, up to ten, and begins anew where one was denied', () => {
    expect([undefined, 0, 1, 9, 10].map((positives) => positivesAfter(control(1, { positives }), false))).toEqual([1, 1, 2, 10, 10]);
    expect(positivesAfter(control(1), true)).toBe(1);
    expect(positivesAfter(undefined, false)).toBe(1);
  });
});

describe('a known account beside the question', () => {
  it('is asked for rules whose "no" is bare, when the control is not young', () => {
    expect(needsPositiveControl(rule(), control(16), NOW)).toBe(true);
    expect(needsPositiveControl(rule(), control(RECENT_MS / MINUTE), NOW)).toBe(false);
    expect(needsPositiveControl(rule({ registered: true }), control(16), NOW)).toBe(false);
    expect(needsPositiveControl(rule(), { ...control(16), outcome: { state: 'failed', explanation: 'x' } }, NOW)).toBe(false);
  });
});

describe('the page of a bare "no"', () => {
  it('is objected to when the platform always shows another one', () => {
    expect(pageMismatch(rule(), no(OTHER), control(0))).toBe(true);
    expect(pageMismatch(rule(), no(NOBODY), control(0))).toBe(false);
    expect(pageMismatch(rule(), yes, control(0))).toBe(false);
  });
  it.each([false, null])('is not when its pages change by themselves, or nothing is known of that (%s)', (steady) =>
    expect(pageMismatch(rule(), no(OTHER), control(0, { pages: { ...PAGES, steady } }))).toBe(false),
  );
});

describe('the pages of a control', () => {
  it('are steady when the one for nobody is what it was, and not when it is not', () => {
    expect(controlPages(NOBODY, undefined).steady).toBeNull();
    expect(controlPages(NOBODY, control(300))).toEqual(PAGES);
    expect(controlPages(OTHER, control(300))).toEqual({ negative: OTHER, steady: false });
    expect(controlPages(undefined, control(300)).steady).toBeNull();
    expect(controlPages(NOBODY, control(300, { pages: undefined })).steady).toBeNull();
    expect(controlPages(NOBODY, { ...control(300), outcome: { state: 'failed', explanation: 'x' } }).steady).toBeNull();
  });
});

describe('a whole control for an unfamiliar page', () => {
  const isNeeded = (minutesOld: number, steady: boolean | null, page: string, verdict = no(page)) =>
    needsWholeControl(rule(), verdict, control(minutesOld, { pages: { ...PAGES, steady } }), NOW);

  it('is not run again within a minute, unless it is the first', () => {
    expect([0.5, 1, 2].map((minutes) => isNeeded(minutes, true, OTHER))).toEqual([false, true, true]);
    expect([0.5, 1, 2].map((minutes) => isNeeded(minutes, null, OTHER))).toEqual([true, true, true]);
    expect([59_999, 60_000].map((ms) => isRecentControl(control(ms / MINUTE), NOW))).toEqual([true, false]);
  });

  it('is not run for the usual page, on pages that change by themselves, or for a "yes"', () => {
    expect([isNeeded(5, true, NOBODY), isNeeded(5, null, NOBODY), isNeeded(5, false, OTHER)]).toEqual([false, false, false]);
    expect(isNeeded(5, true, OTHER, yes)).toBe(false);
  });
});

describe('two pages', () => {
  /** A page that has so many of its hundred words in common with another one. */
  const sharing = (common: number): string => {
    const word = (kind: string, n: number) => `${kind}${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}`;
    return pageFingerprint(
      Array.from({ length: 100 }, (_, n) => word(n < common ? 'same' : `own${'uvwxyz'[common % 6]}`, n)).join(' '),
      '-',
    );
  };

  it('are different when they have less than half in common, and not known to be when one is missing', () => {
    expect(isDifferentPage(sharing(0), sharing(100))).toBe(true);
    expect(isDifferentPage(sharing(95), sharing(100))).toBe(false);
    expect([isDifferentPage(undefined, NOBODY), isDifferentPage(NOBODY, undefined)]).toEqual([false, false]);
  });

  it('at exactly half in common are not different yet', () => {
    const [both, one, other] = ['00000001', '00000002', '00000003'];
    expect(isDifferentPage(`${both}${one}`, both)).toBe(false);
    expect(isDifferentPage(`${both}${one}`, `${both}${other}`)).toBe(true);
  });

  it('of a control are steady from nine tenths in common on', () => {
    const hashes = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => (from + n).toString(16).padStart(8, '0')).join('');
    const pages = (negative: string) => control(300, { pages: { negative, steady: null } });
    expect(controlPages(hashes(0, 10), pages(hashes(0, 9))).steady).toBe(true);
    expect(controlPages(hashes(0, 10), pages(hashes(0, 8))).steady).toBe(false);
  });
});

it('a side that the rule lacks, or that has evidence of its own, does not rest on weak evidence', () => {
  const weak = rule();
  expect([restsOnWeakEvidence(weak, 'registered'), restsOnWeakEvidence(weak, 'not_registered')]).toEqual([true, true]);
  const lacking = { ...weak, registered: undefined, absent: undefined };
  expect([restsOnWeakEvidence(lacking, 'registered'), restsOnWeakEvidence(lacking, 'not_registered')]).toEqual([false, false]);
  expect(restsOnWeakEvidence(rule({ absent: true }), 'registered')).toBe(false);
  expect(restsOnWeakEvidence(rule({ registered: true }), 'not_registered')).toBe(false);
});
