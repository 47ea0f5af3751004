import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { following, harness, settled } from './support/harness.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the cap on all requests of the process', () => {
  it('gives each free slot to requests that somebody waits for and to slow hosts first', async () => {
    const { flow, acquire } = harness({ total: 1 });
    const { order, follow, end } = following();
    for (const host of ['a', 'b', 'c']) follow(host, acquire({ host }));
    follow('urgent', acquire({ host: 'd', requestClass: 'instant' }));
    follow('slow', acquire({ host: 'e', isSlow: true }));
    await settled();
    expect([flow.inFlight, flow.waiting]).toEqual([1, 4]);
    for (const name of ['a', 'urgent', 'slow', 'b']) await end(name);
    expect(order).toEqual(['a', 'urgent', 'slow', 'b', 'c']);
  });

  it('makes no host busy: who waits for it alone goes on waiting, but for callers with a ceiling', async () => {
    const { acquire } = harness({ total: 1 });
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
    const { acquire } = harness({ total: 1 });
    const { order, follow, end } = following();
    for (let n = 0; n < 5; n += 1) follow(`crowd ${n}`, acquire({ host: 'crowded' }));
    follow('quiet', acquire({ host: 'quiet' }));
    await settled();
    await end('crowd 0');
    await end(order[1] ?? '');
    expect(order.slice(0, 3)).toContain('quiet');
  });
});
