import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { press, tabTo } from '../../support/dashboard/keyboard.js';
import { mailed, memberOf } from '../../support/http/browser.js';

describe('the frame of the pages', () => {
  const dashboard = sharedDashboard();

  it('leads whoever is not signed in to the page where one signs in, and back to the same address', async () => {
    const { service, url } = dashboard();
    const { accountId } = await service.account();
    const { email } = await memberOf(service, accountId, 'owner');
    const path = `/dashboard/${accountId}/audit?action=signIn&from=2026-01-01`;
    const page = await dashboard().openPage({ path });
    expect(page.url()).toBe(`${url}/dashboard/sign-in?from=${encodeURIComponent(path)}`);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await page.keyboard.press('Enter');
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.waitFor();
    await code.fill((await mailed(service, email)) ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor();
    expect(page.url()).toBe(url + path);
  });

  it('opens the first account of who is signed in', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/dashboard' });
    await page.waitForURL(`${dashboard().url}/dashboard/${accountId}`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Look up');
    expect(await page.getByRole('complementary', { name: 'Simulated' }).count()).toBe(0);
  });

  it('opens any page by a few letters of its name, without a mouse', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, keyboardOnly: true });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hist');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/lookups$/);
    await tabTo(page, page.getByRole('link', { name: 'Webhooks' }));
    await press(page, page.getByRole('link', { name: 'Platforms' }));
    await page.waitForURL(/\/platforms$/);
  });

  it('keeps the menu of a phone open while its window gets lower, as with an address bar that comes and goes', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, width: 390, height: 844 });
    const link = page.getByRole('link', { name: 'Webhooks' });
    expect(await link.isVisible()).toBe(false);
    await page.getByText('Menu', { exact: true }).click();
    await link.waitFor();
    await page.setViewportSize({ width: 390, height: 780 });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))');
    expect(await link.isVisible()).toBe(true);
  });

  it('shows pages that only administrators may use to nobody else', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, role: 'member' });
    await page.getByRole('link', { name: 'Webhooks' }).waitFor();
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  });

  it('counts a request to another origin, an error and a planted script as faults', async () => {
    const page = await dashboard().openPage();
    await page.evaluate(`void fetch('https://elsewhere.example/').catch(() => undefined);
      setTimeout(() => { throw new Error('planted error') });
      document.body.insertAdjacentHTML('beforeend', '<img src="x:" onerror="plantedScriptRan()">');
      plantedScriptRan();`);
    const faults: string[] = [];
    await expect
      .poll(() => {
        faults.push(...dashboard().takeComplaints());
        return ['connect-src', 'img-src', 'script-src-attr', 'planted error', 'a planted script ran'].filter(
          (part) => !faults.some((fault) => fault.includes(part)),
        );
      })
      .toEqual([]);
  });
});
