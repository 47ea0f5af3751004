import { beforeAll, describe, expect, it } from 'vitest';
import { sharedBareApi } from '../../support/http/bare-api.js';

interface Items {
  readonly items: readonly { readonly index: number; readonly status: string; readonly found: unknown }[];
  readonly nextCursor: string | null;
}

describe('GET /v2/batches/{id}/items', () => {
  const service = sharedBareApi();
  let key: string;
  let batchId: string;
  const read = async (query: string, reader = key) => {
    const { status, body } = await service().call('GET', `/v2/batches/${batchId}/items${query}`, { key: reader });
    return { status, body: body as Items };
  };

  beforeAll(async () => {
    ({ key } = await service().account());
    const items = [
      { identities: { emails: ['Ada@Example.com'], usernames: ['ada-example'] }, ref: 'customer-1' },
      { identities: { phones: ['123'] }, ref: 'customer-2' },
      ...['grace', 'alan', 'edsger'].map((name) => ({ identities: { usernames: [`${name}-example`] } })),
    ];
    const raw = items.map((item) => `${JSON.stringify(item)}\n`).join('');
    const headers = { 'content-type': 'application/x-ndjson' };
    const created = await service().call('POST', '/v2/batches?skipInvalid=true', { key, raw, headers });
    expect(created.status, created.text).toBe(202);
    ({ batchId } = created.body as { batchId: string });
  });

  it('shows each item in the order in which they were sent, as it was sent', async () => {
    const { body } = await read('');
    expect(body.items.slice(0, 2)).toEqual([
      {
        index: 0,
        ref: 'customer-1',
        lookupId: null,
        status: 'waiting',
        fault: null,
        identities: [
          { type: 'email', value: 'Ada@Example.com' },
          { type: 'username', value: 'ada-example' },
        ],
        found: null,
      },
      {
        index: 1,
        ref: null,
        lookupId: null,
        status: 'invalid',
        fault: { code: 'invalid_phone', message: expect.any(String) },
        identities: [],
        found: null,
      },
    ]);
    expect(body).toMatchObject({ items: { length: 5 }, nextCursor: null });
  });

  it('comes in pages that hold each item once, also those of one status alone', async () => {
    const indexesOf = async (query: string) => {
      const indexes: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body }: { body: Items } = await read(`?limit=2${query}${cursor && `&cursor=${cursor}`}`);
        indexes.push(...body.items.map(({ index }) => index));
        cursor = body.nextCursor;
      }
      return indexes;
    };
    expect(await indexesOf('')).toEqual([0, 1, 2, 3, 4]);
    expect(await indexesOf('&status=waiting')).toEqual([0, 2, 3, 4]);
    expect(await indexesOf('&status=finished')).toEqual([]);
  });

  it('refuses a cursor of no list with 422, and knows no batch of another account', async () => {
    expect((await read('?cursor=xyz')).status).toBe(422);
    expect((await read('', (await service().account()).key)).status).toBe(404);
  });

  it('shows a key of its own lookups no identity of one that another key has paid for', async () => {
    const { sql, record } = service();
    const own = await service().account();
    await sql`UPDATE api_keys SET own_lookups_only = true WHERE id = ${own.apiKeyId}`;
    const raw = ['ada', 'grace'].map((name) => `${JSON.stringify({ identities: { usernames: [name] } })}\n`).join('');
    const headers = { 'content-type': 'application/x-ndjson' };
    const { batchId: ownBatch } = (await service().call('POST', '/v2/batches', { key: own.key, raw, headers })).body as { batchId: string };
    await record.batchProgress.acceptNext(['default'], 8);
    await sql`UPDATE lookups SET api_key_id = 'key_of_another' WHERE account_id = ${own.accountId} AND query = 'ada'`;
    const { body } = await service().call('GET', `/v2/batches/${ownBatch}/items`, { key: own.key });
    expect(body).toMatchObject({
      items: [
        { status: 'running', identities: [] },
        { status: 'running', identities: [{ value: 'grace' }] },
      ],
    });
  });

  it('shows the counts of a lookup that is finished, and whom one names that is under way', async () => {
    const { record, sql } = service();
    const stored = await record.batchProgress.acceptNext(['default'], 8);
    expect(stored).toBeLessThanOrEqual(4);
    const [first] = (await read('?limit=1')).body.items as unknown as [{ lookupId: string }];
    await record.writer.complete(first.lookupId, { plan: { targets: [], modules: ['footprint'] }, facts: [] });
    // No row of results says so: a list reads the columns, and never what each of a hundred lookups found.
    const row = {
      platforms_checked: 41,
      omitted: 2,
      matches: 3,
      social_matches: 1,
      hits: ['github', 'gravatar'],
      risk_score: 7,
      risk_level: 'low',
    };
    await sql`UPDATE lookups SET ${sql(row)} WHERE id = ${first.lookupId}`;
    const { items } = (await read('')).body;
    expect(items[0]).toMatchObject({
      status: 'finished',
      identities: [{ value: 'Ada@Example.com' }, { value: 'ada-example' }],
      found: {
        platformsChecked: 41,
        omitted: 2,
        matches: 3,
        socialMatches: 1,
        hits: ['github', 'gravatar'],
        risk: { score: 7, level: 'low' },
      },
    });
    expect(items[2]).toMatchObject({ status: 'running', identities: [{ type: 'username', value: 'grace-example' }], found: null });
  });
});
