import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTEMPT_TIMEOUT_MS, ATTEMPT_TIMES_MS, nextAttempt, type FailedAttempt } from '../../../../src/features/webhooks/delivery.js';

const MINUTE = 60_000;

/** Starts of all attempts, in milliseconds after the first, when attempt n fails as `failures(n)` says. */
function starts(failures: (n: number) => Partial<FailedAttempt> = () => ({}), lateness: (n: number) => number = () => 0): number[] {
  const made = [0];
  let scheduleOffsetMs = 0;
  for (let now = 0, n = 1; ; n += 1) {
    const failed = { scheduleOffsetMs, durationMs: 0, retryAfterMs: null, ...failures(n) };
    const next = nextAttempt(failed);
    if (!next) return made;
    now += failed.durationMs + next.waitMs + lateness(n);
    scheduleOffsetMs = next.scheduleOffsetMs;
    made.push(now);
  }
}

describe('the schedule of attempts', () => {
  it('is eight attempts at 0, 1, 3, 7, 15, 31, 63 and 127 minutes', () => {
    expect(starts().map((start) => start / MINUTE)).toEqual([0, 1, 3, 7, 15, 31, 63, 127]);
  });

  it('counts from the start of an attempt, however long it hangs', () => {
    expect(starts(() => ({ durationMs: ATTEMPT_TIMEOUT_MS }))).toEqual(ATTEMPT_TIMES_MS);
  });

  it('is shifted by time lost on our side, and loses no attempt to it', () => {
    const late = starts(undefined, (n) => (n === 3 ? 3 * 60 * MINUTE : 0));
    expect(late).toHaveLength(8);
    expect(late.map((start, index) => start - (ATTEMPT_TIMES_MS[index] ?? 0))).toEqual([0, 0, 0, ...Array(5).fill(3 * 60 * MINUTE)]);
  });

  it('is not shortened by a short Retry-After', () => {
    expect(starts(() => ({ retryAfterMs: 1_000 }))).toEqual(ATTEMPT_TIMES_MS);
  });

  it('is postponed by Retry-After, and goes on at the places that are left', () => {
    expect(starts((n) => (n === 1 ? { retryAfterMs: 90_000 } : {})).map((start) => start / MINUTE)).toEqual([
      0, 1.5, 3, 7, 15, 31, 63, 127,
    ]);
    expect(starts((n) => (n === 1 ? { retryAfterMs: 60 * MINUTE } : {})).map((start) => start / MINUTE)).toEqual([0, 60, 63, 127]);
    expect(starts((n) => (n === 1 ? { retryAfterMs: 62.5 * MINUTE } : {})).map((start) => start / MINUTE)).toEqual([0, 62.5, 127]);
    expect(starts((n) => (n === 1 ? { retryAfterMs: 126 * MINUTE } : {})).map((start) => start / MINUTE)).toEqual([0, 126, 127]);
  });

  it('takes the last place when Retry-After postpones it to less than a minute before', () => {
    expect(starts((n) => (n === 1 ? { retryAfterMs: 126.5 * MINUTE } : {})).map((start) => start / MINUTE)).toEqual([0, 127]);
  });

  it('ends at its last place, whatever Retry-After asks for', () => {
    expect(starts(() => ({ retryAfterMs: 86_400_000 })).map((start) => start / MINUTE)).toEqual([0, 127]);
  });

  it('never has two attempts within a minute, more than eight, or one after its last place', () => {
    const failure = fc.record({
      durationMs: fc.double({ min: 0, max: ATTEMPT_TIMEOUT_MS, noNaN: true }),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 90_000_000 })),
    });
    fc.assert(
      fc.property(fc.array(failure, { minLength: 8, maxLength: 8 }), (failures) => {
        const made = starts((n) => failures[n - 1] ?? {});
        expect(made.length).toBeGreaterThanOrEqual(2);
        expect(made.length).toBeLessThanOrEqual(8);
        made.slice(1).forEach((start, index) => {
          expect(start - (made[index] ?? 0)).toBeGreaterThan(MINUTE - 10);
          // Never before its place: the schedule's times are earliest times.
          expect(start).toBeGreaterThan((ATTEMPT_TIMES_MS[index + 1] ?? 0) - 10);
        });
        expect(Math.abs((made.at(-1) ?? 0) - 127 * MINUTE)).toBeLessThan(10);
      }),
      { examples: [[[{ durationMs: 0, retryAfterMs: 126 * MINUTE + 10 }, ...Array(7).fill({ durationMs: 0, retryAfterMs: null })]]] },
    );
  });
});
