/** Promise 2 for batches: whoever is killed while one is under way, each item is accepted, looked up and billed once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { chaosSeeds, seeded } from '../support/chaos.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { createDatabase } from '../support/databases.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { readBatch, resultsOf, sendBatch } from '../support/http/batches.js';
import { billOf } from '../support/http/ledger.js';
import { createFleet, type ApiProcess, type Fleet, type ServiceProcess } from '../support/processes.js';
import { clientOf } from '../support/service.js';
import { stackAddresses } from '../support/stack.js';
import { openDatabase } from '../../src/kernel/db/client.js';

const ITEMS = 150;

describe('kill -9 of API and worker while a batch is under way', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let ledger: LedgerReader;
  let fleet: Fleet;
  let api: ApiProcess;
  let workers: ServiceProcess[];
  let database: ReturnType<typeof openDatabase>;

  beforeAll(async () => {
    sites = await startGeneratedSites(10);
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    database = openDatabase({ url: databaseUrl, max: 2 });
    fleet = createFleet({ ...sites.env, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace });
    ledger = openLedgerReader(databaseUrl);
    const [first, ...started] = await Promise.all([fleet.api(), fleet.worker(), fleet.worker()]);
    [api, workers] = [first, started];
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([ledger?.close(), sites?.close(), database?.close()]);
  });

  it.each(chaosSeeds())(
    'seed %i: every item ends, each billed once; a repetition of the request is the same batch',
    async (seed) => {
      const owner = await ledger.account();
      const items = Array.from({ length: ITEMS }, (_, index) => ({ identities: { usernames: [`batch-${seed}-${index}`] } }));
      const post = () =>
        sendBatch({ call: clientOf(api.url) }, owner.key, items, {
          query: '?modules=footprint',
          headers: { 'idempotency-key': `batch-${seed}` },
        });
      const { batchId } = await post();
      const countsOf = async () => (await readBatch({ call: clientOf(api.url) }, owner.key, batchId)).counts;
      for (const kill of [1, 2]) {
        const blowAt = seeded(seed, `items finished at kill ${kill}`, 1, Math.floor((ITEMS * kill) / 3));
        expect(await waitUntil(async () => ((await countsOf())['finished'] ?? 0) >= blowAt, 60_000, 20)).toBe(true);
        await Promise.all(workers.map((worker) => worker.kill()));
        await api.kill();
        [api, ...workers] = await Promise.all([fleet.api(), fleet.worker(), fleet.worker()]);
      }
      expect((await post()).batchId).toBe(batchId);
      const isFinished = async () => (await readBatch({ call: clientOf(api.url) }, owner.key, batchId)).status === 'finished';
      expect(await waitUntil(isFinished, 120_000, 100)).toBe(true);
      expect(await countsOf()).toMatchObject({ finished: ITEMS });
      expect(await billOf(database, owner.accountId)).toMatchObject({ lookups: ITEMS, ledger: ITEMS, used: ITEMS });
      const lines = await resultsOf<{ lookupId: string; lookup: { identities: { value: string }[] } }>(
        { call: clientOf(api.url) },
        owner.key,
        batchId,
      );
      expect(lines.map(({ lookup }) => lookup.identities[0]?.value)).toEqual(items.map(({ identities }) => identities.usernames[0]));
      expect(new Set(lines.map(({ lookupId }) => lookupId)).size).toBe(ITEMS);
    },
    300_000,
  );
});
