import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { acceptOne, makeCaller, outcome } from '../../stores/support/record.js';
import { sharedDashboard } from '../../support/dashboard.js';
import { axeViolations } from '../../support/dashboard/axe.js';
import { press, type } from '../../support/dashboard/keyboard.js';
import { layoutFaults } from '../../support/dashboard/layout.js';
import { settled } from '../../support/dashboard/settled.js';
import { requestOf } from '../../support/fixtures.js';

const USERNAME = 'casey-example';
const REQUEST = requestOf({ query: USERNAME, queryType: 'username', subjects: { username: USERNAME } });

describe('lookups that were made again', () => {
  const dashboard = sharedDashboard();

  /** Lookups of one person, with an account on the first site and none on the second; the last one's page. */
  async function lookups(count: number) {
    const { record } = dashboard().service;
    const caller = await makeCaller(record, 'higher_volume');
    let lookupId = '';
    for (let n = 0; n < count; n += 1) {
      lookupId = await acceptOne(record, caller, REQUEST);
      const targets = ['site-0001', 'site-0002'].map((platform) => ({ platform, subjects: ['username'] as const }));
      await record.writer.savePlan(lookupId, { targets, modules: ['footprint'] });
      const more = { subject: 'username', checkedAt: new Date() } as const;
      await record.writer.record(lookupId, [outcome('site-0001', more), outcome('site-0002', { ...more, state: 'not_registered' })]);
      await record.writer.finish(lookupId);
      await record.database.sql`UPDATE lookups SET risk_score = 62, risk_level = 'high', risk_model = 'x' WHERE id = ${lookupId}`;
    }
    return { accountId: caller.accountId, lookupId, path: `/lookups/${lookupId}` };
  }

  async function expectNoFaults(page: Page, name: string): Promise<void> {
    for (const [width, scheme] of [
      [1280, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      await settled(page);
      expect([...(await axeViolations(page)), ...(await layoutFaults(page))], `${name} ${width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
  }

  it('say so, and their tab names no identity', async () => {
    const { accountId, lookupId, path } = await lookups(3);
    const page = await dashboard().openPage({ signedInAs: accountId, path });
    await page.getByText('looked up 2 times before, first on').waitFor();
    expect(await page.title()).toBe(`Lookup …${lookupId.slice(-4)}: Username · Footprint`);
    await expectNoFaults(page, 'lookup');
  });

  it('a result is disputed with the keyboard, once, and says so from then on', async () => {
    const { accountId, path } = await lookups(1);
    const page = await dashboard().openPage({ signedInAs: accountId, path, keyboardOnly: true });
    await press(page, page.getByRole('button', { name: 'Why Site 1' }));
    await press(page, page.getByRole('button', { name: 'This is wrong' }));
    await page.getByRole('dialog', { name: 'Site 1: the result is wrong' }).waitFor();
    await expectNoFaults(page, 'dispute-dialog');
    await type(page, page.getByLabel('How do you know? (optional)'), 'It was closed in March');
    await press(page, page.getByRole('button', { name: 'Dispute the result' }));
    await page.getByText('disputed', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'This is wrong' }).count()).toBe(0);
    await expectNoFaults(page, 'disputed');
    await page.reload();
    await page.getByText('disputed', { exact: true }).waitFor();
  });

  it('are counted in the history, with their risk, and saved as a file of all that the filters show', async () => {
    const { accountId } = await lookups(60);
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/lookups' });
    await page.getByText('60 lookups', { exact: true }).waitFor();
    await page.getByText('risk 62').first().waitFor();
    await expectNoFaults(page, 'history');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('lookups.csv');
    const rows = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
    expect(rows).toHaveLength(61);
    expect(rows[1]).toContain(`${USERNAME}`);
    expect(rows[1]).toContain('62,high,x');
  });
});
