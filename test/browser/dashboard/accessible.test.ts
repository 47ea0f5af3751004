import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PageOptions, sharedDashboard } from '../../support/dashboard.js';
import { axeViolations } from '../../support/dashboard/axe.js';
import { type FilledAccount, fillAccount } from '../../support/dashboard/filled-account.js';
import { layoutFaults } from '../../support/dashboard/layout.js';
import { addressOf, routePatterns } from '../../support/dashboard/routes.js';
import { settled } from '../../support/dashboard/settled.js';

/** Leads to another page at once. */
const REDIRECTS = ['/dashboard'];
/** Pages of nobody yet. */
const SIGNED_OUT_PAGES = ['/dashboard/sign-in', '/dashboard/invitation'];
const PATTERNS = (await routePatterns()).filter((pattern) => !REDIRECTS.includes(pattern));
const OPERATOR = 'operator@example.com';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 320, height: 720 };
const LOOKS = {
  'light, wide': { ...WIDE, colorScheme: 'light' },
  'dark, wide, with reduced motion': { ...WIDE, colorScheme: 'dark', reducedMotion: 'reduce' },
  'dark, 320 px': { ...PHONE, colorScheme: 'dark', reducedMotion: 'no-preference' },
  'light, 320 px': { ...PHONE, colorScheme: 'light' },
  // Twice the size leaves half the pixels.
  'forced colours, at 200 %': { width: 640, height: 400, forcedColors: 'active' },
} as const;

describe('every page', () => {
  const dashboard = sharedDashboard({ env: { OPERATORS: OPERATOR } });
  let filled: FilledAccount;
  beforeAll(async () => {
    filled = await fillAccount(dashboard().service);
  });

  const person = (pattern: string): Pick<PageOptions, 'email'> => {
    if (SIGNED_OUT_PAGES.includes(pattern)) return {};
    return { email: pattern === '/dashboard/operator' ? OPERATOR : filled.owner };
  };
  const faultsOf = async (page: Page) => [...(await axeViolations(page)), ...(await layoutFaults(page))];

  it.each(PATTERNS)('%s has no violation of axe, no clipped or overlapping text and nothing beyond its sides', async (pattern) => {
    const page = await dashboard().openPage({ ...person(pattern), path: addressOf(pattern, filled.values) });
    await settled(page);
    expect(await page.getByRole('heading', { level: 1 }).first().innerText()).not.toMatch(/not found|went wrong/i);
    for (const [name, { width, height, ...media }] of Object.entries(LOOKS)) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia(media);
      await settled(page);
      expect(await faultsOf(page), name).toEqual([]);
    }
  });

  it.each(PATTERNS.filter((pattern) => /^\/dashboard\/\$account(\/\w+)?$/.test(pattern)))(
    '%s of an account with nothing in it has none either',
    async (pattern) => {
      const path = addressOf(pattern, { ...filled.values, account: filled.emptyAccountId });
      const page = await dashboard().openPage({ ...person(pattern), ...PHONE, path });
      await settled(page);
      expect(await faultsOf(page)).toEqual([]);
    },
  );

  it('each part of a lookup has none, finished or under way', async () => {
    for (const [lookup, width] of [
      [filled.values['lookup'] ?? '', 320],
      [filled.runningLookup, 1280],
    ] as const) {
      const page = await dashboard().openPage({ email: filled.owner, width, path: `/dashboard/${filled.accountId}/lookups/${lookup}` });
      const tabs = page.getByRole('tab');
      await tabs.first().waitFor();
      for (let index = 0; index < (await tabs.count()); index += 1) {
        await tabs.nth(index).click();
        await settled(page);
        expect(await faultsOf(page), await tabs.nth(index).innerText()).toEqual([]);
      }
    }
  });
});
