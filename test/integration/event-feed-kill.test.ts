/** Promise 2 for the feed: a reader behind a firewall gets every event once, across kill -9 of the worker and of the API that it asks. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/features/accounts/use-cases/api-keys.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { apiKeyFormat } from '../../src/kernel/secrets/api-key-format.js';
import { openStores, type Stores } from '../../src/wiring/stores.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { openKillableStack, type KillableStack } from '../support/killable-stack.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';

const ORDERS = 24;
const CLIENTS = 4;

interface Page {
  readonly events: readonly { readonly id: string; readonly data: { readonly lookupId: string } }[];
  readonly cursor: string;
}

describe('kill -9 while the feed is read', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let stack: KillableStack;
  let record: Stores;
  beforeAll(async () => {
    sites = await startGeneratedSites(3);
    stack = await openKillableStack(sites.env);
    record = openStores(readConfig({ SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: stack.databaseUrl, DATABASE_POOL: '2' }), 'test');
  });
  afterAll(async () => {
    await record?.database.close();
    await stack?.close();
    await sites?.close();
  });

  /** A reader that keeps a cursor only with the events before it, and asks again what was not answered. */
  function follow(key: string, limit: number) {
    const got: { id: string; lookupId: string }[] = [];
    const state = { cursor: '', unanswered: 0, isOver: false };
    const read = async (): Promise<void> => {
      const query = state.cursor === '' ? '' : `&after=${state.cursor}`;
      const { status, body } = await call(stack.url, 'GET', `/v2/events?limit=${limit}${query}`, { key, timeoutMs: 5_000 });
      if (status !== 200) return void (state.unanswered += 1);
      const page = body as Page;
      got.push(...page.events.map(({ id, data }) => ({ id, lookupId: data.lookupId })));
      state.cursor = page.cursor;
    };
    const reading = (async () => {
      while (!state.isOver) await read().then(() => waitUntil(() => state.isOver, 100, 20));
    })();
    const end = (): Promise<void> => {
      state.isOver = true;
      return reading;
    };
    return { got, state, end };
  }

  async function orderUntilAnswered(key: string, query: string): Promise<string> {
    const headers = { 'idempotency-key': randomUUID() };
    let lookupId: string | null = null;
    const order = async () => {
      const reply = await call(stack.url, 'POST', '/v1/lookup', { key, body: { query }, headers, timeoutMs: 5_000 });
      lookupId = reply.status === 200 ? lookupIdOf(reply.body) : null;
      return lookupId !== null;
    };
    expect(await waitUntil(order, 90_000, 50)).toBe(true);
    return lookupId ?? expect.fail('the order was never answered');
  }

  it('of worker and API, twice each: no event is lost, and none comes twice', async () => {
    const owner = await stack.ledger.account();
    const keys = [owner.key, ...(await Promise.all(Array.from({ length: CLIENTS - 1 }, owner.another)))];
    const ctx = { accounts: record.accounts, keys: apiKeyFormat('svc') };
    const feedKey = async () => (await createApiKey(ctx, { accountId: owner.accountId, scopes: ['webhooks', 'lookups:read'] })).key;
    const [one, other] = [follow(await feedKey(), 3), follow(await feedKey(), 100)];
    expect(await waitUntil(() => one.state.cursor !== '' && other.state.cursor !== '', 90_000)).toBe(true);
    const promised: string[] = [];
    let next = 0;
    const clients = Promise.all(
      keys.map(async (by) => {
        for (let n = next++; n < ORDERS; n = next++) promised.push(await orderUntilAnswered(by, `fed_${n}`));
      }),
    );
    for (const [index, victim] of (['worker', 'api', 'worker', 'api'] as const).entries()) {
      expect(await waitUntil(() => promised.length >= (index + 1) * 4, 90_000, 2)).toBe(true);
      await stack.strike(victim);
    }
    await clients;
    await stack.ledger.age(11);
    expect(await stack.ledger.unfinished(owner.accountId, 60_000, stack.temporalView)).toEqual([]);
    const lookups = (await stack.ledger.lookups(owner.accountId)).map(({ id }) => id);
    expect(lookups).toEqual(expect.arrayContaining(promised));
    for (const { got } of [one, other]) expect(await waitUntil(() => got.length >= lookups.length, 90_000)).toBe(true);
    await Promise.all([one.end(), other.end()]);
    expect(one.got.map(({ lookupId }) => lookupId).sort()).toEqual([...lookups].sort());
    expect(new Set(one.got.map(({ id }) => id)).size).toBe(lookups.length);
    expect(other.got).toEqual(one.got);
    expect(one.state.unanswered + other.state.unanswered).toBeGreaterThan(0);
    expect(stack.fleet.died()).toEqual([]);
  }, 300_000);
});
