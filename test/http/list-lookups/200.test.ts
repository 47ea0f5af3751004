import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { EVERY_MODULE } from '../../support/offline.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';

interface Entry {
  id: string;
  query: string;
  queryType: string;
  platformsChecked: number;
  matches: number;
  socialMatches: number;
  createdAt: string;
}

describe('listLookups', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ env: EVERY_MODULE });
  });
  afterAll(() => service.close());

  async function page(key: string, query = ''): Promise<Entry[]> {
    const response = await service.call('GET', `/v1/lookup${query}`, { key });
    expect(response.status).toBe(200);
    expectCommonHeaders(response);
    return response.body;
  }

  async function accountWith(count: number) {
    const account = await service.account();
    for (let sent = 0; sent < count; sent += 50) {
      const items = Array.from({ length: Math.min(50, count - sent) }, (_, index) => ({
        query: `person-${sent + index}`,
        checks: { footprint: false, breaches: true },
      }));
      expect((await service.call('POST', '/v1/lookup/batch', { key: account.key, body: { items } })).status).toBe(200);
    }
    return account;
  }

  it('is empty for a new account', async () => {
    const { key } = await service.account();
    expect(await page(key)).toEqual([]);
  });

  it('shows each lookup with the counts of its answer, most recent first', async () => {
    const { key } = await service.account();
    const queries = [ADA.username, ADA.email, ADA.phone];
    const answers: { lookupId: string; platformsChecked: number; matches: number; socialMatches: number }[] = [];
    for (const query of queries) {
      answers.push((await service.call('POST', '/v1/lookup?wait=true', { key, body: { query } })).body);
    }
    const entries = await page(key);
    expect(entries.map(({ createdAt: _, ...entry }) => entry)).toEqual(
      answers
        .map(({ lookupId, platformsChecked, matches, socialMatches }, index) => ({
          id: lookupId,
          query: queries[index],
          queryType: ['username', 'email', 'phone'][index],
          platformsChecked,
          matches,
          socialMatches,
        }))
        .reverse(),
    );
    for (const { createdAt } of entries) expect(new Date(createdAt).toISOString()).toBe(createdAt);
  });

  it('has twenty a page unless told otherwise, and pages lie side by side', async () => {
    const { key } = await accountWith(120);
    const all = await page(key, '?limit=100');
    expect(all).toHaveLength(100);
    expect(await page(key)).toEqual(all.slice(0, 20));
    expect(await page(key, '?limit=1')).toEqual(all.slice(0, 1));
    expect(await page(key, '?limit=30&offset=60')).toEqual(all.slice(60, 90));
    expect(await page(key, '?limit=100&offset=100')).toHaveLength(20);
    expect(await page(key, '?offset=120')).toEqual([]);
    expect(await page(key, '?offset=999999999')).toEqual([]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(100);
  });

  it('shows e-mail and phone checks, and no IP address alone, whose type has no value', async () => {
    const { key } = await service.account();
    const checks = [await service.call('POST', '/v1/email', { key, body: { email: ADA.email } })];
    checks.push(await service.call('POST', '/v1/phone', { key, body: { phone: ADA.phone } }));
    expect(checks.map(({ status }) => status)).toEqual([200, 200]);
    await service.call('POST', '/v1/ip', { key, body: { ip: '192.0.2.17' } });
    await service.call('POST', '/v1/lookup?wait=true', { key, body: { ip: '192.0.2.17', checks: { ip: true } } });
    expect(await page(key)).toMatchObject([
      { query: ADA.phone, queryType: 'phone', platformsChecked: 0, matches: 0, socialMatches: 0 },
      { query: ADA.email, queryType: 'email', platformsChecked: 0, matches: 0, socialMatches: 0 },
    ]);
  });

  it('never shows what another account looked up', async () => {
    const [mine, other] = await Promise.all([accountWith(3), accountWith(3)]);
    const [seen, theirs] = await Promise.all([page(mine.key), page(other.key)]);
    expect(seen.map(({ id }) => id).filter((id) => theirs.some((entry) => entry.id === id))).toEqual([]);
  });
});
