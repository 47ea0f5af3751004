/** How the verification of a verdict goes on: the rows of the table, in their order. */
import { describe, expect, it } from 'vitest';
import type { Contradiction } from '../../../../src/engine/controls/contradictions.js';
import type { Control } from '../../../../src/engine/controls/control.js';
import { nextTransition, type Step, type VerificationState } from '../../../../src/engine/controls/verification.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import type { Conclusive } from '../../../../src/engine/evaluation/verdict.js';
import { fingerprintOf } from '../../../../src/engine/evaluation/structure-hashes.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const MINUTE = 60_000;
const ROOT = 'https://platform.example.com/';
const evidence = { status: 200, explanation: 'x', host: 'platform.example.com', latencyMs: 10, requests: 1 };
const NO: Conclusive = { state: 'not_registered', evidence };
const REDIRECT: Conclusive = { state: 'not_registered', rootRedirect: ROOT, evidence };
const YES: Conclusive = { state: 'registered', evidence };

const rule = (more: Partial<ProbeRule> = {}): ProbeRule => ({
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/users/{username}' },
  safety: { basis: 'public_page', reviewed: '2030-01-01', reason: 'a public page' },
  registered: { status: [200], json: [{ pointer: '/name', is: 'identity' }] },
  absent: { status: [404] },
  positiveControls: ['northwind'],
  ...more,
});
/** A page that merely names somebody. */
const WEAK = { status: [200], contains: ['{username}'], weakEvidence: true };
/** A page with a mark of its own. */
const MARKED = { status: [200], contains: ['class="card"', '{username}'] };
const at = (url: string): Pick<ProbeRule, 'request'> => ({ request: { method: 'GET', url } });

const control = (minutesOld: number, more: Partial<Extract<Control['outcome'], { state: 'passed' }>> = {}): Control => ({
  platform: 'one',
  subject: 'username',
  latencyMs: 10,
  checkedAt: new Date(NOW.getTime() - minutesOld * MINUTE),
  outcome: { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x', positives: 10, ...more },
});
const FAILED: Control = { ...control(1), outcome: { state: 'failed', explanation: 'x' } };
const contradicted = (...kinds: readonly Contradiction['kind'][]): readonly Contradiction[] =>
  kinds.map((kind) => ({ kind, at: NOW.toISOString() }));

const next = (more: Partial<VerificationState>) =>
  nextTransition({
    rule: rule(),
    verdict: NO,
    name: 'velmora',
    requestClass: 'async',
    control: control(10),
    contradictions: [],
    isContradicted: false,
    isUnproven: false,
    form: 'proven',
    done: [],
    now: NOW,
    ...more,
  });
const END = { end: 'control_decides' };
const probes = (probe: Step) => ({ probe });
const omits = (omit: string) => ({ omit, because: expect.stringMatching(/\w/) });

describe('a verdict that nothing speaks against', () => {
  it.each<[string, Partial<VerificationState>]>([
    ['a "no"', {}],
    ['a "yes" that names the account', { verdict: YES }],
    ['whatever it was while the control failed', { control: FAILED, isContradicted: true, verdict: YES }],
    ['a "no" that the control does not cover', { control: control(10, { mayDeny: false }), isContradicted: true }],
    ['a "yes" that the control does not cover', { control: control(10, { mayConfirm: false }), isContradicted: true, verdict: YES }],
  ])('ends as the control decides: %s', (_, state) => {
    expect(next(state)).toEqual(END);
  });

  it('is omitted when a control contradicted another one meanwhile', () => {
    expect(next({ isContradicted: true })).toEqual(omits('uncalibrated'));
    expect(next({ isContradicted: true, verdict: YES })).toEqual(omits('uncalibrated'));
  });
});

describe('a "no" of another form than the negative control\'s', () => {
  const redirecting = control(10, { rootRedirect: ROOT, redirects: 4 });
  const rarely = control(10, { rootRedirect: ROOT, redirects: 0 });

  it('has the control run again, once, unless that has just been', () => {
    expect(next({ verdict: REDIRECT })).toEqual(probes('changed'));
    expect(next({ verdict: REDIRECT, done: ['changed'] })).toEqual(END);
    expect(next({ verdict: REDIRECT, control: control(0.5) })).toEqual(END);
    expect(next({ verdict: { ...YES, rootRedirect: ROOT } as Conclusive })).toEqual(END);
  });

  it('by a redirect that the control shows has a known account asked behind it, or the whole control after it', () => {
    expect(next({ verdict: REDIRECT, control: redirecting })).toEqual(probes('positive_behind'));
    expect(next({ verdict: REDIRECT, control: rarely })).toEqual(probes('after'));
    for (const step of ['after', 'positive_behind'] as const) {
      expect(next({ verdict: REDIRECT, control: redirecting, done: [step] })).toEqual(END);
      expect(next({ verdict: REDIRECT, control: rarely, done: [step] })).toEqual(END);
    }
  });
});

describe('a "no" on weak evidence', () => {
  const weak = { rule: rule({ absent: { status: [404], weakEvidence: true } }), control: control(16) };

  it('has a known account asked once the last one is long ago', () => {
    expect(next(weak)).toEqual(probes('positive'));
    expect(next({ ...weak, control: control(14) })).not.toEqual(probes('positive'));
    expect(next({ ...weak, done: ['positive'] })).not.toEqual(probes('positive'));
  });
});

describe('a "no" about a name', () => {
  it('of a form that known accounts have, or none has, waits for that form or is omitted', () => {
    expect(next({ form: 'known' })).toEqual(probes('known_form'));
    expect(next({ form: 'known', done: ['known_form'] })).toEqual(omits('unproven_form'));
    expect(next({ form: 'unproven' })).toEqual(omits('unproven_form'));
    expect(next({ form: 'unproven', verdict: YES })).toEqual(END);
  });

  it('beyond those that may rest on one positive answer needs another, by whichever step', () => {
    expect(next({ isUnproven: true })).toEqual(probes('positive_after'));
    expect(next({ isUnproven: true, verdict: YES })).toEqual(probes('after'));
    for (const step of ['after', 'similar'] as const) expect(next({ isUnproven: true, verdict: YES, done: [step] })).toEqual(END);
    for (const step of ['after', 'positive_behind', 'positive_after'] as const)
      expect(next({ isUnproven: true, done: [step] })).toEqual(END);
  });
});

describe('a "no" of a platform that denied somebody who exists within a day', () => {
  it.each(['positive', 'answer'] as const)('needs two positive answers after it, and to be repeated (%s)', (kind) => {
    const contradictions = contradicted(kind);
    const steps: Step[] = [];
    for (const step of ['positive_after', 'positive_again', 'repeat'] as const) {
      expect(next({ contradictions, done: steps })).toEqual(probes(step));
      steps.push(step);
    }
    expect(next({ contradictions, done: steps })).toEqual(END);
  });

  it('more than once is omitted', () => {
    expect(next({ contradictions: contradicted('positive', 'answer') })).toEqual(omits('unconfirmed'));
  });

  it('is another thing than one that confirmed who cannot exist', () => {
    expect(next({ contradictions: contradicted('negative', 'traffic', 'negative') })).toEqual(END);
    expect(next({ contradictions: contradicted('positive', 'answer'), verdict: YES })).toEqual(END);
  });
});

describe('a "no" for which a cache answered about the known account', () => {
  const cached = control(10, { isCached: true, positiveAt: new Date(NOW.getTime() - 16 * MINUTE).toISOString() });
  const weak = rule({ absent: { status: [404], weakEvidence: true } });

  it.each(['after', 'positive_behind', 'positive_after', 'positive_again'] as const)('is omitted where it needs one now: "%s"', (step) => {
    expect(next({ control: cached, done: [step] })).toEqual(omits('unconfirmed'));
    expect(next({ control: control(10), done: [step] })).toEqual(END);
    expect(next({ control: cached, done: [step], verdict: YES })).toEqual(END);
  });

  it('needs one of the last 15 minutes on weak evidence, however new the control is', () => {
    expect(next({ rule: weak, control: cached })).toEqual(probes('positive'));
    expect(next({ rule: weak, control: cached, done: ['positive'] })).toEqual(omits('unconfirmed'));
    const younger = control(10, { isCached: true, positiveAt: new Date(NOW.getTime() - 14 * MINUTE).toISOString() });
    expect(next({ rule: weak, control: younger, done: ['positive'] })).toEqual(END);
    expect(next({ control: cached })).toEqual(END);
  });
});

describe('a "yes" on weak evidence', () => {
  const weak = { rule: rule({ registered: WEAK }), verdict: YES };

  it('needs a negative control of its shape after it, and to be repeated', () => {
    expect(next(weak)).toEqual(probes('similar'));
    expect(next({ ...weak, done: ['similar'] })).toEqual(probes('repeat'));
    expect(next({ ...weak, done: ['similar', 'repeat'] })).toEqual(END);
  });

  it('is omitted for an instant lookup, and where the platform contradicted itself within a day', () => {
    expect(next({ ...weak, requestClass: 'instant' })).toEqual(omits('unconfirmed'));
    expect(next({ ...weak, contradictions: contradicted('negative') })).toEqual(omits('unconfirmed'));
    expect(next({ verdict: YES, requestClass: 'instant', contradictions: contradicted('negative') })).toEqual(END);
  });

  it.each([
    ['12345', 'form'],
    ['12345a', 'similar'],
    ['a12345', 'similar'],
  ] as const)('about %s begins with the control "%s"', (name, step) => {
    expect(next({ ...weak, name })).toEqual(probes(step));
  });

  it('about a number is not over with the control of its form', () => {
    expect(next({ ...weak, name: '12345', done: ['form'] })).toEqual(probes('similar'));
  });
});

describe('a "yes" that does not name the account', () => {
  const structure = fingerprintOf(new Set([1, 2, 3]));
  const site = { accountsAt: NOW.toISOString(), accounts: [structure], ownAt: NOW.toISOString(), own: [structure] };
  const page: Conclusive = { ...YES, structure };
  const among = (registered: ProbeRule['registered'], url: string) => ({ rule: rule({ registered, ...at(url) }), verdict: page });
  const [INSIDE, AT_ROOT] = ['https://platform.example.com/users/{username}', 'https://platform.example.com/{username}'];

  it('at a word that sites use is omitted where no page can be compared', () => {
    const marked = { rule: rule({ registered: MARKED }), verdict: YES };
    expect(next({ ...marked, name: 'search' })).toEqual(omits('reserved_name'));
    expect(next(marked)).toEqual(probes('form'));
    expect(next({ ...marked, done: ['form'] })).toEqual(END);
  });

  it('on a page with a structure has pages read first that it is compared with', () => {
    expect(next(among(MARKED, INSIDE))).toEqual(probes('pages'));
    expect(next({ ...among(MARKED, INSIDE), done: ['pages'] })).toEqual(probes('form'));
    expect(next({ ...among(MARKED, INSIDE), control: control(10, { site }) })).toEqual(probes('form'));
  });

  it('on a page that is told from neither is omitted at the root, and further inside at a word that sites use', () => {
    const told = { control: control(10, { site }), done: ['pages'] as const };
    for (const name of ['velmora', 'search']) expect(next({ ...among(WEAK, AT_ROOT), ...told, name })).toEqual(omits('site_page'));
    expect(next({ ...among(WEAK, INSIDE), ...told, name: 'search' })).toEqual(omits('reserved_name'));
    expect(next({ ...among(WEAK, INSIDE), ...told })).toEqual(probes('similar'));
    expect(next({ ...among(MARKED, AT_ROOT), ...told, name: 'search' })).toEqual(omits('reserved_name'));
    expect(next({ ...among(MARKED, AT_ROOT), ...told })).toEqual(probes('form'));
  });
});
