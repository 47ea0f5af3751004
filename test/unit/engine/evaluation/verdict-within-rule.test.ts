import { expect, it } from 'vitest';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { traitsOf } from '../../../../src/engine/evaluation/verdict.js';
import { verdictWithinRule } from '../../../../src/engine/evaluation/verdict-within-rule.js';
import { emailRule, notRegistered, registered } from '../../../support/fixtures.js';

const confirming: ProbeRule = { ...emailRule, readsAbsent: [{ class: 'private accounts', source: 'its manual' }] };
const timedOut = { ...notRegistered, state: 'inconclusive', reason: 'timeout' } as const;

it('of a rule that only confirms a "no" is never one, whatever else it is about', () => {
  const { evidence, ...verdict } = verdictWithinRule(confirming, notRegistered);
  expect(verdict).toEqual({ state: 'inconclusive', reason: 'only_confirms' });
  expect(evidence).toEqual({ ...notRegistered.evidence, explanation: 'x; so do accounts in use: private accounts' });
  expect(verdictWithinRule({ ...emailRule, absent: undefined }, notRegistered)).toMatchObject({ reason: 'only_confirms' });
});

it('all other verdicts stay as they are, and every one of a rule that may deny', () => {
  for (const verdict of [registered, timedOut]) expect(verdictWithinRule(confirming, verdict)).toBe(verdict);
  for (const verdict of [registered, timedOut, notRegistered]) expect(verdictWithinRule(emailRule, verdict)).toBe(verdict);
});

it('the platform is not at fault: its statistics do not suffer, and its controls are as they were', () => {
  for (const reason of ['only_confirms', 'reserved_name'] as const)
    expect(traitsOf(reason)).toMatchObject({ countsForPlatform: false, isBlocking: false });
});
