import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.js';
import { endedShare, InstantAdmission, type LeaveInstant } from '../../../src/services/instant-admission.js';

/** Longer than one slow moment counts for. */
const APART_MS = 1_000;

function machine() {
  const clock = { now: 0 };
  const admission = new InstantAdmission(() => clock.now);
  /** As many lookups as are admitted at once. */
  const fill = (): LeaveInstant[] => {
    const inside: LeaveInstant[] = [];
    for (;;) {
      try {
        inside.push(admission.enter());
      } catch {
        return inside;
      }
    }
  };
  const leaveAll = (inside: readonly LeaveInstant[], ended: number | null): void => inside.forEach((leave) => leave(ended));
  const capacity = (): number => {
    const inside = fill();
    leaveAll(inside, null);
    return inside.length;
  };
  /** One lookup after another of which this share of the checks ended before its ceiling. */
  const follow = (count: number, ended: number): void => {
    for (let n = 0; n < count; n += 1) {
      clock.now += APART_MS;
      admission.enter()(ended);
    }
  };
  return { admission, clock, fill, leaveAll, capacity, follow };
}

describe('how many instant lookups are admitted at once', () => {
  it('refuses beyond it with 503 and the time to come back, says that nothing was billed, and admits again when one has left', () => {
    const { admission, fill } = machine();
    const [first] = fill();
    const refusal = (() => {
      try {
        return admission.enter();
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(ServiceError);
    expect(refusal).toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 1 });
    expect(String((refusal as ServiceError).message)).toContain('Nothing was billed');
    first?.(1);
    expect(() => admission.enter()).not.toThrow();
  });

  it('shrinks while most checks end after the ceiling, and never below eight', () => {
    const { capacity, follow } = machine();
    const before = capacity();
    follow(3, 0); // a few late ones say nothing
    expect(capacity()).toBe(before);
    follow(10, 0);
    expect(capacity()).toBeLessThan(before);
    follow(100, 0);
    expect(capacity()).toBe(8);
  });

  it('recovers when they end in time again, and has a most', () => {
    const { capacity, follow } = machine();
    const before = capacity();
    follow(100, 0);
    follow(8 * before, 1);
    expect(capacity()).toBeGreaterThanOrEqual(before);
    follow(2_000, 1);
    expect(capacity()).toBe(256);
  });

  it('counts one slow moment once, however many lookups saw it', () => {
    const { capacity, clock, fill, leaveAll } = machine();
    clock.now = APART_MS;
    const inside = fill();
    leaveAll(inside, 0);
    expect(capacity()).toBeLessThan(inside.length);
    expect(capacity()).toBeGreaterThanOrEqual(Math.floor(inside.length * 0.85));
  });

  it('is not moved by an answer of which it is not known how far it had come', () => {
    const { capacity, fill, leaveAll } = machine();
    const inside = fill();
    leaveAll(inside, null);
    expect(capacity()).toBe(inside.length);
  });

  it('counts every lookup out once, whoever says twice that it has left', () => {
    fc.assert(fc.property(fc.array(fc.record({ enters: fc.boolean(), times: fc.integer({ min: 1, max: 3 }) }), { maxLength: 120 }), (steps) => {
      const { admission, capacity } = machine();
      const inside: LeaveInstant[] = [];
      for (const { enters, times } of steps) {
        if (enters && inside.length < 60) inside.push(admission.enter());
        else for (let n = 0, leave = inside.pop(); n < times; n += 1) leave?.(null);
      }
      expect(capacity()).toBe(64 - inside.length);
    }));
  });
});

it('a lookup that was not planned has ended nothing; what a caller chose, or what had nothing to ask, says nothing', () => {
  expect(endedShare({ planned: null, swept: 0, isBand: true })).toBe(0);
  expect(endedShare({ planned: null, swept: 0, isBand: false })).toBe(0);
  expect(endedShare({ planned: 10, swept: 7, isBand: true })).toBe(0.7);
  expect(endedShare({ planned: 10, swept: 7, isBand: false })).toBeNull();
  expect(endedShare({ planned: 0, swept: 0, isBand: true })).toBeNull();
});
