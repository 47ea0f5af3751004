import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EgressHealth } from '../../../../src/engine/flow/reachability.js';

describe('an egress', () => {
  it('has failed when ten hosts in a row give nothing, since the first of these requests was sent', () => {
    const health = new EgressHealth();
    const evaluated = Array.from({ length: 12 }, (_, n) => health.recordFailure(`host-${n}`, 100 + n, 5_000 + n));
    expect(evaluated).toEqual([...Array<boolean>(9).fill(false), true, false, false]);
    expect(health.failedSince).toBe(100);
    expect(health.suspects).toHaveLength(12);
  });

  it('has failed with one host when another worker has found it failed, and works again with an answer of its own', () => {
    const health = new EgressHealth();
    health.hasFailedElsewhere = true;
    health.recordResponse('another', 100, 200);
    expect(health.recordFailure('answered since', 90, 5_000)).toBe(false);
    expect(health.recordFailure('one', 150, 5_000)).toBe(true);
    expect(health.recordResponse('another', 6_000, 6_100)).toBe(true);
    expect(health.failedSince).toBeNull();
  });

  it('is remembered to have failed by whoever began before it recovered', () => {
    const health = new EgressHealth();
    expect(health.hasFailedSince(0)).toBe(false);
    for (let n = 0; n < 10; n += 1) health.recordFailure(`host-${n}`, 100, 5_000);
    expect(health.hasFailedSince(6_000)).toBe(true);
    health.recordResponse('another', 7_000, 7_100);
    expect([health.hasFailedSince(7_000), health.hasFailedSince(7_100), health.hasFailedSince(7_101)]).toEqual([true, true, false]);
    health.recordResponse('another', 8_000, 8_100);
    expect(health.hasFailedSince(7_101)).toBe(false);
  });

  it('has not when one host fails however often', () => {
    const health = new EgressHealth();
    for (let n = 0; n < 50; n += 1) expect(health.recordFailure('one', n, n + 1_000)).toBe(false);
    expect(health.failedSince).toBeNull();
  });

  it('has not when the hanging platforms of a sweep end last: requests that were sent after them have been answered', () => {
    const health = new EgressHealth();
    for (let n = 0; n < 200; n += 1) health.recordResponse('another', n, 300 + n);
    for (let n = 0; n < 40; n += 1) expect(health.recordFailure(`hanging-${n}`, n, 10_000 + n)).toBe(false);
    expect(health.failedSince).toBeNull();
  });

  it('is not suspected for failures that later answers explain away', () => {
    const health = new EgressHealth();
    for (let n = 0; n < 9; n += 1) health.recordFailure(`early-${n}`, n, 1_000);
    health.recordResponse('another', 100, 1_100);
    expect(health.suspects).toEqual([]);
    for (let n = 0; n < 9; n += 1) expect(health.recordFailure(`later-${n}`, 200 + n, 2_000)).toBe(false);
  });

  it('forgets failures after half a minute: one hanging host a minute is no fault of the egress', () => {
    const health = new EgressHealth();
    for (let n = 0; n < 40; n += 1) expect(health.recordFailure(`host-${n}`, n * 60_000, n * 60_000 + 10_000)).toBe(false);
    expect(health.failedSince).toBeNull();
  });

  it.each([
    ['at half a minute they still count', 0, true],
    ['a millisecond later they do not', 1, false],
  ])('forgets failures after half a minute: %s', (_, more, expected) => {
    const health = new EgressHealth();
    health.recordFailure('oldest', 0, 1_000);
    for (let n = 1; n < 9; n += 1) health.recordFailure(`host-${n}`, 20_000, 21_000);
    expect(health.recordFailure('tenth', 29_000, 30_000 + more)).toBe(expected);
  });

  it('is suspected for what was sent after the newest request that was answered, and not for that one', () => {
    const health = new EgressHealth();
    health.recordFailure('before', 399, 1_000);
    health.recordFailure('at once', 400, 1_000);
    health.recordFailure('after', 401, 1_000);
    health.recordResponse('another', 400, 1_100);
    expect(health.suspects).toEqual(['after']);
    health.recordFailure('with it', 400, 1_200);
    expect(health.suspects).toEqual(['after']);
  });

  it('works again with the first answer', () => {
    const health = new EgressHealth();
    for (let n = 0; n < 10; n += 1) health.recordFailure(`host-${n}`, n, 1_000);
    expect(health.failedSince).not.toBeNull();
    expect(health.recordResponse('another', 2_000, 2_100)).toBe(true);
    expect([health.failedSince, health.suspects]).toEqual([null, []]);
    expect(health.recordResponse('another', 2_001, 2_102)).toBe(false);
  });

  it('is not suspected for hosts that failed while it worked, however often they are asked alone, until they have answered', () => {
    const health = new EgressHealth();
    const faulty = Array.from({ length: 12 }, (_, n) => `faulty-${n}`);
    const failAll = (at: number) => faulty.some((host) => health.recordFailure(host, at, at + 1_000));
    expect(failAll(0)).toBe(true);
    expect(health.recordResponse('another', 1, 1_100)).toBe(true);
    for (const at of [2_000, 4_000, 6_000]) expect(failAll(at)).toBe(false);
    for (const host of faulty) health.recordResponse(host, 8_000, 8_100);
    expect(failAll(9_000)).toBe(true);
  });

  it('knows what an answer usually takes', () => {
    const health = new EgressHealth();
    expect(health.typicalMs).toBeNull();
    for (let n = 0; n < 200; n += 1) health.recordResponse('another', n, n + 250);
    expect(health.typicalMs).toBeCloseTo(250);
  });

  it('knows it from the first answer on, and a single odd one hardly moves it', () => {
    const health = new EgressHealth();
    health.recordResponse('another', 0, 100);
    expect(health.typicalMs).toBeCloseTo(100);
    health.recordResponse('slow', 1, 10_001);
    expect(health.typicalMs).toBeCloseTo(100 * 100 ** 0.05);
  });

  it('knows the newest request that was answered, in whatever order the answers come', () => {
    const health = new EgressHealth();
    for (const sentAt of [500, 700, 600]) health.recordResponse('another', sentAt, 1_000);
    expect(health.newestRespondedSentAt).toBe(700);
  });

  it('has answered since its first answer, since the end of a silence of more than three seconds, or since it recovered', () => {
    const health = new EgressHealth();
    const since = (sentAt: number): number => {
      health.recordResponse('another', sentAt, sentAt + 100);
      return health.respondingSince;
    };
    expect([1_000, 2_000, 5_000, 8_001, 9_000].map(since)).toEqual([1_000, 1_000, 1_000, 8_001, 8_001]);
    for (let n = 0; n < 10; n += 1) health.recordFailure(`host-${n}`, 9_500, 10_000);
    expect([10_000, 10_500].map(since)).toEqual([10_000, 10_000]);
  });

  it('has failed exactly while ten hosts that answered before failed and no request sent after them was answered, in any order of events', () => {
    const event = fc.record({ host: fc.integer({ min: 0, max: 14 }), isAnswer: fc.boolean(), takes: fc.integer({ min: 0, max: 400 }) });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 150 }), (events) => {
        const health = new EgressHealth();
        const failures = new Map<number, number>();
        const faulty = new Set<number>();
        let newest = Number.NEGATIVE_INFINITY;
        let hasFailed = false;
        for (const [now, { host, isAnswer, takes }] of events.entries()) {
          const sentAt = now - takes;
          if (isAnswer) {
            newest = Math.max(newest, sentAt);
            for (const [each, at] of failures) {
              if (at > newest) continue;
              failures.delete(each);
              faulty.add(each);
            }
            failures.delete(host);
            faulty.delete(host);
            expect(health.recordResponse(`${host}`, sentAt, now)).toBe(hasFailed);
            hasFailed = false;
          } else {
            if (sentAt <= newest) faulty.add(host);
            if (!faulty.has(host)) failures.set(host, sentAt);
            const isNew: boolean = !faulty.has(host) && failures.size >= 10 && !hasFailed;
            expect(health.recordFailure(`${host}`, sentAt, now)).toBe(isNew);
            hasFailed ||= isNew;
          }
          expect(health.failedSince !== null).toBe(hasFailed);
        }
      }),
    );
  });
});
