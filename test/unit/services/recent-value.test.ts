import { describe, expect, it } from 'vitest';
import { CachedValue } from '../../../src/services/recent-value.js';

describe('a recent value', () => {
  it('is read once for all who ask at the same time, and for those who ask soon after', async () => {
    let readings = 0;
    const value = new CachedValue({ read: async () => (readings += 1), maxAgeMs: 60_000 });
    expect(await Promise.all([value.get(), value.get()])).toEqual([1, 1]);
    expect(await value.get()).toBe(1);
  });

  it('is read again once it is too old', async () => {
    let readings = 0;
    const value = new CachedValue({ read: async () => (readings += 1), maxAgeMs: 0 });
    expect([await value.get(), await value.get()]).toEqual([1, 2]);
  });

  it('a reading that failed is not kept', async () => {
    const outcomes = [Promise.reject(new Error('away')), Promise.resolve('there')];
    const value = new CachedValue({ read: () => outcomes.shift() as Promise<string>, maxAgeMs: 60_000 });
    await expect(value.get()).rejects.toThrow('away');
    expect(await value.get()).toBe('there');
  });
});
