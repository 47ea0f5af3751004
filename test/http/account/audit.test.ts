import { describe, expect, it } from 'vitest';
import { apiRoutes } from '../../../src/api/routes.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { ROUTE_CASES } from '../../support/http/route-cases.js';
import { sendBatch } from '../../support/http/started-batch.js';

const UNAUDITED = new Set(apiRoutes.flatMap(({ isUnaudited, operationId }) => (isUnaudited ? [operationId] : [])));
const AUDIT = '/v2/account/audit';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly type: string; readonly id: string | null };
  readonly action: string;
  readonly targets: readonly string[];
  readonly network: string | null;
  readonly outcome: string;
}

describe('the audit log', () => {
  const service = sharedBareApi();

  async function holder(quota = 100) {
    const { accountId } = await service().account('growth', { quota });
    const { key, apiKeyId } = await service().keyOf(accountId, ['lookups', 'lookups:delete', 'account', 'webhooks']);
    const call = (method: string, path: string, body?: unknown) =>
      service().call(method, path, { key, ...(body === undefined ? {} : { body }) });
    const read = async (query = '') =>
      (await call('GET', `${AUDIT}?limit=100${query}`)).body as { entries: Entry[]; nextCursor: string | null };
    return { accountId, key, apiKeyId, call, read };
  }

  // Each waits until its entry is written, a quarter of a second after the answer.
  it.concurrent.for(ROUTE_CASES.map((each) => [each.id, each] as const))(
    '%s leaves an entry, whatever its outcome',
    async ([id, { method, path, body }], { expect }) => {
      const { call, read, apiKeyId } = await holder(0); // without allowance, so that no stream stays open
      const { status, body: answer } = await call(method, path, body);
      const outcome = status < 300 ? 'ok' : (answer as { error: { code: string } }).error.code;
      const entry = { action: id, actor: { type: 'key', id: apiKeyId }, network: '127.0.0.1', outcome };
      if (UNAUDITED.has(id)) return expect((await read()).entries.filter(({ action }) => action === id)).toEqual([]);
      await expect.poll(async () => (await read(`&action=${id}`)).entries).toContainEqual(expect.objectContaining(entry));
    },
  );

  it('of changes alone has neither reads nor what was read in vain, but every change', async () => {
    const { call, read } = await holder();
    for (const path of ['/v2/account', '/v2/account/keys', '/v2/lookup/lkp_unknown']) await call('GET', path);
    await call('POST', '/v2/lookup/search', { search: 'ada-example' });
    await call('POST', '/v2/lookup', { identities: { usernames: ['ada-example'] } });
    await call('PUT', '/v2/account/purposes', { purposes: ['onboarding'], required: false });
    await call('DELETE', '/v2/account/keys/key_unknown');
    await expect.poll(async () => (await read('&action=getLookupV2')).entries).toHaveLength(1);
    await expect.poll(async () => (await read('&action=revokeApiKey')).entries).toHaveLength(1);
    const actions = (await read('&changes=true')).entries.map(({ action }) => action);
    expect(actions.sort()).toEqual(['createLookupV2', 'replacePurposes', 'revokeApiKey']);
    expect((await call('GET', `${AUDIT}?changes=false`)).status).toBe(422);
  });

  it('names lookups and batches by their ids, those of a repeated request too, before the answer has left', async () => {
    const { call, read, accountId, key } = await holder();
    const one = (await call('POST', '/v1/lookup', { query: 'ada-example' })).body as { lookupId: string };
    const batch = (await call('POST', '/v1/lookup/batch', { items: [{ query: 'ada-example' }, { query: 'bob-example' }] })).body as {
      results: { lookupId: string }[];
    };
    const batchId = await sendBatch(service(), key, [{ identities: { usernames: ['ada-example'] } }]);
    const stored = async (action: string) =>
      service().sql<{ targets: string[] }[]>`SELECT targets FROM audit_log WHERE account_id = ${accountId} AND action = ${action}`;
    expect(await stored('createLookup')).toEqual([{ targets: [one.lookupId] }]);
    expect(await stored('createLookupBatch')).toEqual([{ targets: batch.results.map(({ lookupId }) => lookupId) }]);
    expect(await stored('createBatch')).toEqual([{ targets: [batchId] }]);
    const repeat = { key, body: { identities: { usernames: ['ada-example'] } }, headers: { 'idempotency-key': 'one' } };
    for (let n = 0; n < 2; n += 1) await service().call('POST', '/v2/lookup', repeat);
    const repeated = await stored('createLookupV2');
    expect(repeated).toEqual([repeated[0], repeated[0]]);
    await call('DELETE', `/v2/lookup/${one.lookupId}`);
    expect(await stored('deleteLookupV2')).toEqual([{ targets: [one.lookupId] }]);
    await call('GET', `/v1/lookup/${batch.results[0]?.lookupId}`);
    await expect
      .poll(async () => (await read('&action=getLookup')).entries.map(({ targets }) => targets))
      .toEqual([[batch.results[0]?.lookupId]]);
  });

  it('holds no identity, also when one is sent in place of an id', async () => {
    const { call, read, accountId } = await holder();
    await call('GET', '/v1/lookup/Quixotic-Zephyr_84');
    await call('POST', '/v2/account/suppressions', { type: 'username', value: 'Quixotic-Zephyr_84', proof: 'form' });
    await expect.poll(async () => (await read('&action=getLookup')).entries).toMatchObject([{ targets: [], outcome: 'not_found' }]);
    const rows = await service().sql<{ row: string }[]>`SELECT t::text AS row FROM audit_log t WHERE account_id = ${accountId}`;
    expect(rows.map(({ row }) => row).join('\n')).not.toMatch(/zephyr/i);
  });

  it('is read page by page, by time, operation and actor, and by its own account only', async () => {
    const [mine, theirs] = [await holder(), await holder()];
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.push(((await mine.call('POST', '/v2/account/keys', { name: `n${n}` })).body as { apiKey: { id: string } }).apiKey.id);
    const pages: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await mine.call('GET', `${AUDIT}?action=createApiKey&limit=2${cursor && `&cursor=${cursor}`}`);
      const page = body as { entries: Entry[]; nextCursor: string | null };
      pages.push(...page.entries);
      cursor = page.nextCursor;
    }
    expect(pages.map(({ targets }) => targets[0])).toEqual(ids.toReversed());
    const at = pages[2]?.at as string;
    const from = (await mine.read(`&action=createApiKey&from=${at}`)).entries.length;
    expect(from + (await mine.read(`&action=createApiKey&to=${at}`)).entries.length).toBe(5);
    expect((await mine.read(`&actor=${mine.apiKeyId}&action=createApiKey`)).entries).toHaveLength(5);
    expect((await mine.read('&actor=operator')).entries).toEqual([]);
    expect((await theirs.read('&action=createApiKey')).entries).toEqual([]);
    for (const odd of ['from=yesterday', 'cursor=x', 'action=%20', 'limit=0'])
      expect((await mine.call('GET', `${AUDIT}?${odd}`)).body).toMatchObject({ error: { code: 'invalid_parameter' } });
  });
});
