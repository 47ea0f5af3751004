import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { press, tabTo, type } from '../../support/dashboard/keyboard.js';
import { ADA } from '../../support/http/working-service.js';

describe('batches in the dashboard', () => {
  const dashboard = sharedDashboard({ lookups: true, sites: 5 });
  const list = (page: Page) => page.getByRole('textbox', { name: 'Identities, one per line' });
  const lines = (page: Page) => page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
  const billed = async (accountId: string) =>
    (await dashboard().service.sql`SELECT count(*)::int AS n FROM usage_ledger WHERE account_id = ${accountId}`)[0]?.['n'] as number;

  it('are read, sent and followed until each lookup is finished, by keyboard alone', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/batch', keyboardOnly: true });
    await type(page, list(page), `${ADA.email}\n+999123\ntwo words\n${ADA.username}\n${ADA.email}`);
    await page.getByText('Line 3: “two words” is not a username').waitFor();
    await page.getByText('Line 5 repeats line 1: it is looked up once.').waitFor();
    await page.getByText('Costs 3 lookups').waitFor();
    await press(page, page.getByRole('button', { name: 'Look up 3 lines' }));
    await page.getByRole('region', { name: 'Progress' }).getByText('Done: 2 finished, 1 refused and not billed.').waitFor();
    expect(await lines(page).filter({ hasText: '+999123' }).innerText()).toContain('That is not a valid phone number.');
    expect(await billed(accountId)).toBe(2);
    const download = page.waitForEvent('download');
    await press(page, page.getByRole('button', { name: 'CSV' }));
    expect((await download).suggestedFilename()).toBe('footprint-batch.csv');
    await press(page, page.getByRole('link', { name: ADA.email }));
    await page.waitForURL(/\/lookups\/lkp_/);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain('ada');
  });

  it('that are cut off by the network are sent again without being billed twice', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/batch', keyboardOnly: true });
    let cut = 0;
    await page.route('**/lookup/batch', async (route) => {
      if (cut++ > 0) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await type(page, list(page), ADA.username);
    await press(page, page.getByRole('button', { name: 'Look up 1 line' }));
    await press(page, page.getByRole('button', { name: 'Send the remaining 1 line' }));
    await page.getByRole('region', { name: 'Progress' }).getByText('Done: 1 finished.').waitFor();
    expect(await billed(accountId)).toBe(1);
    expect(dashboard().takeComplaints()).toEqual([expect.stringContaining('net::ERR_FAILED')]);
  });

  it('come from a file as well, by the columns that it names', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/batch' });
    const buffer = Buffer.from(`note;email;username\n<img src=x onerror=plantedScriptRan()>;${ADA.email};${ADA.username}\n=1+1;;\n`);
    await page.getByLabel('File with identities').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    await page.getByText('Line 3: contains no identity.').waitFor();
    expect(await page.getByRole('checkbox', { name: 'email' }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'note' }).isChecked()).toBe(false);
    await page.getByText('1 e-mail address, 1 username').waitFor();
  });

  it('need a purpose where the account requires one', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/batch', keyboardOnly: true });
    await page.route('**/account/purposes', (route) => route.fulfill({ json: { purposes: ['fraud'], required: true } }));
    await page.reload();
    await type(page, list(page), ADA.username);
    await press(page, page.getByRole('button', { name: 'Look up 1 line' }));
    await tabTo(page, page.getByRole('combobox', { name: 'Purpose' }));
    expect(await page.getByRole('region', { name: 'Progress' }).count()).toBe(0);
    expect(await billed(accountId)).toBe(0);
  });
});
