import { expect, it } from 'vitest';
import { modelSites } from '../support/model-sites.js';

const limits = { signal: new AbortController().signal, deadlineMs: 1_000 };

it('the prober reads the simulated sites as it reads any: accounts, absent ones, and a page of the site as an account', async () => {
  const registry = modelSites(['pages'], { sites: 18, seed: 'model', people: ['velmora'] });
  const [platform] = registry.ofKind('pages-root');
  if (platform === undefined) throw new Error('there is no such kind');
  const verdict = async (value: string): Promise<string> =>
    (await registry.prober.probe(platform, { type: 'username', value }, limits)).state;
  expect([await verdict('velmora'), await verdict('northwind'), await verdict('qxzvbnmk4711')]).toEqual([
    'registered',
    'registered',
    'not_registered',
  ]);
  const words = registry.pageWords(platform.slug);
  expect(words.length).toBeGreaterThan(5);
  expect(await verdict(words[0] ?? '')).toBe('registered'); // what no single answer shows
  registry.faults.set(platform.slug, { fault: 'not_found_for_all', nodes: 'alternating' });
  expect([await verdict('velmora'), await verdict('velmora')]).toEqual(['registered', 'not_registered']);
});
