import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { press, type } from '../../support/dashboard/keyboard.js';

describe('keys, and what needs a recent sign-in, in the dashboard', () => {
  const dashboard = sharedDashboard();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('a key is made with limits of its own, by keyboard alone, and listed with them', async () => {
    const { service } = dashboard();
    const { accountId } = await service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/keys', keyboardOnly: true });
    await press(page, button(page, 'Create a key').first());
    const form = page.getByRole('dialog', { name: 'Create a key' });
    await type(page, form.getByLabel('Name'), 'Sign-up form');
    const own = form.getByRole('checkbox', { name: 'Its own lookups' });
    // Webhooks show lookups of the whole account.
    await press(page, form.getByRole('checkbox', { name: 'Webhooks' }), 'Space');
    expect(await own.isDisabled()).toBe(true);
    await press(page, form.getByRole('checkbox', { name: 'Webhooks' }), 'Space');
    await press(page, own, 'Space');
    await type(page, form.getByLabel('Networks'), '192.0.2.7/24, 2001:db8::/32');
    await type(page, form.getByLabel('Lookups a month'), '1500');
    await press(page, button(page, 'Create'));
    await press(page, button(page, 'I have copied it'));
    const row = page.getByRole('list', { name: 'Keys in use' }).getByRole('listitem').filter({ hasText: 'Sign-up form' });
    const text = await row.innerText();
    for (const part of [
      'Create lookups, Read lookups',
      'Own lookups only',
      'Only from 192.0.2.0/24, 2001:db8::/32',
      '1,500 lookups a month',
    ])
      expect(text).toContain(part);
    expect(
      await service.sql`SELECT 1 FROM api_keys WHERE account_id = ${accountId} AND own_lookups_only AND monthly_lookups = 1500`,
    ).toHaveLength(1);
  });

  it('a test key is made by keyboard alone, shown with a request that it takes, listed as one, and so are its lookups', async () => {
    const { service } = dashboard();
    const { accountId } = await service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/keys', keyboardOnly: true });
    await press(page, button(page, 'Create a key').first());
    const form = page.getByRole('dialog', { name: 'Create a key' });
    await type(page, form.getByLabel('Name'), 'Integration tests');
    await press(page, form.getByRole('checkbox', { name: 'Test identities' }), 'Space');
    await press(page, button(page, 'Create'));
    const secret = page.getByRole('dialog', { name: 'The new key' });
    await secret.getByText('everywheretest').waitFor();
    expect(await secret.innerText()).toContain('_test_');
    await press(page, button(page, 'I have copied it'));
    const row = page.getByRole('list', { name: 'Keys in use' }).getByRole('listitem').filter({ hasText: 'Integration tests' });
    expect(await row.innerText()).toContain('Test key: only test identities, not billed');
    const [made] = await service.sql<{ id: string }[]>`SELECT id FROM api_keys WHERE account_id = ${accountId} AND is_test`;
    expect(made).toBeDefined();
    const { key } = await service.keyOf(accountId, undefined, true);
    const body = { identities: { usernames: ['nowheretest'] } };
    const { lookupId } = (await service.call('POST', '/v2/lookup', { key, body })).body as { lookupId: string };
    const listed = await dashboard().openPage({ signedInAs: accountId, path: '/lookups' });
    await listed.getByRole('listitem').filter({ hasText: 'nowheretest' }).filter({ hasText: 'test' }).getByText('· test').waitFor();
    const shown = await dashboard().openPage({ signedInAs: accountId, path: `/lookups/${lookupId}` });
    await shown.getByText('Made with a test key: the answers are made up').waitFor();
  });

  it('a network that is none is said to be none, and an admin is not offered what owners give', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, role: 'admin', path: '/keys', keyboardOnly: true });
    await press(page, button(page, 'Create a key').first());
    const form = page.getByRole('dialog', { name: 'Create a key' });
    expect(await form.getByRole('checkbox', { name: 'All data' }).count()).toBe(0);
    await type(page, form.getByLabel('Networks'), 'example.com');
    await press(page, button(page, 'Create'));
    await form.getByText('Must be a network in CIDR notation, such as 192.0.2.0/24.').waitFor();
    expect(await form.getByLabel('Networks').getAttribute('aria-invalid')).toBe('true');
    expect(await form.getByRole('alert').count()).toBe(0);
  });

  it('a lookup is deleted once its reader has signed in again', async () => {
    const { service } = dashboard();
    const { accountId, key } = await service.account();
    const body = { identities: { usernames: ['ada-example'] } };
    const { lookupId } = (await service.call('POST', '/v2/lookup', { key, body })).body as { lookupId: string };
    const page = await dashboard().openPage({ signedInAs: accountId, path: `/lookups/${lookupId}`, keyboardOnly: true });
    await service.sql`UPDATE sessions SET authenticated_at = now() - interval '3 hours'`;
    await press(page, button(page, 'Delete'));
    const confirm = page.getByRole('dialog', { name: 'Delete this lookup?' });
    await press(page, confirm.getByRole('button', { name: 'Delete', exact: true }));
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.waitFor();
    const stored = () => service.sql`SELECT 1 FROM lookups WHERE id = ${lookupId}`;
    expect(await stored()).toHaveLength(1);
    await service.sql`UPDATE sessions SET authenticated_at = now()`; // in another tab
    await press(page, again.getByRole('button', { name: 'Continue', exact: true }));
    await page.waitForURL(/\/lookups$/);
    expect(await stored()).toHaveLength(0);
    dashboard().takeComplaints(); // the answer that asked for the sign-in
  });
});
