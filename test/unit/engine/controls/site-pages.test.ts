/** What two pages have in common, on pages of the lengths and habits that real sites have. */
import { describe, expect, it } from 'vitest';
import { needsSitePages } from '../../../../src/engine/controls/site-page-probes.js';
import {
  comparesPages,
  harmlessWords,
  isAccountOfWord,
  isReservedWord,
  isSiteWord,
  mayBeSitePage,
  newerPages,
  pageOwner,
  rootPageRule,
} from '../../../../src/engine/controls/site-pages.js';
import { structureFingerprint } from '../../../../src/engine/evaluation/structure-fingerprint.js';
import type { Control } from '../../../../src/engine/controls/control.js';
import type { Evidence, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { BARE_RULE } from '../../../support/bare-rule.js';

const menu = (links: number): string =>
  Array.from({ length: links }, (_, n) => `<div class="section${n}x"><a class="section${n}x-link">Section</a></div>`).join('');
const page = (links: number, main: string): string =>
  `<html><head><title>A site</title></head><div class="top">${menu(links)}</div><main class="page">${main}</main></html>`;
/** The same elements on both: their classes alone tell them apart. */
const block = (kind: string, heading: string): string =>
  `<section class="${kind}"><h1 class="${kind}-name">${heading}</h1><img class="${kind}-picture">` +
  `${['posts', 'likes', 'links', 'days'].map((count) => `<p class="${kind}-${count}">${count}</p>`).join('')}</section>`;
const read = (body: string, name: string): string => structureFingerprint(body, name) as string;

describe('the structure of a page', () => {
  it.each([0, 200, 2_000])('tells accounts from pages by their classes, with %i links in the menu', (links) => {
    const accounts = [read(page(links, block('person', 'northwind')), 'northwind')];
    const sitePages = [read(page(links, block('story', 'Welcome')), '')];
    expect(pageOwner(read(page(links, block('person', 'velmora')), 'velmora'), { accounts, sitePages })).toBe('account');
    expect(pageOwner(read(page(links, block('story', 'almanac')), 'almanac'), { accounts, sitePages })).toBe('site');
  });

  it('is the same whether or not end tags are written that HTML lets authors leave out', () => {
    const written = '<div class="a"><p>One</p><ul><li>1</li><li>2<p>3</p></li></ul><table><tr><td>4</td><td>5</td></tr></table></div>';
    const left = written.replace(/<\/(?:p|li|td|tr)>/g, '');
    expect(left).not.toBe(written);
    expect(read(left, '')).toBe(read(written, ''));
  });

  it('shows the name in a page that has no body element after its head', () => {
    const [shown, other] = ['velmora', 'someone else'].map((text) =>
      read(`<html><head><title>Site</title></head><div><h1>${text}</h1></div>`, 'velmora'),
    );
    expect(shown).not.toBe(other);
  });

  it('is requested again where it was read in another way than now', () => {
    const at = new Date('2030-01-01T00:00:00Z');
    const controlWith = (structure: string): Control => ({
      platform: 'site',
      subject: 'username',
      checkedAt: at,
      latencyMs: 1,
      outcome: {
        state: 'passed',
        mayConfirm: true,
        mayDeny: true,
        explanation: '',
        site: { accountsAt: at.toISOString(), accounts: [structure], ownAt: at.toISOString(), own: [structure] },
      },
    });
    expect(needsSitePages(controlWith(read(page(0, ''), '')), at)).toBe(false);
    expect(needsSitePages(controlWith('0a1b2c3'), at)).toBe(true);
  });
});

describe('a page of the site itself', () => {
  const TYPED: Evidence = { status: [200], contains: ['class="card"', '{username}'] };
  const MEMBER: Evidence = { status: [200], json: [{ pointer: '/name', is: 'identity' }] };
  const ruleAt = (url: string, registered = BARE_RULE.registered): ProbeRule => ({
    ...BARE_RULE,
    request: { method: 'GET', url },
    registered,
    positiveControls: ['northwind'],
  });
  it.each<[string, ProbeRule, boolean, boolean]>([
    ['weak evidence at the root', ruleAt('https://example.com/{username}'), true, true],
    ['weak evidence further inside', ruleAt('https://example.com/users/{username}'), true, true],
    ['texts of a page at the root', ruleAt('https://example.com/{username}', TYPED), true, true],
    ['texts of a page further inside', ruleAt('https://example.com/users/{username}', TYPED), true, true],
    ['texts of a page behind a sign', ruleAt('https://example.com/@{username}', TYPED), true, false],
    ['members of an interface', ruleAt('https://example.com/api/users/{username}', MEMBER), false, false],
  ])('is possible by %s, and compared where accounts stand among pages', (_, rule, isPossible, isCompared) => {
    expect([mayBeSitePage(rule), comparesPages(rule)]).toEqual([isPossible, isCompared]);
    expect(isSiteWord({ ...rule, positiveControls: undefined }, 'search')).toBe(isCompared);
    expect(isSiteWord({ ...rule, positiveControls: undefined }, 'velmora')).toBe(false);
  });

  it.each<[string, ProbeRule, boolean]>([
    ['a page among those of the site', ruleAt('https://example.com/{username}', TYPED), true],
    ['a page that no word of the site is at', ruleAt('https://example.com/@{username}', TYPED), false],
    [
      'members of an interface',
      ruleAt('https://example.com/@{username}', { status: [200], json: [{ pointer: '/id', is: 'number' }] }),
      true,
    ],
    [
      'an interface that is posted to',
      {
        ...ruleAt('https://example.com/api', TYPED),
        request: { method: 'POST', url: 'https://example.com/api', body: { json: { name: '{username}' } } },
      },
      true,
    ],
  ])('may be reserved by %s', (_, rule, isReserved) => {
    expect(['search', 'velmora'].map((name) => isReservedWord(rule, name))).toEqual([isReserved, false]);
  });

  it.each<[string, Partial<ProbeRule>, isCompared: boolean, isSiteWord: boolean]>([
    ['a page, with an account to compare with', {}, true, false],
    ['a page whose type is named', { registered: { ...TYPED, contentType: 'html' } }, true, false],
    ['no account to compare with', { positiveControls: [] }, false, true],
    ['a document', { registered: { ...TYPED, contentType: 'json' } }, false, true],
    ['what is posted to', { request: { method: 'POST', url: 'https://example.com/{username}' } }, false, false],
  ])('is told by comparing, or not at all, where there is %s', (_, more, isCompared, isWord) => {
    const rule = { ...ruleAt('https://example.com/{username}', TYPED), ...more };
    expect(comparesPages(rule)).toBe(isCompared);
    expect(isSiteWord(rule, 'search')).toBe(isWord);
    expect(isSiteWord(rule, 'velmora')).toBe(false);
  });

  it.each<[string, ProbeRule]>([
    ['behind a sign', ruleAt('https://example.com/@{username}', TYPED)],
    ['of an interface', ruleAt('https://example.com/users/{username}', { status: [200], json: [{ pointer: '/id', is: 'number' }] })],
  ])('is not to be feared where an account is %s', (_, rule) => {
    expect(isSiteWord({ ...rule, positiveControls: undefined }, 'search')).toBe(false);
  });

  it.each([
    ['accounts', { accounts: [], sitePages: [read(page(3, block('story', 'Welcome')), '')] }],
    ['pages of the site', { accounts: [read(page(3, block('person', 'northwind')), 'northwind')], sitePages: [] }],
  ])('cannot be told from an account without %s', (_, known) => {
    expect(pageOwner(read(page(3, block('person', 'velmora')), 'velmora'), known)).toBe('tie');
  });

  it.each<[url: string, pattern: string | undefined, words: readonly string[]]>([
    ['https://example.com/{username}', undefined, ['about', 'privacy']],
    ['https://example.com/{username}', '^[a-z]{6,}$', ['privacy']],
    ['https://example.com/{username}', '^\\p{L}{5}$', ['about']],
    ['https://{username}.example.com/', undefined, ['help', 'support']],
    ['https://example.com/users/{username}', undefined, ['search', 'about', 'help']],
    ['https://example.com/@{username}', undefined, []],
  ])('of names at %s with the pattern %s is requested at %j', (url, pattern, words) => {
    expect(harmlessWords({ ...ruleAt(url), pattern })).toEqual(words);
  });

  it.each([
    ['https://example.com/users/{username}?page=1', 'https://example.com/'],
    ['https://{username}.example.com/', 'https://example.com/'],
    ['https://{username:lower}.example.com/', 'https://example.com/'],
  ])('of names at %s is its root %s, which reads no account', (url, root) => {
    const rule = ruleAt(url);
    expect(rootPageRule({ ...rule, request: { ...rule.request, headers: { accept: 'text/html' } } })).toMatchObject({
      request: { method: 'GET', url: root, headers: { accept: 'text/html' }, followRedirects: true },
      safety: { ...rule.safety, basis: 'public_page' },
      registered: { status: [200] },
      absent: { status: [404, 410] },
    });
  });

  it('is kept as the newer one of two', () => {
    const at = (day: number) => ({ accountsAt: `2030-01-0${day}T00:00:00Z`, accounts: [], ownAt: '2030-01-01T00:00:00Z', own: [] });
    const [older, newer, same] = [at(1), at(2), at(2)];
    expect([newerPages(older, newer), newerPages(newer, older), newerPages(newer, same)].map((each) => each === newer)).toEqual([
      true,
      true,
      true,
    ]);
    expect([newerPages(older, undefined), newerPages(undefined, older), newerPages(undefined, undefined)]).toEqual([
      older,
      older,
      undefined,
    ]);
  });

  it('is none where somebody is called as the word: the page has what accounts have and the root has not', () => {
    const root = read(page(20, block('story', 'Welcome')), '');
    const [account, word] = ['northwind', 'about'].map((name) => read(page(20, block('person', name)), name)) as [string, string];
    const about = read(page(20, block('notice', 'About us')), 'about');
    expect([word, about].map((page) => isAccountOfWord(page, root, [account]))).toEqual([true, false]);
  });
});
