/** Sites whose accounts have addresses among their own pages, as the simulator models them. */
import { describe, expect, it } from 'vitest';
import { createControlRunner } from '../../../src/engine/controls/create-control-runner.js';
import { inMemoryControls } from '../../../src/engine/controls/in-memory-controls.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { PlatformProber } from '../../../src/engine/http/prober.js';
import { verifyVerdict } from '../../../src/engine/controls/verify-verdict.js';
import { isRouteWord } from '../../../src/engine/evaluation/route-words.js';
import type { KindGroup } from '../../../tools/simulator/generated-sites.js';
import { modelSites } from '../support/model-sites.js';

const PEOPLE = ['velmora', 'brightkettle', 'tam_oslin', 'quillhaven', 'marrowfield'];

function registry(kinds: readonly KindGroup[], sites: number, seed: string) {
  const model = modelSites(kinds, { sites, seed, people: PEOPLE });
  /** What was requested of each platform, in order. */
  const requested = new Map<string, string[]>();
  const prober: PlatformProber = {
    probe: async (platform, identity, limits) => {
      requested.set(platform.slug, [...(requested.get(platform.slug) ?? []), identity.value]);
      return model.prober.probe(platform, identity, limits);
    },
  };
  let clock = Date.UTC(2030, 0, 1, 12);
  const now = (): Date => new Date(clock);
  const { controlStore: store, backoffs } = inMemoryControls(now);
  const controls = createControlRunner({ prober, store, backoffs, now, spacingMs: 0 });
  async function look(platform: Platform, value: string): Promise<string> {
    const identity = { type: 'username', value } as const;
    const probe = () => prober.probe(platform, identity, { signal: new AbortController().signal, deadlineMs: 1_000 });
    const verdict = await verifyVerdict(controls, {
      platform,
      identity,
      stored: { control: (await store.newest([platform.slug])).get(`${platform.slug}:username`), readAt: now() },
      verdict: probe(),
      sent: Promise.resolve(),
      repeat: probe,
      requestClass: 'async',
      now,
    });
    return verdict.state === 'inconclusive' ? verdict.reason : verdict.state;
  }
  const pass = (minutes: number): void => {
    clock += minutes * 60_000;
  };
  return { ...model, look, pass, requested };
}

describe('a word at which the site has a page of its own', () => {
  it('is nobody, inside and outside of the table of words, and most people are found', async () => {
    const { platforms, look, pageWords } = registry(['pages'], 54, 'pages of sites');
    const wrong: string[] = [];
    const actual: string[] = [];
    let words = { inside: 0, outside: 0 };
    for (const platform of platforms) {
      for (const word of pageWords(platform.slug).slice(0, 14)) {
        words = isRouteWord(word) ? { ...words, inside: words.inside + 1 } : { ...words, outside: words.outside + 1 };
        if ((await look(platform, word)) === 'registered') wrong.push(`${platform.slug} ${word}`);
      }
      // A label of a host has no underscore.
      const isLabel = platform.tags.some((tag) => tag.startsWith('pages-label'));
      for (const name of PEOPLE.filter((each) => !isLabel || !each.includes('_'))) actual.push(await look(platform, name));
      expect(await look(platform, 'nobodyofthatname')).not.toBe('registered');
    }
    expect(wrong).toEqual([]);
    expect(Math.min(words.inside, words.outside)).toBeGreaterThan(100);
    expect(actual.filter((each) => each !== 'registered')).toEqual([]);
  });

  it('is nobody where one shell answers for everything', async () => {
    const { ofKind, look, pageWords } = registry(['alike'], 12, 'shells');
    for (const platform of [...ofKind('alike-shell'), ...ofKind('alike-blank-shell')]) {
      for (const name of [...pageWords(platform.slug).slice(0, 5), ...PEOPLE]) expect(await look(platform, name)).not.toBe('registered');
    }
  });

  it('is nobody either when a release gave the classes of the shell new names', async () => {
    const { ofKind, look, pageWords, pass, site } = registry(['alike'], 36, 's1');
    const wrong: string[] = [];
    for (const platform of ofKind('alike-blank-shell')) {
      const { slug } = platform;
      const [first = '', ...words] = pageWords(slug).slice(0, 5);
      await look(platform, first);
      site(slug)?.release();
      pass(7 * 60); // known accounts' pages are requested anew, and the site's own are not
      for (const word of words) if ((await look(platform, word)) === 'registered') wrong.push(`${slug} ${word}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('what a comparison costs', () => {
  it('at most two requests for pages of the site itself a day, and two for known accounts in six hours', async () => {
    const { ofKind, look, pass, requested } = registry(['pages'], 18, 'pages of sites');
    const [platform] = ofKind('pages-root');
    if (platform === undefined) throw new Error('there is no such kind');
    for (let hour = 0; hour < 23; hour += 1) {
      await look(platform, PEOPLE[hour % PEOPLE.length] ?? '');
      pass(60);
    }
    const all = requested.get(platform.slug) ?? [];
    const count = (...names: string[]): number => all.filter((each) => names.includes(each)).length;
    expect(count('root', 'about', 'privacy')).toBe(2);
    // Known accounts are compared anew four times, and are controls of their own besides.
    expect(count('northwind', 'contoso')).toBeLessThanOrEqual(2 * 4 + 4 + 23);
  });
});

describe('a site that depends on the form of a name', () => {
  it('confirms nobody of a form to which it shows a page for any name', async () => {
    const { platforms, look } = registry(['name-forms'], 40, 'forms of names');
    const wrong: string[] = [];
    for (const platform of platforms) {
      for (const name of [
        'nobodyherenow',
        'nobody_here',
        'nobody.here',
        'nobody99',
        '99nobody',
        'NobodyHere',
        'nb',
        'nobody-of-that-long-name-here',
      ]) {
        if ((await look(platform, name)) === 'registered') wrong.push(`${platform.tags[1] ?? ''} ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
