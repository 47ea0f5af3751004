import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addEndpointTo, happensOnce } from '../../support/webhooks/endpoints.js';
import { type Dashboard, startDashboard } from '../../support/dashboard.js';
import { press, type } from '../../support/dashboard/keyboard.js';
import { answer, receiverAuthority, startReceiver, type Receiver } from '../../support/webhooks/receiver.js';

describe('webhooks in the dashboard', () => {
  let dashboard: Dashboard;
  let receiver: Receiver;
  let close: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    const { identity, env } = await receiverAuthority();
    receiver = await startReceiver({ identity });
    const started = await startDashboard({ lookups: true, sites: 5, env });
    dashboard = started.dashboard;
    close = async () => {
      await started.close();
      await receiver.close();
    };
  }, 600_000);
  afterEach(() => dashboard.endTest());
  afterAll(() => close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const hasFocus = (page: Page, name: string) =>
    expect.poll(() => button(page, name).evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true);

  it('an endpoint is added, fails, is looked into and answers again, by keyboard alone', async () => {
    const { accountId } = await dashboard.service.account();
    const page = await dashboard.openPage({ signedInAs: accountId, path: '/webhooks', keyboardOnly: true });
    await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
    await press(page, button(page, 'Add an endpoint'));
    await type(page, page.getByRole('textbox', { name: 'URL' }), receiver.url);
    await press(page, button(page, 'Add'));
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    expect(await secret.locator('.secret code').innerText()).toMatch(/^whsec_\w{43}$/);
    await press(page, button(page, 'I have copied it'));
    await hasFocus(page, 'Add an endpoint');

    receiver.behave(answer(500, {}, '<b>no, thank you</b>'));
    await press(page, page.getByRole('link', { name: receiver.url }));
    await press(page, button(page, 'Send a test event'));
    await press(page, page.getByRole('link', { name: 'endpoint.test' }));
    await page.getByText('Every attempt failed').waitFor();
    await page.getByRole('group', { name: 'Body of the response to attempt 1' }).getByText('<b>no, thank you</b>').waitFor();

    receiver.behave(answer(200));
    await press(page, button(page, 'Resend'));
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(receiver.received.map(({ eventId }) => eventId)).toHaveLength(2);
    expect(new Set(receiver.received.map(({ eventId }) => eventId)).size).toBe(1);
  });

  it('an endpoint that was disabled for failing says why, is enabled, and sends what it missed after the count was shown', async () => {
    const { service } = dashboard;
    const { accountId } = await service.account();
    const { id } = await addEndpointTo(service.record, accountId, { url: receiver.url });
    const missed = await happensOnce(service.record, accountId);
    await service.sql`UPDATE webhook_deliveries SET state = 'failed', failure_reason = 'endpoint_disabled' WHERE event_id = ${missed.eventId}`;
    await service.sql`
      UPDATE webhook_endpoints SET state = 'disabled', disabled_reason = 'failing', disabled_at = now(),
        failing_since = now() - interval '4 days', last_failed_at = now() WHERE id = ${id}`;
    const page = await dashboard.openPage({ signedInAs: accountId, path: `/webhooks/${id}`, keyboardOnly: true });
    await page.getByText('Disabled because it kept failing.').waitFor();
    await press(page, button(page, 'Enable it again'));
    await page.getByText('1 delivery failed, 0 events missed.').waitFor();
    await press(page, button(page, 'Send 1 event'));
    await page.getByRole('dialog', { name: 'Recovery began' }).waitFor();
    await press(page, button(page, 'Close').last());
    await expect.poll(() => receiver.received.some(({ eventId }) => eventId === missed.eventId), { timeout: 20_000 }).toBe(true);
  });

  it('a member reads endpoints and deliveries, and is offered no change', async () => {
    const { service } = dashboard;
    const { accountId } = await service.account();
    const { id } = await addEndpointTo(service.record, accountId, {
      url: receiver.url,
      description: '<img src=x onerror=plantedScriptRan()>',
    });
    const page = await dashboard.openPage({ signedInAs: accountId, role: 'member', path: `/webhooks/${id}` });
    await page.getByText('<img src=x onerror=plantedScriptRan()>').waitFor();
    await page.getByText('Owners and admins of the account can change it.').waitFor();
    for (const name of ['Edit', 'Delete', 'Rotate secret', 'Send a test event']) expect(await button(page, name).count()).toBe(0);
  });

  it('deleting an endpoint leads back to the list, which no longer has it', async () => {
    const { service } = dashboard;
    const { accountId } = await service.account();
    const { id } = await addEndpointTo(service.record, accountId, { url: receiver.url });
    const page = await dashboard.openPage({ signedInAs: accountId, path: `/webhooks/${id}`, keyboardOnly: true });
    await press(page, button(page, 'Delete'));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
    await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
  });
});
