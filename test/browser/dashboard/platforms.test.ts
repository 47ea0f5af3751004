import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { axeViolations } from '../../support/dashboard/axe.js';
import { press, type } from '../../support/dashboard/keyboard.js';

describe('platforms in the dashboard', () => {
  const dashboard = sharedDashboard({ env: { OPERATORS: 'operator@example.com', SECRETS_KEY: randomBytes(32).toString('hex') } });
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

  it('an operator adds a control account, which is shown masked, and removes it by typing it again; members are told how', async () => {
    const { accountId, key } = await dashboard().service.account();
    const { body } = await dashboard().service.call('GET', '/v2/platforms', { key });
    const { platforms } = body as { platforms: { platform: string; health: { queryType: string; mayDeny: string }[] }[] };
    const needy = platforms.find(({ health }) => health.some(({ queryType }) => queryType === 'email'));
    for (const each of needy?.health ?? []) each.mayDeny = 'with_control_account'; // as no platform of the tests' catalogue says
    const slug = needy?.platform ?? '';
    const open = async (email: string) => {
      const context = await dashboard().openContext({ signedInAs: accountId, email, keyboardOnly: true });
      await context.route('**/dashboard/api/accounts/*/platforms', (route) => route.fulfill({ json: { platforms } }));
      const page = await context.newPage();
      await dashboard().goto(page, '/platforms', accountId);
      await type(page, page.getByRole('searchbox', { name: 'Search' }), slug);
      await press(page, page.locator('summary', { has: page.getByText(slug, { exact: true }) }).first());
      await press(page, page.locator('summary', { hasText: 'Control accounts' }).first());
      return page;
    };
    const page = await open('operator@example.com');
    await page.getByText('None is stored for this platform.').waitFor();
    const identity = page.getByLabel('Identity of the account');
    await type(page, identity, 'zephyr@privat-zephyr.example.com');
    await press(page, page.getByRole('button', { name: 'Add', exact: true }));
    await page.getByText('z…@p…').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('zephyr');
    await type(page, identity, 'zephyr@privat-zephyr.example.com');
    await press(page, page.getByRole('button', { name: 'Remove this one' }));
    await page.getByText('None is stored for this platform.').waitFor();
    const member = await open('member@example.com');
    await member.getByText(`npx footprint catalogue controls set ${slug} -`).waitFor();
    expect(await member.getByLabel('Identity of the account').count()).toBe(0);
  });

  it('a site of which only breaches tell is counted apart, and says that nothing asks it', async () => {
    const { accountId, key } = await dashboard().service.account();
    const { body } = await dashboard().service.call('GET', '/v2/platforms', { key });
    const { platforms } = body as { platforms: { platform: string }[] };
    const site = { ...platforms[0], platform: 'breached-site', name: 'Breached Site', homepage: 'https://breached.example/' };
    const all = [...platforms, { ...site, tags: [], instant: [], health: [], keys: [] }];
    const context = await dashboard().openContext({ signedInAs: accountId, keyboardOnly: true });
    await context.route('**/dashboard/api/accounts/*/platforms', (route) => route.fulfill({ json: { platforms: all } }));
    const page = await context.newPage();
    await dashboard().goto(page, '/platforms', accountId);
    const count = `${platforms.length} platforms, and 1 of 1 that are never asked`;
    await page.getByRole('heading', { name: `${platforms.length} of ${count}` }).waitFor();
    await type(page, page.getByRole('searchbox', { name: 'Search' }), 'breached');
    await page.getByRole('heading', { name: `0 of ${count}` }).waitFor();
    await press(page, page.locator('summary', { has: page.getByText('Never asked', { exact: true }) }));
    await page.getByText('Nothing asks it.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it('nobody else sees the page of operators, nor a link to it', async () => {
    const { accountId } = await slugs();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/dashboard/operator' });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('There is no such page');
    await dashboard().goto(page, '', accountId);
    expect(await page.getByRole('link', { name: 'Operators' }).count()).toBe(0);
  });
});
