import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCommonHeaders } from './answers.js';
import { billOf } from './ledger.js';
import { OPERATIONS, type CheckId } from './operations.js';
import { startWorkingService, type WorkingService } from './working-service.js';

/** The 200 of a single-subject check. */
export function answersCheck(id: CheckId, expected: { field: string; sent: string; shown: string }): void {
  const { path, body } = OPERATIONS[id];
  const name = Object.keys(body)[0] as string;

  describe(id, () => {
    let service: WorkingService;
    beforeAll(async () => {
      service = await startWorkingService({ sites: 10 });
    });
    afterAll(() => service.close());

    it('answers its three fields, the query as it was sent, and is billed as one lookup', async () => {
      const { key, accountId } = await service.account();
      const response = await service.call('POST', path, { key, body: { [name]: expected.sent } });
      expect(response.status).toBe(200);
      expectCommonHeaders(response);
      const answer = response.body as Record<string, unknown>;
      expect(Object.keys(answer).sort()).toEqual([expected.field, 'lookupId', 'query'].sort());
      expect(answer['query']).toBe(expected.shown);
      expect(answer['lookupId']).toMatch(/^lkp_[0-9a-z]{26}$/);
      expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
    });

    it('asks no platform', async () => {
      const { key } = await service.account();
      service.sites.simulator.resetRequests();
      expect((await service.call('POST', path, { key, body })).status).toBe(200);
      expect(service.sites.simulator.requests().total).toBe(0);
    });

    it('passes over unknown fields and parameters', async () => {
      const { key } = await service.account();
      const response = await service.call('POST', `${path}?wait=yes`, { key, body: { ...body, platforms: 7, note: '\u0000' } });
      expect(response.status).toBe(200);
    });

    it('costs the price of its module on a credit plan', async () => {
      const price = { checkEmail: 400, checkPhone: 800, checkIp: 200 }[id];
      const { key, accountId } = await service.account('credit', { balance: 1_000 });
      expect((await service.call('POST', path, { key, body })).status).toBe(200);
      expect(await billOf(service, accountId)).toEqual({ lookups: 1, ledger: 1, used: price, balance: 1_000 - price });
    });
  });
}
