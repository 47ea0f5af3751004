import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendBatch, readBatch, resultsOf } from '../support/http/batches.js';
import { startBareApi } from '../support/http/bare-api.js';
import { billOf } from '../support/http/ledger.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';
import type { Service } from '../support/service.js';

const ALL_BANDS = ['instant', 'default', 'deep'] as const;
const person = (name: string, ref?: string) => ({ identities: { usernames: [name] }, ...(ref ? { ref } : {}) });

describe('batches in the database', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());
  beforeEach(async () => void (await service.sql`UPDATE batches SET state = 'cancelled' WHERE state <> 'finished'`));

  const start = (ahead = 8) => service.record.batchProgress.acceptNext(ALL_BANDS, ahead);
  /** Ends every lookup that has started. */
  const finishLookups = () => service.sql`UPDATE lookups SET state = 'finished', finished_at = now() WHERE state <> 'finished'`;

  it('a few items are accepted ahead of those that have started, and no more', async () => {
    const { key, accountId } = await service.account();
    await sendBatch(
      service,
      key,
      Array.from({ length: 30 }, (_, index) => person(`person-${index}`)),
    );
    expect(await start()).toBe(8);
    expect(await start()).toBe(0);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 8, ledger: 8, used: 8 });
    await finishLookups();
    expect(await start()).toBe(8);
  });

  it('processes that step at once accept each item once', async () => {
    const { key, accountId } = await service.account();
    const { batchId } = await sendBatch(
      service,
      key,
      Array.from({ length: 60 }, (_, index) => person(`person-${index}`)),
    );
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 4 }, () => start(1_000)));
    const rows = await service.sql<{ query: string }[]>`SELECT query FROM lookups WHERE account_id = ${accountId}`;
    expect(new Set(rows.map(({ query }) => query)).size).toBe(60);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 60, ledger: 60, used: 60 });
    expect((await readBatch(service, key, batchId)).counts).toMatchObject({ running: 60, waiting: 0 });
  });

  it('the batches of an account come in their order, of each mode by themselves; accounts do not wait for each other', async () => {
    const [one, other] = [await service.account(), await service.account()];
    const sent = [];
    for (const [{ key }, mode] of [
      [one, 'default'],
      [one, 'default'],
      [one, 'instant'],
      [other, 'default'],
    ] as const)
      sent.push((await sendBatch(service, key, [person('ada-example'), person('bob-example')], { query: `?mode=${mode}` })).batchId);
    expect(await start()).toBe(6);
    const states = await service.sql<{ id: string; started: boolean }[]>`
      SELECT id, started_at IS NOT NULL AS started FROM batches WHERE id = ANY (${sent})`;
    expect(sent.map((id) => states.find((each) => each.id === id)?.started)).toEqual([true, false, true, true]);
  });

  it('an item that the allowance does not cover pauses the batch, and is tried again first', async () => {
    const { key, accountId } = await service.account('credit', { balance: 6_000 });
    const dear = { identities: { usernames: ['a-example', 'b-example', 'c-example'] } };
    const { batchId } = await sendBatch(service, key, [person('ada-example'), dear, person('bob-example'), person('eve-example')], {
      query: '?modules=footprint',
    });
    expect(await start()).toBe(3);
    expect(await readBatch(service, key, batchId)).toMatchObject({
      status: 'paused',
      pausedBecause: 'insufficient_credits',
      counts: { waiting: 1 },
    });
    expect(await start()).toBe(0);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 3, used: 6_000, balance: 0 });
    await service.sql`UPDATE accounts SET balance_millicents = 6000 WHERE id = ${accountId}`;
    await service.call('POST', `/v2/batches/${batchId}/resume`, { key });
    await finishLookups();
    expect(await start()).toBe(1);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 4, used: 12_000, balance: 0 });
  });

  it("a key's own monthly limit pauses it too", async () => {
    const { key, apiKeyId } = await service.account();
    await service.sql`UPDATE api_keys SET monthly_lookups = 2 WHERE id = ${apiKeyId}`;
    const { batchId } = await sendBatch(service, key, [person('a-example'), person('b-example'), person('c-example')]);
    expect(await start()).toBe(2);
    expect(await readBatch(service, key, batchId)).toMatchObject({ status: 'paused', pausedBecause: 'quota_exceeded' });
  });

  it('ends once, with its event, when no item waits or runs; a deleted lookup does not keep it open', async () => {
    const { key, accountId, apiKeyId } = await service.account();
    await addEndpointTo(service.record, accountId);
    const { batchId } = await sendBatch(service, key, [person('ada-example', 'one'), person('bob-example', 'two')]);
    expect(await service.record.batchProgress.finishDone()).toBe(0);
    await start();
    expect(await service.record.batchProgress.finishDone()).toBe(0);
    const lines = await resultsOf<{ lookupId: string }>(service, key, batchId);
    await service.record.remover.remove({ accountId, onlyKey: null }, lines[0]?.lookupId ?? '');
    await finishLookups();
    await Promise.all([service.record.batchProgress.finishDone(), service.record.batchProgress.finishDone()]);
    expect(await readBatch(service, key, batchId)).toMatchObject({ status: 'finished', counts: { finished: 1, deleted: 1 } });
    const events = await service.sql<
      { body: Buffer }[]
    >`SELECT body FROM webhook_events WHERE account_id = ${accountId} AND type = 'batch.completed'`;
    expect(events.map(({ body }) => JSON.parse(body.toString()) as object)).toMatchObject([
      { type: 'batch.completed', apiKeyId, data: { batchId, items: 2, finished: 1, href: `/v2/batches/${batchId}` } },
    ]);
    expect(await resultsOf(service, key, batchId)).toMatchObject([
      { index: 0, ref: null, status: 'deleted', lookupId: null, lookup: null },
      { index: 1, ref: 'two', status: 'finished' },
    ]);
  });

  it('one that is paused ends too, with its event, when no item waits: nothing of it is left to resume', async () => {
    const { key, accountId } = await service.account();
    await addEndpointTo(service.record, accountId);
    const { batchId } = await sendBatch(service, key, [person('ada-example'), person('bob-example')]);
    const { batchId: waits } = await sendBatch(service, key, [person('eve-example')], { query: '?mode=deep' });
    await service.record.batchProgress.acceptNext(['default'], 8);
    for (const id of [batchId, waits]) await service.call('POST', `/v2/batches/${id}/pause`, { key });
    expect(await service.record.batchProgress.finishDone()).toBe(0);
    expect(await readBatch(service, key, batchId)).toMatchObject({ status: 'paused', pausedBecause: 'requested' });
    await finishLookups();
    expect(await service.record.batchProgress.finishDone()).toBe(1);
    expect(await readBatch(service, key, batchId)).toMatchObject({ status: 'finished', pausedBecause: null, counts: { finished: 2 } });
    expect(await readBatch(service, key, waits)).toMatchObject({ status: 'paused', counts: { waiting: 1 } });
    const events = await service.sql`SELECT FROM webhook_events WHERE account_id = ${accountId} AND type = 'batch.completed'`;
    expect(events).toHaveLength(1);
    expect(await service.call('POST', `/v2/batches/${batchId}/resume`, { key })).toMatchObject({
      status: 409,
      body: { error: { code: 'batch_ended' } },
    });
  });

  it('what a killed process left half stored starts nothing, is seen by nobody, and is deleted within an hour', async () => {
    const { key, accountId, apiKeyId } = await service.account();
    const caller = { accountId, apiKeyId } as never;
    const options = { band: 'default', checks: {}, platforms: null, purpose: null, bypassCache: false } as const;
    const id = await service.record.batchIntake.begin(caller, options);
    const content = { query: 'ada-example', queryType: 'username', subjects: { username: 'ada-example' } } as const;
    await service.record.batchIntake.add(id, accountId, [{ position: 0, ref: null, content }]);
    expect(await start()).toBe(0);
    expect((await service.call('GET', `/v2/batches/${id}`, { key })).status).toBe(404);
    await service.record.retention.deleteExpired();
    expect(await service.sql`SELECT 1 FROM batches WHERE id = ${id}`).toHaveLength(1);
    await service.sql`UPDATE batches SET created_at = now() - interval '61 minutes' WHERE id = ${id}`;
    await service.record.retention.deleteExpired();
    expect(await service.sql`SELECT 1 FROM batch_items WHERE batch_id = ${id}`).toHaveLength(0);
  });

  it("is deleted after the account's retention period, with those that still wait", async () => {
    const { key, accountId } = await service.account();
    const { batchId } = await sendBatch(service, key, [person('ada-example')]);
    await service.sql`UPDATE accounts SET retention_days = 30 WHERE id = ${accountId}`;
    await service.sql`UPDATE batches SET created_at = now() - interval '29 days' WHERE id = ${batchId}`;
    await service.record.retention.deleteExpired();
    expect((await readBatch(service, key, batchId)).counts).toMatchObject({ waiting: 1 });
    await service.sql`UPDATE batches SET created_at = now() - interval '31 days' WHERE id = ${batchId}`;
    await service.record.retention.deleteExpired();
    expect((await service.call('GET', `/v2/batches/${batchId}`, { key })).status).toBe(404);
    expect(await service.sql`SELECT 1 FROM batch_items WHERE account_id = ${accountId}`).toHaveLength(0);
  });
});
