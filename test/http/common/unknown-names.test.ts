import { SCOPES } from '../../../src/features/accounts/api-keys.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { expectUnbilled } from '../../support/http/ledger.js';
import { OPERATION_IDS, operationNamed } from '../../support/http/operations.js';
import type { Service } from '../../support/service.js';

describe('what a request names and the service does not know', () => {
  let service: Service;
  let accountId: string;
  let key: string;
  beforeAll(async () => {
    service = await startBareApi();
    ({ accountId } = await service.account());
  });
  afterAll(() => service.close());
  const freshKey = async () => ({ key } = await service.keyOf(accountId, SCOPES));

  it.each([
    ['/v2/lookup', { identities: { usernames: ['ada-example'], handles: ['ada'] } }, 'invalid_parameter', 'identities.handles'],
    ['/v2/batches', { items: [{ identities: { usernames: ['ada-example'] }, mode: 'wait' }] }, 'invalid_batch', 'mode'],
    ['/v2/batches', { items: [{ identities: { usernames: ['ada'], handles: [] } }] }, 'invalid_batch', 'identities.handles'],
  ] as const)('%s refuses a field deep in its body by its path', async (path, body, code, name) => {
    await freshKey();
    const response = await service.call('POST', path, { key, body });
    expectRefusal(response, code);
    expect(response.text).toContain(name);
    await expectUnbilled(service, accountId);
  });

  it.each(OPERATION_IDS.map(operationNamed).filter(({ path }) => path.startsWith('/v1/')))(
    '$method $path of v1 passes over what it does not know',
    async ({ method, path, body }) => {
      const odd = `${path}${path.includes('?') ? '&' : '?'}colour=blue`;
      // Without allowance: a stream that is accepted would not end without a worker.
      const call = async (target: string, sent: unknown) =>
        service.call(method, target, { key: (await service.account('growth', { quota: 0 })).key, body: sent });
      const [plain, added] = [await call(path, body), await call(odd, body && { ...body, colour: 'blue' })];
      expect(added.status).toBe(plain.status);
      expect(added.status).not.toBe(422);
    },
  );
});
