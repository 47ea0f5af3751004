import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../service.js';
import { expectRefusal } from './answers.js';
import { startBareApi } from './bare-api.js';
import { expectUnbilled } from './ledger.js';
import { operationNamed, type OperationId } from './operations.js';

/** The 405 of an operation's address: it names what the address takes and does nothing. */
export function refusesOtherMethods(id: OperationId): void {
  const { path, body, allow } = operationNamed(id);
  const refused = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !allow.split(', ').includes(method));

  describe(`${id} by another method`, () => {
    let service: Service;
    beforeAll(async () => {
      service = await startBareApi();
    });
    afterAll(() => service.close());

    it.each(refused)('%s is answered 405 with Allow, and bills nothing', async (method) => {
      const { key, accountId } = await service.account();
      const response = await service.call(method, path, { key, ...(method === 'GET' ? {} : { body: body ?? {} }) });
      expectRefusal(response, 'method_not_allowed');
      expect(response.headers.get('allow')).toBe(allow);
      await expectUnbilled(service, accountId);
    });
  });
}
