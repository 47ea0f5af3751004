import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createQueryCache } from '../../../../../src/facts/email/sources/query-cache.js';

describe('facts about domains in memory', () => {
  it('end when their time is over', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1);
    onTestFinished(() => clock.mockRestore());
    let requested = 0;
    const cache = createQueryCache(
      10,
      async () => ({ requested: (requested += 1) }),
      () => 100,
    );
    const request = async () => (await cache.forceFetch('example.com')).requested;
    expect([await request(), await request()]).toEqual([1, 1]);
    await delay(5); // the library reads its clock once a millisecond
    clock.mockReturnValue(102);
    expect([cache.peek('example.com'), await request()]).toEqual([undefined, 2]);
  });

  it('are bounded: the oldest leave', async () => {
    const cache = createQueryCache(
      3,
      async (name) => ({ name }),
      () => 60_000,
    );
    for (const name of ['a', 'b', 'c', 'a', 'd']) await cache.forceFetch(name);
    expect(['a', 'b', 'c', 'd'].map((name) => cache.peek(name)?.name)).toEqual(['a', undefined, 'c', 'd']);
    expect(cache.size).toBe(3);
  });

  it('are not kept without a time, and asked for once however many want them', async () => {
    let requested = 0;
    const cache = createQueryCache(
      10,
      async () => ({ requested: (requested += 1) }),
      () => 0,
    );
    const request = async () => (await cache.forceFetch('example.com')).requested;
    expect(await Promise.all([request(), request(), request()])).toEqual([1, 1, 1]);
    expect([await request(), cache.size]).toEqual([2, 0]);
  });

  it('are found by who asks while more are asked for than can be kept', async () => {
    const cache = createQueryCache(
      2,
      (name) => delay(5, { name }),
      () => 60_000,
    );
    const found = await Promise.all(['a', 'b', 'c', 'd', 'a'].map((name) => cache.forceFetch(name)));
    expect(found.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'a']);
  });
});
