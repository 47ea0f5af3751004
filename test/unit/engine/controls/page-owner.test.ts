/** How much two pages need to have in common, by the parts that are kept of them. */
import { describe, expect, it } from 'vitest';
import { comparableWith, isAccountOfWord, type PageOwner, pageOwner } from '../../../../src/engine/controls/site-pages.js';
import { fingerprintOf, LIMITS } from '../../../../src/engine/evaluation/structure-hashes.js';

const FIRST = { mark: 1, nesting: LIMITS.mark, position: LIMITS.nesting, placed: LIMITS.position, class: LIMITS.classedPosition } as const;
type Kind = keyof typeof FIRST;
/** So many parts of each kind, from a number on: pages have in common what has the same number. */
type Parts = { readonly [Name in Kind]?: readonly (readonly [from: number, count: number])[] };

const pageOf = (parts: Parts): string =>
  fingerprintOf(
    new Set(
      (Object.keys(parts) as Kind[]).flatMap((kind) =>
        (parts[kind] ?? []).flatMap(([from, count]) => Array.from({ length: count }, (_, n) => FIRST[kind] + from + n)),
      ),
    ),
  );
/** What all pages of the site share. */
const FRAME = [500, 10] as const;
const site = pageOf({ class: [FRAME, [900, 5]] });

describe('the owner of a page whose classes can be compared', () => {
  it.each<[title: string, account: Parts, page: Parts, owner: PageOwner]>([
    ['13 of 20 classes', { class: [FRAME, [0, 20]] }, { class: [FRAME, [0, 13]] }, 'account'],
    ['12 of 20 classes', { class: [FRAME, [0, 20]] }, { class: [FRAME, [0, 12]] }, 'site'],
    ['all of six classes', { class: [FRAME, [0, 6]] }, { class: [FRAME, [0, 6]] }, 'account'],
    ['all of five classes', { class: [FRAME, [0, 5]] }, { class: [FRAME, [0, 5]] }, 'tie'],
    ['a mark and ten of 17 classes', { mark: [[0, 1]], class: [FRAME, [0, 17]] }, { mark: [[0, 1]], class: [FRAME, [0, 10]] }, 'account'],
    ['a mark and nine of 17 classes', { mark: [[0, 1]], class: [FRAME, [0, 17]] }, { mark: [[0, 1]], class: [FRAME, [0, 9]] }, 'site'],
    [
      'the place and six of 17 classes',
      { placed: [[0, 1]], class: [FRAME, [0, 17]] },
      { placed: [[0, 1]], class: [FRAME, [0, 6], [100, 20]] },
      'account',
    ],
    [
      'the place and five of 17 classes',
      { placed: [[0, 1]], class: [FRAME, [0, 17]] },
      { placed: [[0, 1]], class: [FRAME, [0, 5], [100, 20]] },
      'site',
    ],
    [
      'the place and two of 17 classes beside three of its own',
      { placed: [[0, 1]], class: [FRAME, [0, 17]] },
      { placed: [[0, 1]], class: [FRAME, [0, 2], [100, 3]] },
      'account',
    ],
    [
      'the place and two of 17 classes beside four of its own',
      { placed: [[0, 1]], class: [FRAME, [0, 17]] },
      { placed: [[0, 1]], class: [FRAME, [0, 2], [100, 4]] },
      'site',
    ],
    [
      'the place and one of 17 classes',
      { placed: [[0, 1]], class: [FRAME, [0, 17]] },
      { placed: [[0, 1]], class: [FRAME, [0, 1]] },
      'site',
    ],
    ['one of two places', { placed: [[0, 2]], class: [FRAME, [0, 14]] }, { placed: [[1, 1]], class: [FRAME, [0, 14]] }, 'account'],
    ['all classes and not the place', { placed: [[0, 1]], class: [FRAME, [0, 17]] }, { class: [FRAME, [0, 17]] }, 'site'],
    [
      'the place and all of four classes',
      { placed: [[0, 1]], class: [FRAME, [0, 4]] },
      { placed: [[0, 1]], class: [FRAME, [0, 4]] },
      'account',
    ],
    [
      'the place and all of three classes',
      { placed: [[0, 1]], class: [FRAME, [0, 3]] },
      { placed: [[0, 1]], class: [FRAME, [0, 3]] },
      'tie',
    ],
    [
      'a place without a class, which counts as a part of the page alone',
      { position: [[0, 1]], class: [FRAME, [0, 6]] },
      { class: [FRAME, [0, 6]] },
      'account',
    ],
    ['what the site has as well', { class: [FRAME, [900, 5]] }, { class: [FRAME, [900, 5]] }, 'tie'],
  ])('with %s', (_, account, page, owner) => {
    expect(pageOwner(pageOf(page), { accounts: [pageOf(account)], sitePages: [site] })).toBe(owner);
  });
});

describe('the owner of a page whose classes are other ones at each load', () => {
  const account: Parts = { nesting: [[0, 20]], class: [[0, 20]] };
  it.each<[title: string, account: Parts, page: Parts, owner: PageOwner]>([
    ['11 of 20 nestings', account, { nesting: [[0, 11]], class: [[50, 20]] }, 'account'],
    ['ten of 20 nestings', account, { nesting: [[0, 10]], class: [[50, 20]] }, 'site'],
    [
      '11 of its own 36',
      account,
      {
        nesting: [
          [0, 11],
          [100, 25],
        ],
        class: [[50, 20]],
      },
      'account',
    ],
    [
      '11 of its own 37',
      account,
      {
        nesting: [
          [0, 11],
          [100, 26],
        ],
        class: [[50, 20]],
      },
      'site',
    ],
    ['all of six nestings', { ...account, nesting: [[0, 6]] }, { nesting: [[0, 6]], class: [[50, 20]] }, 'account'],
    ['all of five nestings', { ...account, nesting: [[0, 5]] }, { nesting: [[0, 5]], class: [[50, 20]] }, 'tie'],
    [
      'all nestings and the place',
      { ...account, position: [[0, 1]] },
      { nesting: [[0, 20]], position: [[0, 1]], class: [[50, 20]] },
      'account',
    ],
    ['all nestings and not the place', { ...account, position: [[0, 1]] }, { nesting: [[0, 20]], class: [[50, 20]] }, 'site'],
    [
      'classes of which three of 20 are known',
      { ...account, class: [FRAME, [0, 20]] },
      {
        nesting: [[0, 20]],
        class: [
          [0, 3],
          [50, 17],
        ],
      },
      'site',
    ],
    [
      'classes of which two of 20 are known',
      { ...account, class: [FRAME, [0, 20]] },
      {
        nesting: [[0, 20]],
        class: [
          [0, 2],
          [50, 18],
        ],
      },
      'account',
    ],
  ])('with %s', (_, known, page, owner) => {
    expect(pageOwner(pageOf(page), { accounts: [pageOf(known)], sitePages: [site] })).toBe(owner);
  });
});

describe('the owner of a page', () => {
  const [one, other] = [pageOf({ class: [FRAME, [0, 10]] }), pageOf({ class: [FRAME, [100, 10]] })];

  it('is an account where it is like one of several, and the site where it is like none', () => {
    const known = { accounts: [one, other], sitePages: [site, pageOf({ class: [FRAME, [200, 10]] })] };
    expect([one, other, pageOf({ class: [FRAME, [200, 10]] })].map((page) => pageOwner(page, known))).toEqual([
      'account',
      'account',
      'site',
    ]);
  });

  it('is not known where there are no pages of accounts, or none of the site', () => {
    expect(pageOwner(one, { accounts: [], sitePages: [site] })).toBe('tie');
    expect(pageOwner(one, { accounts: [one], sitePages: [] })).toBe('tie');
  });
});

describe('a page at a word', () => {
  const root = pageOf({ class: [FRAME] });
  const isAccount = (shared: number, of: number) =>
    isAccountOfWord(pageOf({ class: [FRAME, [0, shared]] }), root, [
      pageOf({ class: [FRAME, [700, 9]] }),
      pageOf({ class: [FRAME, [0, of]] }),
    ]);

  it('is an account with four fifths of what tells one of them, if that is enough to tell', () => {
    expect([isAccount(8, 10), isAccount(7, 10)]).toEqual([true, false]);
    expect([isAccount(6, 6), isAccount(5, 5)]).toEqual([true, false]);
  });
});

describe('pages of the site', () => {
  const before = pageOf({ class: [[0, 10]] });
  const own = [pageOf({ nesting: [[0, 3]], class: [[0, 5]] })];

  it.each([
    [6, own],
    [5, [pageOf({ nesting: [[0, 3]] })]],
  ])('are compared by their classes while accounts still have six of ten of theirs: %d', (kept, compared) => {
    expect(comparableWith([pageOf({ class: [[0, kept]] })], own, [before])).toEqual(compared);
  });

  it('are compared by their nestings where no page is there from when they were requested', () => {
    expect(comparableWith([before], own, [])).toEqual([pageOf({ nesting: [[0, 3]] })]);
  });
});
