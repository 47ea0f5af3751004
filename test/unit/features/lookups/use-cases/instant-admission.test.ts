import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../../../src/kernel/values/errors.js';
import {
  endedShare,
  InstantAdmission,
  isTypicalInstant,
  type InstantProgress,
  type ReleaseInstant,
} from '../../../../../src/features/lookups/use-cases/instant-admission.js';

/** Longer than one slow moment counts for. */
const APART_MS = 1_000;

/** A lookup of ten checks of which this share had ended. */
const came = (ended: number, startedAfterMs = 20): InstantProgress => ({ planned: 10, swept: 10 * ended, isTypical: true, startedAfterMs });

function machine() {
  const clock = { now: 0 };
  const admission = new InstantAdmission(() => clock.now);
  /** As many lookups as are admitted at once. */
  const fill = (): ReleaseInstant[] => {
    const inside: ReleaseInstant[] = [];
    for (;;) {
      try {
        inside.push(admission.acquire('a'));
      } catch {
        return inside;
      }
    }
  };
  const leaveAll = (inside: readonly ReleaseInstant[], progress: InstantProgress | null): void =>
    inside.forEach((release) => release(progress));
  const capacity = (): number => {
    const inside = fill();
    leaveAll(inside, null);
    return inside.length;
  };
  /** So many full houses, one after another, each of which leaves like this. */
  const follow = (count: number, progress: InstantProgress): void => {
    for (let n = 0; n < count; n += 1) {
      clock.now += APART_MS;
      leaveAll(fill(), progress);
    }
  };
  /** So many lookups, one after another, that were accepted beside as many as are admitted. */
  const keepFull = (count: number, progress: InstantProgress): void => {
    const inside = fill();
    for (let n = -inside.length; n < count; n += 1) {
      inside.shift()?.(n < 0 ? null : progress);
      inside.push(...fill());
    }
    leaveAll(inside, null);
  };
  return { admission, clock, fill, leaveAll, capacity, follow, keepFull };
}

describe('how many instant lookups are admitted at once', () => {
  it('refuses beyond it with 503 and the time to come back, says that nothing was billed, and admits again when one has left', () => {
    const { admission, fill } = machine();
    const [first] = fill();
    const refusal = (() => {
      try {
        return admission.acquire('a');
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(ServiceError);
    expect(refusal).toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 1 });
    expect(String((refusal as ServiceError).message)).toContain('Nothing was billed');
    first?.(came(1));
    expect(() => admission.acquire('a')).not.toThrow();
  });

  it('shrinks while most checks end after the ceiling, and never below eight', () => {
    const { admission, capacity, follow } = machine();
    const before = capacity();
    for (let n = 0; n < 3; n += 1) admission.acquire('a')(came(0)); // a few late ones say nothing
    expect(capacity()).toBe(before);
    follow(1, came(0));
    expect(capacity()).toBeLessThan(before);
    follow(20, came(0));
    expect(capacity()).toBe(8);
  });

  it('recovers when they end in time again, and has a most', () => {
    const { capacity, follow, keepFull } = machine();
    const before = capacity();
    follow(20, came(0));
    keepFull(before * before, came(1));
    expect(capacity()).toBeGreaterThanOrEqual(before);
    keepFull(256 * 256, came(1));
    expect(capacity()).toBe(256);
  });

  it('counts one slow moment once, however many lookups saw it', () => {
    const { capacity, clock, fill, leaveAll } = machine();
    clock.now = APART_MS;
    const inside = fill();
    leaveAll(inside, came(0));
    const after = capacity();
    expect(after).toBeLessThan(inside.length);
    leaveAll(fill(), came(0));
    expect(capacity()).toBe(after);
  });

  it('shrinks before answers are late, when lookups are begun late', () => {
    const { capacity, follow } = machine();
    const before = capacity();
    follow(3, came(1, 400));
    expect(capacity()).toBeLessThan(before);
  });

  it('grows by a quarter with each full house until it has shrunk once; then quickly to most of what it was, and by one from there on', () => {
    const { capacity, clock, fill, keepFull, leaveAll } = machine();
    const before = capacity();
    keepFull(before, came(1));
    expect(capacity() / before).toBeCloseTo(1.25, 1);
    const most = capacity();
    clock.now = APART_MS;
    const [late, ...rest] = fill();
    late?.(came(1, 2_000));
    leaveAll(rest, null);
    const shrunk = capacity();
    expect(shrunk).toBeLessThan(0.8 * most);
    keepFull(shrunk, came(1)); // until the averages have recovered
    const recovered = capacity();
    keepFull(recovered, came(1));
    expect(capacity()).toBeGreaterThanOrEqual(Math.min(recovered + 3, Math.floor(0.9 * most)));
    keepFull(most * 4, came(1));
    const regained = capacity();
    expect(regained).toBeGreaterThanOrEqual(Math.floor(0.9 * most));
    keepFull(regained * 4, came(1));
    expect(capacity()).toBeLessThanOrEqual(regained + 4);
  });

  it('takes the time to the plan for a queue only beyond what it takes without one', () => {
    const far = machine();
    far.keepFull(200, came(1, 150)); // an engine far away
    expect(far.capacity()).toBeGreaterThanOrEqual(32);
    const near = machine();
    near.keepFull(200, came(1, 10));
    const before = near.capacity();
    near.clock.now = APART_MS;
    near.keepFull(60, came(1, 150)); // the same time, where it took a tenth
    expect(near.capacity()).toBeLessThan(before);
  });

  it('a lookup whose plan was not read says nothing about that time', () => {
    const { capacity, clock, keepFull } = machine();
    keepFull(100, came(1, 70));
    keepFull(1_000, { ...came(1), startedAfterMs: null });
    clock.now = APART_MS;
    const before = capacity();
    keepFull(100, came(1, 150)); // had they counted as nothing, this would be a queue
    expect(capacity()).toBeGreaterThanOrEqual(before);
  });

  it('a lookup that was admitted before it shrank says nothing any more, however late it leaves', () => {
    const left = (progress: InstantProgress | null): number => {
      const { capacity, clock, fill, leaveAll } = machine();
      const inside = fill();
      clock.now = APART_MS;
      leaveAll(inside.splice(0, 16), came(0));
      clock.now = 4 * APART_MS;
      leaveAll(inside, progress);
      return capacity();
    };
    expect(left(null)).toBeLessThan(32);
    expect(left(came(0))).toBe(left(null));
  });

  it('a lookup that has begun gives its place back after the ceiling, and once; one that waits for its plan holds it', () => {
    vi.useFakeTimers();
    try {
      const { admission, capacity } = machine();
      let isPlanned = false;
      const until = { ceilingMs: 900, hasBegun: () => isPlanned };
      const [release, other] = [admission.acquire('a', until), admission.acquire('a', until)];
      vi.advanceTimersByTime(2_000);
      expect(capacity()).toBe(30);
      isPlanned = true;
      vi.advanceTimersByTime(600);
      other(null);
      expect(capacity()).toBe(31);
      vi.advanceTimersByTime(100);
      expect(capacity()).toBe(32);
      admission.acquire('a');
      release(null);
      expect(capacity()).toBe(31);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not grow while it is not what holds lookups back', () => {
    const { admission, capacity } = machine();
    const before = capacity();
    for (let n = 0; n < 500; n += 1) admission.acquire('a')(came(1));
    expect(capacity()).toBe(before);
  });

  it('is not moved by an answer of which it is not known how far it had come', () => {
    const { capacity, fill, leaveAll } = machine();
    const inside = fill();
    leaveAll(inside, null);
    expect(capacity()).toBe(inside.length);
  });

  it('one account alone may take all, and others still get their shares at once; what it gives back goes to them first', () => {
    const { admission, fill } = machine();
    const many = fill();
    expect(many).toHaveLength(32);
    const few = Array.from({ length: 16 }, () => admission.acquire('b'));
    expect(() => admission.acquire('b')).toThrow(ServiceError);
    for (let n = 0; n < 10; n += 1) expect(admission.acquire('c')).toBeTypeOf('function'); // a third
    expect(() => admission.acquire('c')).toThrow(ServiceError);
    for (const release of many.splice(0, 26)) release(null);
    expect(() => admission.acquire('b')).toThrow(ServiceError); // 32 are under way
    expect(admission.acquire('a')).toBeTypeOf('function'); // of which it has six
    for (const release of few) release(null);
    expect(fill()).toHaveLength(15);
  });

  it('counts every lookup out once, whoever says twice that it has left', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ enters: fc.boolean(), times: fc.integer({ min: 1, max: 3 }) }), { maxLength: 120 }), (steps) => {
        const { admission, capacity } = machine();
        const inside: ReleaseInstant[] = [];
        for (const { enters, times } of steps) {
          if (enters && inside.length < 30) inside.push(admission.acquire('a'));
          else for (let n = 0, release = inside.pop(); n < times; n += 1) release?.(null);
        }
        expect(capacity()).toBe(32 - inside.length);
      }),
    );
  });
});

it('a lookup that was not planned has ended nothing; one that asked fewer than it should has ended less', () => {
  const share = (progress: Partial<InstantProgress>) => endedShare({ planned: 10, swept: 7, isTypical: true, ...progress });
  expect(share({ planned: null, swept: 0 })).toBe(0);
  expect(share({ planned: null, swept: 0, isTypical: false })).toBe(0);
  expect(share({})).toBe(0.7);
  expect(share({ wanted: 20 })).toBe(0.35);
});

it("what a caller named, or wanted sooner than the ceiling, is the caller's choice", () => {
  expect(isTypicalInstant({ platforms: null }, 900)).toBe(true);
  expect([300, 899, 900, 5_000].map((deadlineMs) => isTypicalInstant({ platforms: null, deadlineMs }, 900))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(isTypicalInstant({ platforms: ['one'], deadlineMs: 5_000 }, 900)).toBe(false);
});

it('what a caller chose, or what had nothing to ask, says nothing', () => {
  expect(endedShare({ planned: 10, swept: 7, isTypical: false })).toBeNull();
  expect(endedShare({ planned: 0, swept: 0, isTypical: true })).toBeNull();
});
