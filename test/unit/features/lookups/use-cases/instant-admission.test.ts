import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../../../src/kernel/values/errors.js';
import {
  admitInstant,
  InstantAdmission,
  type InstantProgress,
  type ReleaseInstant,
} from '../../../../../src/features/lookups/use-cases/instant-admission.js';
import { requestOf } from '../../../../support/fixtures.js';

/** Longer than lookups take. */
const APART_MS = 1_000;

/** A lookup that had its plan so long after its acceptance. */
const began = (startedAfterMs: number | null): InstantProgress => ({ startedAfterMs });
const PROMPT = began(20);
const LATE = began(400);

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

describe('beyond the limit', () => {
  const REFUSED = { code: 'unavailable', retryAfterSeconds: 1 };

  function door() {
    const { admission, clock, fill, capacity } = machine();
    const seen = { reads: 0, taken: 0, settled: 0 };
    const admit = (isKnown: boolean, accountId = 'a') => {
      const instantBudget = {
        take: async () => {
          seen.taken += 1;
          return { busy: [], settle: () => void (seen.settled += 1) };
        },
        knows: async () => {
          seen.reads += 1;
          return isKnown;
        },
      };
      const ctx = { instantAdmission: admission, instantBudget, instantCeilingMs: 900 };
      return admitInstant(ctx, { accountId, isTest: false }, requestOf({ mode: 'instant' }));
    };
    return { seen, clock, fill, capacity, admit };
  }

  it('as many again are admitted of which something is known, within what hosts allow; others are refused, and hold no place', async () => {
    const { seen, fill, admit } = door();
    const inside = fill();
    await expect(admit(false)).rejects.toMatchObject(REFUSED);
    const flood = await Promise.allSettled(Array.from({ length: 5 * inside.length }, () => admit(true)));
    const admitted = flood.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect([admitted.length, seen.taken]).toEqual([inside.length, inside.length]);
    for (const each of flood) if (each.status === 'rejected') expect(each.reason).toMatchObject(REFUSED);
    expect(seen.reads, 'of a flood, facts are read for those alone that have a place').toBe(1 + inside.length);
    for (const { release } of admitted) release(null);
    expect(seen.settled).toBe(inside.length);
    await expect(admit(false)).rejects.toMatchObject(REFUSED);
    await admit(true);
  });

  it('those that begin late lower the limit, and so how many of them are admitted', async () => {
    const { clock, fill, capacity, admit } = door();
    const inside = fill();
    const known = await Promise.all(inside.map(() => admit(true)));
    clock.now = APART_MS;
    for (const release of inside) release(null);
    for (const { begun, release } of known) {
      begun();
      release(LATE);
    }
    expect(capacity()).toBeLessThan(inside.length);
  });

  it('another account finds its share beside a flood of what is known', async () => {
    const { fill, admit } = door();
    fill();
    await Promise.allSettled(Array.from({ length: 100 }, () => admit(true)));
    await admit(false, 'b');
  });
});

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
    first?.(PROMPT);
    expect(() => admission.acquire('a')).not.toThrow();
  });

  it('shrinks while lookups begin late, and never below eight', () => {
    const { admission, capacity, follow } = machine();
    const before = capacity();
    for (let n = 0; n < 3; n += 1) admission.acquire('a')(LATE); // a few late ones say nothing
    expect(capacity()).toBe(before);
    follow(1, LATE);
    expect(capacity()).toBeLessThan(before);
    follow(20, LATE);
    expect(capacity()).toBe(8);
  });

  it('recovers when they begin promptly again, and has a most', () => {
    const { capacity, follow, keepFull } = machine();
    const before = capacity();
    follow(20, LATE);
    keepFull(before * before, PROMPT);
    expect(capacity()).toBeGreaterThanOrEqual(before);
    keepFull(256 * 256, PROMPT);
    expect(capacity()).toBe(256);
  });

  it('counts one slow moment once, however many lookups saw it', () => {
    const { capacity, clock, fill, leaveAll } = machine();
    const inside = fill();
    clock.now = APART_MS;
    leaveAll(inside, LATE);
    expect(capacity()).toBe(Math.floor(inside.length * 0.85));
  });

  it('grows by a twentieth with each full house', () => {
    const { capacity, keepFull } = machine();
    const before = capacity();
    keepFull(before, PROMPT);
    expect(capacity()).toBe(Math.floor(before * 1.05));
  });

  it('a lookup without a plan at its end began as late as that, and one whose plan was not read says nothing', () => {
    const until = (isPlanned: boolean) => ({ ceilingMs: 900, hasBegun: () => isPlanned });
    const placesAfter = (isPlanned: boolean, progress: InstantProgress | null) => {
      const { admission, clock, capacity } = machine();
      const inside = Array.from({ length: 32 }, () => admission.acquire('a', until(isPlanned)));
      clock.now = 900;
      for (const release of inside) release(progress);
      return capacity();
    };
    expect(placesAfter(false, began(null))).toBeLessThan(32);
    expect([placesAfter(true, began(null)), placesAfter(false, null)]).toEqual([32, 32]);
  });

  it('a lookup that was admitted before it shrank says nothing any more, however late it leaves', () => {
    const left = (progress: InstantProgress | null): number => {
      const { capacity, clock, fill, leaveAll } = machine();
      const inside = fill();
      clock.now = APART_MS;
      leaveAll(inside.splice(0, 16), LATE);
      clock.now = 4 * APART_MS;
      leaveAll(inside, progress);
      return capacity();
    };
    expect(left(null)).toBeLessThan(32);
    expect(left(LATE)).toBe(left(null));
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
    for (let n = 0; n < 500; n += 1) admission.acquire('a')(PROMPT);
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
