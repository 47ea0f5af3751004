/** What a record holds of a database: everything that one version wrote and a later one has to read. */
import { apiKeyFormat } from '../../src/kernel/secrets/api-key-format.js';
import type { Stores } from '../../src/wiring/stores.js';
import { SCOPES } from '../../src/features/accounts/api-keys.js';
import { createApiKey } from '../../src/features/accounts/use-cases/api-keys.js';
import { call, type Reply } from '../../test/support/chaos-client.js';
import type { Fleet } from '../../test/support/processes.js';
import { addEndpointTo } from '../../test/support/webhooks/endpoints.js';
import { waitUntil } from '../embedded/wait-until.js';
import type { Simulator } from '../simulator/start-simulator.js';

/** Requests seem to come from here (RFC 5737). */
const CLIENT = '192.0.2.7';
const PERSON = { emails: ['ada@example.com'], phones: ['+12025550123'], usernames: ['ada_example'], ips: ['192.0.2.17'] };
const DEADLINE_MS = 120_000;

export interface Filling {
  readonly stores: Stores;
  readonly fleet: Fleet;
  readonly simulator: Simulator;
}

/** The responses to reads of a lookup, by path. */
export type Bodies = Readonly<Record<string, unknown>>;

/**
 * Fills a database through the API: accounts and what belongs to them, finished, running and accepted lookups, batches, deliveries that
 * wait. Identities are invented, of names and numbers that are reserved for examples. Ends all processes.
 *
 * @returns how the API of this version shows the finished lookups
 */
export async function fillDatabase({ stores, fleet, simulator }: Filling): Promise<Bodies> {
  const api = await fleet.api({ TRUST_PROXY: '127.0.0.0/8' });
  const worker = await fleet.worker();
  const { accountId, key } = await accountOf(stores, 'owner@example.com', 'higher_volume');
  const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const reply: Reply = await call(api.url, method, path, { key, body, headers: { 'x-forwarded-for': CLIENT } });
    if (reply.status < 200 || reply.status > 299) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const unfinished = async (): Promise<number> => (await stores.database.sql`SELECT 1 FROM lookups WHERE state <> 'finished'`).length;

  await accountAround(stores, request);
  const { lookupId: oldest } = (await request('POST', '/v2/lookup', { identities: PERSON, deep: true, purpose: 'fraud' })) as {
    lookupId: string;
  };
  await request('POST', '/v1/lookup', { query: 'ada_example' });
  await request('POST', '/v1/lookup?instant=true', { query: 'bob_example' });
  await request('POST', '/v1/lookup/batch', { items: [{ query: 'carol@example.com' }, { query: '+12025550124' }] });
  const items = ['judy_example', 'mallory_example'].map((name, index) => ({ identities: { usernames: [name] }, ref: `customer-${index}` }));
  await request('POST', '/v2/batches', { items: items.slice(0, 1) });
  await request('POST', '/v1/phone', { phone: '+12025550125' });
  await request('POST', '/v2/lookup', { identities: { emails: ['opted-out@example.com'] } });
  await request('POST', '/v2/lookup', { identities: { emails: ['erased@example.com'] } });
  await until(async () => (await stores.database.sql`SELECT 1 FROM batches WHERE state <> 'finished'`).length === 0);
  await until(async () => (await unfinished()) === 0);
  await erase(request);
  await stores.database.sql`
    UPDATE lookups SET accepted_at = accepted_at - interval '2 hours', started_at = started_at - interval '2 hours',
      finished_at = finished_at - interval '2 hours' WHERE id = ${oldest}`;
  await stores.resultsCompressor.compressFinished();
  await request('POST', '/v2/lookup', { identities: { usernames: ['ada_example'] } }); // of facts that are cached

  await until(async () => (await unfinished()) === 0);
  for (const payload of ['full', 'summary'] as const)
    await addEndpointTo(stores, accountId, { url: `https://hooks.example.com/${payload}`, payload });
  await request('POST', '/v1/lookup', { query: 'dan_example' });
  await until(async () => (await unfinished()) === 0);
  await until(async () => (await stores.database.sql`SELECT 1 FROM webhook_attempts`).length >= 2);
  const bodies = await bodiesOf(stores, request);

  simulator.setLatency('*', { medianMs: DEADLINE_MS });
  await request('POST', '/v2/lookup', { identities: { usernames: ['eve_example'] } });
  await until(async () => (await stores.database.sql`SELECT 1 FROM lookups WHERE state = 'running'`).length === 1);
  await worker.kill();
  await request('POST', '/v2/lookup', { identities: { emails: ['frank@example.com'] } });
  await request('POST', '/v1/lookup', { query: 'grace_example' });
  await request('POST', '/v1/lookup/batch', { items: [{ query: 'heidi_example' }, { query: 'ivan@example.com' }] });
  await request('POST', '/v2/batches', { items });
  await api.stop();
  return bodies;
}

type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

async function accountOf(stores: Stores, email: string, plan: 'higher_volume' | 'credit') {
  const { accountId } = await stores.accounts.create({ email, plan, poolKey: null, quotaOverride: null, balanceMillicents: 0 });
  const { key } = await createApiKey({ accounts: stores.accounts, keys: apiKeyFormat('svc') }, { accountId, scopes: [...SCOPES] });
  return { accountId, key };
}

/** What an account has besides lookups. Its lookups are kept without an end: no retention takes them before a test reads them. */
async function accountAround(stores: Stores, request: Send): Promise<void> {
  const prepaid = await accountOf(stores, 'prepaid@example.com', 'credit');
  await stores.accountChanges.topUp(prepaid.accountId, { reference: 'invoice 1', amountMillicents: 500_000 });
  await request('PUT', '/v2/account/retention', { days: null });
  await request('PUT', '/v2/account/purposes', { purposes: ['fraud', 'support'], required: false });
  await request('POST', '/v2/account/invitations', { email: 'colleague@example.com', role: 'member' });
  await request('POST', '/v2/account/keys', { name: 'one network', networks: ['192.0.2.0/24'], monthlyLookups: 100, ownLookupsOnly: true });
  await request('POST', '/v2/account/suppressions', { type: 'email', value: 'opted-out@example.com', proof: 'a letter' });
  await stores.signIns.addLink('member@example.com', Buffer.alloc(32, 7), 'operator');
}

async function erase(request: Send): Promise<void> {
  const { id } = (await request('POST', '/v2/account/erasures', { identity: { email: 'erased@example.com' }, dryRun: false })) as {
    id: string;
  };
  await until(async () => ((await request('GET', `/v2/account/erasures/${id}`)) as { state: string }).state === 'done');
}

/** Reads every finished lookup as v1 and v2 show it. */
async function bodiesOf(stores: Stores, request: Send): Promise<Bodies> {
  const rows = await stores.database.sql<{ id: string; kind: string }[]>`SELECT id, kind FROM lookups WHERE state = 'finished' ORDER BY id`;
  const bodies: Record<string, unknown> = {};
  for (const { id, kind } of rows) {
    const paths = [`/v2/lookup/${id}`, `/v2/lookup/${id}/evidence`, `/v2/lookup/${id}/omissions`];
    for (const path of kind === 'lookup' ? [`/v1/lookup/${id}`, ...paths] : paths) bodies[path] = await request('GET', path);
  }
  return bodies;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  if (!(await waitUntil(holds, DEADLINE_MS))) throw new Error(`never: ${holds.toString()}`);
}
