import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { openStream } from '../../support/http/event-client.js';
import { billOf } from '../../support/http/ledger.js';
import { expectLookupBody, type LookupBody } from '../../support/http/lookup-body.js';
import { expectBodyV2 } from '../../support/http/lookup-body-v2.js';
import { startBatch } from '../../support/http/started-batch.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';
import { CATALOGUE_ROOT } from '../../support/simulated.js';

const { platforms: ALL_RETIRED } = JSON.parse(readFileSync(join(CATALOGUE_ROOT, 'curated/retired.json'), 'utf8')) as {
  platforms: { slug: string }[];
};
const RETIRED = ALL_RETIRED.map(({ slug }) => slug);
const ON_HOLD = ['microsoft', 'patreon', 'replit'];
const UNPROBED = [...RETIRED, ...ON_HOLD];
const IDENTITIES = { username: ADA.username, email: 'ada@outlook.com', phone: ADA.phone };

/** Platforms that are retired or whose rules are on hold, as they are shipped, beside invented ones that answer. */
describe('platforms that nothing probes', () => {
  let service: WorkingService;
  let account: { key: string; accountId: string };
  beforeAll(async () => {
    const alter = async (folder: string): Promise<void> => {
      for (const name of ['retired', ...ON_HOLD])
        await copyFile(join(CATALOGUE_ROOT, `curated/${name}.json`), join(folder, `${name}.json`));
    };
    service = await startWorkingService({ sites: 5, alter });
  });
  beforeEach(async () => {
    account = await service.account();
  });
  afterAll(() => service.close());

  const sent = (): number => service.sites.simulator.requests().total;
  const post = (path: string, body: unknown) => service.call('POST', path, { key: account.key, body });

  it.each([
    [{ query: ADA.username, platforms: RETIRED }],
    [{ username: ADA.username, email: IDENTITIES.email, phone: ADA.phone, platforms: UNPROBED }],
    [{ email: 'ada@company.example', platforms: ['microsoft'] }],
  ])('v1 accepts them, sends nothing and omits them: %j', async (body) => {
    const before = sent();
    const response = await post('/v1/lookup?wait=true', body);
    expect(response.status).toBe(200);
    expectLookupBody(response.body);
    expect(response.body).toMatchObject({ platformsChecked: 0, matches: 0, hits: [], results: [] });
    expect(sent()).toBe(before);
    expect(await billOf(service, account.accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('v1 does so without waiting and as a stream', async () => {
    const before = sent();
    const accepted = (await post('/v1/lookup', { query: ADA.username, platforms: RETIRED })).body as { lookupId: string };
    await vi.waitFor(
      async () => {
        const { body } = await service.call('GET', `/v1/lookup/${accepted.lookupId}`, { key: account.key });
        expect(body).toMatchObject({ platformsChecked: 0, results: [] });
      },
      { timeout: 90_000, interval: 1_200 },
    );
    const query = new URLSearchParams({ query: ADA.username, deep: 'true', platforms: RETIRED.join(',') });
    const events = await (await openStream(`${service.url}/v1/lookup/stream?${query.toString()}`, account.key)).whole();
    expect(events.map(({ event }) => event)).toEqual(['done']);
    expect(sent()).toBe(before);
  });

  it('v2 plans nothing of them, and counts no question that was never put', async () => {
    const before = sent();
    const identities = { usernames: [ADA.username], emails: [IDENTITIES.email, 'ada@company.example'], phones: [ADA.phone] };
    const request = { identities, platforms: UNPROBED, modules: ['footprint'] };
    const response = await post('/v2/lookup', { ...request, mode: 'wait' });
    expect(response.status).toBe(200);
    expectBodyV2(response.body);
    const body = response.body as LookupBodyV2;
    expect(body).toMatchObject({ results: [], omissions: { total: 0 }, planned: 0, answered: 0, omitted: 0 });
    await startBatch(service, account.key, [{ identities }], `?modules=footprint&platforms=${UNPROBED.join(',')}`);
    const query = `username=${ADA.username}&platforms=${RETIRED.join(',')}`;
    const events = await (await openStream(`${service.url}/v2/lookup/stream?${query}`, account.key)).whole();
    expect(events.map(({ event }) => event)).toEqual(['done']);
    expect(sent()).toBe(before);
  });

  it('a deep lookup leaves them out, and serves no fact of the time when they were probed', async () => {
    await post('/v1/lookup?wait=true', { query: ADA.username, platforms: ['site-0001'] });
    const known = await service.sql`
      UPDATE platform_facts SET platform = 'reddit' WHERE account_id = ${account.accountId} AND state = 'registered' RETURNING platform`;
    expect(known).toHaveLength(1);
    for (const request of [{ query: ADA.username, platforms: ['reddit'] }, { query: ADA.username }]) {
      const { body } = await post('/v1/lookup?wait=true&deep=true', request);
      expect((body as LookupBody).results.map(({ platform }) => platform)).not.toContain('reddit');
    }
    const { body } = await post('/v1/lookup?wait=true&deep=true', IDENTITIES);
    expect((body as LookupBody).results.filter(({ platform }) => UNPROBED.includes(platform))).toEqual([]);
  });

  it('an item of a v1 batch may name them, and is a lookup of the deep band as any other', async () => {
    const { body } = await post('/v1/lookup/batch', { items: [{ query: ADA.username, platforms: RETIRED }] });
    const [item] = (body as { results: { status: string; lookupId: string }[] }).results;
    expect(item?.status).toBe('queued');
    await vi.waitFor(
      async () => {
        const read = (await service.call('GET', `/v1/lookup/${item?.lookupId}`, { key: account.key })).body as LookupBody;
        expect(read.results.map(({ platform }) => platform).filter((slug) => !slug.startsWith('site-'))).toEqual([]);
        expect(read.results.length).toBeGreaterThan(0);
      },
      { timeout: 90_000, interval: 1_200 },
    );
  });

  it('are listed with nothing that reaches them', async () => {
    const { platforms } = (await service.call('GET', '/v1/platforms', { key: account.key })).body as {
      platforms: { platform: string }[];
    };
    expect(platforms.filter(({ platform }) => UNPROBED.includes(platform))).toEqual(
      [...UNPROBED].sort().map((platform) => ({ platform, supports: [], instant: [] })),
    );
  });
});
