import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { axeViolations } from '../../support/dashboard/axe.js';

describe('the dashboard of a service with the simulator', () => {
  const dashboard = sharedDashboard({ env: { PROBE_EGRESS: 'simulator', OPERATORS: 'operator@example.com' } });

  it('says so on every page, signed in or not', async () => {
    const { accountId } = await dashboard().service.account();
    const signedOut = await dashboard().openPage({ path: '/dashboard/sign-in' });
    const signedIn = await dashboard().openPage({ signedInAs: accountId });
    for (const path of ['', '/lookups', '/platforms', '/audit', '/dashboard/profile']) {
      await dashboard().goto(signedIn, path, accountId);
      await signedIn.getByRole('complementary', { name: 'Simulated' }).waitFor();
    }
    const operator = await dashboard().openPage({ email: 'operator@example.com', path: '/dashboard/operator' });
    for (const page of [signedOut, signedIn, operator]) {
      const mark = page.getByRole('complementary', { name: 'Simulated' });
      await mark.waitFor();
      expect(await mark.innerText()).toBe('Simulated No real site is contacted.');
      const covered = await page.evaluate<{ isVisible: boolean; overlap: number }>(`(() => {
        const bar = document.querySelector('.simulated');
        const isVisible = bar.getBoundingClientRect().bottom < innerHeight + 2;
        scrollTo(0, document.body.scrollHeight);
        const last = bar.previousElementSibling.getBoundingClientRect();
        return { isVisible, overlap: last.bottom - bar.getBoundingClientRect().top };
      })()`);
      expect(covered.isVisible).toBe(true);
      expect(covered.overlap).toBeLessThanOrEqual(0);
      expect(await axeViolations(page)).toEqual([]);
    }
  });
});
