import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { expectLookupBody, type LookupBody } from '../../support/http/lookup-body.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';

describe('getLookup', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ env: { WAIT_CEILING_MS: '30000' } });
  });
  afterAll(() => service.close());

  it('shows a finished lookup as wait did, byte for byte, as often as it is read', async () => {
    const { key } = await service.account();
    const waited = await service.call('POST', '/v1/lookup?wait=true', { key, body: { query: ADA.username } });
    const { lookupId } = waited.body as LookupBody;
    for (let read = 0; read < 3; read += 1) {
      const response = await service.call('GET', `/v1/lookup/${lookupId}`, { key });
      expect(response.status).toBe(200);
      expectCommonHeaders(response);
      expectLookupBody(response.body);
      expect(response.text).toBe(waited.text);
    }
  });

  it('says processing until the lookup is finished', async () => {
    const { key } = await service.account();
    service.sites.simulator.setFault('*', 'hang');
    try {
      const { lookupId } = (await service.call('POST', '/v1/lookup', { key, body: { query: ADA.username } })).body as LookupBody;
      const response = await service.call('GET', `/v1/lookup/${lookupId}`, { key });
      expect(response.body).toEqual({ lookupId, status: 'processing' });
    } finally {
      service.sites.simulator.setFault('*', null);
    }
  });

  it('is open to every key of the account', async () => {
    const first = await service.account();
    const second = await service.keyOf(first.accountId);
    const { lookupId } = (await service.call('POST', '/v1/lookup', { key: first.key, body: { query: ADA.username } })).body as LookupBody;
    expect((await service.call('GET', `/v1/lookup/${lookupId}`, { key: second.key })).status).toBe(200);
  });

  it('shows a single check under its id', async () => {
    const { key } = await service.account();
    const { lookupId } = (await service.call('POST', '/v1/ip', { key, body: { ip: '192.0.2.17' } })).body as LookupBody;
    const response = await service.call('GET', `/v1/lookup/${lookupId}`, { key });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ lookupId });
  });
});
