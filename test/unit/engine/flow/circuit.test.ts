import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterFailure, type Circuit, CLOSED, isStalled, opened, stateOf } from '../../../../src/engine/flow/circuit.js';

/** Fails so often in a row, a second apart. */
function failing(times: number, from: Circuit = CLOSED, start = 0): Circuit {
  let circuit = from;
  for (let n = 0; n < times; n += 1) circuit = afterFailure(circuit, start + n * 1_000);
  return circuit;
}

describe('a circuit', () => {
  it('opens after three failures in a row, not before', () => {
    expect([1, 2, 3].map((times) => stateOf(failing(times), 2_000))).toEqual(['closed', 'closed', 'open']);
  });

  it('is closed by an answer, which also forgets the failures before', () => {
    expect(stateOf(failing(2, CLOSED), 2_000)).toBe('closed');
    expect(stateOf(CLOSED, 0)).toBe('closed');
    // What an answer leaves is `CLOSED`: three more failures are needed.
    expect(stateOf(failing(2, CLOSED, 5_000), 7_000)).toBe('closed');
  });

  it('is due for a trial when its time is over, and reopened by a failed one, longer each time up to 40 seconds', () => {
    let circuit = failing(3);
    const openTimes: number[] = [];
    for (let trip = 0; trip < 5; trip += 1) {
      const until = circuit.openUntil ?? Number.NaN;
      const openedAt = trip === 0 ? 2_000 : until - (openTimes.at(-1) ?? 0);
      expect([stateOf(circuit, until - 1), stateOf(circuit, until)]).toEqual(['open', 'trial_due']);
      if (trip === 0) openTimes.push(until - openedAt);
      circuit = afterFailure(circuit, until);
      expect(stateOf(circuit, until)).toBe('open');
      openTimes.push((circuit.openUntil ?? Number.NaN) - until);
    }
    expect(openTimes).toEqual([10_000, 20_000, 40_000, 40_000, 40_000, 40_000]);
  });

  it('is not kept open longer by requests that fail while it is open', () => {
    const circuit = failing(3);
    expect(afterFailure(circuit, 5_000).openUntil).toBe(circuit.openUntil);
    expect(afterFailure(circuit, 5_000).trips).toBe(1);
  });

  it('is open for a while after any sequence of failures that opened it, and never for more than 40 seconds', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 40 }), (gaps) => {
        let circuit = CLOSED;
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          circuit = afterFailure(circuit, now);
          if (circuit.openUntil !== null) expect(circuit.openUntil - now).toBeLessThanOrEqual(40_000);
        }
        expect(stateOf(circuit, now) === 'closed').toBe(gaps.length < 3);
      }),
    );
  });

  it('opened early for a stall counts as a trip', () => {
    expect(opened(CLOSED, 1_000)).toEqual({ failures: 0, openUntil: 11_000, trips: 1 });
  });
});

describe('a host that answers nobody', () => {
  it('has stalled after five seconds, when nothing is known of it', () => {
    expect([4_999, 5_000].map((waited) => isStalled(waited, { host: null, egress: null }))).toEqual([false, true]);
  });

  it('is given eight times what it usually takes, so that one that is slow but answers never stalls', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), (usual) => {
        expect(isStalled(usual * 2, { host: usual, egress: 100 })).toBe(usual * 2 >= 5_000 && usual * 2 >= usual * 8);
        expect(isStalled(Math.max(5_000, usual * 8), { host: usual, egress: 100 })).toBe(true);
      }),
    );
  });

  it('is given eight times what answers through the egress take at present', () => {
    expect(isStalled(7_999, { host: 100, egress: 1_000 })).toBe(false);
    expect(isStalled(8_000, { host: 100, egress: 1_000 })).toBe(true);
  });
});
