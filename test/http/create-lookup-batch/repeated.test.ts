import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/features/accounts/api-keys.js';
import { sharedBareApi } from '../../support/http/bare-api.js';

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
});
