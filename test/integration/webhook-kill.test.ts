/** Promise 2 for events: told at least once, with one id, across kill -9 of anything. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStores, type Stores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { chaosSeeds, seeded } from '../support/chaos.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { addEndpointTo, happensOnce } from '../support/webhooks/endpoints.js';
import { openKillableStack, type KillableStack, type StackPart } from '../support/killable-stack.js';
import { acknowledge, receiverAuthority, startReceiver, type Receiver } from '../support/webhooks/receiver.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { waitingForLocks } from '../support/databases.js';

const ORDERS = 12;
const CLIENTS = 4;

/** In the order that seeds have always drawn from. */
const VICTIMS: readonly StackPart[] = ['worker', 'api', 'postgres', 'temporal'];

/** The two that a seed kills; a seed and the next one kill each kind once. */
function victimsOf(seed: number): readonly StackPart[] {
  const rank = (victim: StackPart): number => seeded(Math.ceil(seed / 2), `when ${victim} dies`, 0, 1_000_000);
  const order = VICTIMS.toSorted((a, b) => rank(a) - rank(b));
  return seed % 2 === 1 ? order.slice(0, 2) : order.slice(2);
}

describe('kill -9 while events are delivered', () => {
  let trusted: Awaited<ReturnType<typeof receiverAuthority>>;
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let stack: KillableStack;
  let record: Stores;
  const receivers: Receiver[] = [];
  /** A delivery whose second attempt is due a minute after the first: begun first, and looked at when the others have had that minute. */
  let retried: Awaited<ReturnType<typeof failedOnce>>;

  beforeAll(async () => {
    [trusted, sites] = await Promise.all([receiverAuthority(), startGeneratedSites(3)]);
    stack = await openKillableStack({ ...sites.env, ...trusted.env });
    record = openStores(readConfig({ SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: stack.databaseUrl, DATABASE_POOL: '4' }), 'test');
    retried = await failedOnce();
    await stack.strike('worker');
  });
  afterAll(async () => {
    await record?.database.close();
    await stack?.close();
    await Promise.all([...receivers.map((receiver) => receiver.close()), sites?.close()]);
    trusted?.authority.remove();
  });

  async function subscribed() {
    const at = await startReceiver({ identity: trusted.identity, answering: acknowledge });
    receivers.push(at);
    const owner = await stack.ledger.account();
    const endpoint = await addEndpointTo(record, owner.accountId, { url: at.url });
    return { ...owner, at, endpointId: endpoint.id };
  }
  const logOf = (accountId: string, endpointId: string, eventId: string) => record.deliveryReader.read(accountId, endpointId, eventId);

  async function failedOnce() {
    const to = await subscribed();
    to.at.behave((response) => void response.writeHead(to.at.received.length === 1 ? 500 : 200).end());
    const { eventId } = await happensOnce(record, to.accountId);
    await stack.reconcileDeliveries();
    const read = () => logOf(to.accountId, to.endpointId, eventId);
    expect(await waitUntil(async () => (await read())?.delivery.attempts === 1, 90_000)).toBe(true);
    return { at: to.at, read };
  }

  /** A client repeats what was not answered, under the same idempotency key, until it is. @returns the lookup's id */
  async function orderUntilAnswered(key: string, query: string): Promise<string> {
    const token = randomUUID();
    let lookupId: string | null = null;
    const answered = await waitUntil(
      async () => {
        const reply = await call(stack.url, 'POST', '/v1/lookup', {
          key,
          body: { query },
          headers: { 'idempotency-key': token },
          timeoutMs: 5_000,
        });
        lookupId = reply.status === 200 ? lookupIdOf(reply.body) : null;
        return lookupId !== null;
      },
      60_000,
      50,
    );
    if (!answered || lookupId === null) throw new Error('the order was never answered');
    return lookupId;
  }

  it("of the worker between the receiver's 200 and the record: the attempt is repeated with the same id and bytes", async () => {
    const { accountId, at, endpointId } = await subscribed();
    let answered!: () => void;
    const first = new Promise<void>((resolve) => (answered = resolve));
    // The endpoint's row is held, so that the acknowledged attempt cannot be recorded.
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    let holding: Promise<unknown> = Promise.resolve();
    at.behave((response) => {
      if (at.received.length > 1) return void response.writeHead(204).end();
      holding = record.database.sql.begin(async (tx) => {
        await tx`SELECT 1 FROM webhook_endpoints WHERE id = ${endpointId} FOR UPDATE`;
        response.writeHead(200).end('got it');
        answered();
        await held;
      });
    });
    const ticket = await happensOnce(record, accountId);
    await stack.reconcileDeliveries();
    await first;
    const isRecording = async () => (await waitingForLocks(record.database.sql, 'footprint-worker%')) > 0;
    expect(await waitUntil(isRecording, 90_000)).toBe(true);
    await stack.killWorker();
    release();
    await holding;
    expect((await logOf(accountId, endpointId, ticket.eventId))?.attempts).toEqual([]);
    await stack.startWorker();
    expect(await waitUntil(() => at.received.length === 2, 90_000)).toBe(true);
    expect(at.received.map(({ eventId }) => eventId)).toEqual([ticket.eventId, ticket.eventId]);
    expect(at.received[1]?.body.equals(at.received[0]?.body ?? Buffer.alloc(0))).toBe(true);
    const done = async () => (await logOf(accountId, endpointId, ticket.eventId))?.delivery.state === 'delivered';
    expect(await waitUntil(done, 90_000)).toBe(true);
    expect((await logOf(accountId, endpointId, ticket.eventId))?.attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, 204],
    ]);
  });

  it.each(chaosSeeds(2))(
    'seed %i: two processes die under a load; every lookup is told, once by its id',
    async (seed) => {
      const { key, another, accountId, at, endpointId } = await subscribed();
      const keys = [key, ...(await Promise.all(Array.from({ length: CLIENTS - 1 }, another)))];
      const victims = victimsOf(seed);
      const moments = [1, 2].map((n) => seeded(seed, `answers before blow ${n}`, n * 3, n * 5));
      const promised: string[] = [];
      let next = 0;
      const clients = Promise.all(
        keys.map(async (by) => {
          for (let n = next++; n < ORDERS; n = next++) promised.push(await orderUntilAnswered(by, `told_${seed}_${n}`));
        }),
      );
      for (const [index, victim] of victims.entries()) {
        expect(await waitUntil(() => promised.length >= (moments[index] ?? 0), 60_000, 2)).toBe(true);
        await stack.strike(victim);
      }
      await clients;
      await stack.ledger.age(11);
      expect(await stack.ledger.unfinished(accountId, 60_000, stack.temporalView)).toEqual([]);

      const reported = () =>
        new Set(at.received.map(({ body }) => (JSON.parse(body.toString()) as { data: { lookupId: string } }).data.lookupId));
      const pending = async () => (await record.deliveryReader.list(accountId, { state: 'pending' }, { limit: 100, after: null })).items;
      let reconciled = 0;
      const allReceived = await waitUntil(
        async () => {
          if ((await pending()).length === 0 && promised.every((id) => reported().has(id))) return true;
          if (performance.now() - reconciled > 3_000) {
            reconciled = performance.now();
            await stack.reconcileDeliveries();
          }
          return false;
        },
        60_000,
        100,
      );
      expect(allReceived, `after ${victims.join(' and ')}: ${promised.length - reported().size} of ${promised.length} were not told`).toBe(
        true,
      );

      const lookups = await stack.ledger.lookups(accountId);
      expect(lookups.filter(({ billed }) => billed !== 1)).toEqual([]);
      const events = await record.database.sql<
        { id: string; dedup_key: string }[]
      >`SELECT id, dedup_key FROM webhook_events WHERE account_id = ${accountId}`;
      expect(events.map(({ dedup_key }) => dedup_key).sort()).toEqual(lookups.map(({ id }) => `lookup/${id}`).sort());
      for (const { id } of events) {
        const copies = at.received.filter(({ eventId }) => eventId === id);
        expect(new Set(copies.map(({ body }) => body.toString('hex'))).size).toBe(1);
        const log = await logOf(accountId, endpointId, id);
        expect(log?.delivery.state).toBe('delivered');
        expect(log?.attempts.map(({ number }) => number)).toEqual(log?.attempts.map((_, index) => index + 1));
      }
      expect(stack.fleet.died()).toEqual([]);
    },
    240_000,
  );

  it('of the worker, and of others after it, while the next attempt is waited for: it is made at its time, with the next number', async () => {
    const { at, read } = retried;
    expect(await waitUntil(async () => (await read())?.delivery.state === 'delivered', 90_000, 200)).toBe(true);
    const attempts = (await read())?.attempts ?? [];
    expect(attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 200],
    ]);
    expect((attempts[1]?.at.getTime() ?? 0) - (attempts[0]?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(59_900);
    expect(at.received[1]?.body.equals(at.received[0]?.body ?? Buffer.alloc(0))).toBe(true);
  });
});
