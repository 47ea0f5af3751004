import { describe, expect, it } from 'vitest';
import type { Control, ControlOutcome } from '../../../../src/engine/controls/control.js';
import {
  absenceUnrecognisedSince,
  type ControlSample,
  controlSample,
  hasUnrecognisedAbsence,
  healthFigures,
  healthOf,
} from '../../../../src/engine/controls/platform-health.js';
import type { Verdict } from '../../../../src/engine/evaluation/verdict.js';
import { evidence, notRegistered, registered } from '../../../support/fixtures.js';

const NOW = new Date('2030-01-01T12:00:00.000Z');
const passed = { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'both read well' } as const;
const control = (outcome: ControlOutcome, checkedAt = NOW): Control => ({
  platform: 'one',
  subject: 'username',
  checkedAt,
  latencyMs: 42,
  outcome,
});
const timeout: Verdict = { state: 'inconclusive', reason: 'timeout', evidence };

describe('what is kept of a control', () => {
  it('is how many of its requests were answered, and how many with "registered"', () => {
    expect(controlSample(control({ ...passed, rule: 'a' }), [registered, timeout, notRegistered, registered])).toEqual({
      at: NOW.toISOString(),
      state: 'passed',
      requests: 4,
      answered: 3,
      registered: 2,
      latencyMs: 42,
      rule: 'a',
    });
    expect(controlSample(control(passed), [])).toMatchObject({ rule: '', requests: 0 });
  });

  it('is also that the page for absent accounts was another one, if the control passed', () => {
    expect(controlSample(control({ ...passed, isAbsenceUnrecognised: true }), [])).toMatchObject({ isAbsenceUnrecognised: true });
    expect(hasUnrecognisedAbsence(control(passed))).toBe(false);
    expect(hasUnrecognisedAbsence(control({ state: 'failed', explanation: 'x', isAbsenceUnrecognised: true } as ControlOutcome))).toBe(
      false,
    );
  });
});

describe('since when a rule only confirms', () => {
  const sample = (at: string, more: Partial<ControlSample> = {}): ControlSample => ({
    at,
    state: 'passed',
    requests: 1,
    answered: 1,
    registered: 0,
    latencyMs: null,
    rule: '',
    ...more,
  });
  const changed = (at: string, more: Partial<ControlSample> = {}) => sample(at, { isAbsenceUnrecognised: true, ...more });

  it('is the first of the newest controls in a row that met another page', () => {
    expect(absenceUnrecognisedSince([changed('3'), changed('2'), sample('1'), changed('0')])).toBe('2');
    expect(absenceUnrecognisedSince([changed('3'), changed('2')])).toBe('2');
    expect(absenceUnrecognisedSince([changed('3'), changed('2'), changed('1'), sample('0')])).toBe('1');
  });

  it('is not changed by controls that were blocked', () => {
    const newest = [sample('5', { state: 'blocked' }), changed('3'), sample('2', { state: 'blocked' })];
    expect(absenceUnrecognisedSince([...newest, changed('1'), sample('0')])).toBe('1');
  });

  it('is never, when the newest control met the page that the rule describes, or there is none', () => {
    expect(absenceUnrecognisedSince([sample('2'), changed('1')])).toBeNull();
    expect(absenceUnrecognisedSince([])).toBeNull();
  });

  it('the median latency of controls is of those that were answered, the lower one of two in the middle', () => {
    const median = (...latencies: (number | null)[]) =>
      healthFigures(latencies.map((latencyMs) => sample('', { latencyMs }))).medianLatencyMs;
    expect([median(9), median(100, 9), median(30, 100, 9), median(100, null, 30, 9, 200)]).toEqual([9, 9, 30, 30]);
  });
});

describe('the health of a platform', () => {
  const health = (control: Control | undefined, more: { backoffUntil?: Date; isDisabled?: boolean; isCalibratable?: boolean } = {}) =>
    healthOf(
      'username',
      { control, backoffUntil: more.backoffUntil, isDisabled: more.isDisabled ?? false, isCalibratable: more.isCalibratable ?? true },
      NOW,
    );

  it.each<[string, ControlOutcome, string, string | null]>([
    ['healthy under a control that covers both answers', passed, 'healthy', null],
    ['to confirm only under one that does not cover "no"', { ...passed, mayDeny: false }, 'confirm_only', passed.explanation],
    ['in quarantine after a failed one', { state: 'failed', explanation: 'says yes to all' }, 'quarantined', 'says yes to all'],
    ['not calibrated after a blocked one', { state: 'blocked', explanation: 'a timeout' }, 'uncalibrated', 'a timeout'],
  ])('is %s', (_, outcome, status, reason) => {
    expect(health(control(outcome))).toEqual({ subject: 'username', status, reason, lastControlAt: NOW });
  });

  it('is untested while nothing has asked it, unless its rule can never be calibrated', () => {
    expect(health(undefined)).toMatchObject({ status: 'untested', reason: expect.any(String), lastControlAt: null });
    expect(health(undefined, { isCalibratable: false })).toMatchObject({ status: 'uncalibrated', reason: expect.any(String) });
  });

  it('is not calibrated under a control from the moment on at which it expires', () => {
    const sixHours = 6 * 3_600_000;
    const aged = (ms: number) => health(control(passed, new Date(NOW.getTime() - ms)));
    expect([aged(sixHours - 1).status, aged(sixHours).status]).toEqual(['healthy', 'uncalibrated']);
    expect(aged(sixHours).reason).not.toBeNull();
  });

  it('is first what the platform asked for, until the moment that it named, and before that what the operator decided', () => {
    const until = (ms: number) => ({ backoffUntil: new Date(NOW.getTime() + ms) });
    expect(health(control(passed), until(1))).toMatchObject({ status: 'backing_off', lastControlAt: NOW });
    expect(health(control(passed), until(1)).reason).toContain('2030-01-01T12:00:00.001Z');
    expect(health(control(passed), until(0)).status).toBe('healthy');
    expect(health(control(passed), { ...until(1), isDisabled: true })).toMatchObject({ status: 'disabled', lastControlAt: NOW });
  });
});
