import { describe, expect, it } from 'vitest';
import { resumeAccount, suspendAccount } from '../../../src/features/accounts/use-cases/change-account.js';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { expectUnbilled } from '../../support/http/ledger.js';
import { accountFor, END_TO_END } from '../../support/http/route-cases.js';

const service = sharedBareApi();

describe('a key of a suspended account', () => {
  it.each(END_TO_END.map((route) => [route.id, route] as const))(
    '%s is refused with account_suspended, does nothing, and is counted against the rate',
    async (_, route) => {
      const { accountId, key } = await accountFor(service(), route);
      await suspendAccount(service().record, accountId);
      const { method, path, body } = route;
      const response = await service().call(method, path, { key, ...(body ? { body } : {}) });
      expectRefusal(response, 'account_suspended');
      await expectUnbilled(service(), accountId);
    },
  );

  it('loses nothing: resumed, it reads what it had, its key works, and GET /v2/account says that it is not suspended', async () => {
    const { accountId, key } = await service().account();
    const reader = await service().keyOf(accountId, ['account']);
    const { lookupId } = (await service().call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } })).body as { lookupId: string };
    const { suspendedAt } = await suspendAccount(service().record, accountId);
    expect(suspendedAt).toBeInstanceOf(Date);
    expectRefusal(await service().call('GET', `/v2/lookup/${lookupId}`, { key }), 'account_suspended');
    expect(await service().record.accountReports.find(accountId, new Date())).toMatchObject({ suspendedAt });
    await resumeAccount(service().record, accountId);
    expect((await service().call('GET', `/v2/lookup/${lookupId}`, { key })).status).toBe(200);
    expect((await service().call('GET', '/v2/account', { key: reader.key })).body).toMatchObject({ suspendedAt: null, used: 1 });
  });

  it('a repeated request under its Idempotency-Key is refused as well, and answered from the first one afterwards', async () => {
    const { accountId, key } = await service().account();
    const post = () => service().call('POST', '/v1/lookup', { key, body: { query: 'ada-example' }, headers: { 'idempotency-key': 'one' } });
    const first = await post();
    await suspendAccount(service().record, accountId);
    expectRefusal(await post(), 'account_suspended');
    await resumeAccount(service().record, accountId);
    expect((await post()).body).toEqual(first.body);
  });
});
