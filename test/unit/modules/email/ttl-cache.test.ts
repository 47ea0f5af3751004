import { describe, expect, it } from 'vitest';
import { TtlCache } from '../../../../src/modules/email/ttl-cache.js';

describe('facts about domains in memory', () => {
  it('end when their time is over', async () => {
    let now = 0;
    const cache = new TtlCache<number>({ maxEntries: 10, clock: () => now });
    let asked = 0;
    const ask = () => cache.get('example.com', () => Promise.resolve({ value: (asked += 1), ttlMs: 100 }));
    expect([await ask(), await ask()]).toEqual([1, 1]);
    now = 100;
    expect([cache.peek('example.com'), await ask()]).toEqual([undefined, 2]);
  });

  it('are bounded: the oldest leave', () => {
    const cache = new TtlCache<string>({ maxEntries: 3, clock: () => 0 });
    for (const name of ['a', 'b', 'c', 'a', 'd']) cache.put(name, { value: name, ttlMs: 1 });
    expect(['a', 'b', 'c', 'd'].map((name) => cache.peek(name))).toEqual(['a', undefined, 'c', 'd']);
    expect(cache.size).toBe(3);
  });

  it('are not kept without a time, and asked for once however many want them', async () => {
    const cache = new TtlCache<number>({ maxEntries: 10 });
    let asked = 0;
    const ask = () => cache.get('example.com', () => Promise.resolve({ value: (asked += 1), ttlMs: 0 }));
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    expect(await ask()).toBe(2);
  });
});
