import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paceOf } from '../../../activities/probes/shard-pace.js';

const CEILING_MS = 900;
const ENDS_AFTER_MS = 10_000;

describe('the limits of an instant lookup', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const limits = (deadlineMs: number) => {
    const now = () => new Date();
    const lookup = { mode: 'instant', acceptedAt: now(), deadlineMs } as const;
    const opened = paceOf(lookup, { ceilingMs: CEILING_MS, now, cancelled: new AbortController().signal });
    return opened;
  };

  it.each([300, 900, 5_000])('with %i ms: its requests wait for slots until then, and its checks end ten seconds later', (deadlineMs) => {
    const opened = limits(deadlineMs);
    expect(opened.maxWaitMs).toBe(deadlineMs);
    vi.advanceTimersByTime(deadlineMs + ENDS_AFTER_MS - 1);
    expect(opened.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(opened.signal.aborted).toBe(true);
    opened.release();
  });
});
