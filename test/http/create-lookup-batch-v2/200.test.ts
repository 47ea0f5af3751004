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

describe('createLookupBatchV2', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  async function submit(account: { key: string }, items: readonly unknown[]): Promise<Entry[]> {
    const response = await service.call('POST', '/v2/lookup/batch', { key: account.key, body: { items } });
    expect(response.status).toBe(200);
    expectCommonHeaders(response);
    const { results } = response.body as { results: Entry[] };
    expect(results.map(({ index }) => index)).toEqual(items.map((_, index) => index));
    return results;
  }

  it('queues, stores and bills each item once, by the identities that it has of a kind', async () => {
    const account = await service.account();
    const results = await submit(account, [
      { identities: { usernames: ['ada-example', 'ada.example'], emails: ['ada@example.com'] } },
      { identities: { ips: ['192.0.2.17'] } },
      { identities: { usernames: ['bob-example'] }, platforms: ['site-0001'], modules: ['footprint'] },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
    expect(await billOf(service, account.accountId)).toMatchObject({ lookups: 3, ledger: 3, used: 4 });
    const rows = await service.sql<
      { id: string; query: string; subjects: object; band: string; mode: string; platforms: string[] | null }[]
    >`
      SELECT id, query, subjects, band, mode, platforms FROM lookups WHERE account_id = ${account.accountId}`;
    const shown = results.map(({ lookupId }) => rows.find(({ id }) => id === lookupId));
    expect(shown).toMatchObject([
      {
        query: 'ada@example.com',
        subjects: { email: 'ada@example.com', username: 'ada-example', 'username#2': 'ada.example' },
        band: 'deep',
        mode: 'batch',
      },
      { query: '192.0.2.17', subjects: { ip: '192.0.2.17' } },
      { query: 'bob-example', platforms: ['site-0001'] },
    ]);
  });

  it('an item that says so is asked of the default band only, as are its neighbours of every platform', async () => {
    const account = await service.account();
    const identities = { usernames: ['ada-example'] };
    const results = await submit(account, [{ identities, deep: false }, { identities, deep: true }, { identities }]);
    const rows = await service.sql<{ id: string; band: string }[]>`SELECT id, band FROM lookups WHERE account_id = ${account.accountId}`;
    expect(results.map(({ lookupId }) => rows.find(({ id }) => id === lookupId)?.band)).toEqual(['default', 'deep', 'deep']);
  });

  it('items without allowance carry insufficient_credits, in order, and the others stand', async () => {
    const account = await service.account('growth', { quota: 2 });
    const results = await submit(
      account,
      Array.from({ length: 4 }, () => ({ identities: { usernames: ['ada-example'] } })),
    );
    expect(results.map(({ status }) => status)).toEqual(['queued', 'queued', 'error', 'error']);
    for (const { error } of results.slice(2))
      expect(error).toEqual({ code: 'insufficient_credits', message: expect.stringMatching(/\S/) as string });
    expect(await billOf(service, account.accountId)).toMatchObject({ lookups: 2, ledger: 2, used: 2 });
  });
});
