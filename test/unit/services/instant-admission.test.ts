import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.js';
import { InstantAdmission } from '../../../src/services/instant-admission.js';

type Leave = (wasPlanned: boolean | null) => void;
/** Longer than one slow moment counts for. */
const APART_MS = 1_000;

function machine() {
  const clock = { now: 0 };
  const admission = new InstantAdmission(() => clock.now);
  /** As many lookups as are admitted at once. */
  const fill = (): Leave[] => {
    const inside: Leave[] = [];
    for (;;) {
      try {
        inside.push(admission.enter());
      } catch {
        return inside;
      }
    }
  };
  const leaveAll = (inside: readonly Leave[], wasPlanned: boolean | null): void => inside.forEach((leave) => leave(wasPlanned));
  const capacity = (): number => {
    const inside = fill();
    leaveAll(inside, null);
    return inside.length;
  };
  /** One lookup after another that was, or was not, planned before its ceiling. */
  const follow = (count: number, wasPlanned: boolean): void => {
    for (let n = 0; n < count; n += 1) {
      clock.now += APART_MS;
      admission.enter()(wasPlanned);
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
    first?.(true);
    expect(() => admission.enter()).not.toThrow();
  });

  it('shrinks while lookups are not even planned before their ceiling, and never below eight', () => {
    const { capacity, follow } = machine();
    const before = capacity();
    follow(1, false);
    expect(capacity()).toBe(Math.floor(before * 0.8));
    follow(50, false);
    expect(capacity()).toBe(8);
  });

  it('recovers when they are planned in time again, and has a most', () => {
    const { capacity, follow } = machine();
    const before = capacity();
    follow(50, false);
    follow(2 * before, true);
    expect(capacity()).toBeGreaterThanOrEqual(before);
    follow(1_000, true);
    expect(capacity()).toBe(256);
  });

  it('counts one slow moment once, however many lookups saw it', () => {
    const { capacity, clock, fill, leaveAll } = machine();
    clock.now = APART_MS;
    const inside = fill();
    leaveAll(inside, false);
    expect(capacity()).toBe(Math.floor(inside.length * 0.8));
  });

  it('is not moved by an answer of which it is not known whether it was planned', () => {
    const { capacity, fill, leaveAll } = machine();
    const inside = fill();
    leaveAll(inside, null);
    expect(capacity()).toBe(inside.length);
  });

  it('counts every lookup out once, whoever says twice that it has left', () => {
    fc.assert(fc.property(fc.array(fc.record({ enters: fc.boolean(), times: fc.integer({ min: 1, max: 3 }) }), { maxLength: 120 }), (steps) => {
      const { admission, capacity } = machine();
      const inside: Leave[] = [];
      for (const { enters, times } of steps) {
        if (enters && inside.length < 60) inside.push(admission.enter());
        else for (let n = 0, leave = inside.pop(); n < times; n += 1) leave?.(null);
      }
      expect(capacity()).toBe(64 - inside.length);
    }));
  });
});
