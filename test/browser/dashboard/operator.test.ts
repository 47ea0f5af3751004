import { describe, it } from 'vitest';
import { sharedDashboard } from '../../support/dashboard.js';
import { axeViolations } from '../../support/dashboard/axe.js';
import { press, type } from '../../support/dashboard/keyboard.js';
import { memberOf } from '../../support/http/browser.js';
import { addEndpointTo, happensOnce } from '../../support/webhooks/endpoints.js';
import { expect } from 'vitest';

const OPERATOR = 'operator@example.com';

describe('the pages of operators', () => {
  const dashboard = sharedDashboard({ env: { OPERATORS: OPERATOR } });

  it('are found from the profile by an operator who is a member of no account', async () => {
    const page = await dashboard().openPage({ email: OPERATOR, path: '/dashboard/profile', keyboardOnly: true });
    await press(page, page.getByRole('link', { name: 'Operators' }));
    await page.getByRole('heading', { name: 'Operators', level: 1 }).waitFor();
  });

  it('list accounts with their name, whose they are and what they used, and deliveries with each attempt and why it failed', async () => {
    const { service } = dashboard();
    const { accountId } = await service.account('growth', { quota: 7 });
    await service.record.accounts.rename(accountId, 'Bank of Examples');
    await memberOf(service, accountId, 'owner', 'treasurer@example.net');
    const { id: endpointId } = await addEndpointTo(service.record, accountId);
    const { eventId } = await happensOnce(service.record, accountId);
    await service.sql`UPDATE webhook_deliveries SET attempts = 1 WHERE event_id = ${eventId}`;
    await service.sql`
      INSERT INTO webhook_attempts (event_id, endpoint_id, number, trigger, at, url, failure, duration_ms, response_body)
      VALUES (${eventId}, ${endpointId}, 1, 'event', now(), 'https://example.com/', 'connect', 31, '')`;

    const page = await dashboard().openPage({ email: OPERATOR, path: '/dashboard/operator', keyboardOnly: true });
    const delivery = page.getByRole('row').filter({ hasText: eventId });
    await press(page, delivery.getByText('1, last: connect'));
    await delivery.getByText('No connection to the receiver.').waitFor();
    await delivery.getByText('31 ms').waitFor();
    await type(page, page.getByRole('searchbox', { name: 'Search' }), 'bank of');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Bank of Examples.*treasurer@example\.net.*growth.*0 of 7/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
