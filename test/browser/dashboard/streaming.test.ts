import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import type { Service } from '../../support/service.js';
import { sharedDashboard } from '../../support/dashboard.js';
import { memberOf } from '../../support/http/browser.js';
import { watchReading, readingOf } from '../../support/dashboard/reading.js';
import { startLargeLookup } from '../../support/dashboard/large-lookup.js';

const PLATFORMS = 4_000;
const OFFLINE_MS = 5_000;
/** What Chromium says of connections that a network took with it. */
const BROKEN = /net::ERR_(INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING)/;

describe(`a lookup of ${PLATFORMS} platforms`, () => {
  const dashboard = sharedDashboard();

  it('shows in every tab exactly what GET returns, whatever is reloaded or offline, moves nothing and speaks at most once a second', async () => {
    const { service } = dashboard();
    const { accountId, key } = await service.account();
    const lookup = await startLargeLookup(service, accountId, PLATFORMS);
    const path = `/dashboard/${accountId}/lookups/${lookup.lookupId}`;
    const email = `owner-${accountId.slice(-8)}@example.com`;
    await memberOf(service, accountId, 'owner', email);
    const [steady, unsteady] = [await dashboard().openContext({ email }), await dashboard().openContext({ email })];
    await watchReading(steady);
    const open = async (context: typeof steady) => {
      const page = await context.newPage();
      await dashboard().goto(page, path);
      return page;
    };
    const [watched, second, offline] = [await open(steady), await open(steady), await open(unsteady)];
    const pages = [watched, second, offline];

    await lookup.answer(1_000);
    await Promise.all(pages.map((page) => status(page, '1,000 of 4,000 checks.')));
    const reloading = second.reload();
    await lookup.answer(2_000);
    await reloading;

    // A browser that is told to be offline keeps the connections that it has.
    await unsteady.setOffline(true);
    service.breakConnections();
    await lookup.answer(2_500);
    await status(offline, /^Offline\. Reconnecting; no results are lost\./);
    await Promise.all([lookup.answer(3_500), offline.evaluate(`new Promise((done) => setTimeout(done, ${OFFLINE_MS}))`)]);
    await unsteady.setOffline(false);
    expect(
      dashboard()
        .takeComplaints()
        .filter((complaint) => !BROKEN.test(complaint)),
    ).toEqual([]);

    await lookup.answer(PLATFORMS);
    await Promise.all(pages.map((page) => status(page, '4,000 of 4,000 checks.')));
    const shown = await answersOf(service, key, lookup.lookupId);
    expect(shown.registered.length + shown.absent.length + shown.omitted).toBe(PLATFORMS);
    for (const page of pages) expect(await rowsOf(page)).toEqual(shown);

    await lookup.finish();
    await Promise.all(pages.map((page) => status(page, /^Finished in /)));
    expect(await answersOf(service, key, lookup.lookupId)).toEqual(shown);
    for (const page of pages) expect(await rowsOf(page)).toEqual(shown);
    const { shifts, spoken, seconds } = await readingOf(watched);
    expect(shifts).toEqual([]);
    expect(spoken.length).toBeGreaterThan(1);
    expect(spoken.length, spoken.join('\n')).toBeLessThanOrEqual(1 + seconds);

    // What moves is seen.
    await watched.evaluate(
      "document.querySelector('main').prepend(Object.assign(document.createElement('h2'), { textContent: 'Planted' }))",
    );
    await expect.poll(async () => (await readingOf(watched)).shifts.length).toBeGreaterThan(0);
  });
});

interface Rows {
  readonly registered: readonly string[];
  readonly absent: readonly string[];
  readonly omitted: number;
}

const status = (page: Page, text: string | RegExp) => page.locator('.lookup-status').filter({ hasText: text }).waitFor({ timeout: 60_000 });

/** Names in the order of the alphabet: one that is there twice is there twice. */
async function rowsOf(page: Page): Promise<Rows> {
  const names = async (tab: string) => {
    await page.locator(`[data-tab="${tab}"]`).press('Enter');
    return (await page.locator('.tab-panel .platform-name').allTextContents()).sort();
  };
  const omitted = await page.getByRole('tab', { name: 'No answer' }).locator('.tab-value').innerText();
  const absent = await names('absent');
  const registered = await names('registered');
  return { registered, absent, omitted: Number(omitted.replace(/\D/g, '')) };
}

async function answersOf({ call }: Service, key: string, lookupId: string): Promise<Rows> {
  const { results, omissions } = (await call('GET', `/v2/lookup/${lookupId}`, { key })).body as LookupBodyV2;
  const names = (isRegistered: boolean) =>
    results
      .filter((each) => each.registered === isRegistered)
      .map(({ name }) => name)
      .sort();
  return { registered: names(true), absent: names(false), omitted: omissions.total };
}
