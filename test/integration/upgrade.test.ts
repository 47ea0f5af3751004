/** This version on the data of each released one: what was accepted is finished, what waits is sent, what was answered stays as it was. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyFormat } from '../../src/kernel/secrets/api-key-format.js';
import { openStores, type Stores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import { createApiKey } from '../../src/features/accounts/use-cases/api-keys.js';
import { call } from '../support/chaos-client.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { asAdmin, urlsOfDatabase } from '../support/databases.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { createFleet, type Fleet } from '../support/processes.js';
import { databaseOf } from '../support/release-sources.js';
import { releases, RELEASE_PEOPLE, RELEASE_SETTINGS, RELEASE_SITES } from '../support/release-files.js';
import { stackAddresses } from '../support/stack.js';
import { receiverAuthority, startReceiver, type Receiver } from '../support/webhooks/receiver.js';

const PATIENT = { timeout: 60_000, interval: 100 };

describe.each(releases())('the database of $version', (release) => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let trusted: Awaited<ReturnType<typeof receiverAuthority>>;
  let receiver: Receiver;
  let temporal: TemporalView;
  let fleet: Fleet;
  let stores: Stores;
  let url: string;
  let key: string;
  /** What there was before any process of this version ran. */
  let before: Awaited<ReturnType<typeof left>>;

  const left = async () => {
    const { sql } = stores.database;
    const [row] = await sql<Left[]>`
      SELECT (SELECT json_object_agg(name, n) FROM (
          SELECT c.relname AS name, (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I', c.relname), false, true, '')))[1]::text::int AS n
          FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY (${KEPT})) AS counts) AS tables,
        (SELECT count(*)::int FROM lookup_results) + (SELECT coalesce(sum(outcome_count), 0)::int FROM compressed_results) AS results,
        (SELECT sum(used) FROM usage_periods) AS used,
        (SELECT count(*)::int FROM webhook_events WHERE type = 'lookup.completed') AS completed,
        (SELECT coalesce(array_agg(event_id || ' ' || endpoint_id ORDER BY 1), '{}') FROM webhook_deliveries WHERE state = 'pending') AS waiting,
        (SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM lookups WHERE state <> 'finished') AS unfinished`;
    if (!row) throw new Error('nothing was counted');
    return row;
  };

  beforeAll(async () => {
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([databaseOf(release), createNamespace(temporalAddress)]);
    await asAdmin(databaseUrl, (sql) => sql.unsafe(release.data));
    [sites, trusted] = await Promise.all([
      startGeneratedSites(RELEASE_SITES, { accounts: { people: RELEASE_PEOPLE } }),
      receiverAuthority(),
    ]);
    receiver = await startReceiver({ identity: trusted.identity });
    await migrateDatabase(urlsOfDatabase(databaseUrl).ownerUrl, { serviceRole: new URL(databaseUrl).username });
    stores = openStores(readConfig({ DATABASE_URL: databaseUrl, DATABASE_POOL: '4', SECRETS_KEY: TEST_SECRETS_KEY }), 'test');
    const { sql } = stores.database;
    // The receivers of the record are nobody's; and what waits is sent however long ago it was recorded.
    await sql`UPDATE webhook_endpoints SET url = ${`${receiver.url}/`} || id`;
    await sql`UPDATE webhook_events SET created_at = now()`;
    // Nothing is over because the record has become old.
    await sql`UPDATE emails SET created_at = now()`;
    await sql`UPDATE webhook_secrets SET valid_until = now() + interval '1 day' WHERE valid_until IS NOT NULL`;
    await sql`
      UPDATE invitations SET expires_at = now() + interval '1 day', accepted_at = accepted_at + (now() - created_at),
        revoked_at = revoked_at + (now() - created_at)`;
    await sql`UPDATE webhook_deliveries SET created_at = now(), next_attempt_at = now() WHERE state = 'pending'`;
    const [{ accountId = '' } = {}] = await sql<{ accountId: string }[]>`SELECT account_id AS "accountId" FROM lookups LIMIT 1`;
    ({ key } = await createApiKey({ accounts: stores.accounts, keys: apiKeyFormat('svc') }, { accountId }));
    before = await left();
    const settings = { ...RELEASE_SETTINGS, ...sites.env, ...trusted.env, DATABASE_URL: databaseUrl };
    fleet = createFleet({ ...settings, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace });
    temporal = openTemporalView(temporalAddress, namespace);
    [{ url }] = await Promise.all([fleet.api(), fleet.worker()]);
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([temporal?.close(), stores?.database.close(), receiver?.close(), sites?.close()]);
    trusted?.authority.remove();
  });

  it('shows what was answered exactly as it did, whatever answers have besides now; a score of another model is another one', async () => {
    expect(Object.keys(release.bodies).length).toBeGreaterThan(10);
    for (const [path, body] of Object.entries(release.bodies)) {
      const shown = asFarAs(body, (await call(url, 'GET', path, { key })).body);
      expect(withoutOtherModel(shown, body), path).toEqual(withoutOtherModel(body, shown));
    }
  });

  it('has its accepted and running lookups finished, billed as before, and its deliveries that wait sent once', async () => {
    expect(before.unfinished.length).toBeGreaterThan(3);
    expect(before.waiting.length).toBeGreaterThan(0);
    await temporal.reconcile();
    await expect.poll(async () => (await left()).unfinished, PATIENT).toEqual([]);
    await expect.poll(async () => (await left()).waiting, PATIENT).toEqual([]);
    const { sql } = stores.database;
    const bills = await sql<{ id: string; bills: number }[]>`
      SELECT l.id, count(u.lookup_id)::int AS bills FROM lookups l LEFT JOIN usage_ledger u ON u.lookup_id = l.id GROUP BY l.id`;
    expect(bills.filter(({ bills }) => bills !== 1)).toEqual([]);
    expect((await left()).used).toBe(before.used);
    for (const id of before.unfinished) {
      const { status, body } = await call(url, 'GET', `/v1/lookup/${id}`, { key });
      expect({ status, body }, id).toMatchObject({ status: 200, body: { lookupId: id } });
    }
    const sent = receiver.received.map(({ eventId, path }) => `${eventId} ${path.split('/').at(-1) ?? ''}`);
    expect(sent.filter((each) => before.waiting.includes(each)).sort()).toEqual(before.waiting);
    expect((await left()).completed).toBe(before.completed + before.unfinished.length);
  });

  it('loses nothing', async () => {
    const { tables, results } = await left();
    for (const [table, count] of Object.entries(before.tables)) expect(tables[table], table).toBeGreaterThanOrEqual(count);
    // Rows of lookups that finished a while ago become one value each.
    expect(results).toBeGreaterThanOrEqual(before.results);
  });
});

interface Left {
  /** Rows by table. */
  readonly tables: Record<string, number>;
  readonly results: number;
  readonly used: string;
  readonly completed: number;
  readonly waiting: string[];
  readonly unfinished: string[];
}

/** A value without the fields that another one does not have. */
function asFarAs(known: unknown, value: unknown): unknown {
  if (Array.isArray(known) && Array.isArray(value)) return value.map((each, index) => asFarAs(known[index], each));
  if (!isObject(known) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (name in known ? [[name, asFarAs(known[name], each)]] : [])));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body without its score, when that of another one is of another model. */
function withoutOtherModel(body: unknown, other: unknown): unknown {
  const modelOf = (each: unknown): unknown => (isObject(each) && isObject(each['risk']) ? each['risk']['modelVersion'] : null);
  if (!isObject(body) || modelOf(body) === modelOf(other)) return body;
  const { risk: _risk, ...others } = body;
  return others;
}

/** Tables of which no row may be gone. */
const KEPT = [
  'accounts',
  'api_keys',
  'audit_log',
  'balance_top_ups',
  'erasures',
  'invitations',
  'lookup_modules',
  'lookups',
  'emails',
  'quota_pools',
  'suppressions',
  'usage_ledger',
  'users',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_events',
  'webhook_secrets',
];
