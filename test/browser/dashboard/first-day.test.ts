import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { choose, press, type } from '../../support/dashboard/keyboard.js';
import { memberOf, mailed } from '../../support/http/browser.js';
import { ADA } from '../../support/http/working-service.js';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';

const SITES = 60;

describe('the first day of somebody who has no mouse', () => {
  const dashboard = sharedDashboard({ lookups: true, sites: SITES });

  it('signs in with a mailed code, watches a lookup to its end, creates a key and reads the lookup with it', async () => {
    const { service } = dashboard();
    const { accountId } = await service.account();
    const { email } = await memberOf(service, accountId, 'owner');
    const page = await dashboard().openPage({ keyboardOnly: true, path: '/dashboard/sign-in' });
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await type(page, page.getByRole('textbox', { name: 'E-mail address' }), email);
    await page.keyboard.press('Enter');
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.waitFor();
    await type(page, code, (await mailed(service, email)) ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${dashboard().url}/dashboard/${accountId}`);

    await type(page, page.getByRole('textbox', { name: 'Identity' }), ADA.username);
    await page.keyboard.press('Tab');
    await choose(page, page.getByRole('combobox', { name: 'Kind of identity' }), 'username');
    await press(page, page.getByRole('radio', { name: /^Quick/ }), 'ArrowDown');
    expect(await page.getByRole('radio', { name: /^Deep/ }).isChecked()).toBe(true);
    await press(page, button('Look up'));
    await page.waitForURL(/\/lookups\/lkp_\w+$/);
    await page
      .locator('.lookup-status')
      .filter({ hasText: /^Finished in / })
      .waitFor({ timeout: 60_000 });
    const lookupId = page.url().split('/').at(-1) ?? '';
    await press(page, page.locator('[data-tab="registered"]'));
    const rows = await page.locator('.tab-panel .platform-name').count();
    expect(rows).toBeGreaterThanOrEqual(50);

    await press(page, page.getByRole('link', { name: 'API keys' }));
    await press(page, button('Create a key').first());
    await type(page, page.getByRole('textbox', { name: 'Name' }), 'First program');
    await press(page, button('Create'));
    const key = await page.getByRole('dialog').locator('.secret code').innerText();
    await press(page, button('I have copied it'));
    await page.getByText('First program').first().waitFor();
    const read = await service.call('GET', `/v2/lookup/${lookupId}`, { key });
    expect(read.status).toBe(200);
    expect((read.body as LookupBodyV2).results.filter(({ registered }) => registered)).toHaveLength(rows);
  });
});
