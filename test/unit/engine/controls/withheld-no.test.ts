/** A "no" that only a known account is missing for: traffic may stand for that, and for nothing else. */
import { describe, expect, it } from 'vitest';
import type { Control } from '../../../../src/engine/controls/control.js';
import { withheldNo } from '../../../../src/engine/controls/traffic.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import type { Conclusive } from '../../../../src/engine/evaluation/verdict.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const rule = (more: Partial<ProbeRule> = {}): ProbeRule => ({
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{email}' },
  safety: { basis: 'public_page', reviewed: '2030-01-01', reason: 'a public page' },
  registered: { status: [200], json: [{ pointer: '/email', is: 'identity' }] },
  absent: { status: [404], json: [{ pointer: '/code', equals: 'unknown' }] },
  ...more,
});
const evidence = { status: 404, explanation: 'x', host: 'platform.example.com', latencyMs: 10, requests: 1 };
const NO: Conclusive = { state: 'not_registered', evidence };
const PASSED = { state: 'passed', mayConfirm: true, mayDeny: false, explanation: 'x' } as const;
const control = (outcome: Control['outcome'] = PASSED, minutesOld = 1): Control => ({
  ...{ platform: 'one', subject: 'email', latencyMs: 10, outcome },
  checkedAt: new Date(NOW.getTime() - minutesOld * 60_000),
});
interface Case {
  readonly rule?: ProbeRule;
  readonly verdict?: Conclusive;
  readonly control?: Control;
  readonly contradictions?: Parameters<typeof withheldNo>[3]['contradictions'];
}
const withheld = (of: Case) =>
  withheldNo(of.rule ?? rule(), of.verdict ?? NO, of.control ?? control(), { contradictions: of.contradictions ?? [], now: NOW });
const contradiction = (kind: 'negative' | 'positive') => [{ kind, at: NOW.toISOString() }];

describe('a "no" that traffic may stand for', () => {
  it.each<[title: string, of: Case]>([
    ['a control that denies nothing', {}],
    ['negative controls that contradicted each other', { contradictions: contradiction('negative') }],
  ])('is one of %s', (_, of) => {
    expect(withheld(of)).toMatchObject({ state: 'not_registered', evidence: { ...evidence, calibratedBy: 'traffic' } });
  });

  it.each<[title: string, of: Case]>([
    ['a "yes"', { verdict: { state: 'registered', evidence } }],
    ['a redirect to the root', { verdict: { ...NO, rootRedirect: 'https://platform.example.com/' } }],
    ['a rule with accounts that are known', { rule: rule({ positiveControls: ['a@example.com'] }) }],
    ['weak evidence of absence', { rule: rule({ absent: { status: [404], weakEvidence: true } }) }],
    ['weak evidence of presence', { rule: rule({ registered: { status: [200], contains: ['{email}'], weakEvidence: true } }) }],
    ['a control that failed', { control: control({ state: 'failed', explanation: 'x' }) }],
    ['a control that covers it already', { control: control({ ...PASSED, mayDeny: true }) }],
    ['a page for nobody that is no longer the known one', { control: control({ ...PASSED, isAbsenceUnrecognised: true }) }],
    ['a control that is over', { control: control(PASSED, 6 * 60) }],
    ['a known account that was denied', { contradictions: contradiction('positive') }],
  ])('is none of %s', (_, of) => expect(withheld(of)).toBeNull());
});
