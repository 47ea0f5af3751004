import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnreachable, ReachMonitor, sumReach, EgressHealth } from '../../../../src/domain/flow/reach.js';
import type { Verdict, VerdictEvidence } from '../../../../src/domain/evaluation/verdict.js';

const MINUTE = 60_000;
const evidence = (more: Partial<VerdictEvidence>): VerdictEvidence => ({
  status: null,
  explanation: '',
  host: 'site.example.com',
  latencyMs: 5,
  requests: 1,
  ...more,
});
const ANSWER: Verdict = { state: 'not_registered', evidence: evidence({ status: 404 }) };
const REFUSAL: Verdict = { state: 'inconclusive', reason: 'blocked', evidence: evidence({ status: 403 }) };
const NO_WAY: Verdict = { state: 'inconclusive', reason: 'proxy_failed', evidence: evidence({}) };
const NOT_SENT: Verdict = { state: 'inconclusive', reason: 'busy', evidence: evidence({ requests: 0 }) };

describe('whether platforms can be reached', () => {
  it.each([
    ['none of ten', { sent: 10, answered: 0 }, true],
    ['almost none of many', { sent: 1_000, answered: 49 }, true],
    ['one of twenty', { sent: 1_000, answered: 50 }, false],
    ['none of nine: too few to tell', { sent: 9, answered: 0 }, false],
    ['nothing was sent', { sent: 0, answered: 0 }, false],
  ])('%s', (_, reach, expected) => expect(isUnreachable(reach)).toBe(expected));

  it('of a fleet is that of all its workers together', () => {
    expect(
      sumReach([
        { sent: 10, answered: 0 },
        { sent: 30, answered: 30 },
      ]),
    ).toEqual({ sent: 40, answered: 30 });
    expect(sumReach([])).toEqual({ sent: 0, answered: 0 });
  });
});

describe('the count of what was sent and answered', () => {
  it('takes a refusal for an answer, since the platform was reached, and a failure of the way out for none', () => {
    const monitor = new ReachMonitor(() => 0);
    for (const verdict of [ANSWER, REFUSAL, NO_WAY]) monitor.observe(verdict);
    expect(monitor.current).toEqual({ sent: 3, answered: 2 });
  });

  it('leaves out what was never sent', () => {
    const monitor = new ReachMonitor(() => 0);
    monitor.observe(NOT_SENT);
    expect(monitor.current).toEqual({ sent: 0, answered: 0 });
  });

  it('keeps what is younger than 55 seconds and forgets what is older than a minute, whatever came when', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ afterMs: fc.integer({ min: 0, max: 30_000 }), isAnswered: fc.boolean() }), { maxLength: 60 }),
        (events) => {
          let now = 0;
          const monitor = new ReachMonitor(() => now);
          const seen: { readonly at: number; readonly isAnswered: boolean }[] = [];
          for (const { afterMs, isAnswered } of events) {
            now += afterMs;
            monitor.observe(isAnswered ? ANSWER : NO_WAY);
            seen.push({ at: now, isAnswered });
            const within = (ms: number) => seen.filter(({ at }) => now - at < ms);
            const { sent, answered } = monitor.current;
            expect(sent).toBeGreaterThanOrEqual(within(MINUTE - 5_000).length);
            expect(sent).toBeLessThanOrEqual(within(MINUTE).length);
            expect(answered).toBeLessThanOrEqual(within(MINUTE).filter((each) => each.isAnswered).length);
          }
          now += MINUTE;
          expect(monitor.current).toEqual({ sent: 0, answered: 0 });
        },
      ),
    );
  });
});

describe('an egress', () => {
  it('has failed when ten hosts in a row give nothing, since the first of these requests was sent', () => {
    const health = new EgressHealth();
    const judged = Array.from({ length: 12 }, (_, n) => health.recordFailure(`host-${n}`, 100 + n, 5_000 + n));
    expect(judged).toEqual([...Array<boolean>(9).fill(false), true, false, false]);
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
    expect([health.hasFailedSince(7_000), health.hasFailedSince(7_101)]).toEqual([true, false]);
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
