import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { servableFacts } from '../../../../src/features/lookups/servable-facts.js';
import { withHistory } from '../../../../src/engine/controls/control-history.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { ruleDigest } from '../../../../src/engine/catalogue/rules/revision.js';
import { emailRule, platformOf } from '../../../support/fixtures.js';
import type { Control, ControlOutcome } from '../../../../src/engine/controls/control.js';

const START = Date.parse('2030-01-01T00:00:00Z');
const HOUR = 3_600_000;
const at = (hours: number): Date => new Date(START + hours * HOUR);
const OUTCOMES = {
  passed: { state: 'passed', mayConfirm: true, mayDeny: true, explanation: '' },
  failed: { state: 'failed', explanation: '' },
  blocked: { state: 'blocked', explanation: '' },
} as const satisfies Record<string, ControlOutcome>;
type State = keyof typeof OUTCOMES;

/** Controls one after the other, an hour between two. @returns the newest */
function newestOf(states: readonly State[]): Control | undefined {
  let control: Control | undefined;
  states.forEach((state, index) => {
    control = {
      platform: 'one',
      subject: 'username',
      checkedAt: at(index),
      latencyMs: null,
      outcome: withHistory(OUTCOMES[state], at(index), control),
    };
  });
  return control;
}

const withRule = (rule: ProbeRule) => platformOf('one', { probes: { username: rule } });
const catalogue = { get: (slug: string) => (slug === 'one' ? withRule(emailRule) : undefined) };

/** Whether a fact of that hour is served beside the newest of these controls. */
function isServed(hour: number, states: readonly State[]): boolean {
  const control = newestOf(states);
  const controls = new Map(control ? [['one:username', control]] : []);
  const fact = { platform: 'one', subject: 'username#2' as const, checkedAt: at(hour), rule: ruleDigest(emailRule) };
  return servableFacts([fact], controls, catalogue).length === 1;
}

describe('facts that were learnt earlier, beside the controls since', () => {
  it('are served while no control has failed', () => {
    expect(isServed(0.5, [])).toBe(true);
    expect(isServed(0.5, ['passed', 'blocked', 'passed'])).toBe(true);
  });

  it('are none of them served while the last control that said anything failed, also when later ones were blocked', () => {
    expect(isServed(0.5, ['passed', 'passed', 'failed'])).toBe(false);
    expect(isServed(0.5, ['passed', 'passed', 'failed', 'blocked', 'blocked'])).toBe(false);
    expect(isServed(9, ['failed', 'blocked'])).toBe(false);
  });

  it('are served again once a control passes, except those since the last one that had passed before the failure', () => {
    const states: State[] = ['passed', 'passed', 'blocked', 'failed', 'passed', 'passed'];
    expect(isServed(0.5, states)).toBe(true);
    expect(isServed(1.5, states)).toBe(false);
    expect(isServed(2.5, states)).toBe(false);
    expect(isServed(3.5, states)).toBe(false);
    expect(isServed(4.5, states)).toBe(true);
  });

  it('are served by the rule that read them only: none of a rule that was replaced, retired or is unknown', () => {
    const fact = { platform: 'one', subject: 'username' as const, checkedAt: at(0), rule: ruleDigest(emailRule) };
    const replaced = { get: () => withRule({ ...emailRule, registered: { status: [200], contains: ['"profile-page"', '{username}'] } }) };
    const inOtherWords = { get: () => withRule({ ...emailRule, positiveControls: ['fabrikam'] }) };
    expect(servableFacts([fact], new Map(), catalogue)).toEqual([fact]);
    expect(servableFacts([fact], new Map(), inOtherWords)).toEqual([fact]);
    expect(servableFacts([fact], new Map(), replaced)).toEqual([]);
    const { rule: _, ...ofUnknownRule } = fact;
    const retired = [
      { ...fact, platform: 'gone' },
      { ...fact, subject: 'email' as const },
      ofUnknownRule,
      { ...fact, platform: 'gone', rule: '' },
    ];
    expect(servableFacts(retired, new Map(), catalogue)).toEqual([]);
  });

  it('a first control that fails speaks against all that is older', () => {
    expect(isServed(-9, ['failed', 'passed'])).toBe(false);
    expect(isServed(1.5, ['failed', 'passed'])).toBe(true);
  });

  it('a span is forgotten when no fact can be as old', () => {
    const states: State[] = ['passed', 'failed', 'passed', ...Array.from({ length: 7 * 24 + 1 }, () => 'passed' as const)];
    expect(newestOf(states)?.outcome.distrusted).toBeUndefined();
    expect(newestOf(states.slice(0, -2))?.outcome.distrusted).toBeDefined();
  });

  it('whatever the controls were: a fact between a pass and a failure without a pass between is never served', () => {
    const states = fc.array(fc.constantFrom<State>('passed', 'failed', 'blocked'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(states, fc.integer({ min: 0, max: 12 }), (sequence, hour) => {
        const later = sequence.slice(hour + 1);
        const next = later.find((state) => state !== 'blocked');
        const last = sequence.findLast((state) => state !== 'blocked');
        if (last === 'failed' || next === 'failed') expect(isServed(hour + 0.5, sequence)).toBe(false);
        if (!sequence.includes('failed')) expect(isServed(hour + 0.5, sequence)).toBe(true);
      }),
    );
  });
});
