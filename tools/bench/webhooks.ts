import { openStores, type Stores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import type { DeliveryTicket } from '../../src/features/webhooks/delivery.js';
import { waitUntil } from '../embedded/wait-until.js';
import { openTemporal } from '../../src/kernel/temporal/connection.js';
import { TemporalWebhookWorkflows } from '../../src/temporal/starters/webhook-workflows.js';
import { addEndpointTo, happens } from '../../test/support/webhooks/endpoints.js';
import { receiverAuthority, startReceiver, type Receiver } from '../../test/support/webhooks/receiver.js';
import { startHarness, type Harness } from './harness.js';
import { closedLoop, ms, openLoop, ratio, summary, table } from './stats.js';

const ENDPOINTS = 20;
const WARMING = 100;
const LOOKUPS = 150;
const LOOKUPS_PER_MINUTE = 180;
const HEALTHY = 200;
const HEALTHY_PER_MINUTE = 600;
/** Endpoints beside those that are measured: they answer, or they hang. */
const OTHERS = 50;
/** More than may be in flight to one of them. */
const EACH = 8;
/** Further events for them meanwhile: with ten seconds an attempt, one hangs at each all the time. */
const OTHERS_PER_SECOND = 5;

interface Bench {
  readonly harness: Harness;
  readonly stores: Stores;
  readonly workflows: TemporalWebhookWorkflows;
  /** Adds accounts with an endpoint each. @returns their ids */
  readonly subscribe: (count: number, url: string) => Promise<string[]>;
  close(): Promise<void>;
}

async function openBench(env: Readonly<Record<string, string>>): Promise<Bench> {
  const harness = await startHarness({ sites: 3, env });
  const stores = openStores(
    readConfig({ DATABASE_URL: harness.databaseUrl, DATABASE_POOL: '8', SECRETS_KEY: harness.secretsKey }),
    'bench',
  );
  const temporal = openTemporal({ address: harness.temporalAddress, namespace: 'default' });
  return {
    harness,
    stores,
    workflows: new TemporalWebhookWorkflows({ temporal }),
    subscribe: (count, url) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const { accountId } = await harness.account();
          await addEndpointTo(stores, accountId, { url });
          return accountId;
        }),
      ),
    async close() {
      stores.database.close().catch(() => undefined);
      await temporal.close();
      await harness.stop();
    },
  };
}

/** How soon deliveries begin, and what dead receivers cost the others. */
export async function benchWebhooks(): Promise<string> {
  const trusted = await receiverAuthority();
  const [receiver, alive, dead] = await Promise.all([
    startReceiver({ identity: trusted.identity }),
    startReceiver({ identity: trusted.identity }),
    startReceiver({ identity: trusted.identity, answering: () => undefined }),
  ]);
  const bench = await openBench(trusted.env);
  try {
    await warm(bench, receiver);
    const completed = await completions(bench, receiver);
    const alone = await steady(bench, receiver);
    const besideAlive = await besideOthers(bench, receiver, alive);
    const besideDead = await besideOthers(bench, receiver, dead);
    const row = (what: string, { n, p50, p95, p99 }: typeof alone): string[] => [what, String(n), ms(p50), ms(p95), ms(p99)];
    const beside = `the same beside ${OTHERS} endpoints with ${OTHERS_PER_SECOND} events a second`;
    return table(
      ['what', 'N', 'p50', 'p95', 'p99'],
      [
        row('lookup finished → first byte at the receiver, 3 a second', completed),
        row('event → receiver, 10 a second', alone),
        row(`${beside}, which answer`, besideAlive),
        row(`${beside}, which hang`, besideDead),
        ['hanging against answering, p95', '', '', ratio(besideDead.p95 / besideAlive.p95), ''],
      ],
    );
  } finally {
    await bench.close();
    await Promise.all([receiver.close(), alive.close(), dead.close()]);
    trusted.authority.remove();
  }
}

async function emitEvent({ stores: record, workflows }: Bench, accountId: string): Promise<readonly DeliveryTicket[]> {
  const tickets = await happens(record, accountId);
  for (const { endpointId } of tickets) await workflows.startDeliveries(await record.deliveryQueue.grantSlots(endpointId));
  return tickets;
}

/** Makes events as fast as eight writers can, so that everything has run before it is measured. */
async function warm(bench: Bench, receiver: Receiver): Promise<void> {
  const accounts = await bench.subscribe(ENDPOINTS, receiver.url);
  await closedLoop(WARMING, 8, (index) => emitEvent(bench, accounts[index % accounts.length] as string));
  await arrived(receiver, WARMING);
}

/** Lookups through the API; an event's time is that of the transaction which finished its lookup. */
async function completions({ harness, stores: record }: Bench, receiver: Receiver) {
  const owner = await harness.account();
  await addEndpointTo(record, owner.accountId, { url: receiver.url });
  const before = receiver.received.length;
  const order = () => harness.post('/v1/lookup', owner.key, { query: 'ada_example' });
  await openLoop(20, LOOKUPS_PER_MINUTE, order);
  await arrived(receiver, before + 20);
  await openLoop(LOOKUPS, LOOKUPS_PER_MINUTE, order);
  await arrived(receiver, before + 20 + LOOKUPS);
  return delays(receiver, before + 20);
}

/** A steady trickle to healthy endpoints. */
async function steady(bench: Bench, receiver: Receiver) {
  const accounts = await bench.subscribe(10, receiver.url);
  const before = receiver.received.length;
  await openLoop(HEALTHY, HEALTHY_PER_MINUTE, (index) => emitEvent(bench, accounts[index % accounts.length] as string));
  await arrived(receiver, before + HEALTHY);
  return delays(receiver, before);
}

/**
 * The same beside fifty other endpoints with events of their own, once their first ones are through or wait a minute for their
 * second attempt: this compares the cost of receivers that hang, not of a burst that Temporal has to work off.
 */
async function besideOthers(bench: Bench, receiver: Receiver, others: Receiver) {
  const accounts = await bench.subscribe(OTHERS, others.url);
  const emitToOthers = (index: number) => emitEvent(bench, accounts[index % accounts.length] as string);
  await closedLoop(OTHERS * EACH, 8, emitToOthers);
  if (!(await waitUntil(() => nothingIsDue(bench.stores), 90_000, 50))) throw new Error('the first events are still on their way');
  const seconds = (HEALTHY / HEALTHY_PER_MINUTE) * 60;
  const [figures] = await Promise.all([
    steady(bench, receiver),
    openLoop(seconds * OTHERS_PER_SECOND, OTHERS_PER_SECOND * 60, emitToOthers),
  ]);
  return figures;
}

/** Whether no delivery is under way, waiting for a slot or due. */
async function nothingIsDue({ database }: Bench['stores']): Promise<boolean> {
  const due = await database.sql`
    SELECT 1 FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at <= now() LIMIT 1`;
  return due.length === 0;
}

async function arrived(receiver: Receiver, count: number): Promise<void> {
  if (!(await waitUntil(() => receiver.received.length >= count, 120_000)))
    throw new Error(`${receiver.received.length} of ${count} arrived`);
}

/** Milliseconds from each event's time to its arrival. */
function delays(receiver: Receiver, from: number) {
  const samples = receiver.received.slice(from).map(({ body, at }) => {
    const { createdAt } = JSON.parse(body.toString()) as { createdAt: string };
    return at - Date.parse(createdAt);
  });
  return summary(samples);
}
