/** `npm run screenshots`: makes the pictures of the dashboard that the README shows, in docs/images. */
import { openStores } from '../src/wiring/stores.js';
import { readConfig } from '../src/kernel/config/env.js';
import { launchChromium } from '../test/support/chromium.js';
import { fillAccount } from '../test/support/dashboard/filled-account.js';
import { addressOf } from '../test/support/dashboard/routes.js';
import { settled } from '../test/support/dashboard/settled.js';
import { signedIn } from '../test/support/http/browser.js';
import { startHarness } from './bench/harness.js';

/** Platforms that people know, by their files: what is found on them is invented, and the pages say so. */
const PLATFORMS = (
  'adobe bluesky chess-com codecademy discord dropbox duolingo etsy figma github gitlab gravatar hacker-news imgur instagram last-fm ' +
  'letterboxd lichess notion patreon pinterest roblox soundcloud spotify steam strava substack telegram tiktok trello tumblr twitch ' +
  'unsplash vimeo wattpad wordpress-com x youtube'
).split(' ');
/** What is seen of a page without scrolling. */
interface Picture {
  readonly address: string;
  /** The part of the page to open. */
  readonly tab?: number;
  readonly colorScheme: 'light' | 'dark';
}

const LOOKUP = '/dashboard/$account/lookups/$lookup';
const PICTURES: Readonly<Record<string, Picture>> = {
  'look-up': { address: '/dashboard/$account', colorScheme: 'light' },
  lookup: { address: LOOKUP, colorScheme: 'light' },
  details: { address: LOOKUP, tab: 3, colorScheme: 'light' },
  risk: { address: LOOKUP, tab: 6, colorScheme: 'dark' },
  endpoint: { address: '/dashboard/$account/webhooks/$endpoint', colorScheme: 'light' },
  audit: { address: '/dashboard/$account/audit', colorScheme: 'dark' },
};
const viewport = { width: 1_280, height: 900 };

const harness = await startHarness({
  sites: 'shipped',
  latency: { medianMs: 0, sigma: 0, capMs: 0 },
  env: { CATALOGUE_PATH: `only:${PLATFORMS.map((slug) => `catalogue/curated/${slug}.json`).join(',')}` },
});
const record = openStores(
  readConfig({ DATABASE_URL: harness.databaseUrl, DATABASE_POOL: '4', SECRETS_KEY: harness.secretsKey }),
  'screenshots',
);
const service = { url: harness.url, record, sql: record.database.sql };
const browser = await launchChromium();
try {
  const { owner, values } = await fillAccount(service);
  const { cookies } = await signedIn(service, owner);
  for (const [name, { address, tab, colorScheme }] of Object.entries(PICTURES)) {
    const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' });
    const held = [...cookies].map(([cookie, value]) => ({ name: cookie, value }));
    await context.addCookies(held.map((cookie) => ({ ...cookie, url: harness.pagesUrl, httpOnly: true, sameSite: 'Lax' })));
    const page = await context.newPage();
    await page.goto(harness.pagesUrl + addressOf(address, values));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
    if (tab !== undefined) {
      await page.getByRole('tab').nth(tab).press('Enter');
      await settled(page);
    }
    // A picture of an error would be taken for one of the page.
    const refused = page.locator('[role="alert"]');
    if ((await refused.count()) > 0) throw new Error(`${address}: ${await refused.first().innerText()}`);
    await page.screenshot({ path: `docs/images/${name}.png` });
    await context.close();
  }
} finally {
  await browser.close();
  await record.database.close();
  await harness.stop();
}
process.exit(0);
