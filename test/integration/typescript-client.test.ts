import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFootprintClient, FootprintError, lookup, unwrap, type FootprintClient } from '../../clients/typescript/index.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { startService, type Service } from '../support/service.js';

const REQUEST = { identities: { usernames: ['ada-example'] } };

describe('the TypeScript client against the running service', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let service: Service;
  let client: FootprintClient;

  beforeAll(async () => {
    sites = await startGeneratedSites(6, { accounts: { people: [{ identities: { username: ['ada-example'] }, share: 0.5 }] } });
    service = await startService({ env: sites.env });
    const { key } = await service.account('growth');
    client = createFootprintClient({ baseUrl: service.url, apiKey: key });
  });
  afterAll(async () => {
    await service.close();
    await sites.close();
  });

  it('lists platforms', async () => {
    const { data, error } = await client.GET('/v1/platforms');
    expect(error).toBeUndefined();
    expect(data?.platforms.map(({ platform }) => platform).sort()).toEqual([...sites.slugs].sort());
  });

  it('looks an identity up, holds until it is full, and reads it again', async () => {
    const result = await lookup(client, { ...REQUEST, deep: true });
    expect(result.platformsChecked).toBe(6);
    expect(result.hits.every((slug) => sites.simulator.accounts.exists(slug, 'username', 'ada-example'))).toBe(true);
    const { data } = await client.GET('/v2/lookup/{id}', { params: { path: { id: result.lookupId } } });
    expect(data).toEqual(result);
  });

  it('repeats a request under its idempotency key without a second bill', async () => {
    const ids = [];
    for (const _ of [1, 2]) ids.push((await lookup(client, REQUEST, { idempotencyKey: 'signup-4711' })).lookupId);
    expect(new Set(ids).size).toBe(1);
    const [bill] = await service.sql<{ rows: number }[]>`SELECT count(*)::int AS rows FROM usage_ledger WHERE lookup_id = ${ids[0] ?? ''}`;
    expect(bill?.rows).toBe(1);
  });

  it('goes on reading when the wait ended before the lookup did', async () => {
    const answers: unknown[] = [];
    const { key } = await service.account('growth');
    const timeLimited = createFootprintClient({
      baseUrl: service.url,
      apiKey: key,
      // Of mode `async` the service answers at once, as it does at the wait's ceiling.
      async fetch(request) {
        const body = request.method === 'POST' ? (await request.text()).replace('"wait"', '"async"') : null;
        const response = await fetch(new Request(request, { body }));
        answers.push(await response.clone().json());
        return response;
      },
    });
    const result = await lookup(timeLimited, REQUEST, { pollEveryMs: 200 });
    expect(answers[0]).toMatchObject({ lookupId: result.lookupId, status: 'processing' });
    expect(result.status).toBe('finished');
  });

  it('hands a refusal over as data, and as an exception to those who want one', async () => {
    const answer = await client.POST('/v1/lookup', { body: { query: 'ada-example', platforms: ['no-such-platform'] } });
    expect(answer.error?.error.code).toBe('unknown_platform');
    expect(() => unwrap(answer)).toThrow(FootprintError);
    const unauthenticated = createFootprintClient({ baseUrl: service.url, apiKey: 'svc_nobody' });
    await expect(lookup(unauthenticated, REQUEST)).rejects.toMatchObject({
      name: 'FootprintError',
      code: 'unauthorized',
      status: 401,
    });
  });

  it('stops waiting when its signal says so', async () => {
    const leaving = new AbortController();
    leaving.abort(new Error('the user left'));
    await expect(lookup(client, REQUEST, { signal: leaving.signal })).rejects.toThrow('the user left');
  });
});
