import { describe, expect, it } from 'vitest';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { ndjsonOf, postBatch, readBatch, resultsOf, sendBatch } from '../../support/http/batches.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { billOf, expectUnbilled } from '../../support/http/ledger.js';

const person = (name: string, more: object = {}) => ({ identities: { usernames: [name] }, ...more });
const ALL = ['instant', 'default', 'deep'] as const;

describe('createBatch', () => {
  const service = sharedBareApi();

  const itemsOf = (batchId: string) => service().sql<Record<string, unknown>[]>`
    SELECT position, ref, state, query, subjects, claimed_name AS "claimedName",
      claimed_company AS "claimedCompany", claimed_country AS "claimedCountry", fault FROM batch_items WHERE batch_id = ${batchId} ORDER BY position`;

  it('stores lines of JSON as items in their order, and bills nothing', async () => {
    const { key, accountId } = await service().account();
    const response = await postBatch(service(), key, [
      person('ada-example', { ref: 'customer-1', claimedName: 'Ada Example', claimedCompany: 'Example Ltd', claimedCountry: 'de' }),
      { identities: { emails: ['Ada@Example.com', 'bob@example.com'] } },
    ]);
    expect(response.status).toBe(202);
    expectCommonHeaders(response);
    const { batchId, ...created } = response.body as { batchId: string };
    expect(created).toMatchObject({ items: 2, invalid: 0, faults: [], cost: { amount: 3, unit: 'lookups' }, estimatedSeconds: null });
    expect(await itemsOf(batchId)).toMatchObject([
      {
        position: 0,
        ref: 'customer-1',
        state: 'waiting',
        query: 'ada-example',
        subjects: { username: 'ada-example' },
        ...{ claimedName: 'Ada Example', claimedCompany: 'Example Ltd', claimedCountry: 'DE' },
      },
      { position: 1, ref: null, query: 'Ada@Example.com', subjects: { email: 'Ada@example.com', 'email#2': 'bob@example.com' } },
    ]);
    expect(await readBatch(service(), key, batchId)).toMatchObject({
      status: 'queued',
      mode: 'default',
      items: 2,
      counts: { waiting: 2, running: 0, finished: 0 },
      pausedBecause: null,
    });
    await expectUnbilled(service(), accountId);
  });

  it('reads CSV whose first line names the columns, in any order and with others beside them', async () => {
    const { key } = await service().account();
    const csv =
      '\uFEFFCustomer;Name;E-mail;Phone;Note\r\n"7;1";Ada Example;ada@example.com;+12025550123;x\r\n\r\n;;bob@example.com;;"a\nb"\r\n';
    const { batchId, reading } = await sendBatch(service(), key, csv.replace('Customer', 'ref'), { type: 'text/csv' });
    expect(reading).toBe('2 rows: column 1 as reference, column 2 as name, column 3 as e-mail, column 4 as phone; column 5 not read.');
    expect(await itemsOf(batchId)).toMatchObject([
      { ref: '7;1', claimedName: 'Ada Example', subjects: { email: 'ada@example.com', phone: '+12025550123' } },
      { ref: null, claimedName: null, subjects: { email: 'bob@example.com' } },
    ]);
  });

  it('reads what people said of themselves from columns that say so, and from no others of an export', async () => {
    const { key } = await service().account();
    const csv = 'email,company,country,Claimed Company,claimedCountry\nada@example.com,Other,Germany,Example Ltd,GB\n';
    const { batchId, reading } = await sendBatch(service(), key, csv, { type: 'text/csv' });
    expect(reading).toBe('1 row: column 1 as e-mail, column 4 as company, column 5 as country; columns 2 and 3 not read.');
    expect(await itemsOf(batchId)).toMatchObject([{ claimedName: null, claimedCompany: 'Example Ltd', claimedCountry: 'GB' }]);
  });

  it.each([
    ['application/x-ndjson', '{"identities":{"phones":["0170/1234567"]}}\n{"identities":{"phones":["+12025550123"]}}\n'],
    ['text/csv', 'phone\n0170/1234567\n+12025550123\n'],
    ['application/json', '{"items":[{"identities":{"phones":["0170/1234567"]}},{"identities":{"phones":["+12025550123"]}}]}'],
  ])('reads numbers without + as of the country that the request names, as %s', async (type, raw) => {
    const { key } = await service().account();
    const { batchId } = await sendBatch(service(), key, raw, { type, query: '?defaultRegion=DE' });
    expect(await itemsOf(batchId)).toMatchObject([
      { query: '0170/1234567', subjects: { phone: '+491701234567' } },
      { query: '+12025550123', subjects: { phone: '+12025550123' } },
    ]);
    expect((await postBatch(service(), key, raw, { type })).body).toMatchObject({ error: { code: 'invalid_batch' } });
  });

  it('takes the items as one JSON body too', async () => {
    const { key } = await service().account();
    const response = await service().call('POST', '/v2/batches', { key, body: { mode: 'instant', items: [person('ada-example')] } });
    expect(response.status, response.text).toBe(202);
    expect(await readBatch(service(), key, (response.body as { batchId: string }).batchId)).toMatchObject({ mode: 'instant', items: 1 });
    const other = await service().call('POST', '/v2/batches?mode=deep', { key, body: { mode: 'instant', items: [person('ada-example')] } });
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'invalid_parameter' } } });
  });

  it.each(['application/x-ndjson', 'application/json'])('names every fault by its index, and stores nothing (%s)', async (type) => {
    const { key, accountId } = await service().account();
    const items = [
      person('ada-example'),
      { identities: { emails: ['nobody'] } },
      { identities: {} },
      { name: 'x' },
      person('bob-example', { ref: 'x'.repeat(101) }),
      7,
      person('b o b'),
    ];
    const text = type === 'application/json' ? JSON.stringify({ items }) : ndjsonOf(items);
    const response = await postBatch(service(), key, text, { type });
    expect(response.status, response.text).toBe(400);
    const { error } = response.body as unknown as {
      error: { code: string; details: { invalid: number; faults: { index: number; code: string }[] } };
    };
    expect(error.code).toBe('invalid_batch');
    expect(error.details.invalid).toBe(6);
    expect(error.details.faults.map(({ index, code }) => `${index} ${code}`)).toEqual([
      '1 invalid_email',
      '2 missing_subject',
      '3 invalid_parameter',
      '4 invalid_parameter',
      '5 invalid_parameter',
      '6 invalid_parameter',
    ]);
    const [left] = await service().sql`SELECT count(*)::int AS count FROM batches WHERE account_id = ${accountId}`;
    expect(left).toEqual({ count: 0 });
    expect(response.text).not.toContain('nobody');
  });

  it('leaves out what cannot be looked up when asked to, and says in the results what that was', async () => {
    const { key } = await service().account();
    const sent = await sendBatch(service(), key, [person('ada-example'), { identities: { emails: ['nobody'] }, ref: 'second' }], {
      query: '?skipInvalid=true',
    });
    expect(sent).toMatchObject({ items: 2, invalid: 1, cost: { amount: 1 } });
    expect(await resultsOf(service(), key, sent.batchId)).toMatchObject([
      { index: 0, status: 'waiting', lookupId: null, lookup: null, fault: null },
      { index: 1, ref: null, status: 'invalid', fault: { code: 'invalid_email' } },
    ]);
  });

  it('a dry run checks all, says what it would cost, and stores nothing', async () => {
    const { key, accountId } = await service().account('credit', { balance: 1_000_000 });
    const response = await postBatch(service(), key, [person('ada-example'), person('b o b')], { query: '?dryRun=true&modules=footprint' });
    expect(response).toMatchObject({
      status: 200,
      body: { batchId: null, items: 2, invalid: 1, faults: [{ index: 1 }], cost: { amount: 2_000, unit: 'millicents' } },
    });
    const [left] = await service().sql`SELECT count(*)::int AS count FROM batches WHERE account_id = ${accountId}`;
    expect(left).toEqual({ count: 0 });
  });

  it('the same request under its key is the same batch, and another one is refused', async () => {
    const { key, accountId } = await service().account();
    const headers = { 'idempotency-key': 'file-1' };
    const first = await sendBatch(service(), key, [person('ada-example')], { headers });
    expect((await sendBatch(service(), key, [person('ada-example')], { headers })).batchId).toBe(first.batchId);
    const other = await postBatch(service(), key, [person('bob-example')], { headers });
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
    const lookup = await service().call('POST', '/v2/lookup', { key, headers, body: { identities: { usernames: ['ada-example'] } } });
    expect(lookup).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
    const rows = await service().sql`SELECT id FROM batches WHERE account_id = ${accountId}`;
    expect(rows.map(({ id }) => id)).toEqual([first.batchId]);
  });

  it('has a limit of items for each mode, and of unfinished batches', async () => {
    const { key, accountId } = await service().account();
    const many = (count: number) => Array.from({ length: count }, (_, index) => person(`person-${index}`));
    for (const mode of ALL) {
      const most = mode === 'deep' ? 500 : 10_000;
      const over = await postBatch(service(), key, many(most + 1), { query: `?mode=${mode}` });
      expect(over, over.text).toMatchObject({ status: 400, body: { error: { code: 'invalid_batch' } } });
    }
    const last = { query: '?mode=deep', headers: { 'idempotency-key': 'last' } };
    const { batchId, items } = await sendBatch(service(), key, many(500), last);
    expect(items).toBe(500);
    await service().sql`
      INSERT INTO batches (id, account_id, api_key_id, payer_id, band, state)
      SELECT 'bat_' || n, ${accountId}, 'key', 'key', 'default', 'paused' FROM generate_series(1, 99) n`;
    const further = await postBatch(service(), key, [person('ada-example')]);
    const details = { items: 1, waiting: 500, limit: 100_000 };
    expect(further).toMatchObject({ status: 409, body: { error: { code: 'batch_limit_reached', details } } });
    // The answer to the last one that was accepted may have been lost.
    expect((await sendBatch(service(), key, many(500), last)).batchId).toBe(batchId);
    const rows = await service().sql`SELECT FROM batches WHERE account_id = ${accountId}`;
    expect(rows).toHaveLength(100);
  });

  it('is one of two that are sent at once, where an account may have one more', async () => {
    const { key, accountId } = await service().account();
    await service().sql`
      INSERT INTO batches (id, account_id, api_key_id, payer_id, band, state)
      SELECT 'bat_one_' || n, ${accountId}, 'key', 'key', 'default', 'paused' FROM generate_series(1, 99) n`;
    const sent = await Promise.all(['ada-example', 'bob-example'].map((name) => postBatch(service(), key, [person(name)])));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  });

  it('refuses what is no batch: no item, no known column, text that is not UTF-8, an unknown type, too many bytes', async () => {
    const { key } = await service().account();
    expect(await postBatch(service(), key, '\n\n')).toMatchObject({ status: 400, body: { error: { code: 'invalid_batch' } } });
    expect(await postBatch(service(), key, 'city\nBerlin\n', { type: 'text/csv' })).toMatchObject({ status: 400 });
    const bytes = await service().call('POST', '/v2/batches', {
      key,
      raw: new Uint8Array([0xff, 0xfe, 0x0a]),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(bytes).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(await postBatch(service(), key, 'x', { type: 'text/plain' })).toMatchObject({ status: 415 });
    // Not without an end: where the server resets the connection, fetch may go on taking from a stream, which fills all memory.
    let megabytes = 0;
    const large = new ReadableStream({
      pull(controller) {
        if (megabytes++ < 32) controller.enqueue(new TextEncoder().encode(`${'x'.repeat(10_000)}\n`.repeat(100)));
        else controller.close();
      },
    });
    const refused = await service()
      .call('POST', '/v2/batches', { key, raw: large, headers: { 'content-type': 'application/x-ndjson' } })
      .catch(() => ({ status: 413 }));
    expect([400, 413]).toContain(refused.status);
    expect(await service().sql`SELECT 1 FROM batches WHERE state = 'storing'`).toHaveLength(0);
  });

  it('a purpose that the account requires is named once for all', async () => {
    const { key, accountId } = await service().account();
    await service().sql`UPDATE accounts SET purposes = '{onboarding}', purpose_required = true WHERE id = ${accountId}`;
    expect(await postBatch(service(), key, [person('ada-example')])).toMatchObject({
      status: 422,
      body: { error: { code: 'purpose_required' } },
    });
    const { batchId } = await sendBatch(service(), key, [person('ada-example')], { query: '?purpose=onboarding' });
    expect(await readBatch(service(), key, batchId)).toMatchObject({ purpose: 'onboarding' });
  });

  it('is seen by its account alone, and by a key of its own lookups only when it sent it', async () => {
    const [ours, theirs] = [await service().account(), await service().account()];
    const { batchId } = await sendBatch(service(), ours.key, [person('ada-example')]);
    const other = await service().keyOf(ours.accountId);
    await service().sql`UPDATE api_keys SET own_lookups_only = true WHERE id = ${other.apiKeyId}`;
    for (const { key } of [theirs, other]) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/results'],
        ['POST', '/pause'],
        ['POST', '/resume'],
        ['POST', '/cancel'],
      ] as const)
        expect(await service().call(method, `/v2/batches/${batchId}${path}`, { key }), `${method} ${path}`).toMatchObject({ status: 404 });
      expect((await service().call('GET', '/v2/batches', { key })).body).toEqual({ batches: [], nextCursor: null });
    }
    const listed = await service().call('GET', '/v2/batches', { key: ours.key });
    expect(listed.body).toMatchObject({ batches: [{ batchId }], nextCursor: null });
  });

  it('is paused, resumed and cancelled; nothing of cancelled items is kept', async () => {
    const { key } = await service().account();
    const { batchId } = await sendBatch(service(), key, [person('ada-example'), person('bob-example')]);
    const change = async (step: string) => (await service().call('POST', `/v2/batches/${batchId}/${step}`, { key })).body as object;
    expect(await change('pause')).toMatchObject({ status: 'paused', pausedBecause: 'requested' });
    expect(await change('resume')).toMatchObject({ status: 'queued', pausedBecause: null });
    expect(await change('cancel')).toMatchObject({ status: 'cancelled', counts: { cancelled: 2, waiting: 0 } });
    expect(await change('cancel')).toMatchObject({ status: 'cancelled' });
    expect(await service().call('POST', `/v2/batches/${batchId}/resume`, { key })).toMatchObject({
      status: 409,
      body: { error: { code: 'batch_ended' } },
    });
    expect(await itemsOf(batchId)).toEqual([]);
  });

  it('a batch of v1 is billed by its request, and listed as one that was started whole', async () => {
    const { key, accountId } = await service().account('growth', { quota: 2 });
    const items = Array.from({ length: 3 }, (_, index) => ({ query: `person-${index}` }));
    const headers = { 'idempotency-key': 'v1' };
    const post = () => service().call('POST', '/v1/lookup/batch', { key, headers, body: { items } });
    await post();
    expect(await billOf(service(), accountId)).toMatchObject({ lookups: 2, ledger: 2, used: 2 });
    const list = async () => (await service().call('GET', '/v2/batches', { key })).body as unknown as { batches: { batchId: string }[] };
    const first = await list();
    expect(first).toMatchObject({
      batches: [{ startedWhole: true, mode: 'deep', status: 'running', items: 3, counts: { running: 2, refused: 1 } }],
    });
    const pause = await service().call('POST', `/v2/batches/${first.batches[0]?.batchId}/pause`, { key });
    expect(pause).toMatchObject({ status: 409, body: { error: { code: 'batch_ended' } } });
    await service().sql`UPDATE accounts SET quota_override = 5 WHERE id = ${accountId}`;
    await post();
    expect(await list()).toMatchObject({ batches: [{ batchId: first.batches[0]?.batchId, counts: { running: 3, refused: 0 } }] });
  });
});
