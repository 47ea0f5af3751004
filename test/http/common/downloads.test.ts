/** What is long is fair: every answer that is sent as it is made, or is made of many lookups, found from the table of routes. */
import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_STREAMS_PER_KEY, OpenStreams } from '../../../src/kernel/http/open-streams.js';
import { MODEL_VERSION } from '../../../src/facts/risk/signals.js';
import { isSentAsMade, takesPlace } from '../../../src/features/route.js';
import { everyRoute } from '../../../src/api/routes.js';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { openStream } from '../../support/http/event-client.js';
import { billOf } from '../../support/http/ledger.js';
import type { Service } from '../../support/service.js';

const ROUTES = everyRoute.filter(takesPlace);
/** Queries and bodies of those that need one. */
const REQUESTS: Readonly<Record<string, { readonly query?: string; readonly body?: (lookupId: string) => object }>> = {
  streamLookup: { query: '?query=ada-example&deep=false&platforms=' },
  streamLookupV2: { query: '?username=ada-example' },
  exportLookups: { body: () => ({}) },
  recordOutcomes: { body: (lookupId) => ({ outcomes: [{ lookupId, outcome: 'wrong_result', platform: 'site-0001' }] }) },
  chooseRiskModel: { body: () => ({ modelVersion: MODEL_VERSION }) },
};
/** Pieces of one account that are made at once. */
const AT_ONCE = 2;

/** Sees the turns that answers take, in which pieces are made once the gate is open. */
function watchTurns(gate: Promise<void> = Promise.resolve()) {
  const turns = { taken: [] as string[], now: 0 };
  const acquire = OpenStreams.prototype.acquire;
  vi.spyOn(OpenStreams.prototype, 'acquire').mockImplementation(function (this: OpenStreams, caller, gone) {
    const limit = acquire.call(this, caller, gone);
    return (make) =>
      limit(async () => {
        turns.taken.push(caller.accountId);
        turns.now += 1;
        await gate;
        turns.now -= 1;
        return make();
      });
  });
  return turns;
}

let service: Service;
beforeAll(async () => {
  // Without a worker no lookup ends, and so no stream of one.
  service = await startBareApi({ recheckMs: 50 });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => service.close());

/** An account with a lookup, a batch, and a key that may call every one of the routes. */
async function owner() {
  const account = await service.account('growth');
  const { key } = await service.keyOf(account.accountId, ['lookups:create', 'lookups:read', 'account:data', 'account:write', 'webhooks']);
  const body = { items: Array.from({ length: 40 }, (_, n) => ({ identities: { usernames: [`ada-${n}`] }, ref: `line ${n}` })) };
  const { batchId } = (await service.call('POST', '/v2/batches', { key, body })).body as { batchId: string };
  const accepted = await service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['ada-example'] } } });
  const { lookupId } = accepted.body as { lookupId: string };
  const addressOf = (route: (typeof ROUTES)[number]) =>
    route.path.replace(':id', route.path.startsWith('/v2/batches') ? batchId : lookupId) + (REQUESTS[route.operationId]?.query ?? '');
  return { ...account, key, batchId, lookupId, addressOf };
}

describe('whatever is sent as it is made, or made of many lookups', () => {
  it('is known from the table', () => {
    const named = (holds: (route: (typeof ROUTES)[number]) => boolean) => ROUTES.filter(holds).map(({ operationId }) => operationId);
    expect(named(isSentAsMade).sort()).toEqual(
      [
        'exportAccount',
        'exportLookups',
        'followLookupV2',
        'getBatchResults',
        'getLookupEvidence',
        'listEvents',
        'streamLookup',
        'streamLookupV2',
      ].sort(),
    );
    expect(named((route) => !isSentAsMade(route)).sort()).toEqual(['chooseRiskModel', 'getRiskCalibration', 'recordOutcomes']);
  });

  it.each(ROUTES)('$operationId is refused as one too many, bills nothing, and takes turns once there is room', async (route) => {
    const { accountId, key, lookupId, addressOf } = await owner();
    const open = () => openStream(`${service.url}/v2/lookup/${lookupId}/stream`, key);
    const streams = await Promise.all(Array.from({ length: MAX_STREAMS_PER_KEY }, open));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const before = await billOf(service, accountId);
    const body = REQUESTS[route.operationId]?.body?.(lookupId);
    const refused = await service.call(route.method.toUpperCase(), addressOf(route), { key, ...(body && { body }) });
    expectRefusal(refused, 'rate_limit_exceeded');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await billOf(service, accountId)).toEqual(before);
    for (const stream of streams) stream.cut();

    const turns = watchTurns();
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
    const init = { method: route.method.toUpperCase(), headers, signal: leaving.signal, ...(body && { body: JSON.stringify(body) }) };
    const responses: Response[] = []; // kept: one that nobody refers to is cancelled
    const answered = async () => responses[responses.push(await fetch(service.url + addressOf(route), init)) - 1]?.status;
    await expect.poll(answered).toBe(200);
    await expect.poll(() => turns.taken.length).toBeGreaterThan(0);
    leaving.abort();
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(turns.taken)).toEqual(new Set([accountId]));
  });
});

/** An answer of which nothing is read until it is asked for. */
const begin = (path: string, key: string) =>
  new Promise<{ response: IncomingMessage; text: () => Promise<string> }>((resolve, reject) => {
    get(service.url + path, { headers: { authorization: `Bearer ${key}` }, agent: false }, (response) => {
      const text = async () => {
        let all = '';
        for await (const chunk of response.setEncoding('utf8')) all += chunk as string;
        return all;
      };
      resolve({ response, text });
    }).once('error', reject);
  });

describe('twenty downloads of one account', () => {
  it('hold two turns, and another tenant is answered meanwhile, a download too; each then has its whole file', async () => {
    const [{ key, batchId }, other] = [await owner(), await owner()];
    let open = (): void => undefined;
    const turns = watchTurns(new Promise<void>((resolve) => (open = resolve)));
    const path = `/v2/batches/${batchId}/results`;
    const downloads = await Promise.all(Array.from({ length: MAX_STREAMS_PER_KEY }, () => begin(path, key)));
    await expect.poll(() => turns.now).toBe(AT_ONCE);
    const [list, health] = await Promise.all([service.call('GET', '/v2/lookup', { key: other.key }), service.call('GET', '/healthz')]);
    expect([list.status, health.status, turns.now]).toEqual([200, 200, AT_ONCE]);
    const theirs = await begin(`/v2/batches/${other.batchId}/results`, other.key);
    await expect.poll(() => turns.taken.at(-1)).toBe(other.accountId);
    open();
    for (const { text } of [theirs, ...downloads]) expect((await text()).trimEnd().split('\n')).toHaveLength(40);
  });
});

it('a wait whose key was revoked is cut off', async () => {
  const { accountId, apiKeyId, key } = await service.account('growth');
  const body = { identities: { usernames: ['ada-example'] }, mode: 'wait' };
  const waiting = service.call('POST', '/v2/lookup', { key, body }).then(
    ({ status }) => status,
    () => 'cut off',
  );
  const accepted = async () => (await service.sql`SELECT 1 FROM lookups WHERE account_id = ${accountId}`).length;
  await expect.poll(accepted).toBe(1);
  await service.record.accounts.revokeKey(accountId, apiKeyId);
  expect(await waiting).toBe('cut off');
});
