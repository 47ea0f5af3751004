import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { press, type } from '../../support/dashboard/keyboard.js';
import { ADA } from '../../support/http/working-service.js';

const PLANTED = '<img src=x onerror=plantedScriptRan()>';

describe('privacy in the dashboard', () => {
  const dashboard = sharedDashboard({ lookups: true, sites: 5, env: { SECRETS_KEY: randomBytes(32).toString('hex') } });
  const open = async (role: 'owner' | 'admin' | 'member' = 'owner') => {
    const { accountId, key } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, role, path: '/privacy', keyboardOnly: true });
    return { accountId, key, page };
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

  it('an identity is erased by keyboard alone: counted, typed again, erased, and its receipt names it nowhere', async () => {
    const { key, page, accountId } = await open();
    const body = { identities: { usernames: [ADA.username] }, mode: 'async' };
    expect((await dashboard().service.call('POST', '/v2/lookup', { key, body })).status).toBe(200);
    await press(page, button(page, 'Erase an identity'));
    const erase = dialog(page, 'Erase an identity');
    await type(page, erase.getByLabel('Identity', { exact: true }), ADA.username);
    expect(await erase.getByLabel('Kind').inputValue()).toBe('username');
    await press(page, button(page, 'Count what would be deleted'));
    await erase.getByRole('heading', { name: 'This would be deleted' }).waitFor();
    expect(await erase.locator('.counts > div', { hasText: 'Lookups' }).locator('dd').innerText()).toBe('1');
    const lookups = () => dashboard().service.sql`SELECT id FROM lookups WHERE account_id = ${accountId}`;
    expect(await lookups()).toHaveLength(1);

    const again = erase.getByLabel('Type the identity again to erase it');
    await type(page, again, 'somebody-else');
    await press(page, button(page, 'Erase'));
    await erase.getByText('This is not the identity that was counted.').waitFor();
    expect(await lookups()).toHaveLength(1);
    await type(page, again, ADA.username);
    await press(page, button(page, 'Erase'));
    await erase.getByRole('heading', { name: 'Deleted', exact: true }).waitFor();
    await erase.getByText('No webhook event about it had been sent.').waitFor();
    expect(await lookups()).toEqual([]);
    await press(page, button(page, 'Done'));
    await expect.poll(() => page.getByRole('list', { name: 'Erasures' }).getByRole('listitem').count()).toBe(2);
    await press(page, page.getByRole('button', { name: /^Receipt of ers_/ }).first());
    await dialog(page, 'Receipt of an erasure').getByRole('heading', { name: 'Deleted', exact: true }).waitFor();
    expect(await page.locator('body').innerText()).not.toContain(ADA.username);
  });

  it('lookups that only may be about the identity are listed by kind, and erased when they are chosen by keyboard', async () => {
    const { key, page, accountId } = await open('admin');
    for (const emails of [['quixotic+news@example.com'], ['someone-else@example.com']])
      expect((await dashboard().service.call('POST', '/v2/lookup', { key, body: { identities: { emails } } })).status).toBe(200);
    const lookups = () => dashboard().service.sql`SELECT id FROM lookups WHERE account_id = ${accountId}`;
    await press(page, button(page, 'Erase an identity'));
    const erase = dialog(page, 'Erase an identity');
    await type(page, erase.getByLabel('Identity', { exact: true }), 'quixotic@example.com');
    await press(page, button(page, 'Count what would be deleted'));
    await erase.getByText('Nothing: the account has no data about it.').waitFor();
    await press(page, erase.getByLabel('1 lookup by e-mail address', { exact: true }), 'Space');
    await type(page, erase.getByLabel('Type the identity again to erase it'), 'quixotic@example.com');
    await press(page, button(page, 'Erase'));
    await erase.getByRole('heading', { name: 'Deleted', exact: true }).waitFor();
    expect(await lookups()).toHaveLength(1);
  });

  it('an identity is suppressed with its proof, which is all that the list shows of it, and taken off again', async () => {
    const { page } = await open('admin');
    await press(page, button(page, 'Suppress an identity'));
    const suppress = dialog(page, 'Suppress an identity');
    await type(page, suppress.getByLabel('Identity', { exact: true }), 'quixotic@example.com');
    await type(page, suppress.getByLabel('How did the request reach you?'), `Ticket 7 ${PLANTED}`);
    await press(page, button(page, 'Suppress'));
    await suppress.getByText('The identity is on the list.').waitFor();
    await press(page, button(page, 'Done'));
    const list = page.getByRole('list', { name: 'Suppression list' });
    await list.getByText(`Ticket 7 ${PLANTED}`).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('quixotic');
    await press(page, list.getByRole('button', { name: /^Remove the e-mail address/ }));
    await press(page, dialog(page, 'Remove it from the list').getByRole('button', { name: 'Remove' }));
    await page.getByRole('heading', { name: 'The list is empty' }).waitFor();
  });

  it('the retention is changed after what it would delete was counted, and what was counted stays until then', async () => {
    const { page, key, accountId } = await open('admin');
    const { sql } = dashboard().service;
    expect(
      (await dashboard().service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: [ADA.username] } } })).status,
    ).toBe(200);
    await sql`UPDATE lookups SET state = 'finished', finished_at = now(), accepted_at = now() - interval '40 days' WHERE account_id = ${accountId}`;
    const inForce = async () =>
      (await sql<{ days: number | null }[]>`SELECT retention_days AS days FROM accounts WHERE id = ${accountId}`)[0]?.days;
    await press(page, button(page, 'Change the period'));
    const change = dialog(page, 'Change the retention period');
    await type(page, change.getByLabel('Delete finished lookups after days'), '30');
    await press(page, button(page, 'Count what would be deleted'));
    await change.getByText(/^1 lookup with \d+ results? would be deleted within the hour\.$/).waitFor();
    expect(await inForce()).toBe(90);
    await press(page, button(page, 'Delete after 30 days'));
    await page.getByText('Lookups are deleted after 30 days, with all their results.').first().waitFor();
    expect(await inForce()).toBe(30);
    await press(page, button(page, 'Change the period'));
    await press(page, change.getByLabel('Keep them until they are erased'), 'Space');
    await press(page, button(page, 'Keep lookups'));
    await page.getByText('Lookups are kept until they are erased.').first().waitFor();
    expect(await inForce()).toBeNull();
  });

  it('purposes are added, required and removed; the last one that goes takes the requirement with it', async () => {
    const { page, accountId } = await open('admin');
    const read = () => dashboard().service.record.purposes.read(accountId);
    await type(page, page.getByLabel('Another purpose'), 'Fraud review');
    await press(page, button(page, 'Add'));
    await button(page, 'Remove Fraud review').waitFor();
    await press(page, page.getByLabel('Every lookup must name one'), 'Space');
    await expect.poll(read).toMatchObject({ purposes: ['Fraud review'], required: true });
    await page.getByLabel('Purpose of lookups by version 1').selectOption('Fraud review');
    await expect.poll(read).toMatchObject({ v1Purpose: 'Fraud review' });
    await page.getByLabel('Purpose of lookups by version 1').selectOption('');
    await expect.poll(read).toMatchObject({ v1Purpose: null });
    await press(page, button(page, 'Remove Fraud review'));
    await expect.poll(read).toMatchObject({ purposes: [], required: false });
    await page.getByText('Add a purpose first.').waitFor();
  });

  it('an owner exports the account, closes it by typing its address, and keeps it after all', async () => {
    const { page, accountId } = await open();
    const download = page.waitForEvent('download');
    await press(page, button(page, 'Export the account'));
    expect((await download).suggestedFilename()).toBe(`footprint-${accountId}.ndjson`);
    await press(page, button(page, 'Delete the account'));
    const remove = dialog(page, 'Delete the account');
    await type(page, remove.getByRole('textbox'), 'another@example.com');
    await press(page, button(page, 'Delete it'));
    await remove.getByRole('alert').waitFor();
    await type(page, remove.getByRole('textbox'), accountId);
    await press(page, button(page, 'Delete it'));
    await page.getByRole('heading', { name: 'This account is closed and will be deleted' }).waitFor();
    await press(page, button(page, 'Reopen the account'));
    await page.getByRole('heading', { name: 'Delete the account' }).waitFor();
  });

  it('a member reads what is kept and why, and is told who may change it', async () => {
    const { page } = await open('member');
    await page.getByText('Only admins and owners of the account can suppress and erase identities.', { exact: false }).waitFor();
    await page.getByText('Only owners of the account can export its data or delete it.').waitFor();
    for (const name of ['Erase an identity', 'Suppress an identity', 'Add', 'Export the account', 'Delete the account'])
      expect(await button(page, name).count()).toBe(0);
  });
});
