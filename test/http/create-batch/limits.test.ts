/** How much an account may store and what test keys may look up. docs/contract.md, 4.5, 4.9, 21.5. */
import { describe, expect, it } from 'vitest';
import { TEST_LIMITS } from '../../../src/features/accounts/store/test-limit.js';
import { postBatch, readBatch, resultsOf, sendBatch } from '../../support/http/batches.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { billOf } from '../../support/http/ledger.js';

const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ identities: { usernames: [`person-${from + index}`] }, ref: `row ${index}` }));
const tests = (count: number) => Array.from({ length: count }, () => ({ identities: { usernames: ['nowheretest'] } }));
const refusedWith = (details: object) => ({ status: 409, body: { error: { code: 'batch_limit_reached', details } } });

describe('what may wait of one account', () => {
  const service = sharedBareApi();
  const rowsOf = async (accountId: string) =>
    (await service().sql<{ state: string }[]>`SELECT state FROM batch_items WHERE account_id = ${accountId}`).map(({ state }) => state);

  it('is a number of its plan, whatever its allowance: a further batch is refused with the numbers, and leaves nothing', async () => {
    const { key, accountId } = await service().account('free_trial');
    const first = await sendBatch(service(), key, people(60));
    expect(await postBatch(service(), key, people(41))).toMatchObject(refusedWith({ items: 41, waiting: 60, limit: 100 }));
    expect(await rowsOf(accountId)).toHaveLength(60);
    const whole = people(101);
    expect(await postBatch(service(), key, whole)).toMatchObject(refusedWith({ items: 101, waiting: 0, limit: 100 }));
    const second = await sendBatch(service(), key, people(40), { headers: { 'idempotency-key': 'same' } });
    const again = await sendBatch(service(), key, people(40), { headers: { 'idempotency-key': 'same' } });
    expect(again.batchId).toBe(second.batchId);
    for (let step = 0; step < 3; step += 1) await service().record.batchProgress.acceptNext(['default'], 100);
    expect(await readBatch(service(), key, first.batchId)).toMatchObject({ status: 'paused', counts: { running: 15, waiting: 45 } });
    expect(await billOf(service(), accountId)).toMatchObject({ used: 15 });
    expect((await postBatch(service(), key, people(15))).status).toBe(202);
  });

  it('is one batch of two that are sent at once and fit one by one', async () => {
    const { key, accountId } = await service().account('free_trial');
    const sent = await Promise.all([people(70), people(80)].map((items) => postBatch(service(), key, items)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect([70, 80]).toContain((await rowsOf(accountId)).length);
  });

  it('what never started goes with a cancellation and stays counted, so storing and cancelling keeps no row', async () => {
    const { key, accountId } = await service().account();
    const items = [...people(4), { identities: { emails: ['nobody'] }, ref: 'wrong' }];
    const { batchId } = await sendBatch(service(), key, items, { query: '?skipInvalid=true&mode=deep' });
    await service().sql`UPDATE accounts SET quota_override = 1 WHERE id = ${accountId}`;
    await service().record.batchProgress.acceptNext(['deep'], 8);
    for (let time = 0; time < 2; time += 1) {
      expect(await service().call('POST', `/v2/batches/${batchId}/cancel`, { key })).toMatchObject({
        body: { status: 'cancelled', items: 5, counts: { running: 1, waiting: 0, cancelled: 3, invalid: 1 } },
      });
      expect(await rowsOf(accountId)).toEqual(['started']);
    }
    expect(await resultsOf(service(), key, batchId)).toMatchObject([{ index: 0, status: 'running', ref: 'row 0' }]);
    await service().sql`UPDATE lookups SET state = 'finished', finished_at = now() WHERE account_id = ${accountId}`;
    expect((await readBatch(service(), key, batchId)).counts).toMatchObject({ finished: 1, running: 0, cancelled: 3, invalid: 1 });
  });
});

describe('what test keys may look up', () => {
  const service = sharedBareApi();
  async function testAccount() {
    const { accountId, key: live } = await service().account();
    const { key } = await service().keyOf(accountId, ['lookups'], true);
    return { accountId, live, key };
  }
  const lookUp = (key: string, more: object = {}) =>
    service().call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['nowheretest'] }, ...more } });
  const use = (accountId: string, used: { lookups: number; deep: number }, month = 'now()') => service().sql`
    UPDATE accounts SET test_lookups = ${used.lookups}, test_deep_lookups = ${used.deep},
      test_month = date_trunc('month', (${service().sql.unsafe(month)}) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' WHERE id = ${accountId}`;

  it('is so many a month, all of its keys together and deep ones apart; a live key hears nothing of it', async () => {
    const { key, accountId, live } = await testAccount();
    const other = await service().keyOf(accountId, ['lookups'], true);
    await use(accountId, { lookups: TEST_LIMITS.lookups - 2, deep: TEST_LIMITS.deep - 1 });
    expect((await lookUp(key)).status).toBe(200);
    const deep = { used: TEST_LIMITS.deep, limit: TEST_LIMITS.deep, unit: 'lookups' };
    expect(await lookUp(other.key)).toMatchObject({ status: 402, body: { error: { code: 'quota_exceeded', details: deep } } });
    expect((await lookUp(other.key, { platforms: ['site-0001'] })).status).toBe(200);
    const all = { used: TEST_LIMITS.lookups, limit: TEST_LIMITS.lookups, unit: 'lookups' };
    expect(await lookUp(key, { platforms: ['site-0001'] })).toMatchObject({ status: 402, body: { error: { details: all } } });
    expect((await service().call('POST', '/v2/lookup', { key: live, body: { identities: { usernames: ['ada-example'] } } })).status).toBe(
      200,
    );
    expect(await billOf(service(), accountId)).toMatchObject({ lookups: 3, ledger: 1, used: 1 });
    await use(accountId, { lookups: TEST_LIMITS.lookups, deep: TEST_LIMITS.deep }, "now() - interval '40 days'");
    expect((await lookUp(key)).status).toBe(200);
  });

  it('is a small batch, which is paused where the limit is reached; deleting its lookups gives nothing back', async () => {
    const { key, accountId } = await testAccount();
    expect(await postBatch(service(), key, tests(201))).toMatchObject({ status: 400, body: { error: { code: 'invalid_batch' } } });
    await use(accountId, { lookups: 10, deep: TEST_LIMITS.deep - 3 });
    const { batchId } = await sendBatch(service(), key, tests(5), { query: '?mode=deep' });
    expect(await service().record.batchProgress.acceptNext(['deep'], 8)).toBe(3);
    expect(await readBatch(service(), key, batchId)).toMatchObject({
      status: 'paused',
      pausedBecause: 'quota_exceeded',
      counts: { waiting: 2 },
    });
    await service()
      .sql`UPDATE lookups SET state = 'finished', finished_at = now(), accepted_at = now() - interval '25 hours' WHERE account_id = ${accountId}`;
    await service().record.retention.deleteExpired();
    expect(await service().sql`SELECT 1 FROM lookups WHERE account_id = ${accountId}`).toEqual([]);
    expect(await lookUp(key)).toMatchObject({ status: 402 });
    await service().sql`UPDATE batches SET created_at = now() - interval '25 hours' WHERE id = ${batchId}`;
    await service().record.retention.deleteExpired();
    expect(await service().call('GET', `/v2/batches/${batchId}`, { key })).toMatchObject({ status: 404 });
  });

  it('an account that keeps all for ever keeps its live lookups, and no tests', async () => {
    const { key, accountId, live } = await testAccount();
    await service().sql`UPDATE accounts SET retention_days = NULL WHERE id = ${accountId}`;
    await lookUp(key, { platforms: ['site-0001'] });
    await service().call('POST', '/v2/lookup', { key: live, body: { identities: { usernames: ['ada-example'] } } });
    await service()
      .sql`UPDATE lookups SET state = 'finished', finished_at = now(), accepted_at = now() - interval '25 hours' WHERE account_id = ${accountId}`;
    await service().record.retention.deleteExpired();
    expect(await service().sql`SELECT is_test FROM lookups WHERE account_id = ${accountId}`).toEqual([{ is_test: false }]);
  });
});
