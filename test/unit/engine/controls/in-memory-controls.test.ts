import { expect, it } from 'vitest';
import type { Control } from '../../../../src/engine/controls/control.js';
import { inMemoryControls } from '../../../../src/engine/controls/in-memory-controls.js';

const control = (platform: string, at: number, subject: Control['subject'] = 'username', explanation = ''): Control => ({
  ...{ platform, subject, checkedAt: new Date(at), latencyMs: 1 },
  outcome: { state: 'failed', explanation },
});

it('the newest control of each platform and query type is kept, the later of two of the same time', async () => {
  const { controlStore } = inMemoryControls(() => new Date(0));
  const [first, later] = [control('a', 2), control('a', 2, 'username', 'again')];
  for (const each of [first, later, control('a', 1), control('a', 1, 'email'), control('b', 1)]) await controlStore.save(each);
  const newest = async (...platforms: string[]) => [...(await controlStore.newest(platforms)).values()];
  expect(await newest('a')).toEqual([later, control('a', 1, 'email')]);
  expect(await newest('b', 'c')).toEqual([control('b', 1)]);
});

it('a pause ends in its time, the longest counts, and none is longer than an hour', async () => {
  let now = 0;
  const { backoffs } = inMemoryControls(() => new Date(now));
  const ends = async () => [...(await backoffs.backoffs())].map(([platform, until]) => [platform, until.getTime()]);
  for (const [platform, seconds] of [['a', 20] as const, ['a', 10] as const, ['b', 9_999] as const, ['c', 0] as const, ['d', -5] as const])
    await backoffs.backOff(platform, seconds, 'rate_limited');
  expect(await ends()).toEqual([
    ['a', 20_000],
    ['b', 3_600_000],
  ]);
  await backoffs.backOff('a', 30, 'rate_limited');
  now = 29_999;
  expect(await ends()).toContainEqual(['a', 30_000]);
  now = 30_000;
  expect(await ends()).toEqual([['b', 3_600_000]]);
});
