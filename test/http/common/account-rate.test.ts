/** All keys of an account together have a limit of their own. docs/contract.md, 9.2. */
import { describe, expect, it } from 'vitest';
import { ACCOUNT_RATE_FACTOR, PLAN, READS_PER_MINUTE } from '../../../src/features/accounts/plans.js';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { memberOf } from '../../support/http/browser.js';
import { expectUnbilled } from '../../support/http/ledger.js';
import { fillWindow } from '../../support/http/rate-windows.js';

const MOST = ACCOUNT_RATE_FACTOR * PLAN.growth.requestsPerMinute;

describe('requests of all keys of an account', () => {
  const service = sharedBareApi();

  it('are refused beyond five times the limit of one, by a key that has made none, unbilled; other accounts and reads are not', async () => {
    const { accountId, key } = await service().account('growth');
    await fillWindow(service(), accountId, 'requests', MOST);
    const response = await service().call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } });
    expectRefusal(response, 'rate_limit_exceeded');
    expect(response.headers.get('x-ratelimit-limit')).toBe(String(MOST));
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    await expectUnbilled(service(), accountId);
    const reads = await service().call('GET', '/v1/lookup', { key });
    expect([reads.status, reads.headers.get('x-ratelimit-remaining')]).toEqual([200, String(READS_PER_MINUTE - 1)]);
    expect((await service().call('GET', '/v1/platforms', { key: (await service().account('growth')).key })).status).toBe(200);
  });

  it('show the tighter window: the one with less left', async () => {
    const { accountId, key } = await service().account('growth');
    await fillWindow(service(), accountId, 'requests', MOST - 3);
    const { headers } = await service().call('GET', '/v1/platforms', { key });
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([String(MOST), '2']);
  });

  it('do not count what people do in the dashboard, and people are not refused for them', async () => {
    const { accountId } = await service().account('growth');
    await fillWindow(service(), accountId, 'requests', MOST);
    const member = await memberOf(service(), accountId, 'member');
    const { status, headers } = await member.browser.call('GET', `/dashboard/api/accounts/${accountId}/account`);
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, String(PLAN.growth.requestsPerMinute)]);
  });
});
