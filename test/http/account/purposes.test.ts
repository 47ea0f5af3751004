import { describe, expect, it } from 'vitest';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { billOf, expectUnbilled } from '../../support/http/ledger.js';
import { startBatch } from '../../support/http/started-batch.js';

const PATH = '/v2/account/purposes';
const identities = { usernames: ['ada-example'] };

describe('the purpose of a lookup', () => {
  const service = sharedBareApi();

  async function holder(list?: { purposes: string[]; required: boolean }) {
    const { accountId } = await service().account('growth');
    const { key } = await service().keyOf(accountId, ['lookups', 'account']);
    const call = (method: string, path: string, body?: unknown) =>
      service().call(method, path, { key, ...(body === undefined ? {} : { body }) });
    if (list) expect((await call('PUT', PATH, list)).body).toEqual(list);
    return { accountId, key, call };
  }
  const refusal = (code: string) => ({ status: 422, body: { error: { code } } });

  it('is one of the account’s list, stored with the lookup, and shown in the answer and in the audit log', async () => {
    const { call, key, accountId } = await holder({ purposes: ['fraud review', 'onboarding'], required: false });
    const made = await call('POST', '/v2/lookup', { identities, purpose: 'onboarding' });
    const { lookupId } = made.body as { lookupId: string };
    expect(made.body).toMatchObject({ purpose: 'onboarding' });
    expect((await call('GET', `/v2/lookup/${lookupId}`)).body).toMatchObject({ purpose: 'onboarding' });
    expect((await call('POST', '/v2/lookup', { identities })).body).toMatchObject({ purpose: null });
    const [item = ''] = await startBatch(service(), key, [{ identities }], '?purpose=fraud%20review');
    expect((await call('GET', `/v2/lookup/${item}`)).body).toMatchObject({ purpose: 'fraud review' });
    await startBatch(service(), key, [{ identities }]);
    const rows = await service().sql<{ action: string; purpose: string | null; count: number }[]>`
      SELECT action, purpose, cardinality(targets) AS count FROM audit_log
      WHERE account_id = ${accountId} AND action LIKE 'create%' ORDER BY action, purpose`;
    expect(rows).toEqual([
      ...['fraud review', null].map((purpose) => ({ action: 'createBatch', purpose, count: 1 })),
      ...['onboarding', null].map((purpose) => ({ action: 'createLookupV2', purpose, count: 1 })),
    ]);
  });

  it('in the audit log is never the text of a query that names none', async () => {
    const { call, accountId } = await holder({ purposes: ['fraud review'], required: false });
    const query = '?purpose=quixotic@example.com&purpose=quixotic@example.com';
    expect((await call('POST', `/v1/lookup/batch${query}`, { items: [{ query: 'ada-example' }] })).status).toBe(200);
    expect((await call('POST', `/v1/email${query}`, { email: 'ada@example.com' })).status).toBe(200);
    for (const purpose of ['purpose=quixotic@example.com', 'purpose=fraud%20review&purpose=fraud%20review'])
      expect((await call('POST', `/v2/batches?${purpose}`, { items: [{ identities }] })).status).toBe(422);
    const rows = await service().sql<{ purpose: string | null }[]>`SELECT purpose FROM audit_log WHERE account_id = ${accountId}`;
    expect(rows.map(({ purpose }) => purpose)).toEqual(rows.map(() => null));
  });

  it('has to be named by lookups, streams and batches of v2 where the account requires it, and v1 goes on', async () => {
    const { call, accountId } = await holder({ purposes: ['fraud review'], required: true });
    expect(await call('POST', '/v2/lookup', { identities })).toMatchObject(refusal('purpose_required'));
    expect(await call('GET', '/v2/lookup/stream?username=ada-example')).toMatchObject(refusal('purpose_required'));
    expect(await call('POST', '/v2/batches', { items: [{ identities }] })).toMatchObject(refusal('purpose_required'));
    const batch = await call('POST', '/v2/batches?purpose=curiosity', { items: [{ identities }] });
    expect(batch).toMatchObject(refusal('unknown_purpose'));
    await expectUnbilled(service(), accountId);
    expect((await call('POST', '/v2/lookup', { identities, purpose: 'fraud review' })).status).toBe(200);
    expect((await call('POST', '/v1/lookup', { query: 'ada-example' })).status).toBe(200);
    expect(await billOf(service(), accountId)).toMatchObject({ used: 2 });
  });

  it('that is not on the list is refused unbilled, also where there is no list', async () => {
    for (const list of [undefined, { purposes: ['fraud review'], required: false }]) {
      const { call, accountId } = await holder(list);
      for (const purpose of ['', 'Fraud review', 'curiosity'])
        expect(await call('POST', '/v2/lookup', { identities, purpose })).toMatchObject(refusal('unknown_purpose'));
      await expectUnbilled(service(), accountId);
    }
  });

  it('is listed once, and a list that lookups could not meet is refused', async () => {
    const { call } = await holder();
    expect((await call('GET', PATH)).body).toEqual({ purposes: [], required: false });
    expect((await call('PUT', PATH, { purposes: [' a ', 'a', 'b'], required: true })).body).toEqual({
      purposes: ['a', 'b'],
      required: true,
    });
    for (const odd of [
      { purposes: [], required: true },
      { purposes: ['  '], required: false },
      { purposes: ['x'.repeat(101)], required: false },
      { purposes: ['nul\u0000'], required: false },
      { purposes: Array.from({ length: 51 }, (_, n) => `p${n}`), required: false },
    ])
      expect(await call('PUT', PATH, odd)).toMatchObject(refusal('invalid_parameter'));
    expect((await call('GET', PATH)).body).toEqual({ purposes: ['a', 'b'], required: true });
  });
});
