import { expect, describe, it } from 'vitest';
import { EgressChecks } from '../../../activities/probes/health-probes.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import type { PlatformProber } from '../../../src/engine/http/prober.js';
import { bare, NOBODY, no, probedBy } from '../support/verdict-fixture.js';

const ada = { type: 'username', value: 'ada-example' } as const;
const limits = { signal: new AbortController().signal, deadlineMs: 1_000 };

function setUp() {
  const registry = { isQuiet: true, probed: [] as string[], unanswered: new Set<string>() };
  const checks = new EgressChecks({
    negativeIdentities: { make: () => ({ type: 'username', value: 'qxzvbnmk' }), makeLike: () => null },
    isQuiet: () => registry.isQuiet,
  });
  const prober: PlatformProber = {
    async probe(platform, identity) {
      const { slug } = platform;
      registry.probed.push(`${slug} ${identity.value}`);
      const verdict: Verdict = registry.unanswered.has(slug) ? { ...no(NOBODY), state: 'inconclusive', reason: 'timeout' } : no(NOBODY);
      checks.observe(verdict, platform, identity);
      return verdict;
    },
  };
  const answer = (slug: string) => prober.probe({ ...probedBy(bare), slug }, ada, limits);
  return { registry, check: () => checks.check(prober), answer };
}

describe('the check of a quiet egress', () => {
  it('asks a platform that answered lately about an identity that nobody has, another one each time', async () => {
    const { registry, check, answer } = setUp();
    for (const slug of ['one', 'two', 'three']) await answer(slug);
    registry.probed = [];
    for (let n = 0; n < 4; n += 1) await check();
    expect(registry.probed).toEqual(['one qxzvbnmk', 'two qxzvbnmk', 'three qxzvbnmk', 'one qxzvbnmk']);
  });

  it('is not made while the egress answers, nor before any platform has answered', async () => {
    const { registry, check, answer } = setUp();
    await check();
    registry.unanswered.add('one');
    await answer('one');
    await check();
    await answer('two');
    registry.isQuiet = false;
    await check();
    expect(registry.probed).toEqual(['one ada-example', 'two ada-example']);
  });

  it('asks none again that did not answer it', async () => {
    const { registry, check, answer } = setUp();
    for (const slug of ['one', 'two']) await answer(slug);
    registry.unanswered.add('one');
    registry.probed = [];
    for (let n = 0; n < 3; n += 1) await check();
    expect(registry.probed).toEqual(['one qxzvbnmk', 'two qxzvbnmk', 'two qxzvbnmk']);
  });
});
