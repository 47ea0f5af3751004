import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/features/accounts/api-keys.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { addEndpointTo } from '../../support/webhooks/endpoints.js';

describe('a batch of v1 that is sent again under its Idempotency-Key', () => {
  const service = sharedBareApi();

  it('stays as it is when nothing further is accepted: finished, at its time, and without what was deleted', async () => {
    const { key, accountId } = await service().account('growth', { scopes: SCOPES });
    const send = () =>
      service().call('POST', '/v1/lookup/batch', {
        key,
        body: { items: [{ query: 'ada-example' }, { query: 'bob-example' }] },
        headers: { 'idempotency-key': 'same' },
      });
    const first = await send();
    const rows = () => service().sql`
      SELECT b.id, b.state, b.finished_at, b.counts, array_agg(i.state ORDER BY position) AS items
      FROM batches b JOIN batch_items i ON i.batch_id = b.id WHERE b.account_id = ${accountId} GROUP BY b.id`;
    const running = await rows();
    expect((await send()).body).toEqual(first.body);
    expect(await rows()).toEqual(running);
    await service().sql`UPDATE lookups SET state = 'finished', finished_at = now() WHERE account_id = ${accountId}`;
    expect(await service().record.batchProgress.finishDone()).toBe(1);
    const finished = await rows();
    expect(finished).toMatchObject([{ state: 'finished', items: ['started', 'started'] }]);
    expect((await send()).body).toEqual(first.body);
    expect(await rows()).toEqual(finished);
    const { results } = first.body as unknown as { results: { lookupId: string }[] };
    for (const { lookupId } of results) {
      expect((await service().call('DELETE', `/v2/lookup/${lookupId}`, { key })).status).toBe(204);
      const deleted = await rows();
      expect((await send()).body).toEqual(first.body);
      expect(await rows()).toEqual(deleted);
    }
    expect(await rows()).toMatchObject([{ id: finished[0]?.['id'], state: 'finished', items: ['deleted', 'deleted'] }]);
  });

  it('tells of each end: a repetition that starts what was refused ends the batch once more, with an event of its own', async () => {
    const { key, accountId } = await service().account('growth');
    await addEndpointTo(service().record, accountId);
    const names = ['ada-example', 'bob-example', 'eve-example'];
    const sendWith = async (quota: number) => {
      await service().sql`UPDATE accounts SET quota_override = ${quota} WHERE id = ${accountId}`;
      const body = { items: names.map((query) => ({ query })) };
      const sent = await service().call('POST', '/v1/lookup/batch', { key, body, headers: { 'idempotency-key': 'more' } });
      const { results } = sent.body as unknown as { results: { status: string }[] };
      await service().sql`UPDATE lookups SET state = 'finished', finished_at = now() WHERE account_id = ${accountId}`;
      await service().record.batchProgress.finishDone();
      return results.filter(({ status }) => status === 'queued').length;
    };
    expect(await sendWith(1)).toBe(1);
    expect(await sendWith(1)).toBe(1);
    expect(await sendWith(2)).toBe(2);
    expect(await sendWith(3)).toBe(3);
    expect(await sendWith(3)).toBe(3);
    const events = await service().sql<{ id: string; body: Buffer }[]>`
      SELECT id, body FROM webhook_events WHERE account_id = ${accountId} AND type = 'batch.completed' ORDER BY created_at`;
    const told = events.map(
      ({ body }) => (JSON.parse(body.toString()) as { data: { batchId: string; items: number; finished: number } }).data,
    );
    expect(told.map(({ items, finished }) => [items, finished])).toEqual([
      [3, 1],
      [3, 2],
      [3, 3],
    ]);
    expect([new Set(told.map(({ batchId }) => batchId)).size, new Set(events.map(({ id }) => id)).size]).toEqual([1, 3]);
  });
});
