import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { batchWriter, flushDelayMs } from '../../../activities/probes/outcomes.js';

describe('an outcome', () => {
  it('of a lookup that is watched is stored almost at once, of one in the background within half a second', () => {
    expect(flushDelayMs(false, null)).toBeLessThanOrEqual(20);
    expect(flushDelayMs(true, null)).toBeLessThanOrEqual(500);
  });

  it('of an instant lookup is on its way 100 ms before the ceiling, or almost at once when it comes later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (untilCeilingMs) => {
        const delay = flushDelayMs(false, untilCeilingMs);
        expect(delay).toBeGreaterThan(0);
        expect(delay <= 20 || untilCeilingMs - delay >= 100).toBe(true);
      }),
    );
  });
});

describe('outcomes that wait for each other', () => {
  it('are written together when the first one has waited, and the rest at the end', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const written: number[][] = [];
    const writer = batchWriter<number>({ write: async (batch) => void written.push([...batch]), delayMs: () => 50 });
    writer.add([1]);
    await vi.advanceTimersByTimeAsync(30);
    writer.add([2, 3]);
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(20);
    expect(written).toEqual([[1, 2, 3]]);
    writer.add([4]);
    await writer.end();
    expect(written).toEqual([[1, 2, 3], [4]]);
  });

  it('are told of a write that failed, at the next one and at the end', async () => {
    const writer = batchWriter<number>({ write: () => Promise.reject(new Error('the database is away')), delayMs: () => 0 });
    writer.add([1]);
    await expect(writer.end()).rejects.toThrow('the database is away');
    expect(() => writer.add([2])).toThrow('the database is away');
  });
});
