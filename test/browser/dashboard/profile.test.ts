import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { press, type } from '../../support/dashboard/keyboard.js';

describe('the profile in the dashboard', () => {
  const dashboard = sharedDashboard();

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const PROFILE = '/dashboard/profile';

  /** An authenticator of the browser that finds its holder present and verified. */
  async function addAuthenticator(page: Page) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return {
      verifies: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    };
  }

  it('a passkey is added, signs in, and does no longer once it is removed, by keyboard alone', async () => {
    const page = await dashboard().openPage({ email: 'passkeys@example.com', path: PROFILE, keyboardOnly: true });
    await addAuthenticator(page);
    await page.getByText('You have no passkey yet.').waitFor();
    await press(page, button(page, 'Add a passkey'));
    await type(page, page.getByRole('textbox', { name: 'Name' }), 'Laptop of Robin');
    await press(page, button(page, 'Add'));
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Not used yet').waitFor();

    await press(page, button(page, 'Sign out').first());
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await press(page, button(page, 'Use a passkey'));
    await page.getByRole('heading', { name: 'Your profile' }).waitFor();
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Last used').waitFor();

    await press(page, button(page, 'Remove Laptop of Robin'));
    await press(page, button(page, 'Remove'));
    await page.getByText('You have no passkey yet.').waitFor();
    await press(page, button(page, 'Sign out').first());
    await press(page, button(page, 'Use a passkey'));
    await page.getByRole('alert').getByText('no longer valid').waitFor();
  });

  it('a passkey whose holder is not verified is not used, and the page says so in plain words', async () => {
    const page = await dashboard().openPage({ email: 'unverified@example.com', path: PROFILE, keyboardOnly: true });
    const authenticator = await addAuthenticator(page);
    await authenticator.verifies(false);
    await press(page, button(page, 'Add a passkey'));
    await press(page, button(page, 'Add'));
    await page.getByRole('alert').getByText('No passkey was used').waitFor();
    await authenticator.verifies(true);
    await press(page, button(page, 'Add'));
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Not used yet').waitFor();
  });

  it('a session that is ended here is signed out there at once, and this one stays', async () => {
    const email = 'sessions@example.com';
    const there = await dashboard().openPage({ email, path: PROFILE });
    const here = await dashboard().openPage({ email, path: PROFILE, keyboardOnly: true });
    const sessions = here.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect.poll(() => sessions.count()).toBe(2);
    expect(await sessions.filter({ hasText: 'This browser' }).getByRole('button').count()).toBe(0);
    await press(here, sessions.getByRole('button'));
    await press(here, here.getByRole('dialog', { name: 'Sign out a browser' }).getByRole('button', { name: 'Sign out' }));
    await expect.poll(() => sessions.count()).toBe(1);
    await there.reload();
    await there.getByRole('heading', { name: 'Sign in' }).waitFor();
    await here.reload();
    await here.getByRole('heading', { name: 'Your profile' }).waitFor();
  });

  it('all sessions are ended together, this one too', async () => {
    const email = 'all-of-them@example.com';
    const there = await dashboard().openPage({ email, path: PROFILE });
    const here = await dashboard().openPage({ email, path: PROFILE, keyboardOnly: true });
    await press(here, button(here, 'Sign out everywhere'));
    // A reload before the page has seen the answer would take the request back.
    await here.getByRole('heading', { name: 'Sign in' }).waitFor();
    for (const page of [here, there]) {
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    }
  });

  it('all other sessions are ended together', async () => {
    const email = 'everywhere@example.com';
    const others = [await dashboard().openPage({ email, path: PROFILE }), await dashboard().openPage({ email, path: PROFILE })];
    const here = await dashboard().openPage({ email, path: PROFILE, keyboardOnly: true });
    await press(here, button(here, 'Sign out everywhere else'));
    await here.getByText('2 other browsers').waitFor();
    await press(here, here.getByRole('dialog').getByRole('button', { name: 'Sign out' }));
    await expect.poll(() => here.getByRole('list', { name: 'Sessions' }).getByRole('listitem').count()).toBe(1);
    for (const page of others) {
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    }
  });
});
