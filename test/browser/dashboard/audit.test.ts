import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { choose, press, tabTo } from '../../support/dashboard/keyboard.js';

/** More than the page shows at once, and than an export reads at once. */
const MANY = 120;

describe('the audit log in the dashboard', () => {
  const dashboard = sharedDashboard();

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const entries = (page: Page) => page.getByRole('list', { name: 'Entries' }).locator('> li');

  /** Entries of a key: lookups of an hour ago, and one key that was made before them. */
  async function accountWithEntries() {
    const { service } = dashboard();
    const { accountId, apiKeyId, key } = await service.account();
    const made = await service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['robinsample'] } } });
    const { lookupId } = made.body as { lookupId: string };
    const common = { accountId, actor: { type: 'key', id: apiKeyId }, network: '192.0.2.7', outcome: 'ok', purpose: null } as const;
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 2, 12, minutes));
    for (let index = 0; index < MANY; index += 1)
      await service.record.audit.write({ ...common, at: at(index), action: 'getLookupV2', targets: [lookupId] });
    await service.record.audit.write({ ...common, at: at(-1), action: 'createApiKey', targets: [apiKeyId], outcome: 'key_limit_reached' });
    return { accountId, lookupId, apiKeyId };
  }

  async function exported(page: Page, name: string): Promise<string> {
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, button(page, name))]);
    return readFile(await download.path(), 'utf8');
  }

  it('is filtered by action and day, loaded to its end and exported whole, by keyboard alone', async () => {
    const { accountId, lookupId, apiKeyId } = await accountWithEntries();
    const page = await dashboard().openPage({
      signedInAs: accountId,
      path: '/audit?from=2026-01-01&to=2026-01-02&all=true',
      keyboardOnly: true,
    });
    await expect.poll(() => entries(page).count()).toBe(50);
    await press(page, button(page, 'Load more'));
    await expect.poll(() => entries(page).count()).toBe(100);
    await press(page, button(page, 'Load more'));
    await page.getByText('End of the list.').waitFor();
    expect(await entries(page).count()).toBe(MANY + 1);

    const lines = (await exported(page, 'Export NDJSON')).trimEnd().split('\n');
    expect(lines).toHaveLength(MANY + 1);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ action: 'createApiKey', targets: [apiKeyId], outcome: 'key_limit_reached' });

    await choose(page, page.getByRole('combobox', { name: 'Action' }), 'Create API');
    await expect.poll(() => entries(page).count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('action')).toBe('createApiKey');
    await entries(page).getByText('key limit reached').waitFor();
    const [head, row, rest] = (await exported(page, 'Export CSV')).split('\r\n');
    expect(head).toBe('id,at,actor_type,actor_id,action,targets,network,outcome,purpose,means');
    expect(row).toMatch(
      new RegExp(`^aud_\\w+,2026-01-02T11:59:00.000Z,key,${apiKeyId},createApiKey,${apiKeyId},192.0.2.7,key_limit_reached,,$`),
    );
    expect(rest).toBe('');

    await press(page, button(page, 'Clear all filters'));
    await press(page, page.getByRole('list', { name: 'Entries' }).getByRole('link', { name: lookupId }).first());
    await page.waitForURL(`${dashboard().url}/dashboard/${accountId}/lookups/${lookupId}`);
  });

  it('shows changes first, and reads too for whoever asks', async () => {
    const { accountId } = await accountWithEntries();
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/audit', keyboardOnly: true });
    await entries(page).getByText('Create API key').waitFor();
    const changes = await entries(page).allInnerTexts();
    expect(changes.filter((text) => /^(Get|List|Read|Search) /.test(text))).toEqual([]);
    expect(changes.some((text) => text.startsWith('Create lookup'))).toBe(true);
    await page.getByText('End of the list.').waitFor();
    await press(page, page.getByRole('checkbox', { name: 'Show reads too' }), 'Space');
    await expect.poll(() => entries(page).count()).toBe(50);
    await entries(page).getByText('Get lookup').first().waitFor();
    expect(new URL(page.url()).searchParams.get('all')).toBe('true');
    await choose(page, page.getByRole('combobox', { name: 'Action' }), 'Get lookup');
    await expect.poll(async () => (await entries(page).allInnerTexts()).every((text) => text.startsWith('Get lookup'))).toBe(true);
  });

  it('is filtered by who did it, and says what it would show when nothing fits', async () => {
    const { accountId } = await accountWithEntries();
    const page = await dashboard().openPage({
      signedInAs: accountId,
      path: '/audit?from=2026-01-01&to=2026-01-02&all=true',
      keyboardOnly: true,
    });
    await expect.poll(() => entries(page).count()).toBe(50);
    await choose(page, page.getByRole('combobox', { name: 'Who' }), 'Operator');
    await page.getByRole('heading', { name: 'No entries match the filters' }).waitFor();
    await tabTo(page, button(page, 'Clear all filters'));
  });

  it('is read by admins and owners only', async () => {
    const { accountId } = await dashboard().service.account();
    const page = await dashboard().openPage({ signedInAs: accountId, role: 'member', path: '/audit' });
    await page.getByText('Only admins and owners of the account can read the audit log.').waitFor();
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    expect(await button(page, 'Export CSV').count()).toBe(0);
  });
});
