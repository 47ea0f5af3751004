import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { press, type } from '../../support/dashboard/keyboard.js';
import { ADA, type WorkingService } from '../../support/http/working-service.js';
import { expectPassive } from '../../support/passive.js';

describe('a passive lookup from the pages', () => {
  const dashboard = sharedDashboard({ lookups: true, sites: 25 });
  const working = () => dashboard().service as WorkingService;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** Every platform, passively: ticks the box, which says what it does. */
  async function choosePassive(page: Page): Promise<void> {
    await page.getByRole('radio', { name: /^Deep/ }).focus();
    await page.keyboard.press('Space');
    const box = page.getByRole('checkbox', { name: 'Passive' });
    const described = page.locator(`[id="${await box.getAttribute('aria-describedby')}"]`);
    expect(await described.innerText()).toMatch(/^Only public interfaces and stored facts\.$/);
    expect(await box.isChecked()).toBe(false);
    await press(page, box, 'Space');
    expect(await box.isChecked()).toBe(true);
  }

  it('is a box to tick, and asks no other platform', async () => {
    const { accountId } = await working().account();
    const page = await dashboard().openPage({ signedInAs: accountId, keyboardOnly: true });
    await type(page, page.getByRole('textbox', { name: 'Identity' }), ADA.email);
    await choosePassive(page);
    await press(page, button(page, 'Look up'));
    await page.waitForURL(/\/lookups\/lkp_\w+$/);
    await page
      .locator('.lookup-status')
      .filter({ hasText: /^Finished in / })
      .waitFor({ timeout: 60_000 });
    expectPassive(working());
  });

  it('is the same for a list, whose page shows it', async () => {
    const { accountId } = await working().account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/batches/new', keyboardOnly: true });
    await type(page, page.getByRole('textbox', { name: 'Identities, one per line' }), `${ADA.email}\n${ADA.username}`);
    await choosePassive(page);
    await press(page, button(page, 'Look up 2 lines'));
    await page.waitForURL(/\/batches\/bat_/);
    await page.getByText('Deep, passive', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Progress' }).getByText('2 of 2 lines finished.').waitFor();
    expectPassive(working());
  });
});
