import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../service.js';
import { expectRefusal } from './answers.js';
import { expectUnbilled } from './ledger.js';
import { accountFor, type RouteCase } from './route-cases.js';

/** The 405 of an operation's address: it names what the address takes and does nothing. @param use the running API */
export function refusesOtherMethods(route: RouteCase, use: () => Service): void {
  const { id, path, body, allow } = route;
  const refused = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !allow.includes(method));

  describe(`${id} by another method`, () => {
    let service: Service;
    beforeAll(() => {
      service = use();
    });

    it.each(refused)('%s is answered 405 with Allow, and bills nothing', async (method) => {
      const { key, accountId } = await accountFor(service, route);
      const response = await service.call(method, path, { key, ...(method === 'GET' ? {} : { body: body ?? {} }) });
      expectRefusal(response, 'method_not_allowed');
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual([...allow].sort());
      await expectUnbilled(service, accountId);
    });
  });
}
