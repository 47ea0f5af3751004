/** What a worker takes over of a host that others have found, and what stays its own. */
import { describe, expect, it } from 'vitest';
import { Egress } from '../../../../src/engine/flow/egresses.js';
import { Lane, type RequestEnd } from '../../../../src/engine/flow/lane.js';
import { SOLE_MEMBER } from '../../../../src/engine/flow/fleet-shares.js';

const FAILED: RequestEnd = { kind: 'unreachable', latencyMs: 10 };
const ANSWERED: RequestEnd = { kind: 'answered', latencyMs: 100 };
const closed = (concurrency: number) => ({ concurrency, openUntil: null, trips: 0 });

function laneOf({ maxConcurrency = 8, perSecond = 1_000 } = {}) {
  const lane = new Lane('a', new Egress('direct', []), { maxConcurrency, perSecond });
  /** Requests one after another, with these ends. */
  const ended = (times: number, end: RequestEnd, now = 0): void => {
    for (let n = 0; n < times; n += 1) lane.start(SOLE_MEMBER, 'wait', now, () => undefined)(end, now);
  };
  return { lane, ended };
}

describe('a limit that others have found', () => {
  it.each([
    [5, { concurrency: 5, isSlowStart: true, credit: 0 }],
    [99, { concurrency: 8, isSlowStart: true, credit: 0 }],
    [1, { concurrency: 1, isSlowStart: false, credit: 0 }],
    [0, { concurrency: 1, isSlowStart: false, credit: 0 }],
  ])('of %d holds here, and grows as quickly as before unless it is lower', (concurrency, expected) => {
    const { lane } = laneOf();
    lane.adopt(closed(concurrency));
    expect(lane.limit).toMatchObject(expected);
  });

  it('that is the same changes nothing of what was counted', () => {
    const { lane } = laneOf();
    for (const isLast of [false, true]) {
      const ends = [1, 2].map(() => lane.start(SOLE_MEMBER, 'wait', 0, () => undefined));
      ends[0]?.(ANSWERED, 0);
      if (isLast) ends[1]?.(ANSWERED, 0);
    }
    const before = lane.limit;
    lane.adopt(closed(before.concurrency));
    expect(lane.limit).toBe(before);
  });

  it('stays low where it grew slowly: what is higher makes no slow start of it again', () => {
    const { lane } = laneOf();
    lane.adopt(closed(1));
    lane.adopt(closed(4));
    expect(lane.limit).toMatchObject({ concurrency: 4, isSlowStart: false });
  });
});

describe('a circuit that others have found', () => {
  it('closed keeps the failures that were counted here, unless it was open here', () => {
    const { lane, ended } = laneOf();
    ended(2, FAILED);
    lane.adopt(closed(2));
    expect(lane.circuit).toEqual({ failures: 2, openUntil: null, trips: 0 });
    ended(1, FAILED);
    expect(lane.circuitState(0)).toBe('open');
    lane.adopt(closed(2));
    expect(lane.circuit).toEqual({ failures: 0, openUntil: null, trips: 0 });
  });

  it('open stays open for the longer of both times', () => {
    const { lane } = laneOf();
    const open = (openUntil: number) => lane.adopt({ concurrency: 2, openUntil, trips: 2 });
    const until = [5_000, 3_000, 7_000].map((openUntil) => {
      open(openUntil);
      return lane.circuit.openUntil;
    });
    expect(until).toEqual([5_000, 5_000, 7_000]);
    expect(lane.circuit.trips).toBe(2);
  });

  it('open may be the fault of the egress of another worker, until a later request is answered here', () => {
    const { lane } = laneOf();
    lane.egress.health.recordResponse('b', 1_000, 1_100);
    lane.adopt({ concurrency: 2, openUntil: 5_000, trips: 1 });
    expect(lane.isEgressSuspected).toBe(true);
    lane.egress.health.recordResponse('b', 2_000, 2_100);
    expect(lane.isEgressSuspected).toBe(false);
    lane.adopt({ concurrency: 2, openUntil: 6_000, trips: 1 });
    expect(lane.isEgressSuspected).toBe(false);
  });
});

it('a host has failed since its last answer, and while others have found its circuit open', () => {
  const { lane, ended } = laneOf();
  const after = (...ends: readonly RequestEnd[]) => {
    for (const end of ends) ended(1, end);
    return lane.hasFailed;
  };
  expect([after(), after(FAILED), after({ kind: 'none' }), after(ANSWERED)]).toEqual([false, true, true, false]);
  lane.adopt({ concurrency: 2, openUntil: 5_000, trips: 1 });
  expect([lane.circuit.failures, lane.hasFailed]).toEqual([0, true]);
});

describe('limits of a catalogue entry', () => {
  it('hold in place of the default ones, each where it is named', () => {
    const { lane } = laneOf({ maxConcurrency: 8, perSecond: 10 });
    lane.override({ perSecond: 3 });
    expect(lane.share(SOLE_MEMBER)).toEqual({ concurrency: 2, perSecond: 3 });
    lane.override({ maxConcurrency: 1 });
    expect(lane.share(SOLE_MEMBER)).toEqual({ concurrency: 1, perSecond: 3 });
  });
});

describe('the wait of a request that somebody waits for', () => {
  it.each<[inFlight: number, ahead: number, ms: number]>([
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 150],
    [2, 2, 450],
  ])('behind %d in flight and %d that wait, at a host that has answered none yet, takes %d ms', (inFlight, ahead, ms) => {
    const { lane } = laneOf();
    for (let n = 0; n < inFlight; n += 1) lane.start(SOLE_MEMBER, 'wait', 0, () => undefined);
    expect(lane.waitMs(SOLE_MEMBER, ahead, 0)).toBe(ms);
  });

  it('is what the rate of the host needs, counted with those ahead of it', () => {
    const { lane, ended } = laneOf({ perSecond: 4 });
    ended(1, { kind: 'none' }, 0);
    ended(1, { kind: 'none' }, 200);
    expect([0, 1, 2, 3].map((ahead) => lane.waitMs(SOLE_MEMBER, ahead, 400))).toEqual([0, 0, 600, 800]);
  });
});
