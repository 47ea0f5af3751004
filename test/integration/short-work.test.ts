/** Short work of an account does not wait behind its deep work: docs/load.md, "Fair by account". Order decides, not time. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { sendBatch } from '../support/http/started-batch.js';
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
  const { key } = await service.account('higher_volume');
  const send = (names: readonly string[], mode: string) =>
    sendBatch(
      service,
      key,
      names.map((name) => ({ identities: { usernames: [name] } })),
      `?mode=${mode}`,
    );
  const countOf = async (condition: 'running' | 'finished', batchId: string): Promise<number> => {
    const [row] = await service.sql<{ count: number }[]>`
      SELECT count(*)::int FROM lookups l JOIN batch_items i ON i.lookup_id = l.id WHERE i.batch_id = ${batchId} AND l.state = ${condition}`;
    return row?.count ?? 0;
  };
  const names = Array.from({ length: DEEP }, (_, n) => `deep-example-${n}`);
  const deep = await send(names, 'deep');
  await vi.waitFor(async () => expect(await countOf('running', deep)).toBeGreaterThan(1), { timeout: 90_000, interval: 50 });
  const short = await send(['first-example', 'second-example'], 'default');
  await vi.waitFor(async () => expect(await countOf('finished', short)).toBe(2), { timeout: 120_000, interval: 50 });
  expect(await countOf('finished', deep)).toBeLessThan(DEEP / 2);
});
