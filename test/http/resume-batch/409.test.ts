/** Who may resume a batch, and who pays for it then. docs/contract.md, 4.8. */
import { describe, expect, it } from 'vitest';
import { readBatch, sendBatch } from '../../support/http/batches.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { memberOf } from '../../support/http/browser.js';
import { billOf } from '../../support/http/ledger.js';

const person = (name: string) => ({ identities: { usernames: [name] } });
const REFUSED = { status: 409, body: { error: { code: 'batch_of_other_kind' } } };

describe('resuming a batch', () => {
  const service = sharedBareApi();
  const start = () => service().record.batchProgress.acceptNext(['instant', 'default', 'deep'], 8);
  const resume = (key: string, batchId: string) => service().call('POST', `/v2/batches/${batchId}/resume`, { key });
  const lookupsOf = (accountId: string) => service().sql`SELECT is_test, api_key_id FROM lookups WHERE account_id = ${accountId}`;

  it('a live batch is not resumed with a test key, whether its own key still pays or has ended: no item is used up', async () => {
    const { key, accountId, apiKeyId } = await service().account();
    const test = await service().keyOf(accountId, ['lookups'], true);
    const { batchId } = await sendBatch(service(), key, [person('person-one'), person('person-two')]);
    await service().call('POST', `/v2/batches/${batchId}/pause`, { key });
    expect(await resume(test.key, batchId)).toMatchObject(REFUSED);
    await service().record.accounts.revokeKey(accountId, apiKeyId);
    expect(await resume(test.key, batchId)).toMatchObject(REFUSED);
    expect(await start()).toBe(0);
    expect(await readBatch(service(), test.key, batchId)).toMatchObject({ status: 'paused', counts: { waiting: 2 } });
    expect(await lookupsOf(accountId)).toEqual([]);
  });

  it('a batch of a test key is resumed by no member and no live key, so nothing of it is looked up or billed', async () => {
    const { key, accountId } = await service().account();
    const test = await service().keyOf(accountId, ['lookups'], true);
    const { browser } = await memberOf(service(), accountId, 'owner');
    const { batchId } = await sendBatch(service(), test.key, [person('everywheretest'), person('nowheretest')]);
    await service().call('POST', `/v2/batches/${batchId}/pause`, { key });
    await service().record.accounts.revokeKey(accountId, test.apiKeyId);
    expect(await resume(key, batchId)).toMatchObject(REFUSED);
    const path = `/dashboard/api/accounts/${accountId}/batches/${batchId}/resume`;
    expect(await browser.call('POST', path)).toMatchObject(REFUSED);
    expect(await start()).toBe(0);
    expect(await billOf(service(), accountId)).toMatchObject({ lookups: 0, ledger: 0, used: 0 });
    const next = await service().keyOf(accountId, ['lookups'], true);
    expect(await resume(next.key, batchId)).toMatchObject({ status: 200 });
    expect(await start()).toBe(2);
    expect(await lookupsOf(accountId)).toEqual([1, 2].map(() => ({ is_test: true, api_key_id: next.apiKeyId })));
  });

  it('a payer of the other kind, however it became that, starts nothing', async () => {
    const { key, accountId } = await service().account();
    const test = await service().keyOf(accountId, ['lookups'], true);
    const live = await sendBatch(service(), key, [person('person-one')]);
    const tried = await sendBatch(service(), test.key, [person('everywheretest')], { query: '?mode=instant' });
    const { apiKeyId } = await service().keyOf(accountId);
    await service()
      .sql`UPDATE batches SET payer_id = CASE WHEN is_test THEN ${apiKeyId} ELSE ${test.apiKeyId} END WHERE account_id = ${accountId}`;
    expect(await start()).toBe(0);
    for (const { batchId } of [live, tried])
      expect(await readBatch(service(), key, batchId)).toMatchObject({
        status: 'paused',
        pausedBecause: 'key_ended',
        counts: { waiting: 1 },
      });
    expect(await lookupsOf(accountId)).toEqual([]);
  });

  it('a key with a limit of its own pays for what it resumes, so it costs no more than that limit; any other resumes as its payer', async () => {
    const { key, accountId, apiKeyId } = await service().account();
    const limited = await service().keyOf(accountId);
    await service().sql`UPDATE api_keys SET monthly_lookups = 1 WHERE id = ${limited.apiKeyId}`;
    const { batchId } = await sendBatch(service(), key, [person('a-example'), person('b-example'), person('c-example')]);
    // One that is not paused is resumed by nobody: its payer stays.
    expect(await resume(limited.key, batchId)).toMatchObject({ status: 200 });
    await service().call('POST', `/v2/batches/${batchId}/pause`, { key });
    expect(await resume(limited.key, batchId)).toMatchObject({ status: 200 });
    expect(await start()).toBe(1);
    expect(await readBatch(service(), key, batchId)).toMatchObject({
      status: 'paused',
      pausedBecause: 'quota_exceeded',
      counts: { waiting: 2 },
    });
    expect(await billOf(service(), accountId)).toMatchObject({ ledger: 1, used: 1 });
    await service().record.accounts.revokeKey(accountId, limited.apiKeyId);
    expect(await resume(key, batchId)).toMatchObject({ status: 200 });
    expect(await start()).toBe(2);
    const paid = await lookupsOf(accountId);
    expect(paid.filter((each) => each['api_key_id'] === apiKeyId)).toHaveLength(2);
  });
});
