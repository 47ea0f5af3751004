import { describe, expect, it } from 'vitest';
import { unknownIpDetails } from '../../../src/facts/ip/claim.js';
import { acceptOne, makeCaller } from '../../stores/support/record.js';
import { sharedDashboard } from '../../support/dashboard.js';
import { axeViolations } from '../../support/dashboard/axe.js';
import { press, tabTo, type } from '../../support/dashboard/keyboard.js';
import { layoutFaults } from '../../support/dashboard/layout.js';
import { settled } from '../../support/dashboard/settled.js';
import { requestOf } from '../../support/fixtures.js';
import { LINE, MAILBOX } from '../../support/risk-evidence.js';

const EMAIL = 'ada.lovelace@example.com';
const SUBJECTS = { email: EMAIL, phone: '+12025550123', ip: '192.0.2.17' };
const FACTS = {
  email: { ...MAILBOX, freeProvider: true },
  phone: { ...LINE, lineType: 'mobile', countryCode: 'US' },
  ip: { ...unknownIpDetails('192.0.2.17'), connectionType: 'Residential', countryCode: 'US', timezone: 'America/New_York' },
};

describe('the consistency of a lookup in the dashboard', () => {
  const dashboard = sharedDashboard();

  async function lookup() {
    const { record } = dashboard().service;
    const caller = await makeCaller(record, 'higher_volume');
    const checks = { footprint: false, email: true, phone: true, ip: true };
    const request = requestOf({ query: EMAIL, queryType: 'email', subjects: SUBJECTS, checks });
    const claimed = { claimedName: 'Ada Lovelace', claimedCompany: 'Sample & Daughters Ltd', claimedCountry: 'DE' };
    const lookupId = await acceptOne(record, caller, { ...request, ...claimed });
    await record.writer.savePlan(lookupId, { targets: [], modules: ['email', 'phone', 'ip'] });
    for (const module of ['email', 'phone', 'ip'] as const) {
      const mailbox = { provider: null, exists: null, records: { mx: true, spf: true, dmarc: true } };
      const evidence = { notes: [], ...(module === 'email' && { mailbox }) };
      await record.writer.recordModule(lookupId, { module, subject: module, payload: FACTS[module], evidence, checkedAt: new Date() });
    }
    await record.writer.finish(lookupId);
    return { accountId: caller.accountId, path: `/lookups/${lookupId}` };
  }

  it('is below the risk, what disagrees first, each with its reason, in every width and scheme', async () => {
    const { accountId, path } = await lookup();
    const page = await dashboard().openPage({ signedInAs: accountId, path, keyboardOnly: true });
    await page.getByText('Company given: Sample & Daughters Ltd · Country given: DE').waitFor();
    await tabTo(page, page.getByRole('tab').first());
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'Consistency' }).waitFor();
    const rows = await page
      .getByRole('listitem')
      .filter({ has: page.locator('.badge') })
      .allInnerTexts();
    expect(rows.map((row) => row.split('\n').slice(0, 2))).toEqual([
      ['disagrees', 'Claimed country and phone number'],
      ['disagrees', 'Claimed country and IP address'],
      ['disagrees', 'Claimed company and mail domain'],
      ['agrees', 'Country of the phone number and of the IP address'],
      ['agrees', 'Country of the phone number and time zone of the IP address'],
      ['agrees', 'Claimed name and e-mail address'],
      ['agrees', 'MX, SPF and DMARC of the mail domain'],
      ['not known', 'Claimed name and names on accounts'],
      ['not known', 'Age of the mail domain and of accounts'],
    ]);
    for (const [width, scheme] of [
      [1440, 'light'],
      [1440, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await settled(page);
      const folder = process.env['SCREENSHOTS'];
      if (folder) await page.screenshot({ path: `${folder}/consistency-${width}-${scheme}.png`, fullPage: true });
      expect([...(await axeViolations(page)), ...(await layoutFaults(page))]).toEqual([]);
    }
  });

  it('has what the person said from the form, and sends no field that is empty', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, keyboardOnly: true });
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/lookup')) sent.push(request.postDataJSON());
    });
    await type(page, page.locator('#identity'), EMAIL);
    await type(page, page.getByLabel('Company they named (optional)'), ' Sample Ltd ');
    await page.getByLabel('Country they named (optional)').selectOption({ label: 'Germany' });
    await settled(page);
    expect([...(await axeViolations(page)), ...(await layoutFaults(page))]).toEqual([]);
    await press(page, page.getByRole('button', { name: 'Look up', exact: true }));
    await page.getByText('Company given: Sample Ltd · Country given: DE').waitFor();
    expect(sent).toEqual([
      { identities: { emails: [EMAIL] }, deep: false, mode: 'async', claimedCompany: 'Sample Ltd', claimedCountry: 'DE' },
    ]);
  });
});
