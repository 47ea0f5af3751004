import { expect, it } from 'vitest';
import { Lazy } from '../../../../src/modules/ip/lazy.js';

it('what failed is made again after a minute and not before, and what was made stays', async () => {
  let [now, made] = [1, 0];
  const lazy = new Lazy(
    async () => {
      made += 1;
      if (made === 1) throw new Error('not now');
      return made;
    },
    () => now,
  );
  await expect(lazy.get()).rejects.toThrow('not now');
  now += 59_999;
  await expect(lazy.get()).rejects.toThrow('not now');
  now += 1;
  expect(await lazy.get()).toBe(2);
  now += 3_600_000;
  expect(await lazy.get()).toBe(2);
});
