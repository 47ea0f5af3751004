import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { axeViolations } from '../../support/dashboard/axe.js';
import { fillAccount } from '../../support/dashboard/filled-account.js';
import { press } from '../../support/dashboard/keyboard.js';
import { layoutFaults } from '../../support/dashboard/layout.js';
import { settled } from '../../support/dashboard/settled.js';

const PHONE = { width: 390, height: 844 };

describe('the history on a phone', () => {
  const dashboard = sharedDashboard();

  it('shows lookups on its first screen, and its other filters on request', async () => {
    const { accountId, owner } = await fillAccount(dashboard().service);
    const page = await dashboard().openPage({ ...PHONE, email: owner, path: `/dashboard/${accountId}/lookups`, keyboardOnly: true });
    const first = page.locator('.lookup-row').first();
    await first.waitFor();
    const place = (await first.boundingBox()) ?? expect.fail('it has no place');
    expect(place.y + place.height).toBeLessThan(PHONE.height);
    const state = page.getByRole('combobox', { name: 'State' });
    expect(await state.isVisible()).toBe(false);
    await press(page, page.getByRole('button', { name: 'More filters', expanded: false }));
    await page.getByRole('button', { name: 'Fewer filters', expanded: true }).waitFor();
    await state.selectOption('finished');
    await settled(page);
    expect(await page.getByText('Under way', { exact: true }).count()).toBe(1); // the option alone
    expect([...(await axeViolations(page)), ...(await layoutFaults(page))]).toEqual([]);
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect(await page.getByRole('button', { name: 'Fewer filters' }).isVisible()).toBe(false);
    expect(await state.isVisible()).toBe(true);
  });
});
