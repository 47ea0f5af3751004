import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { expectUnbilled } from '../../support/http/ledger.js';
import type { Service } from '../../support/service.js';

interface Body {
  total: number;
  platforms: { platform: string; supports: string[]; instant: string[] }[];
}

describe('listPlatforms', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  it('names every platform once, with the query types that reach it, and bills nothing', async () => {
    const { key, accountId } = await service.account();
    const response = await service.call('GET', '/v1/platforms', { key });
    expect(response.status).toBe(200);
    expectCommonHeaders(response);
    const body = response.body as Body;
    expect(Object.keys(body).sort()).toEqual(['platforms', 'total']);
    expect(body.total).toBe(10);
    expect(new Set(body.platforms.map(({ platform }) => platform)).size).toBe(10);
    for (const entry of body.platforms) {
      expect(Object.keys(entry).sort()).toEqual(['instant', 'platform', 'supports']);
      expect(entry.supports.length).toBeGreaterThan(0);
      expect(entry.supports).toEqual(expect.arrayContaining(entry.instant));
    }
    await expectUnbilled(service, accountId);
  });

  it('every slug is accepted in platforms', async () => {
    const { key } = await service.account();
    const { platforms } = (await service.call('GET', '/v1/platforms', { key })).body as Body;
    const slugs = platforms.map(({ platform }) => platform);
    const response = await service.call('POST', '/v1/lookup', { key, body: { query: 'ada-example', platforms: slugs } });
    expect(response.status).toBe(200);
  });

  it('passes over parameters that it does not know', async () => {
    const { key } = await service.account();
    expect((await service.call('GET', '/v1/platforms?page=2&page=3', { key })).status).toBe(200);
  });
});
