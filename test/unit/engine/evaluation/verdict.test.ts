import { describe, expect, it } from 'vitest';
import { INCONCLUSIVE_REASONS, traitsOf } from '../../../../src/engine/evaluation/verdict.js';

const with_ = (trait: 'isBlocking' | 'countsForPlatform' | 'isRejection') =>
  INCONCLUSIVE_REASONS.filter((reason) => traitsOf(reason)[trait]);
/** The path to the platform, or its defences, answered in its place. */
const PATH = [
  'timeout',
  'unreachable',
  'too_large',
  'redirected_away',
  'undecodable',
  'rate_limited',
  'server_error',
  'blocked',
  'challenge',
  'login_wall',
  'consent_wall',
] as const;

describe('what a reason shows', () => {
  it('is a rejection of our address when a bot check, a refusal or a rate limit answered, and in no other case', () => {
    expect(with_('isRejection')).toEqual(['rate_limited', 'blocked', 'challenge']);
  });

  it('is nothing about the rule, when the path, the platform’s defences or this service stood between: a control is then blocked', () => {
    const service = ['proxy_failed', 'disabled', 'backing_off', 'busy', 'unavailable', 'interrupted'];
    expect(new Set(with_('isBlocking'))).toEqual(new Set([...PATH, ...service]));
  });

  it('counts for the platform when it was asked and gave no confident answer, and not for what we did ourselves', () => {
    const misread = ['unexpected_type', 'unrecognised', 'prelude_unusable', 'ambiguous', 'echo_missing'];
    expect(new Set(with_('countsForPlatform'))).toEqual(new Set([...PATH, ...misread]));
  });

  it('is said to the caller in one sentence', () => {
    for (const reason of INCONCLUSIVE_REASONS) expect(traitsOf(reason).sentence).toMatch(/^[A-Z].+\.$/);
    expect(new Set(INCONCLUSIVE_REASONS.map((reason) => traitsOf(reason).sentence)).size).toBe(INCONCLUSIVE_REASONS.length);
  });
});
