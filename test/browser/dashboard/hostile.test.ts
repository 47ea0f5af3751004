import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { type FilledAccount, fillAccount } from '../../support/dashboard/filled-account.js';
import { addressOf, routePatterns } from '../../support/dashboard/routes.js';
import { settled } from '../../support/dashboard/settled.js';

const OPERATOR = 'operator@example.com';
/** A formula, markup that runs scripts or loads from elsewhere, text that is read backwards, and an address that is a script. */
const HOSTILE =
  '=HYPERLINK("https://elsewhere.example/f") <script>plantedScriptRan()</script><img src=https://elsewhere.example/i onerror=plantedScriptRan()>' +
  '"\'><svg/onload=plantedScriptRan()><style>*{background:url(https://elsewhere.example/c)}</style>\u202Etxt.exe';
const PLANTED = /^[=+\-@\t\r]/;

/** Where what is planted has to be seen, of the pages that there are. */
const SEEN: readonly (readonly [field: string, pattern: string])[] = [
  ['handle', '/dashboard/$account/lookups'],
  ['handle', '/dashboard/$account/lookups/$lookup'],
  ['title of a mention', '/dashboard/$account/lookups/$lookup'],
  ['text of a mention', '/dashboard/$account/lookups/$lookup'],
  ['title of a breach', '/dashboard/$account/lookups/$lookup'],
  ['data in a breach', '/dashboard/$account/lookups/$lookup'],
  ['profile title in the evidence', '/dashboard/$account/lookups/$lookup'],
  ['handle of a lead', '/dashboard/$account/lookups/$lookup'],
  ['carrier', '/dashboard/$account/lookups/$lookup'],
  ['network', '/dashboard/$account/lookups/$lookup'],
  ['account name', '/dashboard/profile'],
  ['purpose', '/dashboard/$account'],
  ['key name', '/dashboard/$account/keys'],
  ['endpoint description', '/dashboard/$account/webhooks/$endpoint'],
  ['body of a response', '/dashboard/$account/webhooks/$endpoint/$event'],
  ['member address', '/dashboard/$account/people'],
  ['invited address', '/dashboard/$account/people'],
  ['proof of a suppression', '/dashboard/$account/privacy'],
  ['subject of a mail', '/dashboard/$account/emails'],
];
/** Fields that are shorter than what is planted elsewhere, or hold nothing but an address. */
const SHORTER: Readonly<Record<string, string>> = {
  'member address': '=1+<img/src=x/onerror=plantedscriptran()>@example.com',
  'invited address': '=2+<img/src=x/onerror=plantedscriptran()>@example.com',
  'address of a mention': 'javascript:plantedScriptRan()',
  'account name': '=1+1<img src=x onerror=plantedScriptRan()>\u202Etxt',
  purpose: '=1+1<img src=x onerror=plantedScriptRan()>\u202Etxt',
  'purpose of an audit entry': '=1+1<img src=x onerror=plantedScriptRan()>\u202Etxt',
  'endpoint description': '=1+1<script>plantedScriptRan()</script><img src=x onerror=plantedScriptRan()><svg/onload=plantedScriptRan()>',
  'key name': '=1+1<script>plantedScriptRan()</script><img src=x onerror=plantedScriptRan()>\u202Etxt',
};
const plantedIn = (field: string): string => SHORTER[field] ?? `${HOSTILE} ${field}`;

describe('hostile text in every field', () => {
  const dashboard = sharedDashboard({ env: { OPERATORS: OPERATOR } });
  let filled: FilledAccount;
  let patterns: readonly string[];
  beforeAll(async () => {
    patterns = await routePatterns();
    filled = await fillAccount(dashboard().service, plantedIn);
  });

  it('is shown as text by every page, runs nothing and asks nobody', async () => {
    const context = await dashboard().openContext({ email: filled.owner });
    const page = await context.newPage();
    const before = dashboard().requests;
    const unseen = new Set(SEEN.filter(([, pattern]) => patterns.includes(pattern)).map(String));
    for (const pattern of patterns) {
      await dashboard().goto(page, addressOf(pattern, filled.values));
      await settled(page);
      const texts = await openEverything(page);
      for (const each of SEEN)
        if (each[1] === pattern && texts.some((text) => text.includes(plantedIn(each[0])))) unseen.delete(String(each));
      expect(await page.title()).not.toMatch(/plantedScript|HYPERLINK/i);
    }
    expect([...unseen]).toEqual([]);
    expect(dashboard().requests - before).toBeGreaterThan(patterns.length);
    // Violations of the policy, scripts that ran and requests to elsewhere are counted while pages are open.
    expect(dashboard().takeComplaints()).toEqual([]);
  });

  it('is no formula in any table that a page lets one take away', async () => {
    const page = await dashboard().openPage({ email: filled.owner });
    let cells = 0;
    for (const pattern of patterns) {
      await dashboard().goto(page, addressOf(pattern, filled.values));
      await settled(page);
      for (const button of await page.getByRole('button', { name: /CSV/ }).all()) {
        const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
        const rows = parse(readFileSync(await download.path())) as string[][];
        for (const cell of rows.flat()) expect(cell).not.toMatch(PLANTED);
        cells += rows.flat().filter((cell) => cell.includes('plantedScript')).length;
      }
    }
    expect(cells).toBeGreaterThan(0);
  });

  it('is text in a report that is opened from the disk, too', async () => {
    const page = await dashboard().openPage({ email: filled.owner, path: addressOf('/dashboard/$account/lookups/$lookup', filled.values) });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Report', exact: true }).click(),
    ]);
    const context = await dashboard().browser.newContext();
    const requests: string[] = [];
    const errors: unknown[] = [];
    context.on('request', (request) => requests.push(request.url()));
    context.on('weberror', (error) => errors.push(error.error()));
    try {
      const report = await context.newPage();
      await report.route('https://report.example/', async (route) =>
        route.fulfill({ contentType: 'text/html', body: readFileSync(await download.path(), 'utf8') }),
      );
      await report.goto('https://report.example/');
      const text = await report.locator('body').innerText();
      for (const field of ['title of a mention', 'handle of a lead']) expect(text).toContain(plantedIn(field).slice(0, 40));
      expect(await report.locator('script, img, iframe, object, embed, [onerror], [onload], [href^="javascript:"]').count()).toBe(0);
      expect({ requests, errors }).toEqual({ requests: ['https://report.example/'], errors: [] });
    } finally {
      await context.close();
    }
  });
});

/** Opens what is closed in a page, and gives all text of it. */
const OPEN = `
  for (const summary of document.querySelectorAll('main details:not([open]) > summary')) summary.click();
  for (const button of [...document.querySelectorAll('main button[aria-expanded="false"]')].slice(0, 3)) button.click();`;
const TEXTS = `[document.body.textContent, ...[...document.querySelectorAll('main input, main textarea')].map(({ value }) => value)].join('\\n')`;
/** Elements and attributes that only planted markup would make. */
const MADE = `document.querySelectorAll('[onerror], [onload], main script, main style, main svg[onload], main img, main a[href^="javascript:"]').length`;

/** Opens what a page keeps closed, part after part. @returns all texts that were there on the way */
async function openEverything(page: Page): Promise<string[]> {
  const texts: string[] = [];
  const look = async () => {
    await settled(page);
    await page.evaluate(OPEN);
    await settled(page);
    expect(await page.evaluate(MADE)).toBe(0);
    texts.push(await page.evaluate<string>(TEXTS));
  };
  await look();
  const tabs = page.getByRole('tab');
  for (let index = 0; index < (await tabs.count()); index += 1) {
    await tabs.nth(index).press('Enter');
    await look();
  }
  return texts;
}
