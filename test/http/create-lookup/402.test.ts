import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBareApi } from '../../support/http/bare-api.js';
import { addIdleWorker } from '../../support/http/idle-worker.js';
import { billOf } from '../../support/http/ledger.js';
import type { Service } from '../../support/service.js';

describe('createLookup at the edge of the allowance', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
    await addIdleWorker(service);
  });
  afterAll(() => service.close());

  const lookUp = (key: string, path = '/v1/lookup') => service.call('POST', path, { key, body: { query: 'ada-example' } });

  // That it holds for 200 callers of several processes, and for colleagues, is shown where it is decided: contract/acceptance-store.
  it('of twenty requests at once with one lookup left, exactly one is accepted', async () => {
    const { key, accountId } = await service.account('higher_volume', { quota: 1 });
    const responses = await Promise.all(Array.from({ length: 20 }, () => lookUp(key)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 402)]);
    expect(await billOf(service, accountId)).toEqual({ lookups: 1, ledger: 1, used: 1, balance: 0 });
  });

  it('a balance pays for what it covers and never goes below nothing', async () => {
    // Footprint, breaches and web mentions: 3,000 millicents a lookup.
    const { key, accountId } = await service.account('credit', { balance: 10_000 });
    const responses = await Promise.all(Array.from({ length: 20 }, () => lookUp(key)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(17);
    expect(await billOf(service, accountId)).toEqual({ lookups: 3, ledger: 3, used: 9_000, balance: 1_000 });
  });

  it.each(['', '?wait=true', '?instant=true', '?deep=true'])('answers 402 alike on /v1/lookup%s', async (query) => {
    const { key } = await service.account('growth', { quota: 0 });
    expect((await lookUp(key, `/v1/lookup${query}`)).status).toBe(402);
  });
});
