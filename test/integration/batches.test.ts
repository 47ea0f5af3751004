import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { postBatch, untilBatch, readBatch, resultsOf, sendBatch } from '../support/http/batches.js';
import { apiKeyFormat } from '../../src/kernel/secrets/api-key-format.js';
import { createApiKey } from '../../src/features/accounts/use-cases/api-keys.js';
import { billOf } from '../support/http/ledger.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

interface ItemLine {
  readonly index: number;
  readonly ref: string | null;
  readonly status: string;
  readonly lookupId: string | null;
  readonly lookup: { readonly hits: string[]; readonly platformsChecked: number; readonly identities: { value: string }[] } | null;
}

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ identities: { usernames: [`person-${index}`] }, ref: `row ${index}` }));
const FOOTPRINT = '?modules=footprint';

describe('a batch, from its request to its results', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 10 });
  });
  afterAll(() => service.close());

  it('each item is looked up and billed once, and its results are read in order', async () => {
    const { key, accountId } = await service.account();
    const items = [...people(30), { identities: { emails: [ADA.email] }, ref: 'ada' }, { identities: { usernames: [ADA.username] } }];
    const { batchId } = await sendBatch(service, key, items, { query: `${FOOTPRINT}&mode=deep` });
    const batch = await untilBatch(service, key, batchId, 'finished');
    expect(batch.counts).toMatchObject({ finished: 32, waiting: 0, running: 0 });
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 32, ledger: 32, used: 32 });
    const lines = await resultsOf<ItemLine>(service, key, batchId);
    expect(lines.map(({ index, ref }) => [index, ref])).toEqual(items.map((item, index) => [index, 'ref' in item ? item.ref : null]));
    expect(lines.every(({ status, lookup }) => status === 'finished' && lookup !== null)).toBe(true);
    expect(lines[31]?.lookup).toMatchObject({ platformsChecked: 10 });
    expect(lines[31]?.lookup?.hits.toSorted()).toEqual(service.sites.slugs.toSorted()); // as they came
    expect(lines[0]?.lookup?.hits).toEqual([]);
    const platforms = await resultsOf<{ index: number; result: { platform: string; registered: boolean } }>(
      service,
      key,
      batchId,
      '?rows=platforms',
    );
    expect(platforms.filter(({ index, result }) => index === 31 && result.registered)).toHaveLength(10);
    const csv = (await service.call('GET', `/v2/batches/${batchId}/results?format=csv`, { key })).text.split('\r\n');
    expect(csv[0]).toMatch(/^index,ref,status,lookup_id,identity_type,identity,platforms_checked/);
    expect(csv[31]).toMatch(/^30,ada,finished,lkp_\w+,email,ada@example.com,\d+/);
    expect(csv).toHaveLength(34);
    // The rows of what waited hold nobody any more.
    expect(
      await service.sql`SELECT 1 FROM batch_items WHERE batch_id = ${batchId} AND (subjects IS NOT NULL OR query IS NOT NULL)`,
    ).toHaveLength(0);
  });

  it.each(['instant', 'default', 'deep'] as const)('a batch of the mode %s is of that band', async (mode) => {
    const { key, accountId } = await service.account();
    const { batchId } = await sendBatch(service, key, people(2), { query: `${FOOTPRINT}&mode=${mode}` });
    await untilBatch(service, key, batchId, 'finished');
    const rows = await service.sql<{ band: string; mode: string; checked: number }[]>`
      SELECT band, mode, platforms_checked AS checked FROM lookups WHERE account_id = ${accountId}`;
    expect(rows).toMatchObject([
      { band: mode, mode: 'batch' },
      { band: mode, mode: 'batch' },
    ]);
    expect(rows.every(({ checked }) => checked > 0)).toBe(true);
  });

  it('is paused when the allowance is used up, and goes on when it is resumed with more; nothing is billed twice', async () => {
    const { key, accountId } = await service.account('growth', { quota: 12 });
    const { batchId } = await sendBatch(service, key, people(20), { query: FOOTPRINT });
    const paused = await untilBatch(service, key, batchId, 'paused');
    expect(paused.pausedBecause).toBe('quota_exceeded');
    await vi.waitFor(async () => expect((await readBatch(service, key, batchId)).counts).toMatchObject({ finished: 12, waiting: 8 }), {
      timeout: 170_000,
    });
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 12, ledger: 12, used: 12 });
    await service.sql`UPDATE accounts SET quota_override = 50 WHERE id = ${accountId}`;
    await service.call('POST', `/v2/batches/${batchId}/resume`, { key });
    await untilBatch(service, key, batchId, 'finished');
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 20, ledger: 20, used: 20 });
  });

  it('a key that is revoked pays for nothing further: whoever resumes the batch does; a replaced key is the same', async () => {
    const [owner, other] = await service.account().then(async (first) => [first, await service.keyOf(first.accountId)] as const);
    const heldBatch = async (from: string) => {
      const { batchId } = await sendBatch(service, from, people(80), { query: FOOTPRINT }); // more than workers start before the pause
      await service.call('POST', `/v2/batches/${batchId}/pause`, { key: from });
      expect((await readBatch(service, from, batchId)).counts['waiting']).toBeGreaterThan(0);
      return batchId;
    };
    const batchId = await heldBatch(owner.key);
    await service.record.accounts.revokeKey(owner.accountId, owner.apiKeyId);
    await service.sql`UPDATE batches SET state = 'open' WHERE id = ${batchId}`;
    expect((await untilBatch(service, other.key, batchId, 'paused')).pausedBecause).toBe('key_ended');
    await service.call('POST', `/v2/batches/${batchId}/resume`, { key: other.key });
    await untilBatch(service, other.key, batchId, 'finished');
    const paidBy = await service.sql<{ id: string }[]>`SELECT DISTINCT api_key_id AS id FROM lookups WHERE account_id = ${owner.accountId}`;
    expect(paidBy.map(({ id }) => id)).toContain(other.apiKeyId);

    const rolled = await service.keyOf(owner.accountId);
    const second = await heldBatch(rolled.key);
    const roll = `/v2/account/keys/${rolled.apiKeyId}/roll`;
    await service.call('POST', roll, { key: other.key, body: { overlapSeconds: 0 } });
    await service.sql`UPDATE batches SET state = 'open' WHERE id = ${second}`;
    await untilBatch(service, other.key, second, 'finished');
  });

  it('what is cancelled does not start; what has started is finished', async () => {
    const { key, accountId } = await service.account();
    const { batchId } = await sendBatch(service, key, people(400), { query: FOOTPRINT });
    await vi.waitFor(async () => expect((await readBatch(service, key, batchId)).counts['finished']).toBeGreaterThan(0), {
      timeout: 170_000,
    });
    await service.call('POST', `/v2/batches/${batchId}/cancel`, { key });
    await vi.waitFor(async () => expect((await readBatch(service, key, batchId)).counts['running']).toBe(0), { timeout: 170_000 });
    const { counts, status } = await readBatch(service, key, batchId);
    expect(status).toBe('cancelled');
    expect((counts['finished'] ?? 0) + (counts['cancelled'] ?? 0)).toBe(400);
    expect(await billOf(service, accountId)).toMatchObject({
      lookups: counts['finished'],
      ledger: counts['finished'],
      used: counts['finished'],
    });
  });

  it('a suspended account starts nothing, and goes on afterwards', async () => {
    const { key, accountId } = await service.account();
    const { batchId } = await sendBatch(service, key, people(80), { query: FOOTPRINT }); // more than workers start before that
    await service.sql`UPDATE accounts SET suspended_at = now() WHERE id = ${accountId}`;
    const { ledger } = await billOf(service, accountId);
    expect(ledger).toBeLessThan(80);
    const { key: neighbour } = await service.account();
    const beside = await sendBatch(service, neighbour, people(2), { query: FOOTPRINT });
    await untilBatch(service, neighbour, beside.batchId, 'finished');
    expect((await billOf(service, accountId)).ledger).toBe(ledger);
    await service.sql`UPDATE accounts SET suspended_at = NULL WHERE id = ${accountId}`;
    await untilBatch(service, key, batchId, 'finished');
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 80, ledger: 80, used: 80 });
  });

  it('of a test key takes test identities alone, asks nobody and is not billed', async () => {
    const { accountId } = await service.account('growth', { quota: 0 });
    const { key } = await createApiKey(
      { accounts: service.record.accounts, keys: apiKeyFormat(service.config.SERVICE_PREFIX) },
      { accountId, isTest: true },
    );
    const before = service.sites.simulator.requests().total;
    const names = ['everywheretest', 'nowheretest'];
    const items = names.map((name) => ({ identities: { usernames: [name] } }));
    const refused = await postBatch(service, key, [...items, { identities: { usernames: ['somebody'] } }]);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_batch', details: { faults: [{ index: 2, code: 'unknown_test_identity' }] } } },
    });
    const sent = await sendBatch(service, key, items, { query: '?mode=deep' });
    expect(sent.cost.amount).toBe(0);
    await untilBatch(service, key, sent.batchId, 'finished');
    const lines = await resultsOf<{ lookup: { test: boolean; matches: number } }>(service, key, sent.batchId);
    expect(lines.map(({ lookup }) => [lookup.test, lookup.matches > 0])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 2, ledger: 0, used: 0 });
    expect(service.sites.simulator.requests().total).toBe(before);
    const held = await sendBatch(service, key, [{ identities: { usernames: ['quotatest'] } }]);
    expect((await untilBatch(service, key, held.batchId, 'paused')).pausedBecause).toBe('quota_exceeded');
  });
});
