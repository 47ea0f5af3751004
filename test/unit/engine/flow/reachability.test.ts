import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnreachable, ReachabilityMonitor, sumReachability } from '../../../../src/engine/flow/reachability.js';
import type { Verdict, VerdictEvidence } from '../../../../src/engine/evaluation/verdict.js';

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
  ])('%s', (_, applicability, expected) => expect(isUnreachable(applicability)).toBe(expected));

  it('of a fleet is that of all its workers together', () => {
    expect(
      sumReachability([
        { sent: 10, answered: 0 },
        { sent: 30, answered: 30 },
      ]),
    ).toEqual({ sent: 40, answered: 30 });
    expect(sumReachability([])).toEqual({ sent: 0, answered: 0 });
  });
});

describe('the count of what was sent and answered', () => {
  it('takes a refusal for an answer, since the platform was reached, and a failure of the way out for none', () => {
    const monitor = new ReachabilityMonitor(() => 0);
    for (const verdict of [ANSWER, REFUSAL, NO_WAY]) monitor.observe(verdict);
    expect(monitor.current).toEqual({ sent: 3, answered: 2 });
  });

  it('is of the last minute of the process, unless another clock is given', () => {
    const monitor = new ReachabilityMonitor();
    monitor.observe(ANSWER);
    expect(monitor.current).toEqual({ sent: 1, answered: 1 });
  });

  it('leaves out what was never sent', () => {
    const monitor = new ReachabilityMonitor(() => 0);
    monitor.observe(NOT_SENT);
    expect(monitor.current).toEqual({ sent: 0, answered: 0 });
  });

  it('keeps what is younger than 55 seconds and forgets what is older than a minute, whatever came when', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ afterMs: fc.integer({ min: 0, max: 30_000 }), isAnswered: fc.boolean() }), { maxLength: 60 }),
        (events) => {
          let now = 0;
          const monitor = new ReachabilityMonitor(() => now);
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
