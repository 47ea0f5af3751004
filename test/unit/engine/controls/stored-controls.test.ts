import { describe, expect, it } from 'vitest';
import {
  applyControl,
  type Control,
  type ControlOutcome,
  evaluateControl,
  isKnownRedirect,
  isQuarantined,
  isSlow,
  KNOWN_REDIRECTS,
  matchesNegativeControl,
  needsOneRoundTrip,
} from '../../../../src/engine/controls/control.js';
import { ofRule } from '../../../../src/engine/controls/of-rule.js';
import { ruleDigest } from '../../../../src/engine/catalogue/rules/revision.js';
import type { Verdict } from '../../../../src/engine/evaluation/verdict.js';
import { emailRule, evidence, notRegistered, registered } from '../../../support/fixtures.js';

const NOW = new Date('2030-01-01T12:00:00.000Z');
const passed = { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x' } as const;
const control = (outcome: ControlOutcome, more: Partial<Control> = {}): Control => ({
  platform: 'one',
  subject: 'email',
  checkedAt: NOW,
  latencyMs: null,
  outcome,
  ...more,
});

describe('a stored control', () => {
  it('is one of a rule when it was run for it; one that names no rule is one of none', () => {
    const [mine, other, unnamed] = [ruleDigest(emailRule), 'another', undefined].map((rule) => control({ ...passed, rule }));
    expect([mine, other, unnamed].map((each) => ofRule(each, emailRule))).toEqual([mine, undefined, undefined]);
    expect(ofRule(undefined, emailRule)).toBeUndefined();
    expect(ofRule(mine, undefined)).toBeUndefined();
  });

  it.each([
    ['unknown', null, false, false],
    ['short', 799, false, false],
    ['long enough that a second round trip would be noticed', 800, true, false],
    ['just not slow', 2_499, true, false],
    ['slow', 2_500, true, true],
  ])('knows how long the platform takes: %s', (_, latencyMs, isLong, slow) => {
    expect(needsOneRoundTrip(control(passed, { latencyMs }))).toBe(isLong);
    expect(isSlow(control(passed, { latencyMs }))).toBe(slow);
  });

  it('that never ran knows of no slow platform, and quarantines none', () => {
    expect([isSlow(undefined), isQuarantined(undefined, NOW)]).toEqual([false, false]);
  });

  it('quarantines the platform for an hour when it failed, and otherwise never', () => {
    const failed = control({ state: 'failed', explanation: 'x' });
    const after = (ms: number) => new Date(NOW.getTime() + ms);
    expect([0, 3_599_999, 3_600_000].map((ms) => isQuarantined(failed, after(ms)))).toEqual([true, true, false]);
    expect([passed, { state: 'blocked', explanation: 'x' } as const].some((outcome) => isQuarantined(control(outcome), NOW))).toBe(false);
  });

  it('makes a platform known to redirect when enough in a row were redirected', () => {
    const redirected = (more: object) => isKnownRedirect(control({ ...passed, rootRedirect: 'https://example.com/', ...more }));
    expect([{}, { redirects: KNOWN_REDIRECTS - 1 }, { redirects: KNOWN_REDIRECTS }].map(redirected)).toEqual([false, false, true]);
    expect(redirected({ redirects: KNOWN_REDIRECTS, rootRedirect: undefined })).toBe(false);
    expect(redirected({ redirects: KNOWN_REDIRECTS, state: 'failed' })).toBe(false);
  });
});

describe('a verdict under a control', () => {
  const inconclusive = (reason: 'timeout' | 'blocked'): Verdict => ({ state: 'inconclusive', reason, evidence });

  it('says what the control found, as each verdict and reason of its probes', () => {
    const { explanation } = evaluateControl(emailRule, [registered, inconclusive('timeout')], notRegistered);
    expect(explanation).toBe('positive controls: registered, timeout; negative control: not_registered');
    expect(evaluateControl(emailRule, [], inconclusive('blocked')).explanation).toBe('positive controls: none; negative control: blocked');
  });

  it('that counts names the newest time at which the control showed anything', () => {
    const controlAt = (outcome: Partial<typeof passed> & { positiveAt?: string }) =>
      applyControl(registered, control({ ...passed, ...outcome }), NOW).evidence.controlAt;
    expect(controlAt({})).toBe('2030-01-01T12:00:00.000Z');
    expect(controlAt({ positiveAt: '2030-01-01T12:00:01.000Z' })).toBe('2030-01-01T12:00:01.000Z');
    expect(controlAt({ positiveAt: '2030-01-01T11:59:59.000Z' })).toBe('2030-01-01T12:00:00.000Z');
  });

  it.each([
    ['no control', undefined, registered],
    ['a control that has expired', control(passed, { checkedAt: new Date(0) }), registered],
    ['a control that does not cover a "yes"', control({ ...passed, mayConfirm: false }), registered],
    ['a control that does not cover a "no"', control({ ...passed, mayDeny: false }), notRegistered],
    ['a control that was answered by a redirect', control({ ...passed, rootRedirect: 'https://example.com/' }), notRegistered],
  ])('does not count with %s, and says why behind what it was', (_, beside, verdict) => {
    const refused = applyControl(verdict, beside, NOW);
    expect(refused).toMatchObject({ state: 'inconclusive', reason: 'uncalibrated' });
    expect(refused.evidence.explanation).toMatch(/^x; .+/);
    expect(refused.evidence.controlAt).toBeUndefined();
  });

  it('does not count beside one that failed or was blocked, and repeats why', () => {
    const beside = (state: 'failed' | 'blocked') => applyControl(registered, control({ state, explanation: 'y' }), NOW);
    expect(beside('failed')).toMatchObject({ reason: 'quarantined', evidence: { explanation: 'x; control failed (y)' } });
    expect(beside('blocked')).toMatchObject({ reason: 'uncalibrated', evidence: { explanation: 'x; control blocked (y)' } });
  });

  it('of presence counts in whatever form the negative control was answered', () => {
    expect(applyControl(registered, control({ ...passed, rootRedirect: 'https://example.com/' }), NOW).state).toBe('registered');
  });

  it('that is inconclusive already stays as it is', () => {
    expect(applyControl(inconclusive('timeout'), undefined, NOW)).toEqual(inconclusive('timeout'));
  });

  it('of absence has the form of no control that is not there, or has not passed', () => {
    expect(matchesNegativeControl(notRegistered, undefined)).toBe(false);
    expect(matchesNegativeControl(notRegistered, control({ state: 'failed', explanation: 'x' }))).toBe(false);
    expect(matchesNegativeControl(notRegistered, control(passed))).toBe(true);
  });
});
