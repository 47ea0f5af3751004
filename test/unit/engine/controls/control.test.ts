import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyControl,
  CONTROL_STATES,
  CONTROL_TABLE,
  type Control,
  controlExpiry,
  evaluateControl,
  evaluateRepetition,
  isBlocked,
  isUnrecognisedAbsence,
} from '../../../../src/engine/controls/control.js';
import { type Contradiction, mergeContradictions, MAX_CONTRADICTIONS } from '../../../../src/engine/controls/contradictions.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { INCONCLUSIVE_REASONS, type Verdict } from '../../../../src/engine/evaluation/verdict.js';
import { emailRule } from '../../../support/fixtures.js';

const evidence = { status: 200, explanation: 'x', host: 'platform.example.com', latencyMs: 10, requests: 1 };
const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.constantFrom<Verdict>({ state: 'registered', evidence }, { state: 'not_registered', evidence }),
  fc
    .record({
      reason: fc.oneof(fc.constantFrom(...INCONCLUSIVE_REASONS), fc.constant('unrecognised' as const)),
      namesIdentity: fc.boolean(),
    })
    .map((shown): Verdict => ({ state: 'inconclusive', evidence, ...shown })),
);
const rule: fc.Arbitrary<ProbeRule> = fc.record({ registers: fc.boolean(), denies: fc.boolean() }).map(({ registers, denies }) => ({
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'public_page', reviewed: '2030-01-01', reason: 'a public page' },
  registered: registers ? { status: [200], contains: ['{username}'] } : undefined,
  absent: denies ? { status: [404] } : undefined,
}));
const probed = fc.record({ rule, positives: fc.array(verdict, { maxLength: 3 }), negative: verdict, wasUnrecognised: fc.boolean() });
const always = (holds: (value: typeof probed extends fc.Arbitrary<infer T> ? T : never) => void): void =>
  fc.assert(fc.property(probed, holds), { numRuns: 2_000 });

describe('the table of controls', () => {
  it('has a row for whatever a control shows, and none that nothing reaches', () => {
    const reached = new Set<string>();
    always((control) => {
      const row = CONTROL_TABLE.find(({ holds }) => holds(control));
      expect(evaluateControl(control.rule, control.positives, control.negative, control.wasUnrecognised).state).toBe(row?.state);
      reached.add(row?.shows ?? 'nothing');
    });
    expect([...reached].sort()).toEqual(CONTROL_TABLE.map(({ shows }) => shows).sort());
  });

  it('is the one of ADR 7, row by row', () => {
    const page = readFileSync(new URL('../../../../docs/adr/0007-calibration.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| (.+) \| (passed|failed|blocked) \| /gm)].map(([, shows, state]) => ({ shows, state }));
    expect(rows).toEqual(CONTROL_TABLE.map(({ shows, state }) => ({ shows, state })));
  });

  it('lets no "yes" through without a negative control that is not registered, no "no" without an account that exists', () =>
    always(({ rule, positives, negative, wasUnrecognised }) => {
      const outcome = evaluateControl(rule, positives, negative, wasUnrecognised);
      if (outcome.state !== 'passed') return;
      expect(negative.state).not.toBe('registered');
      expect(isBlocked(negative)).toBe(false);
      expect(outcome.mayConfirm).toBe(rule.registered !== undefined);
      const isDenied = negative.state === 'not_registered';
      expect(outcome.mayDeny).toBe(rule.absent !== undefined && isDenied && positives.some(({ state }) => state === 'registered'));
      if (!outcome.isAbsenceUnrecognised) return;
      expect([wasUnrecognised, isUnrecognisedAbsence(negative), outcome.mayDeny]).toEqual([true, true, false]);
      expect([rule.registered, rule.absent]).not.toContain(undefined);
    }));

  it('quarantines for nothing that a block explains', () =>
    always(({ rule, positives, negative, wasUnrecognised }) => {
      const outcome = evaluateControl(rule, positives, negative, wasUnrecognised);
      if (outcome.state !== 'failed' || negative.state === 'registered') return;
      const isUnrecognised = rule.absent !== undefined && negative.state !== 'not_registered' && !isBlocked(negative);
      expect(isUnrecognised || positives.every((each) => each.state !== 'registered' && !isBlocked(each))).toBe(true);
    }));
});

describe('a page for nobody that is neither side’s', () => {
  const sides: ProbeRule = { ...emailRule, registered: { status: [200] }, absent: { status: [404] } };
  const yes: Verdict = { state: 'registered', evidence };
  const no: Verdict = { state: 'not_registered', evidence };
  const other: Verdict = { state: 'inconclusive', reason: 'unrecognised', evidence };

  it('is an absence in other words unless it names the identity, or is no such page', () => {
    const named = [undefined, false, true].map((namesIdentity) => ({
      ...other,
      ...(namesIdentity === undefined ? {} : { namesIdentity }),
    }));
    expect(named.map(isUnrecognisedAbsence)).toEqual([true, true, false]);
    expect([yes, no, { ...other, reason: 'ambiguous' } as const].map(isUnrecognisedAbsence)).toEqual([false, false, false]);
  });

  it('leaves the "yes" when it comes twice in a row, with an account that reads registered or none that is known', () => {
    const confirms = { state: 'passed', mayConfirm: true, mayDeny: false, isAbsenceUnrecognised: true };
    const timeout: Verdict = { state: 'inconclusive', reason: 'timeout', evidence };
    expect(evaluateControl(sides, [yes], other, true)).toMatchObject(confirms);
    expect(evaluateControl(sides, [timeout, yes], other, true)).toMatchObject(confirms);
    expect(evaluateControl(sides, [], other, true)).toMatchObject(confirms);
    expect(evaluateControl(sides, [no], other, true).state).toBe('failed');
    expect(evaluateControl(sides, [yes], other, false).state).toBe('failed');
    expect(evaluateControl(sides, [yes], other).state).toBe('failed');
  });

  it('is the rule’s own of a rule that has no evidence of absence', () => {
    const { isAbsenceUnrecognised: _, ...outcome } = evaluateControl({ ...sides, absent: undefined }, [yes], other, true) as {
      isAbsenceUnrecognised?: true;
    };
    expect(outcome).toMatchObject({ state: 'passed', mayConfirm: true, mayDeny: false });
    expect(_).toBeUndefined();
  });
});

it('a rule without evidence of presence passes whatever its accounts read, and confirms nothing', () => {
  const denies: ProbeRule = { ...emailRule, registered: undefined };
  const no: Verdict = { state: 'not_registered', evidence };
  expect(evaluateControl(denies, [no], no)).toMatchObject({ state: 'passed', mayConfirm: false, mayDeny: false });
});

it('a control keeps where the negative one was redirected, and nothing where it was not', () => {
  const yes: Verdict = { state: 'registered', evidence };
  const no: Verdict = { state: 'not_registered', evidence };
  const rootRedirect = 'https://platform.example.com/';
  expect(evaluateControl(emailRule, [yes], { ...no, rootRedirect })).toMatchObject({ state: 'passed', rootRedirect });
  expect(Object.keys(evaluateControl(emailRule, [yes], no))).toEqual(['state', 'mayConfirm', 'mayDeny', 'explanation']);
});

describe('under a control of each state', () => {
  const NOW = new Date('2030-01-01T12:00:00Z');
  const control = (state: keyof typeof CONTROL_STATES, ageMs: number): Control => ({
    platform: 'one',
    subject: 'username',
    latencyMs: null,
    checkedAt: new Date(NOW.getTime() - ageMs),
    outcome: state === 'passed' ? { state, mayConfirm: true, mayDeny: true, explanation: 'x' } : { state, explanation: 'x' },
  });
  const yes: Verdict = { state: 'registered', evidence };
  const STATES = Object.entries(CONTROL_STATES) as [keyof typeof CONTROL_STATES, (typeof CONTROL_STATES)[keyof typeof CONTROL_STATES]][];

  it.each(STATES)('%s: its verdicts while it is valid, none afterwards', (state, { ttlMs, refusal }) => {
    const reasonAt = (ageMs: number) => {
      const actual = applyControl(yes, control(state, ageMs), NOW);
      return actual.state === 'inconclusive' ? actual.reason : null;
    };
    expect(reasonAt(ttlMs - 1)).toBe(refusal);
    expect(reasonAt(ttlMs)).toBe('uncalibrated');
    expect(controlExpiry(control(state, ttlMs))).toEqual(NOW);
  });
});

it('the repetition of a positive control contradicts a passed one only by an answer', () =>
  always(({ positives }) => {
    const result = evaluateRepetition(positives);
    const isSame = positives.some(({ state }) => state === 'registered');
    expect(result).toBe(isSame ? 'same' : positives.some(isBlocked) ? 'blocked' : 'contradiction');
  }));

it('each contradiction of the last day is kept once, the newest first, whichever process stored it', () => {
  const now = new Date('2030-01-02T12:00:00Z');
  const at = (hoursAgo: number, kind: Contradiction['kind'] = 'positive'): Contradiction => ({
    at: new Date(now.getTime() - hoursAgo * 3_600_000).toISOString(),
    kind,
  });
  expect(mergeContradictions([at(30 * 24 - 1, 'traffic'), at(30 * 24, 'traffic')], now)).toEqual([at(30 * 24 - 1, 'traffic')]);
  expect(mergeContradictions([at(3), at(1), at(3), at(24), at(3, 'answer')], now)).toEqual([at(1), at(3), at(3, 'answer')]);
  expect(
    mergeContradictions(
      Array.from({ length: 20 }, (_, hour) => at(hour)),
      now,
    ),
  ).toHaveLength(MAX_CONTRADICTIONS);
});
