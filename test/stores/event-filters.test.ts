/** Filters of endpoints: what does not match gets no delivery, and is no more lost or repeated by it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import type { EventFilter, RiskLevel } from '../../src/features/webhooks/event-filter.js';
import { writeBatchCompleted } from '../../src/features/webhooks/store/event-writer.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { openStores, type Stores } from '../../src/wiring/stores.js';
import { createDatabase } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { addEndpointTo, happens } from '../support/webhooks/endpoints.js';
import { acceptOne, makeCaller } from './support/record.js';

describe('filters of endpoints', () => {
  let record: Stores;
  /** The level of the next lookup that finishes. */
  let level: RiskLevel = 'low';
  let bodies = 0;
  beforeAll(async () => {
    const env = { SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: await createDatabase(), DATABASE_POOL: '10' };
    record = openStores(readConfig(env), 'store-test', {
      launcher: { launch: () => undefined, start: () => undefined, recheckEndpoint: () => undefined, startEmail: () => undefined },
      summaryOf: () => ({ score: 1, level, modelVersion: 'test', omitted: 0, hits: [], trace: {} }),
      bodyOf: ({ lookup }) => {
        bodies += 1;
        return { lookupId: lookup.id };
      },
    });
  });
  afterAll(() => record.database.close());

  async function finished(caller: Caller, of: RiskLevel, purpose?: string, isTest = false): Promise<string> {
    const lookupId = await acceptOne(record, caller, requestOf(purpose === undefined ? {} : { purpose }));
    await record.database.sql`UPDATE lookups SET is_test = ${isTest} WHERE id = ${lookupId}`;
    level = of;
    await record.writer.finish(lookupId);
    return lookupId;
  }
  async function deliveredTo(endpointId: string): Promise<string[]> {
    const rows = await record.database.sql<{ key: string }[]>`
      SELECT v.dedup_key AS key FROM webhook_deliveries d JOIN webhook_events v ON v.id = d.event_id WHERE d.endpoint_id = ${endpointId}`;
    return rows.map(({ key }) => key).sort();
  }
  const with_ = (accountId: string, filter: EventFilter) => addEndpointTo(record, accountId, { filter });
  const keys = (...lookupIds: string[]) => lookupIds.map((id) => `lookup/${id}`).sort();

  it('by risk level, purpose, and test keys: each endpoint gets what matches all of its filters', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const { accountId } = caller;
    const all = await with_(accountId, {});
    const risky = await with_(accountId, { riskLevel: ['high', 'critical'] });
    const review = await with_(accountId, { purpose: ['review', 'audit'] });
    const both = await with_(accountId, { riskLevel: ['high'], purpose: ['review'] });
    const live = await with_(accountId, { test: false });
    const tests = await with_(accountId, { test: true });
    const low = await finished(caller, 'low');
    const high = await finished(caller, 'high');
    const highForReview = await finished(caller, 'high', 'review');
    const lowForReview = await finished(caller, 'low', 'review');
    const unsure = await finished(caller, 'insufficient', 'onboarding');
    const ofTestKey = await finished(caller, 'low', undefined, true);
    const everything = keys(low, high, highForReview, lowForReview, unsure);
    expect(await deliveredTo(all.id)).toEqual([...everything, ...keys(ofTestKey)].sort());
    expect(await deliveredTo(risky.id)).toEqual(keys(high, highForReview));
    expect(await deliveredTo(review.id)).toEqual(keys(highForReview, lowForReview));
    expect(await deliveredTo(both.id)).toEqual(keys(highForReview));
    expect(await deliveredTo(live.id)).toEqual(everything);
    expect(await deliveredTo(tests.id)).toEqual(keys(ofTestKey));
  });

  it('let events pass that have no risk, purpose or test keys, and a batch that has no risk', async () => {
    const { accountId, apiKeyId } = await makeCaller(record, 'growth');
    const { id } = await with_(accountId, { riskLevel: ['critical'], purpose: ['review'], test: false });
    const [usage] = await happens(record, accountId);
    const batch = { accountId, apiKeyId, items: 1, finished: 1, refused: 0, isTest: false, createdAt: new Date(), finishedAt: new Date() };
    await record.database.sql.begin(async (tx) => {
      await writeBatchCompleted(tx, { ...batch, batchId: 'bat_one', purpose: 'review' });
      await writeBatchCompleted(tx, { ...batch, batchId: 'bat_two', purpose: 'other' });
      await writeBatchCompleted(tx, { ...batch, batchId: 'bat_three', purpose: null });
      await writeBatchCompleted(tx, { ...batch, batchId: 'bat_four', purpose: 'review', isTest: true });
    });
    const delivered = await deliveredTo(id);
    expect(delivered.filter((key) => key.startsWith('batch/'))).toEqual(['batch/bat_one']);
    expect(delivered).toHaveLength(2);
    expect(usage?.endpointId).toBe(id);
  });

  it('where nobody wants the event, its body is not built', async () => {
    const caller = await makeCaller(record, 'growth');
    await with_(caller.accountId, { riskLevel: ['critical'] });
    const before = bodies;
    await finished(caller, 'low');
    expect(bodies).toBe(before);
    expect(await record.database.sql`SELECT FROM webhook_events WHERE account_id = ${caller.accountId}`).toHaveLength(0);
  });

  it('hold for a recovery as they then are: what matches and was missed is sent once, the rest stays away', async () => {
    const caller = await makeCaller(record, 'growth');
    const { accountId } = caller;
    const since = new Date(Date.now() - 60_000);
    const { id } = await with_(accountId, { riskLevel: ['high'] });
    await with_(accountId, {});
    const [low, high] = [await finished(caller, 'low'), await finished(caller, 'high')];
    expect(await record.redelivery.recoverable(accountId, id, since)).toEqual({ failed: 0, missed: 0 });
    await record.endpoints.disable(accountId, id, new Date());
    const [lowLater, highLater] = [await finished(caller, 'low'), await finished(caller, 'high')];
    await record.endpoints.enable(accountId, id);
    expect(await record.redelivery.recover(accountId, id, since)).toEqual({ failed: 1, missed: 1 });
    expect(await deliveredTo(id)).toEqual(keys(high, highLater));
    await record.endpoints.edit(accountId, id, { filter: {} });
    expect(await record.redelivery.recover(accountId, id, since)).toEqual({ failed: 0, missed: 2 });
    expect(await deliveredTo(id)).toEqual(keys(low, high, lowLater, highLater));
    expect(await record.redelivery.recoverable(accountId, id, since)).toEqual({ failed: 0, missed: 0 });
  });
});
