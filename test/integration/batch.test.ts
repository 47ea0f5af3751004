import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { billOf } from '../support/http/ledger.js';
import { expectLookupBody, type LookupBody } from '../support/http/lookup-body.js';
import { EVERY_MODULE } from '../support/offline.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

interface Entry {
  status: 'queued' | 'error';
  lookupId?: string;
}

/** Far fewer connections than lookups: whoever held one and waited for another would stand still for ever. */
describe('a batch, end to end', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 10, env: { ...EVERY_MODULE, DATABASE_POOL: '4' } });
  });
  afterAll(() => service.close());

  const submit = async (key: string, items: readonly unknown[]): Promise<Entry[]> =>
    ((await service.call('POST', '/v1/lookup/batch', { key, body: { items } })).body as { results: Entry[] }).results;

  const finished = (accountId: string, count: number) =>
    vi.waitFor(
      async () => {
        const [row] = await service.sql<{ count: number }[]>`
        SELECT count(*)::int FROM lookups WHERE account_id = ${accountId} AND state = 'finished'`;
        expect(row?.count).toBe(count);
      },
      { timeout: 90_000, interval: 100 },
    );

  it('each item becomes a lookup of its own, with its own answer and the deep band', async () => {
    const { key, accountId } = await service.account();
    const items = [{ query: ADA.username }, { query: 'nobody-example' }, { email: ADA.email }, { ip: '192.0.2.17', checks: { ip: true } }];
    const entries = await submit(key, items);
    await finished(accountId, items.length);
    const answers = await Promise.all(
      entries.map(async ({ lookupId }) => (await service.call('GET', `/v1/lookup/${lookupId}`, { key })).body as LookupBody),
    );
    for (const answer of answers) expectLookupBody(answer);
    expect(answers.map(({ query }) => query)).toEqual([ADA.username, 'nobody-example', ADA.email, '192.0.2.17']);
    expect(answers[0]?.matches).toBe(10);
    expect(answers[1]).toMatchObject({ platformsChecked: 10, matches: 0, hits: [] });
    expect(answers[2]?.platformsChecked).toBe(service.sites.catalogue.platforms.filter(({ probes }) => probes.email).length);
    expect(answers[3]).toMatchObject({ platformsChecked: 0, results: [] });
  });

  it('fifty items with twenty lookups left: exactly the first twenty are carried out', async () => {
    const { key, accountId } = await service.account('growth', { quota: 20 });
    const items = Array.from({ length: 50 }, (_, index) => ({ query: `person-${index}`, checks: { footprint: index % 2 === 0 } }));
    const entries = await submit(key, items);
    expect(entries.map(({ status }) => status)).toEqual([...Array<string>(20).fill('queued'), ...Array<string>(30).fill('error')]);
    await finished(accountId, 20);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 20, ledger: 20, used: 20 });
    const rows = await service.sql<{ query: string }[]>`SELECT query FROM lookups WHERE account_id = ${accountId}`;
    expect(rows.map(({ query }) => query).sort()).toEqual(
      items
        .slice(0, 20)
        .map(({ query }) => query)
        .sort(),
    );
  });

  it('four batches at once at the edge of the quota never pass it', async () => {
    const { key, accountId } = await service.account('growth', { quota: 70 });
    const items = Array.from({ length: 50 }, (_, index) => ({ query: `edge-${index}`, checks: { footprint: false } }));
    const answers = await Promise.all(Array.from({ length: 4 }, () => submit(key, items)));
    expect(answers.flat().filter(({ status }) => status === 'queued')).toHaveLength(70);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 70, ledger: 70, used: 70 });
    await finished(accountId, 70);
  });
});
