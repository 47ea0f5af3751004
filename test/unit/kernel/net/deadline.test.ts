import { describe, expect, it } from 'vitest';
import { Deadline, neverAborts, sleep, withDeadline, withTimeout } from '../../../../src/kernel/net/deadline.js';

const never = new Promise<never>(() => undefined);

describe('a deadline', () => {
  it('ends when its time has passed, and not before it was started', async () => {
    const deadline = new Deadline([]);
    expect([deadline.endReason, deadline.remainingMs]).toEqual([null, Number.POSITIVE_INFINITY]);
    deadline.start(5);
    expect(deadline.remainingMs).toBeLessThanOrEqual(5);
    await new Promise((resolve) => deadline.signal.addEventListener('abort', resolve));
    expect([deadline.endReason, deadline.signal.aborted]).toEqual(['timeout', true]);
    expect(deadline.elapsedMs).toBeGreaterThanOrEqual(4);
  });

  it('ends with a signal, also one that has already aborted, and keeps its reason', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const deadline = new Deadline([first.signal, second.signal], 60_000);
    second.abort(new Error('cancelled'));
    first.abort(new Error('later'));
    expect([deadline.endReason, deadline.signal.reason]).toEqual(['interrupted', new Error('cancelled')]);
    expect(new Deadline([second.signal]).signal.reason).toEqual(new Error('cancelled'));
    deadline.stop();
  });

  it('keeps the first of several reasons', () => {
    const deadline = new Deadline([], 60_000);
    deadline.expire();
    deadline.interrupt();
    expect(deadline.endReason).toBe('timeout');
    deadline.stop();
  });

  it('that was stopped neither ends later nor stays on its signals', async () => {
    const caller = new AbortController();
    const stopped = new Deadline([caller.signal], 1);
    stopped.stop();
    caller.abort();
    await sleep(5);
    expect(stopped.endReason).toBeNull();
  });

  it('does not need to be referenced to end: its timer survives the garbage collector', async () => {
    let ended = false;
    new Deadline([neverAborts()], 20).signal.addEventListener('abort', () => (ended = true));
    for (let n = 0; n < 4; n += 1) Array.from({ length: 50_000 }, () => ({ n }));
    await sleep(40);
    expect(ended).toBe(true);
  });

  it('one signal may end hundreds, without a warning about listeners', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const caller = new AbortController();
    const deadlines = Array.from({ length: 200 }, () => new Deadline([caller.signal]));
    caller.abort();
    expect(deadlines.every(({ endReason }) => endReason === 'interrupted')).toBe(true);
    await new Promise(setImmediate);
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });
});

describe('work under a deadline', () => {
  it('gives its result, or its fault', async () => {
    expect(await withDeadline([], 1_000, () => 1)).toBe(1);
    await expect(withDeadline([], 1_000, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  });

  it('sees the end, and the deadline is released with the work', async () => {
    const caller = new AbortController();
    let kept: Deadline | undefined;
    const reason = await withDeadline([caller.signal], 5, async (deadline) => {
      kept = deadline;
      return deadline.settle(never, () => deadline.endReason);
    });
    expect(reason).toBe('timeout');
    await withDeadline([caller.signal], 60_000, (deadline) => (kept = deadline));
    caller.abort();
    expect(kept?.endReason).toBeNull();
  });
});

describe('work within a time', () => {
  it('is what it gave, or what stands in its place', async () => {
    expect(await withTimeout(Promise.resolve(1), 1_000, () => null)).toBe(1);
    expect(await withTimeout(never, 5, () => 'late')).toBe('late');
    expect(await withTimeout(never, -5, () => 'late')).toBe('late');
    expect(await withTimeout(never, 60_000, () => 'aborted', AbortSignal.abort())).toBe('aborted');
    const caller = new AbortController();
    const waiting = withTimeout(never, Number.POSITIVE_INFINITY, () => 'aborted', caller.signal);
    caller.abort();
    expect(await waiting).toBe('aborted');
  });

  it('a fault of its own is not taken for lateness, and lateness may be a fault', async () => {
    await expect(withTimeout(Promise.reject(new Error('a bug')), 1_000, () => null, neverAborts())).rejects.toThrow('a bug');
    const late = () => {
      throw new Error('late');
    };
    await expect(withTimeout(never, 1, late)).rejects.toThrow('late');
  });

  it('what fails after its time is not an unhandled rejection', async () => {
    const failing = sleep(10).then(() => Promise.reject(new Error('too late to matter')));
    expect(await withTimeout(failing, 1, () => 'late')).toBe('late');
    await sleep(20);
  });
});

describe('a pause', () => {
  it('ends after its time, or with its signal', async () => {
    expect(await sleep(1)).toBe(true);
    expect(await sleep(60_000, AbortSignal.abort())).toBe(false);
    const caller = new AbortController();
    const waiting = sleep(60_000, caller.signal);
    caller.abort();
    expect(await waiting).toBe(false);
  });
});
