/** What two pages have in common, on pages of the lengths and habits that real sites have. */
import { describe, expect, it } from 'vitest';
import { needsSitePages } from '../../../../src/engine/controls/site-page-probes.js';
import { resemblesAccounts } from '../../../../src/engine/controls/site-pages.js';
import { structureFingerprint } from '../../../../src/engine/evaluation/structure-fingerprint.js';
import type { Control } from '../../../../src/engine/controls/control.js';

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
    expect(resemblesAccounts(read(page(links, block('person', 'velmora')), 'velmora'), { accounts, sitePages })).toBe(true);
    expect(resemblesAccounts(read(page(links, block('story', 'almanac')), 'almanac'), { accounts, sitePages })).toBe(false);
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
