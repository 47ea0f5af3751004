import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { choose, press } from '../../support/dashboard/keyboard.js';

describe('usage and emails in the dashboard', () => {
  const dashboard = sharedDashboard();

  it('what was billed is shown by day, module and key, and taken away as a file, by keyboard alone', async () => {
    const { service } = dashboard();
    const { accountId, key } = await service.account();
    const billed = await fetch(`${service.url}/v2/lookup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ identities: { usernames: ['ada-example'] } }),
    });
    expect(billed.status).toBe(200);
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/usage', keyboardOnly: true });
    await page.getByRole('img', { name: /^1 lookup over 30 days/ }).waitFor();
    await page
      .getByRole('group', { name: 'Lookups by module' })
      .getByRole('row', { name: /Platforms 1/ })
      .waitFor();
    await choose(page, page.getByRole('combobox', { name: 'Period' }), 'Last 7');
    await page.getByRole('img', { name: /^1 lookup over 7 days/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?period=week');
    await press(page, page.getByText('Show the numbers as a table'));
    expect(await page.getByRole('group', { name: 'Lookups by day' }).getByRole('row').count()).toBe(2);
    const download = page.waitForEvent('download');
    await press(page, page.getByRole('button', { name: 'CSV' }));
    expect((await download).suggestedFilename()).toMatch(/^footprint-usage-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  });

  it('an account without lookups says so', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, role: 'member', path: '/usage' });
    await page.getByText('There were no lookups in this period.').waitFor();
    expect(await page.getByRole('button', { name: 'CSV' }).isDisabled()).toBe(true);
  });

  it('emails are listed with their states, and read by keyboard alone; an empty list names what sends them', async () => {
    const { service } = dashboard();
    const { accountId } = await service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/emails', keyboardOnly: true });
    await page.getByRole('heading', { name: 'No e-mails yet' }).waitFor();
    await page.getByText('This installation has no mail server.').waitFor();
    await service.sql`
      INSERT INTO emails (id, account_id, dedup_key, kind, recipient, subject, text, html, state)
      VALUES (${`mail_${accountId}`}, ${accountId}, ${`test:${accountId}`}, 'endpoint_warning', 'ada@example.com',
        '<img src=x onerror=plantedScriptRan()>', 'It keeps failing.', '', 'kept')`;
    await page.reload();
    const mail = page.getByRole('list', { name: 'E-mails' }).getByRole('listitem');
    await mail.getByText('<img src=x onerror=plantedScriptRan()>').waitFor();
    await mail.getByText('Stored, not sent').waitFor();
    await press(page, mail.getByText('Text', { exact: true }));
    await mail.getByText('It keeps failing.').waitFor();
  });

  it('members are offered no emails, and told who reads them', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, role: 'member', path: '/emails' });
    await page.getByText('Only admins and owners of the account can read these e-mails.').waitFor();
    expect(await page.getByRole('link', { name: 'E-mails' }).count()).toBe(0);
  });
});
