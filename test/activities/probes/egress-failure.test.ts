import { describe, expect, it } from 'vitest';
import { type EgressHistory, isPlatformFailure, mayBeEgressFailure, outcomeWithoutEgress } from '../../../activities/probes/outcomes.js';
import type { CheckOutcome } from '../../../src/features/lookups/lookup.js';
import type { InconclusiveReason } from '../../../src/engine/evaluation/verdict.js';

const NOW = 1_900_000_000_000;

/** An outcome of some milliseconds ago, whose request took some. */
function outcome(reason: InconclusiveReason | null, { ago, took }: { ago: number; took: number }): CheckOutcome {
  return {
    platform: 'one',
    subject: 'username',
    state: reason ? 'inconclusive' : 'registered',
    method: 'public_api',
    mailboxProvider: false,
    reason,
    checkedAt: new Date(NOW - ago),
    fromCache: false,
    egress: 'direct',
    evidence: { status: null, explanation: '', host: 'one.example', latencyMs: took, requests: 1 },
  };
}

/** An egress whose newest answered request was sent some milliseconds ago. */
const answeredAgo = (ago: number): EgressHistory => ({ hasFailed: () => false, hasAnswered: (withinMs) => ago <= withinMs });

describe('a failure of which nobody knows yet whose it is', () => {
  it('may be that of the egress when nothing came back, and never when the platform said something', () => {
    const kinds = [
      'timeout',
      'unreachable',
      'proxy_failed',
      'unavailable',
      'uncalibrated',
      'blocked',
      'challenge',
      'server_error',
      null,
    ] as const;
    expect(kinds.filter((reason) => mayBeEgressFailure(outcome(reason, { ago: 0, took: 0 })))).toEqual([
      'timeout',
      'unreachable',
      'proxy_failed',
      'uncalibrated',
    ]);
  });

  it('never when nothing was sent: a rule for which no control can be made is not tried again', () => {
    expect(mayBeEgressFailure({ ...outcome('uncalibrated', { ago: 0, took: 0 }), evidence: null })).toBe(false);
  });

  it.each(['timeout', 'unreachable', 'proxy_failed'] as const)(
    "%s is the platform's own once a request that was sent after it has been answered",
    (reason) => {
      const failed = outcome(reason, { ago: 500, took: 10_000 });
      expect(isPlatformFailure(answeredAgo(10_500), failed, NOW)).toBe(true);
      expect(isPlatformFailure(answeredAgo(10_501), failed, NOW)).toBe(false);
    },
  );

  it('a control that could not be made, which may have taken ten seconds itself', () => {
    const unverified = outcome('uncalibrated', { ago: 0, took: 200 });
    expect(isPlatformFailure(answeredAgo(13_200), unverified, NOW)).toBe(true);
    expect(isPlatformFailure(answeredAgo(13_201), unverified, NOW)).toBe(false);
  });
});

describe('an outcome that may wait no longer while the egress is failed', () => {
  const at = { ago: 0, took: 0 };
  const shown = (reason: InconclusiveReason | null) => {
    const { reason: named, egress } = outcomeWithoutEgress(outcome(reason, at));
    return [named, egress];
  };

  it('says that the platform could not be reached, whatever kept its request from being sent', () => {
    for (const reason of ['busy', 'unavailable', 'uncalibrated', 'interrupted'] as const) {
      expect(shown(reason)).toEqual(['unreachable', null]);
    }
  });

  it('names the failure of a request that was sent, and counts it against no platform', () => {
    for (const reason of ['timeout', 'unreachable', 'proxy_failed'] as const) expect(shown(reason)).toEqual([reason, null]);
  });

  it('stays what it is where the platform answered, or nothing was to be asked', () => {
    for (const reason of [null, 'suppressed', 'not_applicable', 'disabled'] as const) expect(shown(reason)).toEqual([reason, 'direct']);
    const evidence = { status: 200, explanation: '', host: 'one.example', latencyMs: 0, requests: 1 };
    const answered = { ...outcome('uncalibrated', at), evidence };
    expect(outcomeWithoutEgress(answered)).toBe(answered);
    const impossible = { ...outcome('uncalibrated', at), evidence: null };
    expect(outcomeWithoutEgress(impossible)).toBe(impossible);
  });
});
