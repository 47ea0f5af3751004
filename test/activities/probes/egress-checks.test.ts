import { expect, describe, it } from 'vitest';
import { EgressChecks } from '../../../activities/probes/health-probes.js';
import type { PlatformProber } from '../../../src/engine/prober.js';
import { bare, NOBODY, no, probedBy } from '../support/verdict-scene.js';

const ada = { type: 'username', value: 'ada-example' } as const;
const limits = { signal: new AbortController().signal, deadlineMs: 1_000 };

function scene() {
  const world = { isQuiet: true, asked: [] as string[], silent: new Set<string>() };
  const prober: PlatformProber = {
    async probe({ slug }, { value }) {
      world.asked.push(`${slug} ${value}`);
      return world.silent.has(slug) ? { ...no(NOBODY), state: 'inconclusive', reason: 'timeout' } : no(NOBODY);
    },
  };
  const checks = new EgressChecks({
    prober,
    negativeIdentities: { make: () => ({ type: 'username', value: 'qxzvbnmk' }), makeLike: () => null },
    isQuiet: () => world.isQuiet,
  });
  const answer = (slug: string) => checks.wrap(prober).probe({ ...probedBy(bare), slug }, ada, limits);
  return { world, checks, answer };
}

describe('the check of a quiet egress', () => {
  it('asks a platform that answered lately about an identity that nobody has, another one each time', async () => {
    const { world, checks, answer } = scene();
    for (const slug of ['one', 'two', 'three']) await answer(slug);
    world.asked = [];
    for (let n = 0; n < 4; n += 1) await checks.check();
    expect(world.asked).toEqual(['one qxzvbnmk', 'two qxzvbnmk', 'three qxzvbnmk', 'one qxzvbnmk']);
  });

  it('is not made while the egress answers, nor before any platform has answered', async () => {
    const { world, checks, answer } = scene();
    await checks.check();
    world.silent.add('one');
    await answer('one');
    await checks.check();
    await answer('two');
    world.isQuiet = false;
    await checks.check();
    expect(world.asked).toEqual(['one ada-example', 'two ada-example']);
  });

  it('asks none again that did not answer it', async () => {
    const { world, checks, answer } = scene();
    for (const slug of ['one', 'two']) await answer(slug);
    world.silent.add('one');
    world.asked = [];
    for (let n = 0; n < 3; n += 1) await checks.check();
    expect(world.asked).toEqual(['one qxzvbnmk', 'two qxzvbnmk', 'two qxzvbnmk']);
  });
});
