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
    await page.getByText('No control has run yet. It has not been queried yet.').first().waitFor();
    expect(await row.innerText()).toContain('Untested');
    expect(page.url()).not.toContain(first.platform);
  });

  it('shows its health over time: controls, shares and why it is off, by keyboard', async () => {
    const { accountId, first } = await slugs();
    const { record } = dashboard().service;
    const sample = { requests: 2, answered: 2, registered: 1, latencyMs: 40, rule: 'a' };
    for (const [hour, state] of (['passed', 'passed', 'blocked', 'failed'] as const).entries())
      await record.health.add(first.platform, 'username', { ...sample, state, at: `2030-01-01T0${hour}:00:00.000Z` });
    await record.health.setAlert(first.platform, 'username', { at: '2030-01-01T03:00:00.000Z', now: 0.95, before: 0.1 });
    await record.switches.switchOff({ platform: first.platform, by: null, reason: 'it asked us to stop' });
    const context = await dashboard().openContext({ signedInAs: accountId, keyboardOnly: true });
    const page = await context.newPage();
    await dashboard().goto(page, '/platforms', accountId);
    await type(page, page.getByRole('searchbox', { name: 'Search' }), first.platform);
    await press(page, page.locator('summary', { has: page.getByText(first.platform, { exact: true }) }).first());
    await press(page, page.getByRole('link', { name: `Health over time of ${first.name}` }));
    await page.getByRole('heading', { level: 1, name: first.name }).waitFor();
    await page.getByRole('img', { name: /^Last 4 controls, oldest first: 2 passed, 1 failed, 1 blocked\./ }).waitFor();
    const output = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
    for (const text of ['It asked us to stop.', 'No control has passed since', '“Registered” jumped from 10 % to 95 %', '2 of 4'])
      expect(output).toContain(text);
    await press(page, page.getByText('Every control'));
    expect(await page.getByRole('row').count()).toBe(5);
    await page.getByRole('row', { name: /03:00.*Failed.*40 ms/ }).waitFor();
    await record.switches.switchOn(first.platform);
  });

  it('says what controls are before the first, what is not in the catalogue, and lets a failed reading be tried again', async () => {
    const { accountId } = await slugs();
    const context = await dashboard().openContext({ signedInAs: accountId, keyboardOnly: true });
    const page = await context.newPage();
    await dashboard().goto(page, '/platforms/site-0005', accountId);
    await page.getByText('No control has run yet', { exact: true }).waitFor();
    await page.getByText('npx footprint operate platform calibrate site-0005').waitFor();
    await dashboard().goto(page, '/platforms/no-such-platform', accountId);
    await page.getByText('The catalogue has no such platform.').waitFor();
    let isBroken = true;
    await context.route('**/dashboard/api/**/platforms/site-0006', (route) =>
      isBroken ? route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Not now.' } } }) : route.continue(),
    );
    await dashboard().goto(page, '/platforms/site-0006', accountId);
    const again = page.getByRole('button', { name: /again/i });
    await again.waitFor();
    isBroken = false;
    await press(page, again);
    await page.getByText('No control has run yet', { exact: true }).waitFor();
    dashboard().takeComplaints();
  });

  it('operators see the backlog, switch a platform off and on, and open an account, by keyboard alone', async () => {
    const { accountId, first } = await slugs();
    const page = await dashboard().openPage({ email: 'operator@example.com', path: '/dashboard/operator', keyboardOnly: true });
    await page.getByText('Webhook deliveries', { exact: true }).waitFor();
    await type(page, page.getByLabel('Platform', { exact: true }), first.platform);
    await type(page, page.getByLabel('Why'), 'it asked us to stop');
    await press(page, page.getByRole('button', { name: 'Disable' }));
    await press(page, page.getByRole('button', { name: `Enable ${first.platform}` }));
    await page.getByText('None: all platforms are enabled.').waitFor();
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
    await page.getByRole('heading', { name: `${platforms.length} platforms, and 1 never probed` }).waitFor();
    await type(page, page.getByRole('searchbox', { name: 'Search' }), 'breached');
    await page.getByRole('heading', { name: `0 of ${platforms.length} platforms, and 1 of 1 never probed` }).waitFor();
    await press(page, page.locator('summary', { has: page.getByText('Never probed', { exact: true }) }));
    await page.getByText('Never probed.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it('an operator who signed in by a mailed code is told to use a passkey, and cannot add one', async () => {
    const email = 'operator@example.com';
    const page = await dashboard().openPage({ email, path: '/dashboard/operator' });
    await page.getByRole('heading', { name: 'Operators' }).waitFor();
    await dashboard().service.sql`UPDATE sessions SET means = 'code' WHERE user_id = (SELECT id FROM users WHERE email = ${email})`;
    await page.reload();
    await page.getByText('These pages need a sign-in with a passkey.').waitFor();
    await page.getByRole('link', { name: 'your profile' }).click();
    await page.getByText('Operators can add and remove passkeys').waitFor();
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
  });

  it('nobody else sees the page of operators, nor a link to it', async () => {
    const { accountId } = await slugs();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/dashboard/operator' });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Page not found');
    await dashboard().goto(page, '', accountId);
    expect(await page.getByRole('link', { name: 'Operators' }).count()).toBe(0);
  });
});
