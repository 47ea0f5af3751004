import { describe, expect, it } from 'vitest';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { billOf } from '../../support/http/ledger.js';
import { startBatch } from '../../support/http/started-batch.js';

interface Page {
  lookups: {
    lookupId: string;
    apiKeyId: string;
    kind: string;
    status: string;
    identities: { type: string; value: string }[];
    createdAt: string;
  }[];
  nextCursor: string | null;
}
type Account = Awaited<ReturnType<ReturnType<typeof service>['account']>>;

const service = sharedBareApi();

async function search(account: Pick<Account, 'key'>, body: object = {}): Promise<Page> {
  const response = await service().call('POST', '/v2/lookups/search', { key: account.key, body });
  expect([response.status, response.text]).toEqual([200, expect.any(String)]);
  expectCommonHeaders(response);
  return response.body;
}
const post = async (account: Pick<Account, 'key'>, path: string, body: object) =>
  ((await service().call('POST', path, { key: account.key, body })).body as { lookupId: string }).lookupId;
const idsOf = ({ lookups }: Page) => lookups.map(({ lookupId }) => lookupId);

describe('searchLookups', () => {
  it('finds what was asked for about an identity in both versions and in single checks, however it was spelt, and bills nothing', async () => {
    const account = await service().account();
    const ids = [
      await post(account, '/v1/lookup', { email: 'Ada@EXAMPLE.com' }),
      await post(account, '/v1/email', { email: 'Ada@example.com' }),
      await post(account, '/v2/lookup', { identities: { emails: ['bob@example.com', 'Ada@example.COM'], usernames: ['ada-example'] } }),
    ];
    await post(account, '/v1/lookup', { query: 'bob-example' });
    const before = await billOf(service(), account.accountId);
    const ada = { emails: ['Ada@example.com'] };
    const page = await search(account, { identities: ada });
    expect([idsOf(page), page.nextCursor]).toEqual([[...ids].reverse(), null]);
    expect(page.lookups[0]).toMatchObject({ apiKeyId: account.apiKeyId, kind: 'lookup', status: 'processing' });
    expect(idsOf(await search(account, { identities: ada, kind: 'email' }))).toEqual([ids[1]]);
    expect(idsOf(await search(account, { identities: { ...ada, usernames: ['@ada-example'] } }))).toEqual([ids[2]]);
    expect(idsOf(await search(account, { identities: { emails: ['eve@example.com'] } }))).toEqual([]);
    expect(await billOf(service(), account.accountId)).toEqual(before);
  });

  it('finds what one key asked for, of one state, within days of UTC', async () => {
    const account = await service().account();
    const other = await service().keyOf(account.accountId);
    const [first, second] = [await post(account, '/v1/lookup', { query: 'a1' }), await post(other, '/v1/lookup', { query: 'a2' })];
    await service()
      .sql`UPDATE lookups SET state = 'finished', finished_at = now(), accepted_at = '2026-03-01T23:59:59.999Z' WHERE id = ${first}`;
    expect(idsOf(await search(account, { apiKeyId: other.apiKeyId }))).toEqual([second]);
    expect(idsOf(await search(other, { status: 'finished' }))).toEqual([first]);
    expect(idsOf(await search(account, { status: 'processing' }))).toEqual([second]);
    expect(idsOf(await search(account, { from: '2026-03-01', to: '2026-03-01' }))).toEqual([first]);
    expect(idsOf(await search(account, { from: '2026-03-02' }))).toEqual([second]);
    expect(idsOf(await search(account, { to: '2026-02-28' }))).toEqual([]);
  });

  it('without conditions shows what the list shows; pages hang together while more is accepted', async () => {
    const account = await service().account();
    const items = Array.from({ length: 7 }, (_, n) => ({ identities: { usernames: ['ada-example', `person-${n}`] } }));
    await startBatch(service(), account.key, items);
    const list = (await service().call('GET', '/v2/lookup', { key: account.key })).body as Page;
    expect(await search(account)).toEqual(list);
    const conditions = { identities: { usernames: ['ada-example'] }, limit: 3 };
    const seen: string[] = [];
    for (let page = await search(account, conditions); ; page = await search(account, { ...conditions, cursor: page.nextCursor })) {
      seen.push(...idsOf(page));
      if (page.nextCursor === null) break;
      await startBatch(service(), account.key, items);
    }
    expect(seen).toEqual(idsOf(list));
  });

  it('never shows what another account looked up, by nobody’s key or cursor', async () => {
    const [mine, theirs] = await Promise.all([service().account(), service().account()]);
    const own = await post(mine, '/v1/lookup', { email: 'ada@example.com' });
    for (const _ of [1, 2]) await post(theirs, '/v1/lookup', { email: 'ada@example.com' });
    const identities = { emails: ['ada@example.com'] };
    expect(idsOf(await search(mine, { identities }))).toEqual([own]);
    expect(idsOf(await search(mine, { apiKeyId: theirs.apiKeyId }))).toEqual([]);
    const { nextCursor: cursor } = await search(theirs, { limit: 1 });
    expect(idsOf(await search(mine, { cursor })).filter((id) => id !== own)).toEqual([]);
  });
});
