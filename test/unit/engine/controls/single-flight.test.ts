import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SingleFlight } from '../../../../src/engine/controls/single-flight.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Work that takes 100 ms; remembers when each run began. */
function setUp() {
  const began: number[] = [];
  const start = Date.now();
  const work = async () => {
    began.push(Date.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return began.length;
  };
  return { flight: new SingleFlight<string, number>(() => Date.now()), began, work };
}

describe('work that callers share', () => {
  it('runs once for all who ask meanwhile, and anew for the next; kinds are apart', async () => {
    const { flight, began, work } = setUp();
    const shared = [flight.share('a', work), flight.share('a', work)];
    await pass(50);
    void flight.share('b', work);
    await pass(100);
    expect(await Promise.all(shared)).toEqual([2, 2]);
    void flight.share('a', work);
    expect(began).toEqual([0, 50, 150]);
  });

  it('may be asked to begin after the call: behind the run under way, once for all who ask before it begins', async () => {
    const { flight, began, work } = setUp();
    void flight.share('a', work);
    await pass(50);
    void flight.after('a', 0, work);
    void flight.after('a', 0, work);
    await pass(200);
    expect(began).toEqual([0, 100]);
  });

  it('begins at once after a run that failed', async () => {
    const { flight, began, work } = setUp();
    const failed = flight.share('a', async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      throw new Error('failed');
    });
    void failed.catch(() => undefined);
    void flight.after('a', 0, work);
    await pass(150);
    expect(began).toEqual([100]);
  });

  it('keeps its distance from the last such run, by that and no more', async () => {
    const { flight, began, work } = setUp();
    void flight.after('a', 1_000, work);
    await pass(300);
    void flight.after('a', 1_000, work);
    await pass(600);
    expect(began).toEqual([0]);
    await pass(2_000);
    void flight.after('a', 1_000, work);
    await pass(10);
    expect(began).toEqual([0, 1_000, 2_900]);
  });
});
