import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billOf } from '../../support/http/ledger.js';
import { EVERY_MODULE } from '../../support/offline.js';
import { type Service, startService } from '../../support/service.js';

/** On a credit plan each module has its price: one that has no source is not run, so it costs nothing. */
describe('the price of modules', () => {
  let all: Service;
  let without: Service;
  beforeAll(async () => {
    [all, without] = await Promise.all([startService({ worker: false, env: EVERY_MODULE }), startService({ worker: false })]);
    await without.record.breachIndex.holdings();
  });
  afterAll(() => Promise.all([all.close(), without.close()]));

  async function price(service: Service, path: string, body: object): Promise<number> {
    const { key, accountId } = await service.account('credit', { balance: 100_000 });
    expect((await service.call('POST', path, { key, body })).status).toBe(200);
    return (await billOf(service, accountId)).used;
  }

  it.each([
    ['/v1/lookup', { query: 'ada-example' }, 3_000, 2_000],
    ['/v1/lookup', { query: 'ada-example', checks: { breaches: true, webMentions: true } }, 3_000, 2_000],
    ['/v1/lookup', { query: 'ada-example', checks: { footprint: false } }, 1_000, 0],
    ['/v1/lookup', { email: 'ada@example.com', checks: { footprint: false, email: true, breaches: false, webMentions: false } }, 400, 400],
    ['/v1/lookup/batch', { items: [{ query: 'ada-example' }, { query: 'ada-example' }] }, 6_000, 4_000],
    ['/v1/ip', { ip: '192.0.2.17' }, 200, 200],
  ])('%s %j costs %i with every source, %i without breach and mention sources', async (path, body, dear, cheap) => {
    expect(await price(all, path, body)).toBe(dear);
    expect(await price(without, path, body)).toBe(cheap);
  });
});
