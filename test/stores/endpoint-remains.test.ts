/** Deleting an endpoint with a long log: gone at once, and its rows in parts, by whoever is alive. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type DatabaseHandle } from '../../src/kernel/db/client.js';
import { EndpointRemains } from '../../src/features/webhooks/store/endpoint-remains.js';
import { DeliveryReader } from '../../src/features/webhooks/store/delivery-reader.js';
import { EndpointStore } from '../../src/features/webhooks/store/endpoint-store.js';
import { newId } from '../../src/kernel/secrets/ids.js';
import { addEndpointTo, happens } from '../support/webhooks/endpoints.js';
import { makeCaller, openTestRecords } from './support/record.js';
import { asAdmin } from '../support/databases.js';

const MANY = 100_000;

const { url, record } = await openTestRecords();
/** Where a statement that takes long fails: one batch takes a hundredth of this. */
let quick: DatabaseHandle;
beforeAll(async () => {
  quick = openDatabase({ url: url, max: 4, statementTimeoutMs: 5_000 });
});
afterAll(async () => {
  await quick.close();
});

async function accountWithEndpoint() {
  const { accountId } = await makeCaller(record, 'growth');
  return { accountId, endpoint: await addEndpointTo(record, accountId) };
}
/** Deliveries with a log of attempts each, written without the checks that live inserts make. */
async function plant(accountId: string, endpointId: string, deliveries: number): Promise<void> {
  await asAdmin(url, async (tx) => {
    await tx`SET session_replication_role = replica`;
    const event = tx`${endpointId} || '-' || n`;
    await tx`
      INSERT INTO webhook_events (id, account_id, api_key_id, type, dedup_key, api_version, body)
      SELECT ${event}, ${accountId}, 'key', 'lookup.completed', ${event}, 'v', '' FROM generate_series(1, ${deliveries}::int) AS n`;
    await tx`
      INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id, event_type, state, attempts)
      SELECT ${event}, ${endpointId}, ${accountId}, 'lookup.completed', 'delivered', 1 FROM generate_series(1, ${deliveries}::int) AS n`;
    await tx`
      INSERT INTO webhook_attempts (event_id, endpoint_id, number, trigger, at, url, duration_ms, response_body)
      SELECT ${event}, ${endpointId}, 1, 'event', now(), 'https://example.com', 5, '' FROM generate_series(1, ${deliveries}::int) AS n`;
  });
}
/** Makes each deletion of a delivery of the endpoint do something first. */
const onDeletion = (endpointId: string, what: string) =>
  asAdmin(url, async (tx) => {
    await tx.unsafe(`CREATE OR REPLACE FUNCTION on_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${what}; RETURN OLD; END $$`);
    await tx.unsafe(`CREATE TRIGGER on_deletion BEFORE DELETE ON webhook_deliveries FOR EACH ROW
      WHEN (OLD.endpoint_id = '${endpointId}') EXECUTE FUNCTION on_deletion()`);
  });
const hang = (endpointId: string) => onDeletion(endpointId, 'PERFORM pg_sleep(600)');
const recover = () => asAdmin(url, (tx) => tx`DROP TRIGGER on_deletion ON webhook_deliveries`);
const rowsOf = async (endpointId: string) =>
  (
    await record.database.sql<{ endpoints: number; deliveries: number; attempts: number; secrets: number }[]>`
    SELECT (SELECT count(*)::int FROM webhook_endpoints WHERE id = ${endpointId}) AS endpoints,
           (SELECT count(*)::int FROM webhook_deliveries WHERE endpoint_id = ${endpointId}) AS deliveries,
           (SELECT count(*)::int FROM webhook_attempts WHERE endpoint_id = ${endpointId}) AS attempts,
           (SELECT count(*)::int FROM webhook_secrets WHERE endpoint_id = ${endpointId}) AS secrets`
  )[0];
const NOTHING = { endpoints: 0, deliveries: 0, attempts: 0, secrets: 0 };

it(`with ${MANY} deliveries, no statement goes through all of them: it is gone for every request at once, and no row of it stays`, async () => {
  const { accountId, endpoint } = await accountWithEndpoint();
  const other = await addEndpointTo(record, accountId);
  await plant(accountId, endpoint.id, MANY);
  const [kept] = await happens(record, accountId);
  const endpoints = new EndpointStore({ sql: quick.sql, newId });
  const reader = new DeliveryReader({ sql: quick.sql });

  expect(await endpoints.remove(accountId, endpoint.id)).toBe(true);
  // Its rows are left to batches, of which none has a tenth of them.
  expect(await rowsOf(endpoint.id)).toMatchObject({ deliveries: MANY + 1, attempts: MANY });
  expect(await endpoints.remove(accountId, endpoint.id)).toBe(false);
  expect((await endpoints.list(accountId)).map(({ id }) => id)).toEqual([other.id]);
  expect((await reader.list(accountId, {}, { limit: 10, after: null })).items.map(({ endpointId }) => endpointId)).toEqual([other.id]);
  expect((await reader.list(accountId, { endpointId: endpoint.id }, { limit: 10, after: null })).items).toEqual([]);
  expect(await reader.read(accountId, endpoint.id, `${endpoint.id}-1`)).toBeNull();

  const deleted = new EndpointRemains({ sql: quick.sql });
  for (let count = 1; count > 0; ) {
    count = await deleted.clearBatch();
    expect(count).toBeLessThan(MANY / 10);
  }
  expect(await rowsOf(endpoint.id)).toEqual(NOTHING);
  expect(await rowsOf(other.id)).toMatchObject({ endpoints: 1, deliveries: 1 });
  expect(kept?.eventId).toBeDefined();
}, 300_000);

it('is told no more events, and what is on its way to it ends at its next step', async () => {
  const { accountId, endpoint } = await accountWithEndpoint();
  const [ticket] = await happens(record, accountId);
  await record.endpoints.remove(accountId, endpoint.id);
  expect(await happens(record, accountId)).toEqual([]);
  if (!ticket) throw new Error('no delivery was written');
  expect(await record.deliveries.claimAttempt(ticket, 0, new Date())).toEqual({ kind: 'over', state: null });
  expect(await record.redelivery.resend(accountId, endpoint.id, ticket.eventId)).toBeNull();
  expect(await record.endpointHealth.evaluateHealth(endpoint.id, new Date())).toMatchObject({ nextCheckMs: null });
});

it('whoever deletes may be killed after any statement: another goes on, beside it too, and ends', async () => {
  const run = async () => {
    while ((await record.endpointRemains.clearBatch()) > 0);
  };
  await run(); // what other tests left
  const { accountId, endpoint } = await accountWithEndpoint();
  await plant(accountId, endpoint.id, 6_500);
  await record.endpoints.remove(accountId, endpoint.id);
  await hang(endpoint.id);
  // Ended by the server in the midst of its statement, as that of a killed process is.
  const killed = openDatabase({ url: url, max: 1, name: 'killed' });
  await killed.sql`SELECT 1`;
  const dying = new EndpointRemains({ sql: killed.sql }).clearBatch().catch(() => 'killed');
  const waits = () => record.database.sql`SELECT pid FROM pg_stat_activity WHERE application_name = 'killed' AND wait_event = 'PgSleep'`;
  await expect.poll(async () => (await waits()).count, { timeout: 90_000 }).toBe(1);
  await record.database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'killed'`;
  expect(await dying).toBe('killed');
  await killed.sql.end({ timeout: 0 });
  await recover();
  expect(await rowsOf(endpoint.id)).toMatchObject({ endpoints: 1, deliveries: 6_500 });
  await Promise.all([run(), run()]);
  await run();
  expect(await rowsOf(endpoint.id)).toEqual(NOTHING);
});

it('what one has left is cleared although that of others is locked or cannot be', async () => {
  const left: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { accountId, endpoint } = await accountWithEndpoint();
    await plant(accountId, endpoint.id, 3);
    if (n === 3) await happens(record, accountId);
    if (n === 3) await record.database.sql`UPDATE webhook_endpoints SET state = 'disabled' WHERE id = ${endpoint.id}`;
    else await record.endpoints.remove(accountId, endpoint.id);
    left.push(endpoint.id);
  }
  const [faulty = '', locked = '', other = '', disabled = ''] = left;
  await onDeletion(faulty, `RAISE 'not this one'`);
  const faults: unknown[] = [];
  const run = { passedOver: new Set<string>(), onFault: (fault: unknown) => void faults.push(fault) };
  await record.database.sql.begin(async (tx) => {
    await tx`SELECT 1 FROM webhook_deliveries WHERE endpoint_id = ${locked} FOR UPDATE`;
    while ((await record.endpointRemains.clearBatch(run)) > 0);
  });
  expect(await rowsOf(other)).toEqual(NOTHING);
  const [pending] = await record.database.sql`
    SELECT count(*)::int AS count FROM webhook_deliveries WHERE endpoint_id = ${disabled} AND state = 'pending'`;
  expect(pending).toEqual({ count: 0 });
  expect([faults.length, [...run.passedOver].toSorted()]).toEqual([1, [faulty, locked].toSorted()]);
  await recover();
  while ((await record.endpointRemains.clearBatch()) > 0);
  for (const id of [faulty, locked]) expect(await rowsOf(id)).toEqual(NOTHING);
});
