/** Deliveries that wait are rows: slots are counted exactly, granted to what is due longest, and what waits costs next to nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AttemptOutcome, type DeliveryTicket, nextAttempt } from '../../src/features/webhooks/delivery.js';
import { asOwner } from '../support/databases.js';
import { addEndpointTo, happens, happensOnce } from '../support/webhooks/endpoints.js';
import { ACKNOWLEDGED, REFUSED } from '../support/webhooks/outcomes.js';
import { makeCaller, openTestRecords, type TestRecord } from './support/record.js';

const SLOTS = 5;

const { record, other } = await openTestRecords(10);
const { sql } = record.database;

async function account() {
  const { accountId } = await makeCaller(record, 'higher_volume');
  return { accountId, endpoint: await addEndpointTo(record, accountId) };
}

async function events(accountId: string, count: number): Promise<DeliveryTicket[]> {
  const tickets: DeliveryTicket[] = [];
  for (let n = 0; n < count; n += 1) tickets.push(await happensOnce(record, accountId));
  return tickets;
}

function save(by: TestRecord, ticket: DeliveryTicket, outcome: AttemptOutcome) {
  const next = outcome.failure === null ? null : nextAttempt({ scheduleOffsetMs: 0, ...outcome });
  const attempt = { scheduleOffsetMs: 0, trigger: 'event', url: 'https://example.com/hooks', at: new Date(), outcome, next } as const;
  return by.deliveries.saveAttempt(ticket, attempt);
}

const claim = async (by: TestRecord, ticket: DeliveryTicket) => (await by.deliveries.claimAttempt(ticket, ticket.logged, new Date())).kind;
const ids = (tickets: readonly DeliveryTicket[]) => tickets.map(({ eventId }) => eventId);
/** As if nothing had been acknowledged for so many minutes. */
const failingFor = (endpointId: string, minutes: number) => sql`
  UPDATE webhook_endpoints SET failing_since = now() - make_interval(mins => ${minutes}), last_failed_at = now() - interval '20 seconds'
  WHERE id = ${endpointId}`;

/** Events of an account that happened a while ago, with a delivery each that nobody has started. */
async function plant(accountId: string, endpointId: string, count: number): Promise<void> {
  const id = sql`${endpointId} || '-' || n`;
  await sql`
    INSERT INTO webhook_events (id, account_id, api_key_id, type, dedup_key, api_version, body)
    SELECT ${id}, ${accountId}, 'key', 'usage.threshold_reached', ${id}, 'v', '{}' FROM generate_series(1, ${count}::int) AS n`;
  await sql`
    INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id, event_type, next_attempt_at)
    SELECT ${id}, ${endpointId}, ${accountId}, 'usage.threshold_reached', now() - make_interval(secs => ${count}::int - n)
    FROM generate_series(1, ${count}::int) AS n`;
}

/** Only the owner may: for anybody else it is a warning that nobody sees. */
const analyze = () => asOwner(sql, (owner) => owner`ANALYZE`);

/** Statements that a process sends while it works. */
async function statementsOf(by: TestRecord, work: () => Promise<unknown>): Promise<number> {
  let statements = 0;
  const options = by.database.sql.options as { debug: unknown };
  options.debug = () => (statements += 1);
  await work().finally(() => (options.debug = false));
  return statements;
}

describe('slots of an endpoint', () => {
  it('are five, however many ask from two processes; the rest wait', async () => {
    const { accountId } = await account();
    const tickets = (await Promise.all(Array.from({ length: 20 }, () => happens(record, accountId)))).flat();
    for (;;) {
      const claimed = await Promise.all(tickets.map((ticket, index) => claim(index % 2 ? record : other, ticket)));
      expect(claimed.filter((kind) => kind === 'send').length).toBeLessThanOrEqual(SLOTS);
      if (claimed.filter((kind) => kind === 'send').length === SLOTS) break; // those that met a lock were turned away
    }
    const [row] = await sql<{ taken: number }[]>`
      SELECT count(*)::int AS taken FROM webhook_deliveries WHERE account_id = ${accountId} AND lease_until > now()`;
    expect(row?.taken).toBe(SLOTS);
  });

  it('are granted to those that are due longest, and kept for them', async () => {
    const { accountId, endpoint } = await account();
    const tickets = await events(accountId, 8);
    expect(ids(await record.deliveryQueue.grantSlots(endpoint.id)).sort()).toEqual(ids(tickets.slice(0, SLOTS)).sort());
    expect(await other.deliveryQueue.grantSlots(endpoint.id)).toEqual([]);
    const [first, , , , , sixth, , eighth] = tickets as [DeliveryTicket, ...DeliveryTicket[]];
    // One that comes by does not take a slot that was granted, and waits.
    expect(await claim(other, eighth as DeliveryTicket)).toBe('waiting');
    expect(await claim(record, first)).toBe('send');
    await save(record, first, ACKNOWLEDGED);
    expect(await other.deliveryQueue.grantSlots(endpoint.id)).toEqual([sixth]);
    expect(await claim(other, sixth as DeliveryTicket)).toBe('send');
  });

  it('become free by themselves when nobody releases them, and the delivery is found again', async () => {
    const { accountId, endpoint } = await account();
    const tickets = await events(accountId, SLOTS);
    await record.deliveryQueue.grantSlots(endpoint.id);
    expect(await record.deliveryQueue.startable({ limit: 100, after: null })).not.toContain(endpoint.id);
    await sql`UPDATE webhook_deliveries SET lease_until = now() - interval '1 second' WHERE account_id = ${accountId}`;
    expect(await record.deliveryQueue.startable({ limit: 100, after: null })).toContain(endpoint.id);
    expect(ids(await record.deliveryQueue.grantSlots(endpoint.id)).sort()).toEqual(ids(tickets).sort());
  });

  it('are not waited for: who meets the lock of an endpoint leaves the grant to its holder, on a connection that is free again', async () => {
    const { accountId, endpoint } = await account();
    const [ticket] = await events(accountId, 1);
    await sql.begin(async (tx) => {
      await tx`SELECT 1 FROM webhook_endpoints WHERE id = ${endpoint.id} FOR UPDATE`;
      expect(await other.deliveryQueue.grantSlots(endpoint.id)).toEqual([]);
      expect(await claim(other, ticket as DeliveryTicket)).toBe('waiting');
    });
  });

  it('never exceed the limit and forget nothing, in whatever order they are freed by two processes at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 12 }),
        async (count, limit, ticks) => {
          const { accountId, endpoint } = await account();
          await sql`UPDATE webhook_endpoints SET max_in_flight = ${limit} WHERE id = ${endpoint.id}`;
          const started: string[] = [];
          let inFlight = 0;
          let next = 0;
          const startAll = (by: TestRecord, tickets: readonly DeliveryTicket[]): Promise<unknown> =>
            Promise.all(tickets.map((ticket) => deliver(by, ticket)));
          const deliver = async (by: TestRecord, ticket: DeliveryTicket): Promise<void> => {
            started.push(ticket.eventId);
            expect(await claim(by, ticket)).toBe('send');
            inFlight += 1;
            expect(inFlight).toBeLessThanOrEqual(limit);
            for (let left = ticks[next++ % ticks.length] ?? 0; left > 0; left -= 1) await new Promise(setImmediate);
            inFlight -= 1;
            await save(by, ticket, ACKNOWLEDGED);
            await startAll(by, await by.deliveryQueue.grantSlots(endpoint.id));
          };
          // Each event is announced by the process that wrote it, while others free their slots.
          await Promise.all(
            Array.from({ length: count }, async (_, index) => {
              const by = index % 2 ? record : other;
              await happensOnce(by, accountId);
              await startAll(by, await by.deliveryQueue.grantSlots(endpoint.id));
            }),
          );
          expect(started).toHaveLength(count);
          expect(new Set(started).size).toBe(count);
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('an endpoint that does nothing but fail', () => {
  it('gets its five at once in the first minutes, then one request at a time and none right after a failure, until it acknowledges one', async () => {
    const { accountId, endpoint } = await account();
    await events(accountId, 12);
    await failingFor(endpoint.id, 4);
    expect(await record.deliveryQueue.grantSlots(endpoint.id)).toHaveLength(SLOTS);
    await sql`UPDATE webhook_deliveries SET lease_until = NULL WHERE account_id = ${accountId}`;
    await failingFor(endpoint.id, 6);
    expect(await record.deliveryQueue.grantSlots(endpoint.id)).toEqual([]);
    await sql`UPDATE webhook_endpoints SET last_failed_at = now() - interval '31 seconds' WHERE id = ${endpoint.id}`;
    const [head, ...more] = await record.deliveryQueue.grantSlots(endpoint.id);
    expect(more).toEqual([]);
    expect(await claim(record, head as DeliveryTicket)).toBe('send');
    await save(record, head as DeliveryTicket, REFUSED);
    expect(await record.deliveryQueue.grantSlots(endpoint.id)).toEqual([]);
    // The next attempt of one whose workflow sleeps, and a test, are made at their times all the same: one at a time.
    const [test, second] = await Promise.all([1, 2].map(() => record.redelivery.test(accountId, endpoint.id, null, new Date())));
    expect(await claim(record, test as DeliveryTicket)).toBe('send');
    expect(await claim(record, second as DeliveryTicket)).toBe('waiting');
    await save(record, test as DeliveryTicket, ACKNOWLEDGED);
    expect(await record.deliveryQueue.grantSlots(endpoint.id)).toHaveLength(SLOTS);
  });

  it('with 36,000 deliveries that wait starts no more than its slots, costs a few statements a minute, and delays nobody else', async () => {
    const MANY = 36_000;
    const { accountId, endpoint } = await account();
    await plant(accountId, endpoint.id, MANY);
    await analyze();
    expect(await record.deliveryQueue.grantSlots(endpoint.id)).toHaveLength(SLOTS);
    await failingFor(endpoint.id, 60);
    await sql`UPDATE webhook_deliveries SET lease_until = NULL WHERE account_id = ${accountId} AND lease_until IS NOT NULL`;
    // A minute of it: the reconciler looks once, 600 further events happen, and one attempt fails.
    const { startable, grantSlots } = {
      startable: record.deliveryQueue.startable.bind(record.deliveryQueue),
      grantSlots: record.deliveryQueue.grantSlots.bind(record.deliveryQueue),
    };
    await sql`UPDATE webhook_endpoints SET last_failed_at = now() - interval '1 minute' WHERE id = ${endpoint.id}`;
    const started: DeliveryTicket[] = [];
    const waiting = await statementsOf(record, async () => {
      for (const id of await startable({ limit: 500, after: null })) if (id === endpoint.id) started.push(...(await grantSlots(id)));
      for (const ticket of [...started]) {
        await claim(record, ticket);
        await save(record, ticket, REFUSED);
        started.push(...(await grantSlots(endpoint.id)));
      }
    });
    expect(started).toHaveLength(1);
    expect(waiting).toBeLessThanOrEqual(25);
    expect(await statementsOf(record, async () => started.push(...(await grantSlots(endpoint.id))))).toBe(1);
    const { accountId: second, endpoint: its } = await account();
    const [foreign] = await events(second, 1);
    expect(await other.deliveryQueue.grantSlots(its.id)).toEqual([foreign]);
    // It reads an entry or two of an index, not what waits.
    const [read] = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>`
      EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT q.event_id FROM webhook_deliveries q
      WHERE q.endpoint_id = ${endpoint.id} AND q.state = 'pending' AND q.next_attempt_at <= now() AND (q.lease_until IS NULL OR q.lease_until <= now())
      ORDER BY q.next_attempt_at, q.event_id LIMIT 5`;
    const plan = read?.['QUERY PLAN'][0]?.Plan;
    expect((plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN)).toBeLessThan(100);
  });

  it('is disabled with 36,000 that wait in a moment; they end in parts, and a recovery takes them in parts', async () => {
    const MANY = 36_000;
    const { accountId, endpoint } = await account();
    await analyze(); // of other endpoints: Postgres expects next to nothing of this one
    await plant(accountId, endpoint.id, MANY);
    const pending = async () =>
      (
        await sql<
          { n: number }[]
        >`SELECT count(*)::int AS n FROM webhook_deliveries WHERE endpoint_id = ${endpoint.id} AND state = 'pending'`
      )[0]?.n;
    await record.endpoints.disable(accountId, endpoint.id, new Date());
    expect(await pending()).toBeGreaterThan(MANY / 2);
    expect(await record.deliveryQueue.grantSlots(endpoint.id)).toEqual([]);
    while ((await record.endpointRemains.clearBatch()) > 0);
    expect(await pending()).toBe(0);
    const since = new Date(0);
    expect(await record.redelivery.recoverable(accountId, endpoint.id, since)).toEqual({ failed: MANY, missed: 0 });
    await record.endpoints.enable(accountId, endpoint.id);
    const recovered: number[] = [];
    do recovered.push((await record.redelivery.recover(accountId, endpoint.id, since)).failed);
    while (recovered.at(-1) !== 0);
    expect(recovered).toEqual([10_000, 10_000, 10_000, 6_000, 0]);
    expect(await pending()).toBe(MANY);
  });
});
