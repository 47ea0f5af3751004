/** A rule that is suspect asks nothing about anybody before its control has passed. */
import { describe, expect, it } from 'vitest';
import type { Control, ControlOutcome } from '../../../../src/engine/controls/control.js';
import type { ControlRunner } from '../../../../src/engine/controls/control-runner.js';
import { suspectRefusal } from '../../../../src/engine/controls/verify-verdict.js';
import type { Platform } from '../../../../src/engine/catalogue/rules/platform.js';
import { BARE_RULE } from '../../../support/bare-rule.js';

const PASSED: ControlOutcome = { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'all well' };
const control = (outcome: ControlOutcome): Control => ({
  platform: 'one',
  subject: 'username',
  checkedAt: new Date(0),
  latencyMs: 5_000,
  outcome,
});
const SUSPECT = { ...BARE_RULE, suspect: { since: '2030-01-01', reason: 'moved' } };

/** A platform whose newest control is valid or not, and what the next one gives. */
async function refusal({
  rule = SUSPECT,
  newest,
  isCurrent = true,
  next = PASSED,
}: {
  rule?: object;
  newest?: Control;
  isCurrent?: boolean;
  next?: ControlOutcome;
}) {
  const run: unknown[] = [];
  const stored = { control: control({ state: 'blocked', explanation: 'stored' }), readAt: new Date(0) };
  const target = {
    newest: () => newest,
    isCurrent: async () => isCurrent,
    run: async (...given: unknown[]) => {
      run.push(given);
      return control(next);
    },
  };
  const controls = { target: (_: unknown, type: string) => (type === 'username' ? target : undefined) } as unknown as ControlRunner;
  const platform = { slug: 'one', probes: { username: rule } } as unknown as Platform;
  const asked = (type: 'username' | 'email') =>
    suspectRefusal(controls, { platform, identity: { type, value: 'ada' }, stored, requestClass: 'wait' });
  return { refused: await asked('username'), other: await asked('email'), run, stored: stored.control };
}

describe('a suspect rule', () => {
  it.each<[outcome: ControlOutcome, reason: string]>([
    [{ state: 'failed', explanation: 'gone' }, 'quarantined'],
    [{ state: 'blocked', explanation: 'gone' }, 'uncalibrated'],
  ])('whose control is %j is not asked: %s', async (outcome, reason) => {
    const { refused } = await refusal({ newest: control(outcome) });
    expect(refused).toMatchObject({
      state: 'inconclusive',
      reason,
      evidence: { requests: 0, explanation: `not probed: control ${outcome.state} (gone)` },
    });
  });

  it('is asked once its control has passed, which is run where none is valid, behind what is known of it', async () => {
    const valid = await refusal({ newest: control(PASSED) });
    expect([valid.refused, valid.run]).toEqual([null, []]);
    const old = control({ state: 'failed', explanation: 'old' });
    const queue = { requestClass: 'wait', fairnessKey: '', maxWaitMs: Number.POSITIVE_INFINITY, isSlow: true };
    const renewed = await refusal({ newest: old, isCurrent: false });
    expect([renewed.refused, renewed.run]).toEqual([null, [[old, queue]]]);
    const first = await refusal({ next: { state: 'failed', explanation: 'gone' } });
    expect([first.refused?.state, first.run]).toEqual(['inconclusive', [[first.stored, queue]]]);
  });

  it('is the only one for which a control is waited for', async () => {
    const failed = control({ state: 'failed', explanation: 'gone' });
    const { refused, other, run } = await refusal({ rule: BARE_RULE, newest: failed, isCurrent: false });
    expect([refused, other, run]).toEqual([null, null, []]);
  });
});
