/** What somebody sees who has just started the service. */
import { expect, test } from 'vitest';
import { launchChromium } from '../../support/chromium.js';
import { startDev } from './running-dev.js';
import { temporaryHome } from './temporary-home.js';

test('the link that a start prints opens the dashboard, and an identity typed there brings 45 answers or more', async () => {
  const dev = startDev(temporaryHome(), {}, ['--simulator']);
  await dev.stated('Ctrl-C stops everything.');
  const [, link = ''] = /Dashboard +(http:\S+)/.exec(dev.output()) ?? [];
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).press('Enter');
    await page.waitForURL(/\/dashboard\/acc_\w+$/);
    const identity = page.getByRole('textbox', { name: 'Identity' });
    await identity.fill('robinsample');
    await identity.press('Enter');
    await page.waitForURL(/\/lookups\/lkp_\w+$/);
    await page
      .locator('.lookup-status')
      .filter({ hasText: /^Finished in / })
      .waitFor({ timeout: 90_000 });
    const counts = await Promise.all(['registered', 'absent'].map((tab) => page.locator(`[data-tab="${tab}"] .tab-value`).innerText()));
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBeGreaterThanOrEqual(45);
  } finally {
    await browser.close();
  }
  dev.process.kill('SIGTERM');
  expect(await dev.exited).toBe(0);
}, 240_000);
