import { expect, it } from 'vitest';
import { modelWorld } from '../support/model-world.js';

const limits = { signal: new AbortController().signal, deadlineMs: 1_000 };

it('the prober reads the simulated sites as it reads any: accounts, absent ones, and a page of the site as an account', async () => {
  const world = modelWorld(['pages'], { sites: 18, seed: 'model', people: ['velmora'] });
  const [platform] = world.ofKind('pages-root');
  if (platform === undefined) throw new Error('there is no such kind');
  const said = async (value: string): Promise<string> => (await world.prober.probe(platform, { type: 'username', value }, limits)).state;
  expect([await said('velmora'), await said('northwind'), await said('qxzvbnmk4711')]).toEqual([
    'registered',
    'registered',
    'not_registered',
  ]);
  const words = world.pageWords(platform.slug);
  expect(words.length).toBeGreaterThan(5);
  expect(await said(words[0] ?? '')).toBe('registered'); // what no single answer shows
  world.faults.set(platform.slug, { fault: 'not_found_for_all', nodes: 'alternating' });
  expect([await said('velmora'), await said('velmora')]).toEqual(['registered', 'not_registered']);
});
