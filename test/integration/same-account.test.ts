/** One account under two slugs: asked once, answered once, counted once, whichever of them a caller names. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { alterPlatforms } from '../support/alter-platforms.js';
import { openStream } from '../support/http/event-client.js';
import { billOf } from '../support/http/ledger.js';
import { expectLookupBody, type LookupBody } from '../support/http/lookup-body.js';
import { startBatch } from '../support/http/started-batch.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

/** The second slug, and the one that answers. */
const TWINS: Readonly<Record<string, string>> = { 'site-0002': 'site-0001', 'site-0003': 'site-0001', 'site-0006': 'site-0005' };
const RETIRED = 'site-0008';

const joinAccounts = alterPlatforms((file) => {
  const { samples: _, ...bare } = { ...file, probes: {}, strength: 'standard' as const, instant: [] };
  if (file.slug === RETIRED) return { ...bare, retired: 'Its interface was closed in 2026.' };
  const sameAccountAs = TWINS[file.slug];
  return sameAccountAs === undefined ? file : { ...bare, sameAccountAs };
});

describe('platforms of one account', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 10, alter: joinAccounts });
    // Makes the controls.
    await service.call('POST', '/v1/lookup?wait=true&deep=true', { key: (await service.account()).key, body: { query: ADA.username } });
  });
  afterAll(() => service.close());

  const answering = () => service.sites.slugs.filter((slug) => slug !== RETIRED && TWINS[slug] === undefined);
  const answersFor = (named: readonly string[]) =>
    [...new Set(named.map((slug) => TWINS[slug] ?? slug))].filter((slug) => slug !== RETIRED).sort();

  async function finished<Body extends { results: unknown }>(key: string, path: string): Promise<Body> {
    return vi.waitFor(
      async () => {
        const { body } = await service.call('GET', path, { key });
        expect(body).toHaveProperty('hits');
        if (path.startsWith('/v2')) expect(body).toMatchObject({ status: 'finished' });
        return body as Body;
      },
      { timeout: 90_000, interval: 50 },
    );
  }

  /** Every way in, for the same platforms; where none can be named, for all. */
  async function everyWay(key: string, platforms: readonly string[]) {
    const body = { query: ADA.username, platforms };
    const v2 = { identities: { usernames: [ADA.username] }, platforms };
    const post = async (path: string, sent: unknown) => {
      const response = await service.call('POST', path, { key, body: sent });
      expect(response.status).toBe(200);
      return response.body as never;
    };
    const waited: LookupBody = await post('/v1/lookup?wait=true', body);
    const pending: { lookupId: string } = await post('/v1/lookup', body);
    const batch: { results: { lookupId: string }[] } = await post('/v1/lookup/batch', { items: [{ query: ADA.username }] });
    const [item] = await startBatch(service, key, [{ identities: v2.identities }], `?platforms=${platforms.join(',')}`);
    const query = new URLSearchParams({ query: ADA.username, deep: 'false', platforms: platforms.join(',') });
    const stream = await openStream(`${service.url}/v1/lookup/stream?${query}`, key);
    const events = await stream.whole();
    const waitedV2: LookupBodyV2 = await post('/v2/lookup', { ...v2, mode: 'wait' });
    return {
      named: [waited, await finished<LookupBody>(key, `/v1/lookup/${pending.lookupId}`), events.at(-1)?.data as LookupBody],
      all: await finished<LookupBody>(key, `/v1/lookup/${batch.results[0]?.lookupId}`),
      v2: [waitedV2, await finished<LookupBodyV2>(key, `/v2/lookup/${item}`)],
      streamed: events.filter(({ event }) => event === 'platform_result').map(({ data }) => (data as { platform: string }).platform),
    };
  }

  const cases = fc.record({
    named: fc.uniqueArray(fc.nat({ max: 9 }), { minLength: 1, maxLength: 6 }),
    truth: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
  });

  it('v1, v2, streams, batches and the history name and count each account once, under the slug that answers', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ named, truth }) => {
        const slugs = service.sites.slugs;
        const on = Object.fromEntries(slugs.map((slug, index) => [slug, truth[index] ?? false]));
        service.sites.simulator.accounts.setPeople([{ identities: { username: [ADA.username] }, share: 0, on }]);
        const { key, accountId } = await service.account();
        service.sites.simulator.resetRequests();
        const platforms = named.map((index) => slugs[index] as string);
        const expected = answersFor(platforms);
        const hits = (requested: readonly string[]) => requested.filter((slug) => on[slug]).sort();
        const { named: chosen, all, v2, streamed } = await everyWay(key, platforms);
        for (const body of chosen) {
          expectLookupBody(body);
          expect(body.results.map(({ platform }) => platform).sort()).toEqual(expected);
          expect([...body.hits].sort()).toEqual(hits(expected));
        }
        expect(streamed.sort()).toEqual(expected);
        expectLookupBody(all);
        expect(all.results.map(({ platform }) => platform).sort()).toEqual(answering());
        expect([...all.hits].sort()).toEqual(hits(answering()));
        for (const body of v2) {
          expect(body.results.map(({ platform }) => platform).sort()).toEqual(expected);
          expect(body).toMatchObject({ matches: hits(expected).length, platformsChecked: expected.length, planned: expected.length });
        }
        const history = (await service.call('GET', '/v1/lookup?limit=100', { key })).body as {
          matches: number;
          platformsChecked: number;
        }[];
        const counted = history.map(({ matches, platformsChecked }) => [matches, platformsChecked]);
        expect(counted.filter(([, checked]) => checked === expected.length).length).toBeGreaterThanOrEqual(5);
        for (const [matches, checked] of counted) {
          expect([hits(expected).length, hits(answering()).length]).toContain(matches);
          expect([expected.length, answering().length]).toContain(checked);
        }
        expect(await billOf(service, accountId)).toMatchObject({ lookups: 6, ledger: 6, used: 6 });
        for (const slug of [...Object.keys(TWINS), RETIRED]) expect(service.sites.simulator.requests().byPlatform).not.toHaveProperty(slug);
      }),
      { numRuns: 8 },
    );
  });

  it('the lists of platforms tell of both, the second one as reached like the first', async () => {
    const { key } = await service.account();
    const { platforms } = (await service.call('GET', '/v1/platforms', { key })).body as { platforms: { platform: string }[] };
    const of = (slug: string) => platforms.find(({ platform }) => platform === slug);
    expect(of('site-0002')).toEqual({ ...of('site-0001'), platform: 'site-0002' });
    const status = (await service.call('GET', '/v2/platforms', { key })).body as { platforms: { platform: string; health: unknown }[] };
    expect(status.platforms.find(({ platform }) => platform === 'site-0002')).toMatchObject({ sameAccountAs: 'site-0001', health: [] });
    expect(status.platforms.find(({ platform }) => platform === 'site-0001')).toMatchObject({ sameAccountAs: null });
  });
});
