import { beforeAll, describe, expect, it } from 'vitest';
import { PLAN, PLANS } from '../../../src/features/accounts/plans.js';
import type { Service } from '../service.js';
import { expectRefusal } from './answers.js';
import { billOf, expectUnbilled } from './ledger.js';
import { operationNamed, type OperationId } from './operations.js';

const detailsOf = (response: { readonly body: unknown }) => (response.body as { error: { details: object } }).error.details;

/** The 402 of a billed operation. @param use the running API */
export function refusesOverdraft(id: OperationId, use: () => Service): void {
  const { method, path, body } = operationNamed(id);

  describe(`${id} without allowance`, () => {
    let service: Service;
    beforeAll(() => {
      service = use();
    });

    it.each(PLANS.filter((plan) => PLAN[plan].unit === 'lookups'))(
      'on %s an exhausted quota answers 402 quota_exceeded and bills nothing',
      async (plan) => {
        const { key, accountId } = await service.account(plan, { quota: 0 });
        const response = await service.call(method, path, { key, body });
        expectRefusal(response, 'quota_exceeded');
        expect(response.headers.get('retry-after')).toBeNull();
        const now = new Date();
        const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
        expect(detailsOf(response)).toEqual({
          unit: 'lookups',
          used: 0,
          limit: 0,
          renewsAt: plan === 'free_trial' ? null : nextMonth,
        });
        await expectUnbilled(service, accountId);
      },
    );

    it('a balance that does not cover the price answers 402 insufficient_credits and keeps the balance', async () => {
      const { key, accountId } = await service.account('credit', { balance: 199 });
      const response = await service.call(method, path, { key, body });
      expectRefusal(response, 'insufficient_credits');
      expect(detailsOf(response)).toEqual({ unit: 'millicents', used: 0, limit: 199, renewsAt: null });
      await expectUnbilled(service, accountId, 199);
    });

    it('colleagues at one company share the trial: what one used, the other has not', async () => {
      const poolKey = `domain:${id.toLowerCase()}.example.com`;
      const first = await service.account('free_trial', { poolKey });
      const second = await service.account('free_trial', { poolKey });
      const items = Array.from({ length: 15 }, () => ({ query: 'ada-example' }));
      expect((await service.call('POST', '/v1/lookup/batch', { key: first.key, body: { items } })).status).toBe(200);
      const response = await service.call(method, path, { key: second.key, body });
      expectRefusal(response, 'quota_exceeded');
      expect(detailsOf(response)).toMatchObject({ used: 15, limit: 15 });
      expect(await billOf(service, second.accountId)).toMatchObject({ lookups: 0, ledger: 0, used: 15 });
    });

    it('the rate is counted all the same: quota and rate are independent', async () => {
      const { key } = await service.account('growth', { quota: 0 });
      const response = await service.call(method, path, { key, body });
      expect(response.headers.get('x-ratelimit-remaining')).toBe('119');
    });
  });
}
