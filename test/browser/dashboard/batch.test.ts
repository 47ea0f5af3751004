import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { axeViolations } from '../../support/dashboard/axe.js';
import { press, tabTo, type } from '../../support/dashboard/keyboard.js';
import { layoutFaults } from '../../support/dashboard/layout.js';
import { settled } from '../../support/dashboard/settled.js';
import { ADA } from '../../support/http/working-service.js';

const NEW = '/batches/new';
const list = (page: Page) => page.getByRole('textbox', { name: 'Identities, one per line' });
const lines = (page: Page) => page.getByRole('list', { name: 'Lines', exact: true }).getByRole('listitem');
const progress = (page: Page, text: string) => page.getByRole('region', { name: 'Progress' }).getByText(text);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const people = (count: number) => Array.from({ length: count }, (_, index) => `person-${index}`).join('\n');

async function send(page: Page, text: string, count: string): Promise<void> {
  await type(page, list(page), text);
  await press(page, button(page, `Look up ${count}`));
  await page.waitForURL(/\/batches\/bat_/);
}

/** Whether something is painted there in a picture of the whole page. */
async function isPainted(page: Page, element: Locator): Promise<boolean> {
  await page.evaluate('scrollTo(0, 0)');
  const clip = (await element.boundingBox()) ?? expect.fail('it has no place');
  const picture = await page.screenshot({ fullPage: true, clip });
  const blank = await page.context().newPage();
  const colours = await blank.evaluate<number>(`(async () => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,${picture.toString('base64')}')).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size;
  })()`);
  await blank.close();
  return colours > 10;
}

describe('batches in the dashboard', () => {
  const dashboard = sharedDashboard({ lookups: true, sites: 5 });
  const billed = async (accountId: string) =>
    (await dashboard().service.sql`SELECT count(*)::int AS n FROM usage_ledger WHERE account_id = ${accountId}`)[0]?.['n'] as number;

  it('are read, sent and followed until each lookup is finished, and found again, by keyboard alone', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/batches', keyboardOnly: true });
    await page.getByRole('heading', { name: 'No batches yet' }).waitFor();
    await press(page, page.getByRole('link', { name: 'New batch' }));
    await type(page, list(page), `${ADA.email}\n+999123\ntwo words\n${ADA.username}\n${ADA.email}`);
    await page.getByText('Line 3: “two words” is not a username').waitFor();
    await page.getByText('Line 5 repeats line 1: it is looked up once.').waitFor();
    await page.getByText('Costs 3 lookups').waitFor();
    await press(page, button(page, 'Look up 3 lines'));
    await page.getByText('Nothing was sent: the service cannot look up one line.').waitFor();
    await page.getByText('Line 2: That is not a valid phone number.').waitFor();
    expect(await billed(accountId)).toBe(0);
    await press(page, button(page, 'Look up the other 2 lines'));
    await page.waitForURL(/\/batches\/bat_/);
    await progress(page, '2 of 3 lines finished, 1 not valid.').waitFor();
    expect(await lines(page).nth(1).innerText()).toMatch(/^2\s+That is not a valid phone number\.\s+Not valid$/);
    expect(await lines(page).nth(2).innerText()).toMatch(/^4\s/);
    await lines(page)
      .filter({ hasText: ADA.username })
      .getByText(/^of \d platforms?$/)
      .waitFor();
    expect(await billed(accountId)).toBe(2);

    for (const [name, file, first] of [
      ['Download CSV', /^bat_\w+\.csv$/, /^index,ref,status,/],
      ['Download JSON lines', /^bat_\w+\.jsonl$/, /^{"index":0,"ref":"line 1",/],
    ] as const) {
      const download = page.waitForEvent('download');
      await press(page, button(page, name));
      expect((await download).suggestedFilename()).toMatch(file);
      const content = await (await download).createReadStream();
      expect((await content.toArray()).join('')).toMatch(first);
    }

    const address = page.url();
    await page.reload();
    await progress(page, '2 of 3 lines finished, 1 not valid.').waitFor();
    const other = await page.context().newPage();
    await dashboard().goto(other, '/batches', accountId);
    await press(other, other.getByRole('link', { name: '3 lines' }));
    await other.waitForURL(address);
    await press(other, other.getByRole('link', { name: ADA.email }));
    await other.waitForURL(/\/lookups\/lkp_/);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain('ada');
  });

  it('whose answer is lost are sent again under the same key, and are one batch', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path: NEW, keyboardOnly: true });
    let cut = 0;
    await page.route('**/batches?*', async (route) => {
      if (cut++ > 0) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await type(page, list(page), ADA.username);
    await press(page, button(page, 'Look up 1 line'));
    await page.getByText('The service cannot be reached.').waitFor();
    await press(page, button(page, 'Look up 1 line'));
    await progress(page, '1 of 1 line finished.').waitFor();
    expect(await billed(accountId)).toBe(1);
    expect(await dashboard().service.sql`SELECT id FROM batches WHERE account_id = ${accountId}`).toHaveLength(1);
    expect(dashboard().takeComplaints()).toEqual([expect.stringContaining('net::ERR_FAILED')]);
  });

  it('are paused when credit runs out, say so, and go on once somebody has topped up and resumes them', async () => {
    const { service } = dashboard();
    const { accountId } = await service.account('free_trial', { quota: 2 });
    const page = await dashboard().openPage({ signedInAs: accountId, path: NEW, keyboardOnly: true });
    await type(page, list(page), people(5));
    await page.getByText('Your remaining allowance does not cover this.').waitFor();
    await press(page, button(page, 'Look up 5 lines'));
    await page.getByText('Your allowance does not cover the next line.').waitFor();
    await progress(page, '2 of 5 lines finished.').waitFor();
    expect(await billed(accountId)).toBe(2);
    await service.sql`UPDATE accounts SET quota_override = 100 WHERE id = ${accountId}`;
    await press(page, button(page, 'Resume'));
    await progress(page, '5 of 5 lines finished.').waitFor();
    expect(await billed(accountId)).toBe(5);
    await lines(page)
      .nth(4)
      .getByText(/^of \d platforms?$/)
      .waitFor();
  });
});

describe('batches that wait for a worker', () => {
  const dashboard = sharedDashboard();
  const open = async (path: string, look: Parameters<ReturnType<typeof dashboard>['openPage']>[0] = {}) => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, path, keyboardOnly: true, ...look });
    return { accountId, page };
  };

  it('are paused, resumed, and cancelled once that is confirmed', async () => {
    const { page, accountId } = await open(NEW);
    await send(page, people(3), '3 lines');
    await press(page, button(page, 'Pause'));
    await page.getByText('It was paused on request.').waitFor();
    await press(page, button(page, 'Resume'));
    await press(page, button(page, 'Cancel batch'));
    await page.getByText('3 lines will be neither looked up nor billed').waitFor();
    await page.keyboard.press('Escape');
    await press(page, button(page, 'Cancel batch'));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }));
    await progress(page, '0 of 3 lines finished, 3 cancelled.').waitFor();
    await page.getByText('No line was looked up.').waitFor();
    expect(await button(page, 'Pause').count()).toBe(0);
    const left = await dashboard().service.sql`SELECT FROM batch_items WHERE account_id = ${accountId} AND subjects IS NOT NULL`;
    expect(left).toHaveLength(0);
  });

  it('keep asking whether to cancel when what was requested before is done meanwhile', async () => {
    const { page } = await open(NEW);
    await send(page, people(3), '3 lines');
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/pause', async (route) => {
      await held;
      await route.continue();
    });
    await press(page, button(page, 'Pause'));
    await press(page, button(page, 'Cancel batch'));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 lines will be neither looked up nor billed').waitFor();
    goOn();
    await page.getByText('It was paused on request.').waitFor();
    await settled(page);
    expect(await dialog.isVisible()).toBe(true);
  });

  it('show all of their lines, also in a picture of the whole page and on paper', async () => {
    const { page } = await open(NEW);
    await send(page, people(250), '250 lines');
    await page.getByText('100 of 250 lines.').waitFor();
    await press(page, button(page, 'Load more'));
    await page.getByText('200 of 250 lines.').waitFor();
    await press(page, button(page, 'Load all'));
    await page.getByText('All 250 lines.').waitFor();
    expect(await lines(page).count()).toBe(250);
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      for (const index of [0, 120, 249]) expect(await isPainted(page, lines(page).nth(index)), `${media} ${index}`).toBe(true);
    }
  });

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [320, 'light'],
    [320, 'dark'],
  ] as const)('are without a violation of axe and fit %i px, %s, with references as long as they may be', async (width, colorScheme) => {
    const { page } = await open(NEW, { width, colorScheme });
    const buffer = Buffer.from(
      `ref;email;username\n${'Reference'.repeat(11)};${ADA.email};${ADA.username}\n7;${'x'.repeat(60)}@example.com;\n`,
    );
    await page.getByLabel('File with identities').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    await page.getByText('2 e-mail addresses, 1 username').waitFor();
    const faults = async () => [...(await axeViolations(page)), ...(await layoutFaults(page))];
    await settled(page);
    expect(await faults()).toEqual([]);
    await press(page, button(page, 'Look up 2 lines'));
    await page.getByText('All 2 lines.').waitFor();
    await press(page, button(page, 'Pause'));
    await page.getByText('It was paused on request.').waitFor();
    await settled(page);
    expect(await faults()).toEqual([]);
    expect(await lines(page).first().innerText()).toContain('Reference'.repeat(11));
  });

  it('come from a file as well, by the columns that it names', async () => {
    const { page } = await open(NEW, { keyboardOnly: false });
    const buffer = Buffer.from(`note;email;username\n<img src=x onerror=plantedScriptRan()>;${ADA.email};${ADA.username}\n=1+1;;\n`);
    await page.getByLabel('File with identities').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    await page.getByText('Line 3: contains no identity.').waitFor();
    expect(await page.getByRole('checkbox', { name: 'email' }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'note' }).isChecked()).toBe(false);
    await page.getByText('1 e-mail address, 1 username').waitFor();
  });

  it('with phone numbers without + are sent with the country that is chosen for them', async () => {
    const { page, accountId } = await open(NEW);
    await type(page, list(page), '0170/1234567\n+12025550123');
    await page.getByText('The phone number in line 1 has no + and country code.').waitFor();
    await tabTo(page, page.getByRole('combobox', { name: 'Country of phone numbers without +' }));
    await page.keyboard.type('Germany');
    await press(page, button(page, 'Look up 2 lines'));
    await page.waitForURL(/\/batches\/bat_/);
    const phones = await dashboard().service.sql`
      SELECT i.subjects FROM batch_items i JOIN batches b ON b.id = i.batch_id WHERE b.account_id = ${accountId} ORDER BY i.position`;
    expect(phones.map(({ subjects }) => subjects as object)).toEqual([{ phone: '+491701234567' }, { phone: '+12025550123' }]);
  });

  it('of every platform have at most 500 lines', async () => {
    const { page, accountId } = await open(NEW);
    await type(page, list(page), people(501));
    await tabTo(page, page.getByRole('radio', { name: 'Quick' }));
    await page.keyboard.press('ArrowDown');
    await press(page, button(page, 'Look up 501 lines'));
    await page.getByText('A deep batch has at most 500 lines; this list has 501.').waitFor();
    expect(await dashboard().service.sql`SELECT id FROM batches WHERE account_id = ${accountId}`).toHaveLength(0);
  });

  it('need a purpose where the account requires one', async () => {
    const { page, accountId } = await open(NEW);
    await dashboard().service.sql`UPDATE accounts SET purposes = ${['fraud']}, purpose_required = true WHERE id = ${accountId}`;
    await page.reload();
    await type(page, list(page), ADA.username);
    await press(page, button(page, 'Look up 1 line'));
    await tabTo(page, page.getByRole('combobox', { name: 'Purpose' }));
    await page.keyboard.type('fraud');
    await press(page, button(page, 'Look up 1 line'));
    await page.getByRole('definition').getByText('fraud').waitFor();
  });

  it('are listed as they change, those of version 1 as started whole', async () => {
    const { page, accountId } = await open('/batches');
    const { key } = await dashboard().service.keyOf(accountId);
    await dashboard().service.call('POST', '/v1/lookup/batch', { key, body: { items: [{ email: ADA.email }] } });
    await page.reload();
    await page.getByText('version 1').waitFor();
    await press(page, page.getByRole('link', { name: '1 line' }));
    await page.getByText('It was sent with version 1 of the API').waitFor();
    expect(await button(page, 'Pause').count()).toBe(0);
    await vi.waitFor(async () => expect(await lines(page).innerText()).toContain('Under way'));
  });
});
