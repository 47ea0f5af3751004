import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { press, type } from '../../support/dashboard/keyboard.js';
import { memberOf } from '../../support/http/browser.js';

describe('people in the dashboard', () => {
  const dashboard = sharedDashboard({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, list: 'Members' | 'Invitations', email: string) =>
    page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: email });

  /** Invites an address from the page of people. @returns the link, which is shown this once */
  async function invite(page: Page, email: string): Promise<string> {
    await press(page, button(page, 'Invite a person'));
    await type(page, page.getByRole('textbox', { name: 'E-mail address' }), email);
    await press(page, button(page, 'Invite'));
    const dialog = page.getByRole('dialog', { name: 'The invitation' });
    const link = await dialog.locator('.secret code').innerText();
    await press(page, button(page, 'I have copied it'));
    await dialog.waitFor({ state: 'detached' });
    return link;
  }

  it('a person is invited by a link that is shown once, joins in another browser and gets another role, by keyboard alone', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/people', keyboardOnly: true });
    await page.getByText('There are no open invitations.').waitFor();
    const email = `new-${accountId.slice(-8)}@example.com`;
    const link = await invite(page, email);
    expect(link.startsWith(`${dashboard().url}/dashboard/invitation#token=`)).toBe(true);
    await row(page, 'Invitations', email).getByText('Member', { exact: true }).waitFor();
    expect(
      await page.getByRole('heading', { name: 'Invitations' }).evaluate((element) => element === element.ownerDocument.activeElement),
    ).toBe(true);

    const context = await dashboard().openContext({ email, keyboardOnly: true });
    const theirs = await context.newPage();
    await theirs.goto(link);
    await press(theirs, button(theirs, 'Join the account'));
    await theirs.waitForURL(`${dashboard().url}/dashboard/${accountId}`);
    await theirs.getByRole('link', { name: 'People' }).waitFor();
    expect(await theirs.getByRole('link', { name: 'API keys' }).count()).toBe(0);

    await page.reload();
    await page.getByText('There are no open invitations.').waitFor();
    await press(page, button(page, `Change role of ${email}`));
    await page.keyboard.press('ArrowDown');
    await press(page, button(page, 'Change'));
    await row(page, 'Members', email).getByText('Admin', { exact: true }).waitFor();
    await theirs.reload();
    await theirs.getByRole('link', { name: 'API keys' }).waitFor();
  });

  it('who is invited and signs in first sees the invitation, and joins by it; an account has a name, by keyboard alone', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/people', keyboardOnly: true });
    await type(page, page.getByRole('textbox', { name: 'Name of the account' }), 'Bank of Examples');
    await press(page, button(page, 'Save the name'));
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Bank of Examples').waitFor();
    const email = `first-${accountId.slice(-8)}@example.com`;
    await invite(page, email);

    const theirs = await dashboard().openPage({ email, keyboardOnly: true });
    await theirs.getByRole('heading', { name: 'You are invited' }).waitFor();
    await press(theirs, button(theirs, 'Join Bank of Examples'));
    await theirs.waitForURL(`${dashboard().url}/dashboard/${accountId}`);
    await dashboard().goto(theirs, '/dashboard/profile');
    expect(await theirs.getByRole('heading', { name: 'You are invited' }).count()).toBe(0);
    await theirs.getByRole('link', { name: 'Bank of Examples' }).waitFor();
  });

  it('who invites an address again within a day is told that no e-mail was sent', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/people', keyboardOnly: true });
    const email = `again-${accountId.slice(-8)}@example.com`;
    await invite(page, email);
    // The list takes the focus once it has the invitation: a key that is pressed before would be lost.
    await page.locator(':focus', { hasText: 'Invitations' }).waitFor();
    await press(page, button(page, 'Invite a person'));
    await type(page, page.getByRole('textbox', { name: 'E-mail address' }), email);
    await press(page, button(page, 'Invite'));
    await page.getByRole('dialog', { name: 'The invitation' }).getByText('No e-mail was sent').waitFor();
  });

  it('the only owner cannot leave, and can after making somebody else an owner', async () => {
    const { service } = dashboard();
    const { accountId } = await service.account();
    const { email } = await memberOf(service, accountId, 'member');
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/people', keyboardOnly: true });
    await press(page, button(page, 'Leave the account'));
    const dialog = page.getByRole('dialog', { name: 'You are the only owner' });
    expect(await dialog.getByRole('button', { name: 'Leave' }).count()).toBe(0);
    await press(page, button(page, 'OK'));

    await press(page, button(page, `Change role of ${email}`));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await press(page, button(page, 'Change'));
    await row(page, 'Members', email).getByText('Owner', { exact: true }).waitFor();
    await press(page, button(page, 'Leave the account'));
    await press(page, page.getByRole('dialog', { name: 'Leave the account' }).getByRole('button', { name: 'Leave' }));
    await page.getByText('You are not a member of any account.').waitFor();
  });

  it('a member is removed and an invitation is revoked, after which neither can be used', async () => {
    const { service } = dashboard();
    const { accountId } = await service.account();
    const { email } = await memberOf(service, accountId, 'member');
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/people', keyboardOnly: true });
    await press(page, button(page, `Remove ${email}`));
    await press(page, button(page, 'Remove'));
    await row(page, 'Members', email).waitFor({ state: 'detached' });
    const theirs = await dashboard().openPage({ email, path: `/dashboard/${accountId}` });
    await theirs.getByRole('heading', { name: 'Page not found' }).waitFor();

    const invited = `invited-${accountId.slice(-8)}@example.com`;
    const link = await invite(page, invited);
    await press(page, button(page, `Revoke the invitation of ${invited}`));
    await press(page, button(page, 'Revoke'));
    await page.getByText('There are no open invitations.').waitFor();
    const late = await (await dashboard().openContext({ email: invited })).newPage();
    await late.goto(link);
    await press(late, button(late, 'Join the account'));
    await late.getByText('This invitation has expired or was used, or is for another address.').waitFor();
  });

  it('a member sees who the members are, and is offered nothing but to leave', async () => {
    const { service } = dashboard();
    const { accountId } = await service.account();
    const { email } = await memberOf(service, accountId, 'owner');
    const page = await dashboard().openPage({ signedInAs: accountId, role: 'member', path: '/people' });
    await row(page, 'Members', email).waitFor();
    expect(await page.locator('main').getByRole('button').allInnerTexts()).toEqual(['Leave']);
    expect(await page.getByRole('heading', { name: 'Invitations' }).count()).toBe(0);
  });
});
