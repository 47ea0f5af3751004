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
    if (list) expect((await call('PUT', PATH, list)).body).toMatchObject(list);
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
    expect((await call('GET', PATH)).body).toEqual({ purposes: [], required: false, v1Purpose: null, limits: [] });
    expect((await call('PUT', PATH, { purposes: [' a ', 'a', 'b'], required: true })).body).toMatchObject({
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
    expect((await call('GET', PATH)).body).toMatchObject({ purposes: ['a', 'b'], required: true });
  });

  it('is limited by the account, listed with what it allows, and loses its limits with its place on the list', async () => {
    const { call, accountId } = await holder();
    const mine = { purpose: 'mine', kinds: ['finance', 'work'], modules: ['footprint', 'email'] };
    const credit = { purpose: 'credit', kinds: expect.not.arrayContaining(['social']) as string[], modules: expect.any(Array) as string[] };
    const list = { purposes: ['mine', 'credit', 'free'], required: false, v1Purpose: 'mine', limits: [mine] };
    const inForce = { ...list, limits: [mine, credit] };
    expect((await call('PUT', PATH, list)).body).toEqual(inForce);
    const read = (await call('GET', PATH)).body as object;
    expect(read).toEqual(inForce);
    expect((await call('PUT', PATH, read)).body).toEqual(inForce); // what is read can be sent
    expect((await call('PUT', PATH, { purposes: ['mine', 'free'], required: true })).body).toMatchObject({
      limits: [mine],
      v1Purpose: 'mine',
    });
    for (const odd of [
      { purposes: ['free'], required: false },
      { purposes: ['free'], required: false, v1Purpose: 'mine' },
      { purposes: ['free'], required: false, v1Purpose: null, limits: [mine] },
      { purposes: ['credit'], required: false, v1Purpose: null, limits: [{ ...mine, purpose: 'credit' }] },
      { purposes: ['mine'], required: false, limits: [{ ...mine, modules: ['webMentions'] }] },
      { purposes: ['mine'], required: false, limits: [{ ...mine, kinds: ['nonsense'] }] },
    ])
      expect(await call('PUT', PATH, odd)).toMatchObject(refusal('invalid_parameter'));
    await call('PUT', PATH, { purposes: ['free'], required: false, v1Purpose: null });
    expect((await call('PUT', PATH, { purposes: ['mine'], required: false })).body).toMatchObject({ limits: [], v1Purpose: null });
    const rows = await service().sql<{ outcome: string }[]>`
      SELECT outcome FROM audit_log WHERE account_id = ${accountId} AND action = 'replacePurposes' AND outcome = 'ok'`;
    expect(rows).toHaveLength(5);
  });

  it('of which nothing is left refuses the lookup unbilled, at every door, and an item of a batch is invalid', async () => {
    const limits = [{ purpose: 'mailbox', kinds: [], modules: ['email'] }];
    const { call, accountId } = await holder();
    await call('PUT', PATH, { purposes: ['mailbox'], required: false, v1Purpose: 'mailbox', limits });
    const purpose = 'mailbox';
    for (const path of ['/v2/lookup', '/v2/lookup/price'])
      expect(await call('POST', path, { identities, purpose })).toMatchObject(refusal('purpose_forbids'));
    expect(await call('GET', `/v2/lookup/stream?username=ada-example&purpose=${purpose}`)).toMatchObject(refusal('purpose_forbids'));
    expect(await call('POST', '/v1/lookup', { query: 'ada-example' })).toMatchObject(refusal('purpose_forbids'));
    expect(await call('GET', '/v1/lookup/stream?query=ada-example&deep=true&platforms=')).toMatchObject(refusal('purpose_forbids'));
    expect(await call('POST', '/v1/phone', { phone: '+12025550123' })).toMatchObject(refusal('purpose_forbids'));
    const whole = await call('POST', '/v1/lookup/batch', { items: [{ email: 'ada@example.com' }, { query: 'ada-example' }] });
    expect(whole).toMatchObject({ status: 400, body: { error: { code: 'invalid_batch' } } });
    const mixed = { items: [{ identities: { emails: ['ada@example.com'] } }, { identities }] };
    const tried = (await call('POST', `/v2/batches?dryRun=true&purpose=${purpose}`, mixed)).body;
    expect(tried).toMatchObject({ items: 2, invalid: 1, faults: [{ index: 1, code: 'purpose_forbids' }], cost: { amount: 1 } });
    await expectUnbilled(service(), accountId);
    const made = await call('POST', '/v2/lookup', { identities: { ...identities, emails: ['ada@example.com'] }, purpose });
    expect(made.body).toMatchObject({
      billed: { amount: 1 },
      omittedModules: expect.arrayContaining([{ module: 'footprint', code: 'purpose_forbids' }]) as object[],
    });
  });

  it('binds a lookup as it was when that was accepted', async () => {
    const { call } = await holder();
    const limits = [{ purpose: 'mine', kinds: ['finance'], modules: ['email'] }];
    await call('PUT', PATH, { purposes: ['mine'], required: false, limits });
    const emails = ['ada@example.com'];
    const { lookupId } = (await call('POST', '/v2/lookup', { identities: { emails }, purpose: 'mine' })).body as { lookupId: string };
    const read = async () => (await call('GET', `/v2/lookup/${lookupId}`)).body as { omittedModules: unknown };
    const { omittedModules } = await read();
    await call('PUT', PATH, { purposes: ['mine'], required: false, limits: [] });
    expect((await read()).omittedModules).toEqual(omittedModules);
    expect((await service().record.reader.find(lookupId))?.scope).toMatchObject({ kinds: ['finance'] });
  });
});
