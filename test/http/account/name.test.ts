import { describe, expect, it } from 'vitest';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { memberOf } from '../../support/http/browser.js';

const PATH = '/v2/account';

describe('the name of an account', () => {
  const service = sharedBareApi();

  it('is set and removed by whoever may change the account, and shown where the account is', async () => {
    const { accountId } = await service().account('growth');
    const { key } = await service().keyOf(accountId, ['account']);
    const call = (method: string, body?: unknown) => service().call(method, PATH, { key, ...(body === undefined ? {} : { body }) });
    expect((await call('GET')).body).toMatchObject({ accountId, name: null });
    expect((await call('PATCH', { name: '  Bank of Examples ' })).body).toEqual({ accountId, name: 'Bank of Examples' });
    expect((await call('GET')).body).toMatchObject({ name: 'Bank of Examples' });
    const { browser } = await memberOf(service(), accountId, 'admin');
    const me = async () => (await browser.call('GET', '/dashboard/api/me')).body;
    expect(await me()).toMatchObject({ accounts: [{ accountId, name: 'Bank of Examples' }] });
    for (const name of [null, '   ']) expect((await call('PATCH', { name })).body).toEqual({ accountId, name: null });
    expect(await me()).toMatchObject({ accounts: [{ accountId, name: null }] });
    expect((await browser.call('PATCH', `/dashboard/api/accounts/${accountId}/account`, { name: 'Ours' })).body).toMatchObject({
      name: 'Ours',
    });
    const member = await memberOf(service(), accountId, 'member');
    expect((await member.browser.call('PATCH', `/dashboard/api/accounts/${accountId}/account`, { name: 'Mine' })).status).toBe(403);
  });

  it('has at most a hundred visible characters', async () => {
    const { accountId } = await service().account('growth');
    const { key } = await service().keyOf(accountId, ['account']);
    const rename = async (name: unknown) => (await service().call('PATCH', PATH, { key, body: { name } })).status;
    expect(await Promise.all(['x'.repeat(100), 'x'.repeat(101), 'a\u0007b', 7, undefined].map(rename))).toEqual([200, 422, 422, 422, 422]);
  });
});
