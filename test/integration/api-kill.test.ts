/** Promise 2 across kill -9 of the API between commit and start: the lookup's row is the outbox. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { chaosSeeds, further, seeded } from '../support/chaos.js';
import { call, lookupIdOf, type Reply } from '../support/chaos-client.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { startMutedProxy } from '../support/chaos-proxy.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { createFleet, type Fleet } from '../support/processes.js';
import { createDatabase } from '../support/databases.js';
import { stackAddresses } from '../support/stack.js';

const SITES = 5;
/** Longer than the reconciler's grace. */
const PAST_GRACE_SECONDS = 11;

interface Order {
  readonly query: string;
  /** The client's idempotency key, with which it repeats what was not answered. */
  readonly token: string;
}

describe('kill -9 of the API between commit and start', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let ledger: LedgerReader;
  let fleet: Fleet;
  let temporalView: TemporalView;

  beforeAll(async () => {
    sites = await startGeneratedSites(SITES);
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    temporalView = openTemporalView(temporalAddress, namespace);
    fleet = createFleet({ ...sites.env, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace });
    ledger = openLedgerReader(databaseUrl);
    await fleet.worker();
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([ledger?.close(), sites?.close(), temporalView?.close()]);
  });

  const order = (url: string, key: string, { query, token }: Order): Promise<Reply> =>
    call(url, 'POST', '/v1/lookup', { key, body: { query }, headers: { 'idempotency-key': token } });

  /** An API whose words do not reach the engine; lookups are accepted and the process is killed before any is started. */
  async function strand(key: string, orders: readonly Order[], killAfter: number): Promise<Reply[]> {
    const proxy = await startMutedProxy(stackAddresses().temporalAddress);
    const api = await fleet.api({ TEMPORAL_ADDRESS: proxy.address });
    proxy.failure();
    let answered = 0;
    const replies = Promise.all(
      orders.map(async (each) => {
        const reply = await order(api.url, key, each);
        answered += 1;
        return reply;
      }),
    );
    expect(await waitUntil(() => answered >= killAfter, 90_000, 1)).toBe(true);
    await api.kill();
    await ledger.isGone('footprint-api');
    await proxy.close();
    return replies;
  }

  it.each(chaosSeeds())(
    'seed %i: what was committed is started by the reconciler, and a repeated request is not billed again',
    async (seed) => {
      const owner = await ledger.account();
      const orders = Array.from({ length: seeded(seed, 'orders', 2, 8) }, (_, index) => ({
        query: `stranded_${seed}_${index}`,
        token: randomUUID(),
      }));
      const replies = await strand(owner.key, orders, seeded(seed, 'answers before the kill', 1, orders.length));

      const stranded = await ledger.lookups(owner.accountId);
      const promised = replies.flatMap((reply) => (reply.status === 200 ? [lookupIdOf(reply.body)] : []));
      expect(promised.length).toBeGreaterThan(0);
      expect(stranded.map(({ id }) => id)).toEqual(expect.arrayContaining(promised));
      for (const lookup of stranded) {
        expect(lookup).toMatchObject({ state: 'accepted', billed: 1 });
        expect(await temporalView.knows(lookup.id)).toBe(false);
      }

      // The clients that heard nothing ask the restarted API again, under the same key; so do those that were answered.
      const api = await fleet.api();
      const repeated = await Promise.all(orders.map((each) => order(api.url, owner.key, each)));
      expect(repeated.map(({ status }) => status)).toEqual(orders.map(() => 200));
      const known = new Map(stranded.map(({ id, query }) => [query, id]));
      repeated.forEach(({ body }, index) => {
        const earlier = known.get(orders[index]?.query ?? '');
        if (earlier !== undefined) expect(lookupIdOf(body)).toBe(earlier);
      });

      await ledger.age(PAST_GRACE_SECONDS);
      expect(await ledger.unfinished(owner.accountId, 40_000, temporalView)).toEqual([]);
      const lookups = await ledger.lookups(owner.accountId);
      expect(lookups.map(({ query }) => query).sort()).toEqual(orders.map(({ query }) => query).sort());
      for (const lookup of lookups) expect(lookup).toMatchObject({ planned: SITES, results: SITES, billed: 1 });
      expect(await ledger.used(owner.accountId)).toBe(orders.length);
      await api.stop();
    },
  );

  further(() => {
    it('nobody repeats the request: the Schedule alone finishes the lookup within its minute', async () => {
      const owner = await ledger.account();
      const [reply] = await strand(owner.key, [{ query: 'stranded_alone', token: randomUUID() }], 1);
      expect(reply?.status).toBe(200);
      await ledger.age(PAST_GRACE_SECONDS);
      expect(await ledger.unfinished(owner.accountId, 75_000)).toEqual([]);
      expect(await ledger.lookups(owner.accountId)).toMatchObject([{ planned: SITES, results: SITES, billed: 1 }]);
      expect(await ledger.used(owner.accountId)).toBe(1);
      expect(fleet.died()).toEqual([]);
    });
  });
});
