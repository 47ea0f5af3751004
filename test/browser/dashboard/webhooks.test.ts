import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTemporal } from '../../../src/kernel/temporal/connection.js';
import { TemporalWebhookWorkflows } from '../../../src/temporal/starters/webhook-workflows.js';
import { addEndpointTo, happensOnce } from '../../support/webhooks/endpoints.js';
import { type Dashboard, startDashboard } from '../../support/dashboard.js';
import { choose, press, type } from '../../support/dashboard/keyboard.js';
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

  const withTemporal = async (use: (webhookWorkflows: TemporalWebhookWorkflows) => Promise<void>) => {
    const { config, queues } = dashboard.service;
    const { TEMPORAL_ADDRESS: address = '', TEMPORAL_NAMESPACE: namespace = 'default' } = config;
    const temporal = openTemporal({ address, namespace });
    try {
      await use(new TemporalWebhookWorkflows({ temporal, queues }));
    } finally {
      await temporal.close();
    }
  };
  /** The engine looks at the endpoint as it would days later. */
  const afterDaysOfFailure = async (id: string) => {
    await dashboard.service.sql`
      UPDATE webhook_endpoints SET failing_since = failing_since - interval '73 hours', next_check_at = now() WHERE id = ${id}`;
    await withTemporal((webhookWorkflows) => webhookWorkflows.recheckEndpoint(id));
  };

  it('an endpoint is added, fails, is disabled, is enabled and recovers what the dry run counted, by keyboard alone', async () => {
    const { service } = dashboard;
    const { accountId } = await service.account();
    const page = await dashboard.openPage({ signedInAs: accountId, path: '/webhooks', keyboardOnly: true });
    await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
    await press(page, button(page, 'Add an endpoint'));
    await type(page, page.getByRole('textbox', { name: 'URL' }), receiver.url);
    const payload = page.getByRole('combobox', { name: 'Content of lookup.completed' });
    expect(await payload.inputValue()).toBe('full');
    await choose(page, payload, 'Counts');
    await press(page, button(page, 'Add'));
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    expect(await secret.locator('.secret code').innerText()).toMatch(/^whsec_\w{44}$/);
    await press(page, button(page, 'I have copied it'));
    await hasFocus(page, 'Add an endpoint');

    receiver.behave(answer(500, {}, 'no, thank you'));
    const missed = await happensOnce(service.record, accountId);
    await press(page, page.getByRole('link', { name: receiver.url }));
    await page.waitForURL(/whk_\w+$/);
    const id = page.url().split('/').at(-1) ?? '';
    expect((await service.record.endpoints.find(accountId, id))?.payload).toBe('summary');
    await withTemporal((webhookWorkflows) => webhookWorkflows.startDelivery(missed));
    await expect.poll(async () => (await service.record.endpoints.find(accountId, id))?.failingSince, { timeout: 90_000 }).not.toBeNull();
    await page.reload();
    await page.getByText('Failing', { exact: true }).first().waitFor();

    await afterDaysOfFailure(id);
    await expect.poll(async () => (await service.record.endpoints.find(accountId, id))?.state, { timeout: 90_000 }).toBe('disabled');
    await page.reload();
    await page.getByText('Disabled because it kept failing.').waitFor();
    receiver.behave(answer(200));
    const before = receiver.received.length;
    await press(page, button(page, 'Enable it again'));
    await page.getByText('1 delivery failed, 0 events missed.').waitFor();
    expect(receiver.received.length).toBe(before);
    await press(page, button(page, 'Send 1 event'));
    await press(page, page.getByRole('dialog', { name: 'Recovery began' }).locator('footer').getByRole('button', { name: 'Close' }));
    await expect.poll(() => receiver.received.slice(before).map(({ eventId }) => eventId), { timeout: 90_000 }).toEqual([missed.eventId]);
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    await page.getByRole('img', { name: /^Deliveries over time: \d+ delivered/ }).waitFor();
  });

  it('a delivery that failed shows what was answered, as text, and is sent again under the same id', async () => {
    const { accountId } = await dashboard.service.account();
    const { id } = await addEndpointTo(dashboard.service.record, accountId, { url: receiver.url });
    const page = await dashboard.openPage({ signedInAs: accountId, path: `/webhooks/${id}`, keyboardOnly: true });
    receiver.behave(answer(500, {}, '<img src=x onerror=plantedScriptRan()>'));
    const before = receiver.received.length;
    await press(page, button(page, 'Send a test event'));
    await press(page, page.getByRole('link', { name: 'endpoint.test' }));
    await page.getByText('All attempts failed').waitFor();
    await page.getByRole('group', { name: 'Body of the response to attempt 1' }).getByText('<img src=x').waitFor();
    receiver.behave(answer(200));
    await press(page, button(page, 'Resend'));
    await page.getByText('Delivered', { exact: true }).waitFor();
    await dashboard.goto(page, `/webhooks/${id}`, accountId);
    await press(page, page.getByText('2 attempts, last: 200'));
    const lines = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: 'ms' });
    await lines.filter({ hasText: 'Acknowledged.' }).last().waitFor();
    await lines
      .filter({ hasText: /500 ·.*The receiver did not answer with a 2xx status/s })
      .last()
      .waitFor();
    const events = receiver.received.slice(before).map(({ eventId }) => eventId);
    expect([events.length, new Set(events).size]).toEqual([2, 1]);
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
    await page.getByText('Only admins and owners of the account can change it.').waitFor();
    for (const name of ['Edit', 'Delete', 'Rotate secret', 'Send a test event']) expect(await button(page, name).count()).toBe(0);
  });

  it('an endpoint that filters by a purpose which the account no longer has is edited like another, until it is removed', async () => {
    const { service } = dashboard;
    const { accountId } = await service.account();
    const list = (...purposes: string[]) => service.record.purposes.replace(accountId, { purposes, required: false });
    await list('review', 'fraud');
    const { id } = await addEndpointTo(service.record, accountId, { url: receiver.url, filter: { purpose: ['review'] } });
    await list('fraud');
    const page = await dashboard.openPage({ signedInAs: accountId, path: `/webhooks/${id}`, keyboardOnly: true });
    const dialog = page.getByRole('dialog', { name: 'Edit the endpoint' });
    const save = async () => {
      await press(page, button(page, 'Save'));
      await dialog.waitFor({ state: 'detached' });
    };
    await press(page, button(page, 'Edit'));
    await type(page, page.getByRole('textbox', { name: 'Description' }), 'orders');
    await press(page, page.getByRole('checkbox', { name: 'fraud' }), 'Space');
    await save();
    await page.getByText('for fraud or review').waitFor();
    await press(page, button(page, 'Edit'));
    await press(page, page.getByRole('checkbox', { name: 'review' }), 'Space');
    await save();
    await page.getByText('for fraud', { exact: true }).waitFor();
    expect(await service.record.endpoints.find(accountId, id)).toMatchObject({ description: 'orders', filter: { purpose: ['fraud'] } });
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
