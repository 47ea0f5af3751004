import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MODEL_VERSION } from '../../../src/facts/risk/signals.js';
import { acceptOne, makeCaller, outcome } from '../../stores/support/record.js';
import { sharedDashboard } from '../../support/dashboard.js';
import { axeViolations } from '../../support/dashboard/axe.js';
import { press } from '../../support/dashboard/keyboard.js';
import { layoutFaults } from '../../support/dashboard/layout.js';
import { settled } from '../../support/dashboard/settled.js';
import { requestOf } from '../../support/fixtures.js';
import { drawPopulation, storePopulation } from '../../support/labelled-population.js';

const USERNAME = 'casey-example';

describe('outcomes', () => {
  const dashboard = sharedDashboard();

  async function expectNoFaults(page: Page, name: string): Promise<void> {
    for (const width of [1_440, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await settled(page);
        expect([...(await axeViolations(page)), ...(await layoutFaults(page))], `${name} ${width} ${colorScheme}`).toEqual([]);
      }
    await page.setViewportSize({ width: 1_440, height: 900 });
  }

  it('are reported on the page of a lookup, by keyboard; a wrong result with which one, and it is disputed', async () => {
    const { record } = dashboard().service;
    const caller = await makeCaller(record, 'growth');
    const lookupId = await acceptOne(record, caller, requestOf({ query: USERNAME, subjects: { username: USERNAME } }));
    await record.writer.savePlan(lookupId, { targets: [{ platform: 'site-0001', subjects: ['username'] }], modules: ['footprint'] });
    await record.writer.record(lookupId, [outcome('site-0001', { checkedAt: new Date() })]);
    await record.writer.finish(lookupId);
    const page = await dashboard().openPage({ signedInAs: caller.accountId, path: `/lookups/${lookupId}`, keyboardOnly: true });
    await page.getByText('Outcome: not reported').waitFor();
    await press(page, page.getByRole('button', { name: 'Report the outcome' }));
    await page.getByRole('dialog', { name: 'How did it turn out?' }).waitFor();
    await page.getByLabel('Outcome', { exact: true }).selectOption('Chargeback');
    await press(page, page.getByRole('button', { name: 'Save the outcome' }));
    await page.getByText('Outcome: Chargeback').waitFor();
    await press(page, page.getByRole('button', { name: 'Change the outcome' }));
    await page.getByLabel('Outcome', { exact: true }).selectOption('A result is wrong');
    await page.getByLabel('Which result?').selectOption(`Site 1, ${USERNAME}: registered`);
    await expectNoFaults(page, 'dialog');
    await press(page, page.getByRole('button', { name: 'Save the outcome' }));
    await page.getByText('Outcome: A result is wrong').waitFor();
    await page.getByText('disputed', { exact: true }).waitFor();
    await expectNoFaults(page, 'lookup');
  });

  it('of a file show which reasons were right; the suggested weights are tried, taken and given back', async () => {
    const { record, sql } = dashboard().service;
    const caller = await makeCaller(record, 'growth');
    const page = await dashboard().openPage({ signedInAs: caller.accountId, path: '/calibration' });
    await page.getByText('Too few outcomes').waitFor();
    const population = drawPopulation(7, 200);
    const ids = await storePopulation(sql, caller, population);
    const lines = ids.map((id, index) => `${id},${population[index]?.isGood ? 'legitimate' : 'fraud'}`);
    const file = ['lookup,outcome', ...lines, `${ids[0]},fraud`, 'lkp_1,nonsense'].join('\n');
    await page.getByLabel('File with outcomes').setInputFiles({ name: 'outcomes.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByText('400 outcomes were kept.').waitFor();
    await page.getByText('Line 402: an earlier line names the same lookup', { exact: false }).waitFor();
    await page.getByRole('row', { name: /A mailbox is disposable/ }).waitFor();
    await page.getByText('Tried on your latest 400 lookups.').waitFor();
    await expectNoFaults(page, 'calibration');
    await page.getByRole('button', { name: 'Take these weights' }).click();
    const confirm = page.getByRole('dialog').getByRole('button');
    await confirm.filter({ hasText: 'Take these weights' }).click();
    await page.getByRole('button', { name: 'Go back to the shipped model' }).click();
    expect(await page.getByText(new RegExp(`${MODEL_VERSION}\\+[0-9a-f]{8}`)).count()).toBeGreaterThan(0);
    await confirm.filter({ hasText: 'Go back to the shipped model' }).click();
    await page.getByRole('button', { name: 'Take these weights' }).waitFor();
    expect(await sql`SELECT 1 FROM risk_models WHERE account_id = ${caller.accountId}`).toHaveLength(2);
  });

  it('may be reported by every member, but only an admin takes weights', async () => {
    const { record, sql } = dashboard().service;
    const caller = await makeCaller(record, 'growth');
    const population = drawPopulation(8, 200);
    const ids = await storePopulation(sql, caller, population);
    await record.outcomes.record(
      caller,
      ids.map((lookupId, index) => ({ lookupId, outcome: population[index]?.isGood ? 'legitimate' : 'fraud' })),
    );
    const page = await dashboard().openPage({ signedInAs: caller.accountId, role: 'member', path: '/calibration' });
    await page.getByText('can choose the model.').waitFor();
    expect(await page.getByRole('button', { name: 'Take these weights' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Report outcomes' }).count()).toBe(1);
  });
});
