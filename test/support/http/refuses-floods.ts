import { beforeAll, describe, expect, it } from 'vitest';
import { PLAN, PLANS, READS_PER_MINUTE, type PlanName } from '../../../src/features/accounts/plans.js';
import type { Service } from '../service.js';
import { expectRefusal } from './answers.js';
import { expectUnbilled } from './ledger.js';
import { accountFor, type RouteCase } from './route-cases.js';
import { fillWindow } from './rate-windows.js';

/** The 429 of one operation. @param use the running API */
export function refusesFloods(route: RouteCase, use: () => Service): void {
  const { id, method, path, body, rateClass } = route;
  // No stream that would be served: without a worker it never ends.
  const malformed = `${path}${path.includes('?') ? '&' : '?'}wait=yes&limit=many&instant=yes`;
  const wrongBody = body === undefined ? {} : { body: [] };
  const limitOf = (plan: PlanName) => {
    const { requestsPerMinute } = PLAN[plan];
    return { reads: READS_PER_MINUTE, readsV2: 10 * requestsPerMinute }[rateClass as string] ?? requestsPerMinute;
  };

  describe(`${id} beyond the rate`, () => {
    let service: Service;
    beforeAll(() => {
      service = use();
    });

    it.each(PLANS.filter((plan) => PLAN[plan].unit === 'lookups'))(
      'on the plan %s it is answered 429 with Retry-After and bills nothing',
      async (plan) => {
        const { key, accountId, apiKeyId } = await accountFor(service, route, plan);
        await fillWindow(service, apiKeyId, rateClass, limitOf(plan));
        const response = await service.call(method, path, { key, body });
        expectRefusal(response, 'rate_limit_exceeded');
        expect(response.headers.get('x-ratelimit-limit')).toBe(String(limitOf(plan)));
        expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
        const seconds = Number(response.headers.get('retry-after'));
        expect(seconds).toBeGreaterThanOrEqual(1);
        expect(seconds).toBeLessThanOrEqual(60);
        await expectUnbilled(service, accountId);
      },
    );

    it('counts a malformed request against the rate', async () => {
      const { key, accountId } = await accountFor(service, route, 'growth');
      const response = await service.call(method, malformed, { key, ...wrongBody });
      expect(response.headers.get('x-ratelimit-remaining')).toBe(String(limitOf('growth') - 1));
      await expectUnbilled(service, accountId);
    });

    it('does not count against another key of the same account', async () => {
      const first = await accountFor(service, route, 'growth');
      await fillWindow(service, first.apiKeyId, rateClass, limitOf('growth'));
      const second = await service.keyOf(first.accountId, ['lookups', ...route.scopes]);
      const response = await service.call(method, malformed, { key: second.key, ...wrongBody });
      expect(response.status).not.toBe(429);
      expect(response.headers.get('x-ratelimit-remaining')).toBe(String(limitOf('growth') - 1));
    });

    it('does not touch the other counters', async () => {
      const { key, apiKeyId } = await accountFor(service, route, 'growth');
      await fillWindow(service, apiKeyId, rateClass, limitOf('growth'));
      const others = { reads: '/v1/lookup', readsV2: '/v2/lookup', requests: '/v1/platforms' };
      for (const [, other] of Object.entries(others).filter(([each]) => each !== rateClass)) {
        expect((await service.call('GET', other, { key })).status).toBe(200);
      }
    });
  });
}
