/** Whoever reads a long history waits for itself: other accounts find connections. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../../../src/kernel/db/client.js';
import { asOwner, waitingForLocks } from '../../support/databases.js';
import { startBareApi } from '../../support/http/bare-api.js';
import type { Service } from '../../support/service.js';
import { addEndpointTo, happensOnce } from '../../support/webhooks/endpoints.js';

const POOL = 8;
/** Advisory lock that stands for a long history. */
const SLOW = 4_712;
/** What other accounts are served without. */
const TABLES = ['audit_log', 'batch_items', 'usage_ledger', 'webhook_deliveries'];

let service: Service;
let holder: DatabaseHandle;
let long: Awaited<ReturnType<Service['account']>>;
let endpoint = '';
beforeAll(async () => {
  service = await startBareApi({ env: { DATABASE_POOL: String(POOL) } });
  holder = openDatabase({ url: service.config.DATABASE_URL ?? '', max: 1 });
  long = await service.account('higher_volume', { scopes: ['lookups:create', 'lookups:read', 'account:read', 'webhooks'] });
  const body = { identities: { usernames: ['ada-example'] } };
  await service.call('POST', '/v2/lookup', { key: long.key, body });
  for (let count = 0; count < 2 * POOL; count += 1) await service.call('POST', '/v2/batches', { key: long.key, body: { items: [body] } });
  ({ id: endpoint } = await addEndpointTo(service.record, long.accountId));
  await happensOnce(service.record, long.accountId);
  // Every row of this account that is read waits for the lock.
  await asOwner(service.sql, (sql) =>
    sql.unsafe(`
      CREATE FUNCTION read_slowly() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN LOOP
        BEGIN PERFORM pg_advisory_xact_lock_shared(${SLOW}); RETURN true; EXCEPTION WHEN query_canceled THEN END; -- no timeout decides it
      END LOOP; END $$;
      ${TABLES.map(
        (table) => `
      ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
      CREATE POLICY everybody ON ${table} USING (true) WITH CHECK (true);
      CREATE POLICY slow ON ${table} AS RESTRICTIVE FOR SELECT USING (account_id <> '${long.accountId}' OR read_slowly());`,
      ).join('')}`),
  );
});
afterAll(async () => {
  await service.close();
  await holder.close();
});

const blocked = () => waitingForLocks(service.sql, 'footprint-api');

const DOORS: readonly (readonly [string, () => readonly [method: string, path: string, body?: object]])[] = [
  ['a filtered audit log', () => ['GET', '/v2/account/audit?changes=true']],
  ['lists of batches', () => ['GET', '/v2/batches?limit=100']],
  ['the account', () => ['GET', '/v2/account']],
  ['usage by day', () => ['GET', '/v2/account/usage']],
  ['a filtered log of deliveries', () => ['GET', '/v2/webhooks/deliveries?state=pending']],
  ['statistics of deliveries', () => ['GET', '/v2/webhooks/stats']],
  [
    'what could be recovered',
    () => ['POST', `/v2/webhooks/endpoints/${endpoint}/recover`, { since: '2026-01-01T00:00:00Z', dryRun: true }],
  ],
];

describe('an account that reads its long history', () => {
  beforeEach(() => holder.sql`SELECT pg_advisory_lock(${SLOW})`);
  afterEach(() => holder.sql`SELECT pg_advisory_unlock_all()`);

  it.each(DOORS)('%s: takes half of the connections at most, and others are answered', async (_, door) => {
    const [method, path, body] = door();
    const other = await service.account();
    const read = Array.from({ length: 4 * POOL }, () => service.call(method, path, { key: long.key, ...(body && { body }) }));
    await expect.poll(blocked).toBeGreaterThan(0);
    const theirs = { key: other.key, body: { identities: { usernames: ['grace-example'] } } };
    const accepted = await service.call('POST', '/v2/lookup', theirs);
    const list = await service.call('GET', '/v2/lookup', { key: other.key });
    expect([accepted.status, list.status]).toEqual([200, 200]);
    expect(await blocked()).toBeLessThanOrEqual(POOL / 2);
    await holder.sql`SELECT pg_advisory_unlock_all()`;
    await Promise.all(read);
  });
});
