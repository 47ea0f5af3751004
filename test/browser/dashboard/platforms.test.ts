import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { press, type } from '../../support/dashboard/keyboard.js';

describe('platforms in the dashboard', () => {
  const dashboard = sharedDashboard({ env: { OPERATORS: 'operator@example.com' } });
  const slugs = async () => {
    const { accountId, key } = await dashboard().service.account();
    const { body } = await dashboard().service.call('GET', '/v2/platforms', { key });
    const { platforms } = body as { platforms: { platform: string; name: string }[] };
    const [first] = platforms;
    if (!first) throw new Error('the catalogue is empty');
    return { accountId, first };
  };

  it('one is found by its name and opened by keyboard: its state, its controls and why', async () => {
    const { accountId, first } = await slugs();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/platforms', keyboardOnly: true });
    await type(page, page.getByRole('searchbox', { name: 'Search' }), first.platform);
    const row = page.locator('summary', { has: page.getByText(first.platform, { exact: true }) }).first();
    await press(page, row);
    await page.getByText('Newest control').first().waitFor();
    await page.getByText('No control has run yet.').first().waitFor();
    expect(page.url()).not.toContain(first.platform);
  });

  it('operators see the backlog, switch a platform off and on, and open an account, by keyboard alone', async () => {
    const { accountId, first } = await slugs();
    const page = await dashboard().openPage({ email: 'operator@example.com', path: '/dashboard/operator', keyboardOnly: true });
    await page.getByText('Deliveries of webhooks').waitFor();
    await type(page, page.getByLabel('Platform', { exact: true }), first.platform);
    await type(page, page.getByLabel('Why'), 'it asked us to stop');
    await press(page, page.getByRole('button', { name: 'Switch off' }));
    await press(page, page.getByRole('button', { name: `Switch ${first.platform} on` }));
    await page.getByText('None: every platform may be asked.').waitFor();
    await type(page, page.getByRole('searchbox', { name: 'Search' }), accountId);
    await press(page, page.getByRole('button', { name: 'Search' }));
    await press(page, page.getByRole('button', { name: `Open ${accountId}` }));
    await press(page, page.getByRole('button', { name: 'Suspend the account' }));
    await page.getByRole('button', { name: 'Resume the account' }).waitFor();
  });

  it('nobody else sees the page of operators, nor a link to it', async () => {
    const { accountId } = await slugs();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/dashboard/operator' });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('There is no such page');
    await dashboard().goto(page, '', accountId);
    expect(await page.getByRole('link', { name: 'Operators' }).count()).toBe(0);
  });
});
