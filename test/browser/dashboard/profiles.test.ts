import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../src/engine/catalogue/rules/profile.js';
import { acceptOne, makeCaller, outcome } from '../../stores/support/record.js';
import { sharedDashboard } from '../../support/dashboard.js';
import { axeViolations } from '../../support/dashboard/axe.js';
import { press, type } from '../../support/dashboard/keyboard.js';
import { layoutFaults } from '../../support/dashboard/layout.js';
import { settled } from '../../support/dashboard/settled.js';
import { requestOf } from '../../support/fixtures.js';

const USERNAME = 'casey-example';
const PROFILES: readonly (Profile | null)[] = [
  { displayName: 'Casey Example', createdAt: '2016-03-01T10:00:00.000Z', createdYear: 2016, counts: { followers: 1_204, posts: 34 } },
  { createdYear: 2009, state: 'suspended' },
  null,
  { displayName: `<img src=x onerror=plantedScriptRan()> ${'long '.repeat(12)}`.trim(), pictureUrl: 'https://cdn.example.com/p.png' },
];

describe('profiles in the dashboard', () => {
  const dashboard = sharedDashboard();

  async function lookup() {
    const { record } = dashboard().service;
    const caller = await makeCaller(record, 'higher_volume');
    const request = requestOf({ query: USERNAME, queryType: 'username', subjects: { username: USERNAME } });
    const lookupId = await acceptOne(record, caller, { ...request, claimedName: 'Casey Example' });
    const slugs = PROFILES.map((_, index) => `site-000${index + 1}`);
    await record.writer.savePlan(lookupId, {
      targets: slugs.map((platform) => ({ platform, subjects: ['username'] as const })),
      modules: ['footprint'],
    });
    await record.writer.record(
      lookupId,
      slugs.map((platform, index) => outcome(platform, { subject: 'username', checkedAt: new Date(), profile: PROFILES[index] ?? null })),
    );
    await record.writer.finish(lookupId);
    return { accountId: caller.accountId, path: `/lookups/${lookupId}` };
  }

  it('show name, age, state and counts beside each platform, the oldest account on top, and load no picture', async () => {
    const { accountId, path } = await lookup();
    const page = await dashboard().openPage({ signedInAs: accountId, path, keyboardOnly: true });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).host));
    await page.getByText('Oldest account: Site 2, since 2009.').waitFor();
    await page.getByText('Name given: Casey Example (agrees with one account)').waitFor();
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    expect(await row('Site 1').innerText()).toContain('Casey Example · since 1 Mar 2016 · 1,204 followers · 34 posts');
    expect(await row('Site 2').innerText()).toContain('since 2009 · suspended');
    expect(await row('Site 4').innerText()).toContain('<img src=x onerror=plantedScriptRan()>');
    await settled(page);
    for (const [width, scheme] of [
      [1280, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      await settled(page);
      expect([...(await axeViolations(page)), ...(await layoutFaults(page))]).toEqual([]);
    }
    expect(requested.filter((host) => host.includes('cdn.example.com'))).toEqual([]);
  });

  it('a name that the person gave is sent with the lookup, and with nothing when the field is empty', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, keyboardOnly: true });
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/lookup')) sent.push(request.postDataJSON());
    });
    await type(page, page.locator('#identity'), USERNAME);
    await type(page, page.getByLabel('Name they gave (optional)'), '  Casey Example ');
    await settled(page);
    expect([...(await axeViolations(page)), ...(await layoutFaults(page))]).toEqual([]);
    await press(page, page.getByRole('button', { name: 'Look up', exact: true }));
    await page.getByText('Name given: Casey Example (no account shows a name to compare)').waitFor();
    expect(sent).toMatchObject([{ claimedName: 'Casey Example' }]);
  });
});
