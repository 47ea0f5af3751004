/** An erasure across kill -9 of the worker, with a lookup under way, and across the restore of an older backup. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyFormat } from '../../src/kernel/secrets/api-key-format.js';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';
import { openStores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import type { Sql } from '../../src/kernel/db/client.js';
import type { SubjectKind } from '../../src/kernel/identity/subjects.js';
import { indexDigest } from '../../src/facts/breaches/sources/local-index.js';
import { createApiKey } from '../../src/features/accounts/use-cases/api-keys.js';
import { importBreaches } from '../../src/features/breaches/use-cases/import-breaches.js';
import { requestErasure } from '../../src/features/privacy/use-cases/erasures.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { instantContract } from '../../workflows/contracts.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { copyDatabase, createDatabase } from '../support/databases.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { createFleet, type ApiProcess, type Fleet, type ServiceProcess } from '../support/processes.js';
import { stackAddresses } from '../support/stack.js';
import { namespaceTraces, tableTraces, traceableForms } from '../support/traces.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';

const SITES = 60;
const FINISHED = 12;
const SUBJECT = 'Quixotic_Zephyr_84';
const OTHER = 'Ada_Example_2030';
const OPTED_OUT = 'Opted_Out_2030';
const EVERYWHERE = 'Quetzal.Zephyr.84@example.com';

interface Receipt {
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly inLedger: boolean;
  readonly sent: readonly { readonly endpointId: string }[];
}

describe('the erasure of an identity', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let reader: LedgerReader;
  let temporalView: TemporalView;
  let fleet: Fleet;
  let api: ApiProcess;
  let worker: ServiceProcess;
  let owner: Awaited<ReturnType<LedgerReader['account']>>;
  let accountKey: string;
  let databaseUrl: string;
  let backupUrl: string;
  let erasureId: string;
  const secretsKey = randomBytes(32).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'footprint-ledger-'));
  const ledger = join(folder, 'erasures.jsonl');

  beforeAll(async () => {
    sites = await startGeneratedSites(SITES, { latency: { medianMs: 400, sigma: 0.8, capMs: 2_500 } });
    const { temporalAddress } = stackAddresses();
    const [url, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    databaseUrl = url;
    fleet = createFleet({
      ...sites.env,
      PROBE_CONCURRENCY: '4',
      LOG_LEVEL: 'debug',
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
      SECRETS_KEY: secretsKey,
      ERASURE_LEDGER: ledger,
    });
    reader = openLedgerReader(databaseUrl);
    temporalView = openTemporalView(temporalAddress, namespace);
    owner = await reader.account();
    const record = openStores(readConfig({ SECRETS_KEY: secretsKey, DATABASE_URL: databaseUrl, DATABASE_POOL: '2' }), 'test');
    await addEndpointTo(record, owner.accountId);
    const keyed = await createApiKey(
      { accounts: record.accounts, keys: apiKeyFormat('svc') },
      { accountId: owner.accountId, scopes: ['lookups', 'account:write', 'account:data'] },
    );
    accountKey = keyed.key;
    await record.database.close();
    [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([temporalView?.close(), reader?.close(), sites?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: unknown) => call(api.url, 'POST', path, { key: accountKey, body });
  const receipt = async () =>
    (await call(api.url, 'GET', `/v2/account/erasures/${erasureId}`, { key: accountKey })).body as unknown as Receipt;
  const requests = (): number => {
    const identity = identityDigest('username', SUBJECT);
    return sites.simulator.requests().log.filter((request) => request.identity === identity).length;
  };
  const billsOf = async (sql: Sql) => ({
    ledger: await sql`SELECT * FROM usage_ledger ORDER BY lookup_id`,
    periods: await sql`SELECT * FROM usage_periods ORDER BY pool_id, period_start`,
  });
  const isNamed = async (sql: Sql): Promise<boolean> =>
    [...(await tableTraces(sql)).values()].some((trace) => traceableForms(trace, 'username', SUBJECT).length > 0);

  /** As if an answer about somebody else had revealed the handle, in another spelling. */
  async function revealIn(lookupId: string): Promise<void> {
    const handle = SUBJECT.toUpperCase();
    await reader.sql`
      INSERT INTO linked_accounts (lookup_id, source, subject, platform, handle, seq, checked_at)
      SELECT lookup_id, platform, subject, 'x', ${handle}, seq, checked_at FROM lookup_results
      WHERE lookup_id = ${lookupId} AND state <> 'inconclusive' AND source = 'sweep' AND NOT from_cache LIMIT 1`;
    const facts = await reader.sql`
      UPDATE platform_facts f SET linked_accounts = ${JSON.stringify([{ platform: 'x', handle }])}::jsonb FROM linked_accounts d
      WHERE d.lookup_id = ${lookupId} AND f.account_id = ${owner.accountId} AND f.platform = d.source AND f.checked_at = d.checked_at`;
    expect(facts.count).toBeGreaterThan(0);
  }

  /** A finished lookup with an answer: on a machine that stands still, all of its probes may have been late. */
  async function answeredLookup(body: unknown): Promise<string> {
    for (;;) {
      const id = lookupIdOf((await post('/v1/lookup', body)).body) ?? '';
      expect(await reader.unfinished(owner.accountId, 60_000)).toEqual([]);
      if ((await reader.sql`SELECT FROM lookup_results WHERE lookup_id = ${id} AND state <> 'inconclusive'`).count > 0) return id;
      await call(api.url, 'DELETE', `/v2/lookup/${id}`, { key: accountKey });
    }
  }

  async function expectNoTrace(sql: Sql, kind: SubjectKind = 'username', subject = SUBJECT): Promise<void> {
    const traces = new Map([
      ...(await tableTraces(sql)),
      ...(await namespaceTraces(temporalView.temporal.client)),
      ['log', fleet.logs()],
      ['ledger', readFileSync(ledger, 'utf8')],
    ]);
    expect(traces.get('log')).toContain('/v2/account/erasures');
    expect(traces.get('ledger')).toContain(erasureId);
    const found = [...traces].flatMap(([position, trace]) => traceableForms(trace, kind, subject).map((form) => ({ position, form })));
    expect(found).toEqual([]);
  }

  let erased: string[];
  let kept: string;
  let instant: string;

  it('deletes every form of it although the worker is killed in the middle and a lookup is under way; bills stay', async () => {
    const platforms = sites.slugs.slice(0, 2);
    const accepted = await Promise.all([
      ...Array.from({ length: FINISHED }, () => post('/v1/lookup', { query: SUBJECT, platforms })),
      post('/v1/lookup?instant=true', { query: SUBJECT }),
    ]);
    const ids = accepted.map(({ body }) => lookupIdOf(body) ?? '');
    kept = await answeredLookup({ query: OTHER, platforms });
    await revealIn(kept);
    const running = lookupIdOf((await post('/v2/lookup', { identities: { usernames: [SUBJECT.toLowerCase(), OTHER] } })).body) ?? '';
    expect(await waitUntil(async () => (await reader.recorded(running)).size > 0, 90_000, 5)).toBe(true);
    instant = ids.at(-1) ?? '';
    erased = [...ids, running];
    // A backup needs a database without connections; the lookup under way goes on afterwards.
    await Promise.all([api.kill(), worker.kill(), reader.close()]);
    backupUrl = await copyDatabase(databaseUrl);
    reader = openLedgerReader(databaseUrl);
    [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);
    expect(await isNamed(reader.sql)).toBe(true);
    const bills = await billsOf(reader.sql);
    expect((await post('/v2/account/suppressions', { type: 'username', value: OPTED_OUT, proof: 'a letter' })).status).toBe(200);
    // What was sent is part of the receipt.
    await expect.poll(async () => (await reader.sql`SELECT FROM webhook_deliveries WHERE attempts > 0`).count).toBeGreaterThan(0);
    const requested = await post('/v2/account/erasures', { identity: { username: SUBJECT }, dryRun: false });
    expect(requested.status).toBe(200);
    erasureId = String((requested.body as { id?: unknown }).id);
    const begun = async () => ((await receipt()).counts['lookups'] ?? 0) >= 2;
    expect(await waitUntil(begun, 60_000, 5)).toBe(true);
    await worker.kill();
    await reader.isGone('footprint-worker');
    worker = await fleet.worker();
    expect(await waitUntil(async () => (await receipt()).state === 'done', 90_000, 50)).toBe(true);

    const { counts, inLedger, sent } = await receipt();
    const { lookups, linkedAccounts, events } = counts;
    expect({ lookups, linkedAccounts, events, inLedger }).toEqual({
      lookups: FINISHED + 2,
      linkedAccounts: 1,
      events: FINISHED + 2,
      inLedger: true,
    });
    expect(sent.length).toBeGreaterThan(0);
    expect((await reader.lookups(owner.accountId)).map(({ id }) => id)).toEqual([kept]);
    expect(await billsOf(reader.sql)).toEqual(bills);
    // The server deletes in the background, with pauses that grow while it is busy.
    const left = async () => {
      const known = await Promise.all(erased.map(async (id) => ((await temporalView.knows(id)) ? [id] : [])));
      return known.flat().map((id) => (id === running ? 'the one that was under way' : id));
    };
    await expect.poll(left, { timeout: 150_000, interval: 200 }).toEqual([]);
    const activity = temporalView.temporal.client.activity.getHandle(instantContract.id(instant));
    const isForgotten = () =>
      activity.describe().then(
        () => false,
        () => true,
      );
    expect(await waitUntil(isForgotten, 60_000)).toBe(true);
    expect(await temporalView.knows(kept)).toBe(true);
    await expectNoTrace(reader.sql);
  }, 480_000);

  it('is carried out again before a restored older backup is served, and asks no platform', async () => {
    await Promise.all([api.kill(), worker.kill()]);
    await reader.close();
    reader = openLedgerReader(backupUrl);
    const bills = await billsOf(reader.sql);
    expect(await isNamed(reader.sql)).toBe(true);
    const before = requests();
    api = await fleet.api({ DATABASE_URL: backupUrl });
    const suppressed = await reader.sql`SELECT 1 FROM suppressions WHERE account_id = ${owner.accountId}`;
    expect(suppressed.count, 'what was suppressed after the backup is suppressed again').toBe(1);
    // No worker runs yet: what is served is without the identity from the first request on.
    expect((await reader.lookups(owner.accountId)).map(({ id }) => id)).toEqual([kept]);
    await expectNoTrace(reader.sql);
    worker = await fleet.worker({ DATABASE_URL: backupUrl });
    expect(await waitUntil(async () => (await receipt()).state === 'done', 90_000, 50)).toBe(true);
    await expectNoTrace(reader.sql);
    expect(await billsOf(reader.sql)).toEqual(bills);
    expect(requests()).toBe(before);
    expect(fleet.died()).toEqual([]);
  });

  it('everywhere deletes lookups of every account, entries of the breach index and the person, although the worker is killed in the middle', async () => {
    const record = openStores(readConfig({ DATABASE_URL: backupUrl, DATABASE_POOL: '2', SECRETS_KEY: secretsKey }), 'test');
    const another = await reader.account();
    const platforms = sites.slugs.slice(0, 2);
    const send = (key: string, body: unknown) => call(api.url, 'POST', '/v2/lookup', { key, body });
    const about = { emails: [EVERYWHERE], usernames: [OTHER] };
    const requested = await Promise.all(
      Array.from({ length: FINISHED }, (_, n) => send(n % 2 ? another.key : owner.key, { identities: about, platforms })),
    );
    for (const { accountId } of [owner, another]) expect(await reader.unfinished(accountId, 60_000)).toEqual([]);
    const running = lookupIdOf((await send(another.key, { identities: about })).body) ?? '';
    expect(await waitUntil(async () => (await reader.recorded(running)).size > 0, 90_000, 5)).toBe(true);
    await reader.sql`INSERT INTO users (id, email) VALUES ('usr_everywhere', ${EVERYWHERE.toLowerCase()})`;
    await reader.sql`
      INSERT INTO members (id, account_id, user_id, role) VALUES ('mem_everywhere', ${another.accountId}, 'usr_everywhere', 'member')`;
    const identities = new LibraryIdentityParser();
    const lines = [{ line: 2, fields: { email: EVERYWHERE, breach: 'Example', date: '2030-01-01' } }];
    await importBreaches(
      { store: record.breachImports, identities, digest: indexDigest },
      { fingerprint: 'a file', lines: Readable.from(lines), defaults: {}, onProblem: (_, problem) => expect.fail(problem) },
    );
    const bills = await billsOf(reader.sql);

    const ctx = { ...record, identities };
    const { id } = await requestErasure(ctx, { identity: { email: EVERYWHERE }, accountId: null, apiKeyId: null, isDryRun: false });
    const state = async () => (await record.erasures.find(id, null)) ?? expect.fail('the erasure is gone');
    expect(await waitUntil(async () => ((await state()).counts.lookups ?? 0) >= 2, 60_000, 5)).toBe(true);
    await worker.kill();
    await reader.isGone('footprint-worker');
    worker = await fleet.worker({ DATABASE_URL: backupUrl });
    expect(await waitUntil(async () => (await state()).state === 'done', 90_000, 50)).toBe(true);
    expect((await state()).counts).toMatchObject({ lookups: FINISHED + 1, breachEntries: 1, users: 1, members: 1 });
    await record.database.close();
    expect(await billsOf(reader.sql)).toEqual(bills);
    const ids = [...requested.map(({ body }) => lookupIdOf(body) ?? ''), running];
    const left = async () => (await Promise.all(ids.map(async (each) => ((await temporalView.knows(each)) ? [each] : [])))).flat();
    await expect.poll(left, { timeout: 150_000, interval: 200 }).toEqual([]);
    await expectNoTrace(reader.sql, 'email', EVERYWHERE);
  }, 480_000);

  it('of a whole account leaves its bills only, although the worker is killed in the middle and a lookup is under way', async () => {
    const record = openStores(readConfig({ SECRETS_KEY: secretsKey, DATABASE_URL: backupUrl, DATABASE_POOL: '2' }), 'test');
    const leaving = await reader.account();
    const send = (body: unknown) => call(api.url, 'POST', '/v1/lookup', { key: leaving.key, body });
    const platforms = sites.slugs.slice(0, 2);
    const requested = await Promise.all(Array.from({ length: FINISHED }, (_, n) => send({ query: `${OTHER}-${n}`, platforms })));
    await reader.unfinished(leaving.accountId, 60_000);
    const running = lookupIdOf((await send({ query: OTHER })).body) ?? '';
    expect(await waitUntil(async () => (await reader.recorded(running)).size > 0, 90_000, 5)).toBe(true);
    const bills = await billsOf(reader.sql);
    const { accountId } = leaving;
    const deletion = await record.accountDeletions.request({ accountId, requestedBy: null, graceSeconds: 0 });
    expect((await send({ query: OTHER })).body).toMatchObject({ error: { code: 'account_closed' } });
    const counted = async () => (await record.accountDeletions.find(accountId))?.counts.lookups ?? 0;
    expect(await waitUntil(async () => (await counted()) >= 2, 60_000, 5)).toBe(true);
    await worker.kill();
    await reader.isGone('footprint-worker');
    worker = await fleet.worker({ DATABASE_URL: backupUrl });
    expect(await waitUntil(async () => (await record.accountDeletions.find(accountId))?.state === 'done', 90_000, 50)).toBe(true);
    expect(await counted()).toBe(FINISHED + 1);
    await record.database.close();
    const named = [...(await tableTraces(reader.sql))].flatMap(([table, rows]) => (rows.includes(accountId) ? [table] : []));
    expect(named.sort()).toEqual(['accounts', 'audit_log', 'erasures', 'quota_pools', 'usage_ledger']);
    expect(await billsOf(reader.sql)).toEqual(bills);
    expect(readFileSync(ledger, 'utf8')).toContain(deletion?.id);
    const ids = [...requested.map(({ body }) => lookupIdOf(body) ?? ''), running];
    const left = async () => (await Promise.all(ids.map(async (id) => ((await temporalView.knows(id)) ? [id] : [])))).flat();
    await expect.poll(left, { timeout: 150_000, interval: 200 }).toEqual([]);
  }, 480_000);
});
