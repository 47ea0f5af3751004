import { describe, expect, it } from 'vitest';
import { deniesSpelling, needsCapitals, readCapitals } from '../../../../src/engine/controls/capitals.js';
import type { Control, ControlOutcome } from '../../../../src/engine/controls/control.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import type { Verdict } from '../../../../src/engine/evaluation/verdict.js';
import { BARE_RULE } from '../../../support/bare-rule.js';

const NOW = new Date('2030-01-20T00:00:00Z');
const PASSED: ControlOutcome = { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x' };
const control = (outcome: ControlOutcome): Control => ({ platform: 'a', subject: 'username', checkedAt: NOW, latencyMs: 1, outcome });
const checked = (days: number, reads: 'registered' | 'absent' = 'absent') =>
  control({ ...PASSED, capitals: { at: new Date(NOW.getTime() - days * 86_400_000).toISOString(), reads } });
const rule = (more: Partial<ProbeRule> = {}): ProbeRule => ({ ...BARE_RULE, positiveControls: ['Northwind'], ...more });

describe('a known account in other capitals', () => {
  it.each<[title: string, rule: ProbeRule, of: Control, isNeeded: boolean]>([
    ['nobody has asked about', rule(), control(PASSED), true],
    ['was asked about less than a week ago', rule(), checked(6.9), false],
    ['was asked about a week ago', rule(), checked(7), true],
    ['would deny nobody', rule(), control({ ...PASSED, mayDeny: false }), false],
    ['is of a control that failed', rule(), control({ state: 'failed', explanation: 'x' }), false],
    ['is somebody else', rule({ capitalsDiffer: 'an identifier' }), control(PASSED), false],
    ['is not known at all', rule({ positiveControls: undefined }), control(PASSED), false],
    ['has no other capitals', rule({ positiveControls: ['4711'] }), control(PASSED), false],
    ['does not fit the pattern of names', rule({ pattern: '^[A-Z][a-z]+$' }), control(PASSED), false],
  ])('that %s is asked about as needed', (_, of, stands, isNeeded) => expect(needsCapitals(of, stands, NOW)).toBe(isNeeded));

  type Reads = readonly ['registered' | 'not_registered' | 'inconclusive', ...('registered' | 'not_registered' | 'inconclusive')[]];
  it.each<[reads: Reads, asked: number, shown: string | null]>([
    [['registered', 'registered'], 2, 'registered'],
    [['not_registered', 'registered', 'not_registered'], 3, 'absent'],
    [['not_registered', 'registered', 'registered'], 3, null],
    [['not_registered', 'not_registered'], 2, null],
    [['inconclusive', 'registered'], 2, null],
  ])('that reads %j by its capitals, its own and its capitals again shows with %d requests: %s', async (reads, count, shown) => {
    const asked: string[] = [];
    const probe = async (name: string) => {
      asked.push(name);
      return { state: reads[asked.length - 1] } as unknown as Verdict;
    };
    expect(await readCapitals(rule({ positiveControls: ['4711', 'Northwind'] }), probe)).toBe(shown);
    expect(asked).toEqual(['nORTHWIND', 'Northwind', 'nORTHWIND'].slice(0, count));
  });

  it('is not asked about where there is none', async () => {
    const probe = () => Promise.reject(new Error('asked'));
    expect(await readCapitals(rule({ positiveControls: ['4711'] }), probe)).toBeNull();
  });
});

it('a "no" is about a spelling where that was denied of a known account, and of names that have another one', () => {
  expect(['ada', 'ADA', '4711'].map((name) => deniesSpelling(checked(1), name))).toEqual([true, true, false]);
  expect([deniesSpelling(checked(1, 'registered'), 'ada'), deniesSpelling(control(PASSED), 'ada')]).toEqual([false, false]);
});
