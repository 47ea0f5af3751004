import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EgressHealth } from '../../../../src/domain/flow/egress-health.js';

describe('an egress', () => {
  it('has failed when ten hosts in a row give nothing, since the first of these requests was sent', () => {
    const health = new EgressHealth();
    const judged = Array.from({ length: 12 }, (_, n) => health.failed(`host-${n}`, 100 + n, 5_000 + n));
    expect(judged).toEqual([...Array<boolean>(9).fill(false), true, false, false]);
    expect(health.failedSince).toBe(100);
    expect(health.suspects).toHaveLength(12);
  });

  it('is remembered to have failed by whoever began before it recovered', () => {
    const health = new EgressHealth();
    expect(health.hasFailedSince(0)).toBe(false);
    for (let n = 0; n < 10; n += 1) health.failed(`host-${n}`, 100, 5_000);
    expect(health.hasFailedSince(6_000)).toBe(true);
    health.answered(7_000, 7_100);
    expect([health.hasFailedSince(7_000), health.hasFailedSince(7_101)]).toEqual([true, false]);
  });

  it('has not when one host fails however often', () => {
    const health = new EgressHealth();
    for (let n = 0; n < 50; n += 1) expect(health.failed('one', n, n + 1_000)).toBe(false);
    expect(health.failedSince).toBeNull();
  });

  it('has not when the hanging platforms of a sweep end last: requests that were sent after them have been answered', () => {
    const health = new EgressHealth();
    for (let n = 0; n < 200; n += 1) health.answered(n, 300 + n);
    for (let n = 0; n < 40; n += 1) expect(health.failed(`hanging-${n}`, n, 10_000 + n)).toBe(false);
    expect(health.failedSince).toBeNull();
  });

  it('is not suspected for failures that later answers explain away', () => {
    const health = new EgressHealth();
    for (let n = 0; n < 9; n += 1) health.failed(`early-${n}`, n, 1_000);
    health.answered(100, 1_100);
    expect(health.suspects).toEqual([]);
    for (let n = 0; n < 9; n += 1) expect(health.failed(`later-${n}`, 200 + n, 2_000)).toBe(false);
  });

  it('forgets failures after half a minute: one hanging host a minute is no fault of the egress', () => {
    const health = new EgressHealth();
    for (let n = 0; n < 40; n += 1) expect(health.failed(`host-${n}`, n * 60_000, n * 60_000 + 10_000)).toBe(false);
    expect(health.failedSince).toBeNull();
  });

  it('works again with the first answer', () => {
    const health = new EgressHealth();
    for (let n = 0; n < 10; n += 1) health.failed(`host-${n}`, n, 1_000);
    expect(health.failedSince).not.toBeNull();
    expect(health.answered(2_000, 2_100)).toBe(true);
    expect([health.failedSince, health.suspects]).toEqual([null, []]);
    expect(health.answered(2_001, 2_102)).toBe(false);
  });

  it('knows what an answer usually takes', () => {
    const health = new EgressHealth();
    expect(health.typicalMs).toBeNull();
    for (let n = 0; n < 200; n += 1) health.answered(n, n + 250);
    expect(health.typicalMs).toBeCloseTo(250);
  });

  it('has failed exactly while ten hosts failed and no request sent after them was answered, in any order of events', () => {
    const event = fc.record({ host: fc.integer({ min: 0, max: 14 }), isAnswer: fc.boolean(), takes: fc.integer({ min: 0, max: 400 }) });
    fc.assert(fc.property(fc.array(event, { maxLength: 150 }), (events) => {
      const health = new EgressHealth();
      const failures = new Map<number, number>();
      let newest = Number.NEGATIVE_INFINITY;
      let hasFailed = false;
      for (const [now, { host, isAnswer, takes }] of events.entries()) {
        const sentAt = now - takes;
        if (isAnswer) {
          newest = Math.max(newest, sentAt);
          for (const [each, at] of failures) if (at <= newest) failures.delete(each);
          expect(health.answered(sentAt, now)).toBe(hasFailed);
          hasFailed = false;
        } else {
          if (sentAt > newest) failures.set(host, sentAt);
          const isNew: boolean = sentAt > newest && failures.size >= 10 && !hasFailed;
          expect(health.failed(`${host}`, sentAt, now)).toBe(isNew);
          hasFailed ||= isNew;
        }
        expect(health.failedSince !== null).toBe(hasFailed);
      }
    }));
  });
});
