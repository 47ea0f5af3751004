import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paceOf } from '../../../activities/probes/shard-pace.js';

const CEILING_MS = 900;
const ENDS_AFTER_MS = 10_000;

describe('the limits of an instant lookup', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const limits = (deadlineMs: number) => {
    const from = Date.now();
    const now = () => new Date();
    const lookup = { mode: 'instant', acceptedAt: now(), deadlineMs } as const;
    const opened = paceOf(lookup, { ceilingMs: CEILING_MS, now, cancelled: new AbortController().signal });
    const counted: number[] = [];
    opened.atCeiling(() => counted.push(Date.now() - from));
    return { opened, counted };
  };

  it.each([
    [300, CEILING_MS],
    [900, CEILING_MS],
    [5_000, 5_000],
  ])(
    'with %i ms: its response leaves then, its checks end ten seconds later, and what came in time is counted after %i ms',
    (deadlineMs, countedMs) => {
      const { opened, counted } = limits(deadlineMs);
      expect(opened.maxWaitMs).toBe(deadlineMs);
      vi.advanceTimersByTime(deadlineMs + ENDS_AFTER_MS - 1);
      expect([counted, opened.signal.aborted]).toEqual([[countedMs], false]);
      vi.advanceTimersByTime(1);
      expect(opened.signal.aborted).toBe(true);
      opened.release();
      expect(counted).toHaveLength(1);
    },
  );

  it('counts at the end of one that is over sooner', () => {
    const { opened, counted } = limits(5_000);
    vi.advanceTimersByTime(700);
    opened.release();
    vi.advanceTimersByTime(ENDS_AFTER_MS);
    expect(counted).toEqual([700]);
  });
});
