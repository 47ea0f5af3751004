/** Short work of an account does not wait behind its deep work: docs/load.md, "Short work beside deep". Order decides, not time. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { startService, type Service } from '../support/service.js';

const SITES = 100;
const DEEP = 50;

let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
let service: Service;
beforeAll(async () => {
  sites = await startGeneratedSites(SITES, { latency: { medianMs: 150, sigma: 0.5, capMs: 1_000 } });
  service = await startService({ env: sites.env });
});
afterAll(async () => {
  await service?.close();
  await sites?.close();
});

it('a batch of two default-band lookups, sent while fifty deep ones of the account are under way, is finished before most of them', async () => {
  const { key, accountId } = await service.account('higher_volume');
  const send = async (items: readonly object[]): Promise<string[]> => {
    const { body } = await service.call('POST', '/v2/lookup/batch', { key, body: { items } });
    return (body as { results: { lookupId: string }[] }).results.map(({ lookupId }) => lookupId);
  };
  const countOf = async (condition: 'running' | 'finished', ids: readonly string[]): Promise<number> => {
    const [row] = await service.sql<{ count: number }[]>`
      SELECT count(*)::int FROM lookups WHERE account_id = ${accountId} AND state = ${condition} AND id = ANY(${ids as string[]})`;
    return row?.count ?? 0;
  };
  const deep = await send(Array.from({ length: DEEP }, (_, n) => ({ identities: { usernames: [`deep-example-${n}`] } })));
  await vi.waitFor(async () => expect(await countOf('running', deep)).toBeGreaterThan(1), { timeout: 30_000, interval: 50 });
  const short = await send(['first-example', 'second-example'].map((name) => ({ identities: { usernames: [name] }, deep: false })));
  await vi.waitFor(async () => expect(await countOf('finished', short)).toBe(2), { timeout: 120_000, interval: 50 });
  expect(await countOf('finished', deep)).toBeLessThan(DEEP / 2);
}, 180_000);
