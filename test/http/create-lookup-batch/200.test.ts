import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { billOf } from '../../support/http/ledger.js';
import type { Service } from '../../support/service.js';

interface Entry {
  index: number;
  status: 'queued' | 'error';
  lookupId?: string;
  error?: { code: string; message: string };
}

describe('createLookupBatch', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  async function submit(account: { key: string }, items: readonly unknown[]): Promise<Entry[]> {
    const response = await service.call('POST', '/v1/lookup/batch', { key: account.key, body: { items } });
    expect(response.status).toBe(200);
    expectCommonHeaders(response);
    const { results } = response.body as { results: Entry[] };
    expect(results.map(({ index }) => index)).toEqual(items.map((_, index) => index));
    return results;
  }
  const same = (count: number) => Array.from({ length: count }, () => ({ query: 'ada-example' }));

  it.each([1, 50])('%i items: each is queued, stored and billed on its own', async (count) => {
    const account = await service.account();
    const results = await submit(account, same(count));
    expect(results.map((entry) => Object.keys(entry).sort())).toEqual(results.map(() => ['index', 'lookupId', 'status']));
    expect(new Set(results.map(({ lookupId }) => lookupId)).size).toBe(count);
    expect(await billOf(service, account.accountId)).toMatchObject({ lookups: count, ledger: count, used: count });
  });

  it('fields that v1 does not know are ignored, and a header names each with its item, ten at most', async () => {
    const account = await service.account();
    const items = [{ query: 'ada-example' }, { query: 'ada-example', mail: 'ada@example.com', checks: { breach: false } }];
    const body = { items: [...items, ...same(12).map((item) => ({ ...item, ref: 'one' }))], mode: 'deep' };
    const response = await service.call('POST', '/v1/lookup/batch', { key: account.key, body });
    const named = ['items.1.mail', 'items.1.checks.breach', ...Array.from({ length: 8 }, (_, index) => `items.${index + 2}.ref`)];
    expect([response.status, response.headers.get('footprint-ignored')]).toEqual([200, named.join(', ')]);
  });

  it('every kind of item is taken, in order', async () => {
    const account = await service.account();
    const results = await submit(account, [
      { query: 'ada-example' },
      { email: 'ada@example.com' },
      { phone: '+12025550123' },
      { ip: '192.0.2.17', checks: { ip: true } },
      { ip: '192.0.2.18' },
    ]);
    const rows = await service.sql<{ id: string; query: string; mode: string; band: string; checks: { ip?: boolean } }[]>`
      SELECT id, query, mode, band, checks FROM lookups WHERE account_id = ${account.accountId}`;
    const queries = results.map(({ lookupId }) => rows.find(({ id }) => id === lookupId));
    expect(queries.map((row) => row?.query)).toEqual(['ada-example', 'ada@example.com', '+12025550123', '192.0.2.17', '192.0.2.18']);
    expect(queries.map((row) => row?.checks.ip ?? false)).toEqual([false, false, false, true, true]);
    expect(queries.map((row) => `${row?.mode} ${row?.band}`)).toEqual(queries.map(() => 'batch deep'));
  });

  it('fifty items with twenty lookups left: twenty are queued, thirty carry insufficient_credits, in order', async () => {
    const account = await service.account('growth', { quota: 20 });
    const results = await submit(account, same(50));
    expect(results.map(({ status }) => status)).toEqual([...Array<string>(20).fill('queued'), ...Array<string>(30).fill('error')]);
    for (const entry of results.slice(20)) {
      expect(Object.keys(entry).sort()).toEqual(['error', 'index', 'status']);
      expect(entry.error).toEqual({ code: 'insufficient_credits', message: expect.stringMatching(/\S/) as string });
    }
    expect(await billOf(service, account.accountId)).toMatchObject({ lookups: 20, ledger: 20, used: 20 });
  });

  it('a balance is spent item by item: a cheap item still fits where a dear one does not', async () => {
    const account = await service.account('credit', { balance: 3_300 });
    const address = { ip: '192.0.2.17' };
    const results = await submit(account, [{ query: 'ada-example' }, { query: 'ada-example' }, address, address]);
    expect(results.map(({ status }) => status)).toEqual(['queued', 'error', 'queued', 'error']);
    expect(await billOf(service, account.accountId)).toEqual({ lookups: 2, ledger: 2, used: 3_200, balance: 100 });
  });

  it('is one request of the rate', async () => {
    const account = await service.account('growth');
    const response = await service.call('POST', '/v1/lookup/batch', { key: account.key, body: { items: same(50) } });
    expect(response.headers.get('x-ratelimit-remaining')).toBe('119');
  });
});
