import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { acceptOne, makeCaller, outcome } from '../../stores/support/record.js';
import { sharedDashboard } from '../../support/dashboard.js';
import { axeViolations } from '../../support/dashboard/axe.js';
import { press } from '../../support/dashboard/keyboard.js';
import { layoutFaults } from '../../support/dashboard/layout.js';
import { settled } from '../../support/dashboard/settled.js';
import { requestOf } from '../../support/fixtures.js';

const EMAIL = 'ada@example.com';
const [SOURCE, OTHER] = ['site-0001', 'site-0002'] as const;
/** A handle as no answer gives one: whatever is stored is text. */
const HOSTILE = '=1+1<img src=x onerror=plantedScript()>';

describe('linked accounts in the dashboard', () => {
  const dashboard = sharedDashboard();

  async function lookup() {
    const { record } = dashboard().service;
    const caller = await makeCaller(record, 'higher_volume');
    const lookupId = await acceptOne(record, caller, requestOf({ query: EMAIL, queryType: 'email', subjects: { email: EMAIL } }));
    const targets = [SOURCE, OTHER].map((platform) => ({ platform, subjects: ['email' as const] }));
    await record.writer.savePlan(lookupId, { targets, modules: ['footprint'] });
    const linkedAccounts = [
      { platform: 'x', handle: 'ada_example' },
      { platform: OTHER, handle: 'ada.pictures' },
      { platform: 'github', handle: HOSTILE },
    ];
    const common = { subject: 'email', checkedAt: new Date() } as const;
    await record.writer.record(lookupId, [
      outcome(SOURCE, { ...common, linkedAccounts }),
      outcome(OTHER, { ...common, state: 'not_registered' }),
    ]);
    await record.writer.finish(lookupId);
    return { accountId: caller.accountId, lookupId, path: `/lookups/${lookupId}` };
  }

  it('are shown with the platform that revealed each, with links that this service made, and are in no count', async () => {
    const { accountId, path } = await lookup();
    const page = await dashboard().openPage({ signedInAs: accountId, path, keyboardOnly: true });
    const linkedAccounts = page
      .locator('section', { has: page.getByRole('heading', { name: 'Linked accounts', exact: true }) })
      .getByRole('listitem');
    await linkedAccounts.first().waitFor();
    expect((await linkedAccounts.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      `github: ${HOSTILE}`,
      'Site 2: ada.pictures',
      'x: ada_example',
    ]);
    for (const text of await linkedAccounts.allInnerTexts()) expect(text).toContain(`Revealed by Site 1, which was probed for ${EMAIL}.`);
    const links = await Promise.all(
      (await page.locator('.mention a').all()).map((link) => Promise.all(['href', 'rel', 'target'].map((name) => link.getAttribute(name)))),
    );
    const home = `https://${SOURCE}.example/`;
    expect(links).toEqual([home, home, 'https://x.com/ada_example', home].map((href) => [href, 'noopener noreferrer nofollow', '_blank']));
    expect(await page.getByRole('tab', { name: 'Registered', exact: false }).first().locator('.tab-value').innerText()).toBe('1');
    expect(await page.locator('.tab-panel .platform-name').allTextContents()).toHaveLength(1);
    await settled(page);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      expect([...(await axeViolations(page)), ...(await layoutFaults(page))]).toEqual([]);
    }
  });

  it('are in the report, the CSV file and the JSON file, as text, and in a STIX bundle as a line of a note', async () => {
    const { accountId, path, lookupId } = await lookup();
    const page = await dashboard().openPage({ signedInAs: accountId, path, keyboardOnly: true });
    const take = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press(page, page.getByRole('button', { name, exact: true }))]);
      return readFileSync(await download.path(), 'utf8');
    };
    const report = await take('Report');
    expect(report).toContain('<h2>Linked accounts (3)</h2>');
    expect(report).not.toContain('<img');
    const rows = parse(await take('CSV'), { columns: true }) as Record<string, string>[];
    const received = rows
      .filter(({ linked_account: handle }) => handle !== '')
      .map(({ platform, linked_account, linked_account_source: source, answer }) => ({ platform, linked_account, source, answer }));
    expect(received).toEqual([
      { platform: 'github', linked_account: `'${HOSTILE}`, source: SOURCE, answer: '' },
      { platform: OTHER, linked_account: 'ada.pictures', source: SOURCE, answer: '' },
      { platform: 'x', linked_account: 'ada_example', source: SOURCE, answer: '' },
    ]);
    const json = JSON.parse(await take('JSON')) as LookupBodyV2;
    expect(json).toMatchObject({ lookupId, matches: 1, answered: 2 });
    expect(json.linkedAccounts.map(({ handle, url }) => [handle, url])).toEqual([
      [HOSTILE, null],
      ['ada.pictures', null],
      ['ada_example', 'https://x.com/ada_example'],
    ]);
    const { objects } = JSON.parse(await take('STIX')) as { objects: { type: string; user_id?: string; content?: string }[] };
    expect(objects.flatMap(({ user_id: on }) => on ?? [])).toHaveLength(1);
    expect(objects.findLast(({ type }) => type === 'note')?.content).toContain('ada_example (named by ');
  });
});
