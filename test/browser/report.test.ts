/** The HTML report on paper: Chromium prints it on A4, and pdftotext reads its words back. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportHtml } from '../../src/features/lookups/report/report-html.js';
import type { LookupBodyV2, Omission, ShownResult } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { FINISHED_V2 } from '../../src/features/lookups/routes/shared/v2/examples.js';
import { traitsOf } from '../../src/engine/evaluation/verdict.js';
import { launchChromium } from '../support/chromium.js';
import { debianProgram } from '../support/debian.js';
import { shipped } from '../support/shipped-catalogue.js';

const MAX_PAGES_DEEP = 30;
const ROWS_A_PAGE = 40;
const { platforms } = shipped.catalogue;
const [example] = FINISHED_V2.results;
if (!example) throw new Error('the example of a body has no result');
const [alone] = FINISHED_V2.identities;
if (!alone) throw new Error('the example of a body has no identity');

/** An answer of a platform of the catalogue; some accounts show a name and an age. */
function answer(index: number, registered: boolean): ShownResult {
  const { slug, name, homepage } = platforms[index % platforms.length] ?? { slug: '', name: '', homepage: '' };
  const shows = index % 5 === 0;
  const profile = {
    url: `${String(homepage).replace(/\/$/, '')}/users/robinsample`,
    displayName: shows ? 'Robin Sample' : null,
    pictureUrl: null,
    createdAt: shows ? '2016-03-04T05:06:07.000Z' : null,
    createdYear: shows ? 2016 : null,
    lastActiveAt: null,
    counts: null,
    state: null,
  };
  return {
    ...(example as ShownResult),
    mailboxProvider: false,
    method: 'public_api',
    platform: slug,
    name,
    identity: { type: alone?.type ?? 'username', value: alone?.value ?? '' },
    registered,
    profile,
  };
}

const bodyOf = (registered: number, absent: number, omissions: readonly Omission[] = []): LookupBodyV2 => ({
  ...FINISHED_V2,
  identities: FINISHED_V2.identities.slice(0, 1),
  simulated: true,
  matches: registered,
  results: Array.from({ length: registered + absent }, (_, index) => answer(index, index < registered)),
  omitted: omissions.length,
  omissions: { total: omissions.length, byReason: omissions.length === 0 ? {} : { timeout: omissions.length } },
});

/** Words as a reader sees them: addresses may be broken at a slash, and compounds at their hyphens. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[\s/.·-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Runs in the page: its width, and the words that stand in more than one line. */
const NARROW = String.raw`(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const { 0: word, index } of node.textContent.matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
    }
  return [document.documentElement.scrollWidth, found];
})()`;

/** Runs in the page: what stands before its cells. */
const LABELS = `[...new Set([...document.querySelectorAll('td')].map((cell) => getComputedStyle(cell, '::before').content))]`;

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

describe('the printed report', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-report-'));
  let browser: Browser;
  let pdftotext = '';

  beforeAll(async () => {
    browser = await launchChromium();
    pdftotext = await debianProgram({ names: ['pdftotext'], packages: ['poppler-utils'] });
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Prints a report. @returns the text of each page, and the words that are broken */
  async function print(name: string, report: string) {
    const page = await browser.newPage();
    await page.setContent(report);
    await page.emulateMedia({ media: 'print' });
    const shown = await page.locator('body').innerText();
    const file = path.join(folder, `${name}.pdf`);
    writeFileSync(file, await page.pdf({ format: 'A4', preferCSSPageSize: true }));
    await page.close();
    const { stdout } = await promisify(execFile)(pdftotext, ['-layout', file, '-'], { maxBuffer: 64_000_000 });
    const pages = stdout.split('\f').slice(0, -1);
    const printed = counted(wordsOf(stdout));
    const broken = [...counted(wordsOf(shown))].filter(([word, count]) => (printed.get(word) ?? 0) < count).map(([word]) => word);
    return { pages, broken };
  }

  it('of 21 accounts has them on two pages at most, with their addresses, and no word is broken', async () => {
    const { pages, broken } = await print('few', reportHtml(bodyOf(21, 29)));
    expect(broken).toEqual([]);
    expect(pages.length).toBeLessThanOrEqual(2);
    expect(pages.join('').match(/robinsample/g)).toHaveLength(21);
  });

  it('says on its head and at the foot of each page that answers are invented, and numbers its pages', async () => {
    const { pages } = await print('invented', reportHtml(bodyOf(90, 0)));
    expect(pages[0]).toContain('Simulated: no platform was contacted, and the answers are made up.');
    for (const [index, text] of pages.entries()) {
      expect(text).toContain('Invented answers: this report says nothing about a person');
      expect(text).toMatch(new RegExp(`\\b${index + 1} of ${pages.length}\\b`));
    }
    const real = await print('real', reportHtml({ ...bodyOf(90, 0), simulated: undefined, test: false }));
    expect(real.pages.join('')).not.toMatch(/invented/i);
    const test = await print('test', reportHtml({ ...bodyOf(3, 0), simulated: undefined, test: true }));
    expect(test.pages[0]).toContain('Test: made with a test key, and the answers are made up.');
    expect(test.pages[0]).toContain('Invented answers: this report says nothing about a person');
  });

  it('of every platform, with the platforms that gave no answer, has thirty pages at most, forty accounts on one, and no broken word', async () => {
    const omissions = platforms.slice(-60).map(({ slug }): Omission => {
      const identity = { type: alone.type, value: alone.value };
      return { identity, platform: slug, code: 'timeout', message: traitsOf('timeout').sentence, checkedAt: null };
    });
    const { pages, broken } = await print('deep', reportHtml(bodyOf(1_413, 2_400, omissions), omissions));
    expect(broken).toEqual([]);
    expect(pages.length).toBeLessThanOrEqual(MAX_PAGES_DEEP);
    const accounts = pages.map((text) => text.match(/robinsample/g)?.length ?? 0);
    expect(Math.min(...accounts.slice(1, 10))).toBeGreaterThanOrEqual(ROWS_A_PAGE);
    // Once in the table that counts them, once above their platforms.
    expect(pages.join('').split(traitsOf('timeout').sentence)).toHaveLength(3);
  }, 300_000);

  it('fits a phone, where no column is too narrow for its words, and each cell but the first names its column', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const identities = [alone, { ...alone, value: 'robin.sample@example.com' }];
    await page.setContent(reportHtml({ ...bodyOf(21, 29), identities }));
    const [width, broken] = await page.evaluate<[number, string[]]>(NARROW);
    const labels = await page.evaluate<string[]>(LABELS);
    await page.close();
    expect(labels).toEqual(expect.arrayContaining(['"Address: "', '"Identity: "', '"Source: "', '"Checked: "', '"Points: "']));
    expect(broken).toEqual([]);
    expect(width).toBeLessThanOrEqual(390);
  });

  it('counts omissions, and lists them for whoever asked', async () => {
    const identity = { type: alone.type, value: alone.value };
    const omission: Omission = { identity, platform: 'gitlab', code: 'timeout', message: traitsOf('timeout').sentence, checkedAt: null };
    expect(reportHtml(bodyOf(1, 0, [omission]))).not.toContain('<li>gitlab</li>');
    expect(reportHtml(bodyOf(1, 0, [omission]), [omission])).toContain('<li>gitlab</li>');
  });
});
