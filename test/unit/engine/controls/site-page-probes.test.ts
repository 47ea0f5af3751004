/** Which pages of a site are requested, how often, and which of them count as the site's own. */
import { describe, expect, it } from 'vitest';
import { REQUIRED_TICKET, type Target } from '../../../../src/engine/controls/control-probes.js';
import { SitePageProbes } from '../../../../src/engine/controls/site-page-probes.js';
import { fingerprintOf, LIMITS } from '../../../../src/engine/evaluation/structure-hashes.js';
import type { Platform } from '../../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import type { Identity } from '../../../../src/kernel/identity/identity.js';
import { BARE_RULE } from '../../../support/bare-rule.js';

const NOW = new Date('2030-01-02T12:00:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();
/** A page of ten classes from a number on, besides the site's frame. */
const pageFrom = (first: number): string =>
  fingerprintOf(new Set([...Array.from({ length: 10 }, (_, n) => LIMITS.classedPosition + first + n), LIMITS.classedPosition + 900]));
const [ACCOUNT, OTHER_ACCOUNT, ROOT, WORD, SECOND, NOBODY] = [0, 100, 200, 300, 400, 500].map(pageFrom) as [
  string,
  string,
  string,
  string,
  string,
  string,
];

interface Page {
  readonly state?: 'registered' | 'not_registered' | 'inconclusive';
  readonly structure?: string;
  readonly reason?: string;
  readonly evidence?: { readonly status: number };
}
const PAGES: Readonly<Record<string, Page>> = {
  northwind: { structure: ACCOUNT },
  contoso: { structure: OTHER_ACCOUNT },
  root: { structure: ROOT },
  about: { structure: WORD },
  privacy: { structure: SECOND },
  nobody: { state: 'not_registered', structure: NOBODY },
};

function setUp(pages: Readonly<Record<string, Page>> = {}, more: Partial<ProbeRule> = {}, nobody: string | null = 'nobody') {
  const asked: string[] = [];
  const rule: ProbeRule = {
    ...BARE_RULE,
    request: { method: 'GET', url: 'https://example.com/{username}' },
    positiveControls: ['northwind', 'contoso', 'fabrikam'],
    ...more,
  };
  const prober = {
    probe: async (platform: Platform, { value }: Identity, limits: object) => {
      asked.push(value);
      expect(limits).toMatchObject({ signal: expect.anything(), queue: REQUIRED_TICKET, needsStructure: true });
      expect(platform.probes.username?.request.url).toBe(value === 'root' ? 'https://example.com/' : rule.request.url);
      return { state: 'registered', ...(pages[value] ?? PAGES[value]) };
    },
  };
  const target = { platform: { slug: 'one', probes: { username: rule } }, queryType: 'username', rule } as unknown as Target;
  const probes = new SitePageProbes(prober as unknown as ConstructorParameters<typeof SitePageProbes>[0], target, () =>
    nobody === null ? null : { type: 'username', value: nobody },
  );
  const request = (kept?: Parameters<SitePageProbes['request']>[0]) => probes.request(kept, REQUIRED_TICKET, NOW);
  return { request, asked };
}
const own = async (...given: Parameters<typeof setUp>) => (await setUp(...given).request()).own;

describe('pages that are requested', () => {
  it('are those of two known accounts, the root and one at a word', async () => {
    const { request, asked } = setUp();
    const at = NOW.toISOString();
    expect(await request()).toEqual({ accountsAt: at, accounts: [ACCOUNT, OTHER_ACCOUNT], ownAt: at, own: [ROOT, WORD] });
    expect([...asked].sort()).toEqual(['about', 'contoso', 'northwind', 'root']);
  });

  it('are of accounts that are there: a third where one of two is not', async () => {
    for (const gone of [{ state: 'not_registered', structure: NOBODY }, { state: 'inconclusive' }, {}] as const) {
      const { request } = setUp({ contoso: gone, fabrikam: { structure: OTHER_ACCOUNT } });
      expect((await request()).accounts).toEqual([ACCOUNT, OTHER_ACCOUNT]);
    }
    expect((await setUp({}, { positiveControls: undefined }).request()).accounts).toEqual([]);
  });

  it.each([
    [23.9, false, [ROOT, WORD]],
    [24, true, [ROOT, WORD]],
  ])('are of the site itself once a day: after %d hours anew: %s', async (hours, isAnew, kept) => {
    const { request, asked } = setUp();
    const before = { accountsAt: ago(hours), accounts: [ACCOUNT], ownAt: ago(hours), own: kept };
    const pages = await request(before);
    expect([asked.includes('root'), pages.ownAt, pages.own]).toEqual([isAnew, isAnew ? NOW.toISOString() : ago(hours), [ROOT, WORD]]);
  });

  it('are all requested anew where one was read in another way', async () => {
    const { request, asked } = setUp();
    await request({ accountsAt: ago(1), accounts: [ACCOUNT], ownAt: ago(1), own: [ROOT, '0a1b2c3'] });
    expect(asked).toContain('root');
  });
});

describe('a page of the site itself', () => {
  it('is the one at a word alone where the root has none, and the root alone where no word fits', async () => {
    expect(await own({ root: { state: 'inconclusive', structure: ROOT } })).toEqual([WORD]);
    expect(await own({}, { pattern: '^northwind$' })).toEqual([ROOT]);
  });

  it('is the one at another word where somebody has the first', async () => {
    expect(await own({ about: { structure: ACCOUNT } })).toEqual([ROOT, SECOND]);
  });

  it.each<[title: string, second: Page]>([
    ['is an account’s too', { structure: OTHER_ACCOUNT }],
    ['is not there', { state: 'inconclusive' }],
  ])('is the one for nobody where the page at a second word %s', async (_, second) => {
    const taken = { about: { structure: ACCOUNT }, privacy: second };
    const all = [ROOT, ACCOUNT, ...(second.structure === undefined ? [] : [second.structure])];
    expect(await own(taken)).toEqual([ROOT, NOBODY]);
    expect(await own(taken, {}, null)).toEqual(all);
    expect(await own({ ...taken, nobody: { state: 'registered', structure: NOBODY } })).toEqual(all);
    expect(await own({ ...taken, nobody: { state: 'not_registered', structure: ACCOUNT } })).toEqual(all);
    expect(await own({ ...taken, nobody: { state: 'not_registered' } })).toEqual([ROOT]);
  });

  it.each<[title: string, absent: Page, own: readonly string[]]>([
    ['led elsewhere than to the root', { reason: 'unrecognised', evidence: { status: 302 } }, [ROOT]],
    ['led to another site', { reason: 'redirected_away', evidence: { status: 301 } }, [ROOT]],
    ['led to a door', { reason: 'login_wall', evidence: { status: 302 } }, [ROOT, ACCOUNT]],
    ['shown what the rule does not know', { reason: 'unrecognised', evidence: { status: 200 } }, [ROOT, ACCOUNT]],
  ])('is none that somebody has where there is none at a second word and nobody is %s', async (_, absent, expected) => {
    const pages = { about: { structure: ACCOUNT }, privacy: { state: 'inconclusive' } } as const;
    expect(await own({ ...pages, nobody: { state: 'inconclusive', ...absent } })).toEqual(expected);
  });
});

describe('a private account that is called as a word', () => {
  /** A page with a number of an account's ten classes, its name where accounts have theirs, and further parts, in the site's frame. */
  const framed = (ofAccount: number, hasName: boolean, ...parts: readonly number[]): string => {
    const classes = [...Array.from({ length: ofAccount }, (_, n) => n), ...parts, ...Array.from({ length: 10 }, (_, n) => 900 + n)];
    return fingerprintOf(new Set([...classes.map((n) => LIMITS.classedPosition + n), ...(hasName ? [LIMITS.position + 1] : [])]));
  };
  const [known, root, closed, page] = [framed(10, true), framed(0, false, 200), framed(5, true, 300), framed(0, false, 400)] as [
    string,
    string,
    string,
    string,
  ];
  const site = { northwind: { structure: known }, contoso: { structure: known }, root: { structure: root } };

  it('has no page of the site, which the page at a second word shows', async () => {
    expect(await own({ ...site, about: { structure: closed }, privacy: { structure: page } })).toEqual([root, page]);
  });

  it('is not to be had from pages that have another frame than the root', async () => {
    const [first, second] = [framed(5, true, 300), framed(5, true, 400)] as [string, string];
    expect(await own({ ...site, about: { structure: first }, privacy: { structure: second } })).toEqual([root, first, second]);
  });

  it('is not told from the site where there is no second page', async () => {
    for (const none of [{ state: 'inconclusive' }, { state: 'not_registered', structure: page }] as const)
      expect(await own({ ...site, about: { structure: closed }, privacy: none })).toEqual([root, closed]);
  });

  it('has no page where there is none at the word: nothing else is requested', async () => {
    const { request, asked } = setUp({ ...site, about: { state: 'not_registered', structure: closed } });
    expect((await request()).own).toEqual([root, closed]);
    expect(asked).not.toContain('privacy');
  });

  it('may have the second word as well: a third one shows the site, where there is one', async () => {
    const words = { about: { structure: known }, search: { structure: closed }, privacy: { structure: closed }, help: { structure: page } };
    expect(await own({ ...site, ...words })).toEqual([root, known, closed]);
    const inside = { request: { method: 'GET', url: 'https://example.com/users/{username}' } } as const;
    expect(await own({ ...site, ...words }, inside)).toEqual([root, page]);
  });
});
