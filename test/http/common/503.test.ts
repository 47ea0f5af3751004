import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectRefusal } from '../../support/http/answers.js';
import { billOf, expectUnbilled } from '../../support/http/ledger.js';
import { OPERATION_IDS, operationNamed, type OperationId } from '../../support/http/operations.js';
import { startGatedService } from '../../support/gated-service.js';

describe('without its database', () => {
  let service: Awaited<ReturnType<typeof startGatedService>>;
  beforeAll(async () => {
    service = await startGatedService();
  });
  afterAll(() => service.close());

  const request = (id: OperationId, key: string) => {
    const { method, path, body } = operationNamed(id);
    return service.call(method, path, { key, body });
  };

  // The name of a stopped container is gone as well.
  it.each(['ECONNREFUSED', 'EAI_AGAIN', 'ENOTFOUND'] as const)(
    'every operation answers 503 with Retry-After and every header (%s), bills nothing, and serves again when it is back',
    async (fault) => {
      const { key, accountId } = await service.account();
      if (fault !== 'ECONNREFUSED') service.name.vanish(fault);
      await service.gate.refuse();
      for (const id of OPERATION_IDS) {
        const response = await request(id, key);
        expectRefusal(response, 'unavailable');
        expect(response.headers.get('retry-after'), id).toMatch(/^[1-9]\d*$/);
      }
      expectRefusal(await service.call('GET', '/v1/nowhere'), 'unavailable');
      await expectUnbilled({ sql: service.direct }, accountId);
      await service.gate.accept();
      service.name.appear();
      await vi.waitFor(async () => expect((await request('createLookup', key)).status).toBe(200), { timeout: 90_000, interval: 100 });
      expect(await billOf({ sql: service.direct }, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
    },
  );

  it('a database that stalls without a word becomes 503, not a hang', async () => {
    const { key } = await service.account();
    service.gate.freeze();
    try {
      const responses = await Promise.all(OPERATION_IDS.map((id) => request(id, key)));
      for (const response of responses) expectRefusal(response, 'unavailable');
    } finally {
      service.gate.resume();
    }
  });

  it('readyz and healthz say so', async () => {
    await service.gate.refuse();
    try {
      await vi.waitFor(async () => {
        const health = await service.call('GET', '/healthz');
        expect([health.status, health.body]).toEqual([503, { status: 'unavailable' }]);
      });
      const ready = await service.call('GET', '/readyz');
      expect({ status: ready.status, body: ready.body }).toMatchObject({
        status: 503,
        body: { dependencies: { postgres: 'unavailable' } },
      });
    } finally {
      await service.gate.accept();
    }
    await vi.waitFor(async () => expect((await service.call('GET', '/readyz')).status).toBe(200), { timeout: 90_000, interval: 100 });
  });
});
