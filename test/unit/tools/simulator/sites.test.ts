import { describe, expect, test } from 'vitest';
import { generateSites } from '../../../../tools/simulator/generated-sites.js';
import { createMemorySimulator } from '../../../../tools/simulator/memory-simulator.js';
import { addressOf } from '../../../../tools/simulator/sites/site-address.js';
import { PAGE_TEMPLATES } from '../../../../tools/simulator/sites/page-templates.js';
import { profileOf, shapeOf } from '../../../../tools/simulator/sites/people.js';
import type { SiteModel } from '../../../../tools/simulator/sites/site-model.js';

const generated = generateSites(60, { seed: 'one', kinds: ['pages', 'alike', 'name-forms'], withoutUsual: true });
const PEOPLE = [{ identities: { username: ['velmora', 'Trisa', 'moss-42'] }, share: 1 }];
const registry = createMemorySimulator({ ...generated, accounts: { people: PEOPLE } });
const kindOf = (slug: string): string => generated.platforms.find((platform) => platform.slug === slug)?.tags[1] ?? '';
const nobody = (): boolean => false;
const at = (site: SiteModel, name: string) => {
  const url = new URL(addressOf(site.plan, name));
  return { host: url.hostname, target: url.pathname };
};
const sites = generated.platforms.map(({ slug }) => ({ slug, kind: kindOf(slug), site: registry.site(slug) as SiteModel }));
const pageSites = sites.filter(({ kind }) => kind.startsWith('pages-'));

describe('sites with pages of their own', () => {
  test('answer for an account, for a page and for nobody, and name the word of each page', () => {
    for (const { site } of pageSites) {
      const account = site.respond(at(site, 'velmora'), (name) => name === 'velmora');
      expect(account.status).toBe(200);
      expect(account.body).toContain('velmora');
      const absent = site.respond(at(site, 'qxzvbnmk'), nobody);
      expect(absent.status).toBe(site.plan.traits.absent === 'to_root' ? 302 : 404);
      const pages = [...site.plan.pages].filter(([, { form }]) => form === 'page');
      expect(pages.length).toBeGreaterThan(8);
      for (const [word] of pages) {
        const { status, body } = site.respond(at(site, word), nobody);
        expect(status).toBe(200);
        expect(String(body).toLowerCase()).toContain(word);
      }
    }
  });

  test('have pages at words of any list, at words of none, and at such as are no words', () => {
    for (const { site } of pageSites) {
      const origins = new Set([...site.plan.pages.values()].map(({ origin }) => origin));
      expect([...origins]).toEqual(expect.arrayContaining(['common', 'rare', 'invented']));
    }
    expect(Object.keys(PAGE_TEMPLATES).length).toBeGreaterThanOrEqual(12);
  });

  test('somebody may be registered under a word: the account is at that address then, and no link leads to the page', () => {
    for (const { site } of pageSites) {
      const [word] = [...site.plan.pages].find(([, { form }]) => form === 'page') ?? [''];
      const taken = (name: string): boolean => name === word;
      expect(site.hasAccount(word, taken)).toBe(true);
      expect(site.ownSegments(taken)).not.toContain(word);
      const root = String(site.respond({ host: site.plan.host, target: '/' }, taken).body);
      expect(root).not.toContain(`href="${site.plan.traits.accounts === 'label' ? addressOf(site.plan, word) : `/${word}"`}`);
      expect(site.respond(at(site, word), taken).body).not.toBe(site.respond(at(site, word), nobody).body);
    }
  });

  test('share one frame: the classes of a page are those of its neighbours, but for its own', () => {
    const { site } =
      pageSites.find((each) => each.site.plan.look.scheme === 'bem' && each.site.plan.look.markup !== 'old') ??
      pageSites[0] ??
      (sites[0] as (typeof sites)[0]);
    const classes = (text: string | Buffer): Set<string> =>
      new Set([...String(text).matchAll(/class="([^"]+)"/g)].map((match) => match[1] as string));
    const [one, other] = [...site.plan.pages.keys()]
      .map((word) => classes(site.respond(at(site, word), nobody).body))
      .filter((set) => set.size > 5);
    const shared = [...(one ?? [])].filter((name) => other?.has(name));
    expect(shared.length).toBeGreaterThan(4);
  });

  test('the same seed draws the same site, another seed another one', () => {
    const again = generateSites(9, { seed: 'one', kinds: ['pages'], withoutUsual: true });
    const other = generateSites(9, { seed: 'two', kinds: ['pages'], withoutUsual: true });
    const first = (made: typeof again): SiteModel => createMemorySimulator(made).site('site-0001') as SiteModel;
    const root = (site: SiteModel) => site.respond({ host: site.plan.host, target: '/' }, nobody).body;
    expect(root(first(again))).toBe(root(first(again)));
    expect(root(first(again))).toBe(root(first(generated)));
    expect(root(first(other))).not.toBe(root(first(again)));
  });

  test('a release gives other names to classes that a build makes', () => {
    const built = createMemorySimulator(generateSites(90, { seed: 'three', kinds: ['pages'], withoutUsual: true }));
    const found = generateSites(90)
      .platforms.map(({ slug }) => built.site(slug) as SiteModel)
      .find(({ plan }) => plan.look.scheme === 'modules' && !plan.look.isNoisy);
    const site = found as SiteModel;
    const page = () => site.respond({ host: site.plan.host, target: '/' }, nobody).body;
    const before = page();
    expect(page()).toBe(before);
    site.release();
    expect(page()).not.toBe(before);
  });
});

describe('people', () => {
  test('fill their profiles in differently', () => {
    const names = Array.from({ length: 200 }, (_, n) => `somebody${n}`);
    expect(new Set(names.map(shapeOf)).size).toBe(7);
    const { site } = pageSites.find(({ site: { plan } }) => plan.look.headKilobytes + plan.look.menuLinks === 0) as (typeof pageSites)[0];
    const lengths = names.map((name) => site.respond(at(site, name), () => true).length);
    expect(Math.max(...lengths) / Math.min(...lengths)).toBeGreaterThan(5);
    expect(names.some((name) => profileOf(name).language === 'ja')).toBe(true);
  });
});

describe('sites that depend on the form of a name', () => {
  const statusAt = (kind: string, name: string, exists = nobody): number => {
    const { site } = sites.find((each) => each.kind === kind) as (typeof sites)[0];
    return site.respond(at(site, name), exists).status;
  };
  test.each([
    ['form-letters', 'nobody', 'nobody77'],
    ['form-numbers', '4711', 'nobody'],
    ['form-short-codes', 'ab12', 'abcdefgh'],
    ['form-slugs', 'some-slug', 'someslug'],
  ])('%s: %s has a page, %s has none', (kind, withPage, without) => {
    expect([statusAt(kind, withPage), statusAt(kind, without)]).toEqual([200, 404]);
    expect(statusAt(kind, without, () => true)).toBe(200);
  });

  test('who is refused for the form of the name has no account', () => {
    const refusing = sites.filter(({ kind }) => kind.startsWith('form-refuses'));
    expect(refusing.length).toBeGreaterThan(1);
    for (const { site } of refusing) {
      const names = ['abc', 'abcdefghijklmnopqrst', 'ab.cd', 'Abcd', '1abcd', 'abcd12'];
      const refused = names.filter((name) => !site.hasAccount(name, () => true));
      expect(refused.length).toBeGreaterThan(0);
      for (const name of refused) expect(site.respond(at(site, name), () => true).status).not.toBe(200);
    }
  });

  test.each([
    ['form-writes-slugs', ['jane.sample', 'jane_sample'], ['janesample', 'jane-sample']],
    ['form-cuts-names', ['a'.repeat(31)], ['a'.repeat(30)]],
  ] as const)('%s: who has the name is found at other addresses only', (kind, lost, found) => {
    const { site } = sites.find((each) => each.kind === kind) as (typeof sites)[number];
    for (const name of [...lost, ...found]) expect(site.hasAccount(name, () => true)).toBe(true);
    for (const name of lost) expect(site.respond(at(site, name), () => true).status).toBe(404);
    for (const name of found) expect(site.respond(at(site, name), () => true).status).toBe(200);
  });

  test('a site that keeps capitals finds each account by one spelling', () => {
    const { site } = sites.find(({ kind }) => kind === 'form-keeps-case') as (typeof sites)[number];
    for (const name of ['velmora', 'trisa', 'moss', 'quillhaven']) {
      const spellings = [name, name.replace(/^./, (first) => first.toUpperCase())];
      expect(spellings.map((each) => site.respond(at(site, each), () => true).status).sort()).toEqual([200, 404]);
      for (const spelling of spellings) expect(site.hasAccount(spelling, () => true)).toBe(true);
    }
  });
});
