/**
 * `npm run screenshots [folder]`: every page of the dashboard, light and dark, on a phone and wide, as pictures to look at.
 * `npm run screenshots -- --readme`: those that the README shows.
 */
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openStores } from '../src/wiring/stores.js';
import { readConfig } from '../src/kernel/config/env.js';
import { launchChromium } from '../test/support/chromium.js';
import { type FilledAccount, fillAccount } from '../test/support/dashboard/filled-account.js';
import { addressOf, routePatterns } from '../test/support/dashboard/routes.js';
import { settled } from '../test/support/dashboard/settled.js';
import { signedIn } from '../test/support/http/browser.js';
import { startHarness } from './bench/harness.js';

const OPERATOR = 'operator@example.com';
/** Platforms that people know, by their files: what is found on them is invented, and the pages say so. */
const PLATFORMS = (
  'adobe bluesky chess-com codecademy discord dropbox duolingo etsy figma github gitlab gravatar hacker-news imgur instagram last-fm ' +
  'letterboxd lichess notion patreon pinterest roblox soundcloud spotify steam strava substack telegram tiktok trello tumblr twitch ' +
  'unsplash vimeo wattpad wordpress-com x youtube'
).split(' ');
/** Pictures of the README, as far as they are seen without scrolling: which subject, and in which colours. */
const IN_README: Readonly<Record<string, readonly [subject: string, scheme: string]>> = {
  'look-up': ['look-up', 'light'],
  lookup: ['lookups-lookup', 'light'],
  details: ['lookups-lookup-part-4', 'light'],
  risk: ['lookups-lookup-part-7', 'dark'],
};
const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1_440, height: 900 } } as const;
/** GitHub shows them at half of it. */
const README_SIZE = { width: 1_280, height: 900 };
/** A busy machine: pictures taken so far are worth waiting for. */
const PATIENCE_MS = 180_000;
const SCHEMES = ['light', 'dark'] as const;

/** An address, and what the picture of it is called. */
interface Subject {
  readonly name: string;
  readonly address: string;
  /** As whom; absent: nobody. */
  readonly email?: string;
  /** What is done before the picture is taken. */
  readonly open?: (page: Page) => Promise<void>;
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).first().click();
/** A list as companies have it, with numbers that do not say their country. */
const LIST = `E-mail;Phone;User;Since
ada@example.com;0170 0023757;ada-example;2019
grace@example.com;0171 0023758;grace;2020
;;two words;2021`;
/** What opens on a page: dialogs, menus, what is typed. */
const OPENED: readonly (readonly [name: string, pattern: string, open: (page: Page) => Promise<void>])[] = [
  ['menu', '/dashboard/$account', (page) => page.locator('.navigation > summary').click({ force: true })],
  ['history-filters', '/dashboard/$account/lookups', (page) => page.locator('.history-more').dispatchEvent('click')],
  [
    'webhooks-add',
    '/dashboard/$account/webhooks',
    async (page) => {
      await press(page, 'Add an endpoint');
      await page.getByText('Filter', { exact: true }).click();
    },
  ],
  [
    'batches-new-list',
    '/dashboard/$account/batches/new',
    async (page) => {
      await page.getByRole('textbox').first().fill(LIST);
      await page.getByLabel('Country of phone numbers without +').waitFor();
    },
  ],
  ['keys-add', '/dashboard/$account/keys', (page) => press(page, 'Create a key')],
  [
    'lookups-lookup-report',
    '/dashboard/$account/lookups/$lookup',
    async (page) => {
      const saved = page.waitForEvent('download');
      await press(page, 'Report');
      await page.goto('about:blank'); // our own policy would refuse its style
      await page.setContent(await readFile(await (await saved).path(), 'utf8'));
    },
  ],
];

const isForReadme = process.argv[2] === '--readme';
const folder = path.resolve(isForReadme ? 'docs/images' : (process.argv[2] ?? 'screenshots'));
mkdirSync(folder, { recursive: true });
const harness = await startHarness({
  sites: 'shipped',
  env: { OPERATORS: OPERATOR, CATALOGUE_PATH: `only:${PLATFORMS.map((slug) => `catalogue/curated/${slug}.json`).join(',')}` },
});
const record = openStores(
  readConfig({ DATABASE_URL: harness.databaseUrl, DATABASE_POOL: '4', SECRETS_KEY: harness.secretsKey }),
  'screenshots',
);
const service = { url: harness.url, record, sql: record.database.sql };
const browser = await launchChromium();
try {
  const filled = await fillAccount(service);
  const subjects = await subjectsOf(filled);
  const cookies = new Map<string, ReadonlyMap<string, string>>();
  for (const email of [filled.owner, OPERATOR]) cookies.set(email, (await signedIn(service, email)).cookies);
  let taken = 0;
  for (const subject of subjects)
    for (const [size, viewport] of Object.entries(SIZES))
      for (const colorScheme of SCHEMES) {
        const file = fileOf(subject.name, colorScheme, size);
        if (file === undefined) continue;
        const context = await browser.newContext({
          ...{ viewport: isForReadme ? README_SIZE : viewport, colorScheme },
          ...{ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
        });
        const held = [...(cookies.get(subject.email ?? '') ?? [])];
        context.setDefaultTimeout(PATIENCE_MS);
        await context.addCookies(held.map(([name, value]) => ({ name, value, url: harness.pagesUrl, httpOnly: true, sameSite: 'Lax' })));
        await service.sql`DELETE FROM rate_windows`; // nobody opens so many pages in a minute
        await picture(await context.newPage(), subject, path.join(folder, file));
        await context.close();
        taken += 1;
      }
  process.stdout.write(`${taken} pictures in ${folder}\n`);
} finally {
  await browser.close();
  await record.database.close();
  await harness.stop();
}
process.exit(0);

async function picture(page: Page, { address, open }: Subject, file: string): Promise<void> {
  await page.goto(harness.pagesUrl + address);
  await page.getByRole('heading').first().waitFor();
  await settled(page);
  if (open !== undefined) {
    await open(page);
    await settled(page);
  }
  // A picture of an error would be taken for one of the page.
  const refused = page.locator('[role="alert"]');
  if ((await refused.count()) > 0) throw new Error(`${address}: ${await refused.first().innerText()}`);
  await page.screenshot({ path: file, fullPage: !isForReadme });
}

/** What a picture is called; undefined: it is not wanted. */
function fileOf(subject: string, scheme: string, size: string): string | undefined {
  if (!isForReadme) return `${subject}.${scheme}.${size}.png`;
  const found = Object.entries(IN_README).find(([, [name, colours]]) => size === 'wide' && name === subject && colours === scheme);
  return found && `${found[0]}.png`;
}

/** Every page of the router, every part of a lookup, one under way, what opens, the pages of an account that has nothing yet, and /docs. */
async function subjectsOf({ owner, values, emptyAccountId, accountId, runningLookup }: FilledAccount): Promise<Subject[]> {
  const patterns = (await routePatterns()).filter((pattern) => pattern !== '/dashboard');
  const subjects = patterns.map((pattern): Subject => {
    const email = pattern === '/dashboard/operator' ? OPERATOR : owner;
    const isSignedOut = /\/(sign-in|invitation)$/.test(pattern);
    return { name: nameOf(pattern), address: addressOf(pattern, values), ...(isSignedOut ? {} : { email }) };
  });
  const empty = patterns
    .filter((pattern) => /^\/dashboard\/\$account(\/\w+)?$/.test(pattern))
    .map((pattern): Subject => {
      return { name: `${nameOf(pattern)}-empty`, address: addressOf(pattern, { ...values, account: emptyAccountId }), email: owner };
    });
  const lookup = addressOf('/dashboard/$account/lookups/$lookup', values);
  const parts = [1, 2, 3, 4, 5, 6].map((tab): Subject => {
    const open = (page: Page): Promise<void> => page.getByRole('tab').nth(tab).press('Enter');
    return { name: `lookups-lookup-part-${tab + 1}`, address: lookup, email: owner, open };
  });
  const opened = OPENED.map(([name, pattern, open]): Subject => ({ name, address: addressOf(pattern, values), email: owner, open }));
  const reference: Subject = { name: 'docs', address: '/docs', open: (page) => page.locator('.opblock').first().waitFor() };
  const running = { name: 'lookups-lookup-running', address: `/dashboard/${accountId}/lookups/${runningLookup}`, email: owner };
  return [running, ...subjects, ...empty, ...parts, ...opened, reference]; // the one under way first: its end comes
}

/** `/dashboard/$account/webhooks/$endpoint` → "webhooks-endpoint"; the account's first page is "look-up". */
function nameOf(pattern: string): string {
  return (
    pattern
      .replace(/^\/dashboard\/(\$account)?/, '')
      .replace(/[/$]+/g, '-')
      .replace(/^-/, '') || 'look-up'
  );
}
