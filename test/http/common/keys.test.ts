import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { OPERATION_IDS, operationNamed } from '../../support/http/operations.js';
import { startSecondApi, type SecondApi } from '../../support/second-api.js';
import type { Service } from '../../support/service.js';

describe('keys', () => {
  let service: Service;
  let second: SecondApi;
  beforeAll(async () => {
    service = await startBareApi();
    second = await startSecondApi(service);
  });
  afterAll(async () => {
    await second.close();
    await service.close();
  });

  it('a revoked key is refused at once by every process and every operation', async () => {
    const { key, accountId, apiKeyId } = await service.account();
    for (const api of [service, second]) expect((await api.call('GET', '/v1/platforms', { key })).status).toBe(200);
    expect(await service.record.accounts.revokeKey(accountId, apiKeyId)).toBe(true);
    for (const api of [service, second]) {
      for (const id of OPERATION_IDS) {
        const { method, path, body } = operationNamed(id);
        expectRefusal(await api.call(method, path, { key, body }), 'unauthorized');
      }
    }
  });

  it('other keys of the account go on', async () => {
    const { accountId, apiKeyId } = await service.account();
    const { key } = await service.keyOf(accountId);
    await service.record.accounts.revokeKey(accountId, apiKeyId);
    expect((await service.call('GET', '/v1/platforms', { key })).status).toBe(200);
  });

  it('the scheme is read in any case, with any run of spaces (RFC 9110, 11.1)', async () => {
    const { key } = await service.account();
    for (const scheme of ['bearer ', 'BEARER ', 'Bearer   ']) {
      expect((await service.call('GET', '/v1/platforms', { headers: { authorization: `${scheme}${key}` } })).status).toBe(200);
    }
  });

  it('keys are stored as digests only', async () => {
    const { key } = await service.account();
    const rows = await service.sql<{ row: string }[]>`SELECT row_to_json(k)::text AS row FROM api_keys k`;
    expect(rows.some(({ row }) => row.includes(key) || row.includes(key.slice(4, 20)))).toBe(false);
  });
});
