import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { fillWindow } from '../../support/http/rate-windows.js';
import type { Service } from '../../support/service.js';

interface Entry {
  lookupId: string;
  kind: string;
  status: string;
  identities: { type: string; value: string; normalized: string }[];
  createdAt: string;
}
interface Page {
  lookups: Entry[];
  nextCursor: string | null;
}
type Account = Awaited<ReturnType<Service['account']>>;

let service: Service;
beforeAll(async () => {
  service = await startBareApi();
});
afterAll(() => service.close());

/** Reads are few a minute: the window of a test that reads many is emptied before each. */
async function page(account: Account, query = ''): Promise<Page> {
  await fillWindow(service, account.apiKeyId, 'readsV2', 0);
  const response = await service.call('GET', `/v2/lookup${query}`, { key: account.key });
  expect(response.status).toBe(200);
  expectCommonHeaders(response);
  return response.body;
}

async function accept(account: Account, count: number): Promise<string[]> {
  const items = Array.from({ length: count }, (_, n) => ({ query: `person-${n}` }));
  const { results } = (await service.call('POST', '/v1/lookup/batch', { key: account.key, body: { items } })).body as {
    results: { lookupId: string }[];
  };
  return results.map(({ lookupId }) => lookupId);
}

/** Reads page after page to the last. @param between what happens after each page */
async function readAll(account: Account, limit: number, between: () => Promise<unknown> = async () => undefined): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { lookups, nextCursor }: Page = await page(account, `?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`);
    expect(lookups.length).toBeLessThanOrEqual(limit);
    if (nextCursor !== null) expect(lookups).toHaveLength(limit);
    seen.push(...lookups.map(({ lookupId }) => lookupId));
    cursor = nextCursor;
    if (cursor !== null) await between();
  } while (cursor !== null);
  return seen;
}

describe('listLookupsV2', () => {
  it('is one empty page for a new account', async () => {
    expect(await page(await service.account())).toEqual({ lookups: [], nextCursor: null });
  });

  it('shows lookups of both versions, batch items and single checks, most recent first', async () => {
    const account = await service.account();
    const post = (path: string, body: unknown) => service.call('POST', path, { key: account.key, body });
    await post('/v1/lookup', { email: 'Ada@EXAMPLE.com' });
    await post('/v1/ip', { ip: '192.0.2.17' });
    await post('/v2/lookup', { identities: { ips: ['192.0.2.18'] } });
    await post('/v2/lookup', { identities: { usernames: ['ada-example', 'bob-example'] } });
    const { lookups, nextCursor } = await page(account);
    expect(nextCursor).toBeNull();
    expect(lookups.map(({ kind, identities }) => [kind, ...identities.map(({ value }) => value)])).toEqual([
      ['lookup', 'ada-example', 'bob-example'],
      ['lookup', '192.0.2.18'],
      ['ip', '192.0.2.17'],
      ['lookup', 'Ada@EXAMPLE.com'],
    ]);
    for (const { status, createdAt } of lookups) {
      expect(status).toBe('processing');
      expect(new Date(createdAt).toISOString()).toBe(createdAt);
    }
  });

  it('pages hang together, of any size, also through lookups of one moment', async () => {
    const account = await service.account();
    await accept(account, 17); // one transaction, so one moment: the id decides
    await accept(account, 5);
    const [whole, ones, sevens] = [await readAll(account, 100), await readAll(account, 1), await readAll(account, 7)];
    expect(whole).toHaveLength(22);
    expect(ones).toEqual(whole);
    expect(sevens).toEqual(whole);
    expect((await page(account)).lookups).toHaveLength(20);
  });

  it('what is accepted while the pages are read is neither skipped nor shown twice', async () => {
    const account = await service.account();
    const before = await accept(account, 30);
    const seen = await readAll(account, 4, () => Promise.all([accept(account, 3), accept(account, 2)]));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(before));
    expect(seen).toHaveLength(30);
    const later = await readAll(account, 100);
    expect(later.slice(-30)).toEqual(seen);
  });

  it("never shows what another account looked up, by nobody's cursor", async () => {
    const [mine, other] = await Promise.all([service.account(), service.account()]);
    await Promise.all([accept(mine, 3), accept(other, 3)]);
    const { nextCursor } = await page(other, '?limit=1');
    const seen = (await page(mine, `?cursor=${nextCursor}`)).lookups.map(({ lookupId }) => lookupId);
    const theirs = await readAll(other, 10);
    expect(seen.filter((lookupId) => theirs.includes(lookupId))).toEqual([]);
  });
});
