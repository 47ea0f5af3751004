import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { following, harness, settled } from './support/harness.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the cap on all requests of the process', () => {
  it('has a reserve for requests that somebody waits for and for slow hosts, which nobody else gets', async () => {
    const { flow, acquire } = harness({ total: 2, priorityCapacity: 2 });
    const { order, follow, end } = following();
    follow('a', acquire({ host: 'a' }));
    follow('b', acquire({ host: 'b' }));
    follow('patient', acquire({ host: 'c' }));
    follow('urgent', acquire({ host: 'd', requestClass: 'wait' }));
    follow('slow', acquire({ host: 'e', isSlow: true }));
    follow('too many', acquire({ host: 'f', requestClass: 'instant' }));
    await settled();
    expect([order, flow.inFlight, flow.waiting]).toEqual([['a', 'b', 'urgent', 'slow'], 4, 2]);
    await end('a');
    expect(order.at(-1)).toBe('too many');
    await end('b');
    await end('urgent');
    expect(order).not.toContain('patient');
    await end('slow');
    expect(order.at(-1)).toBe('patient');
  });

  it('makes no host busy: who waits for it alone goes on waiting, but for callers with a ceiling', async () => {
    const { acquire } = harness({ total: 1, priorityCapacity: 0 });
    const { order, follow, end } = following();
    follow('a', acquire({ host: 'a' }));
    follow('b', acquire({ host: 'b', maxWaitMs: 1_000 }));
    follow('instant', acquire({ host: 'c', maxWaitMs: 1_000, requestClass: 'instant' }));
    await pass(5_000);
    expect(order).toEqual(['a', 'instant: busy']);
    await end('a');
    expect(order.at(-1)).toBe('b');
  });

  it('goes round between hosts: a crowd at one does not hold up another', async () => {
    const { acquire } = harness({ total: 1, priorityCapacity: 0 });
    const { order, follow, end } = following();
    for (let n = 0; n < 5; n += 1) follow(`crowd ${n}`, acquire({ host: 'crowded' }));
    follow('quiet', acquire({ host: 'quiet' }));
    await settled();
    await end('crowd 0');
    await end(order[1] ?? '');
    expect(order.slice(0, 3)).toContain('quiet');
  });
});
