/** Instant lookups that nobody could answer are refused before acceptance, in both versions and in their streams. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGeneratedSites } from '../../support/generated-catalogue.js';
import { expectRefusal } from '../../support/http/answers.js';
import { billOf, expectUnbilled } from '../../support/http/ledger.js';
import { addIdleWorker } from '../../support/http/idle-worker.js';
import { type Service, startService } from '../../support/service.js';

describe('an instant lookup', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let service: Service;
  beforeAll(async () => {
    sites = await startGeneratedSites(3);
    service = await startService({ worker: false, env: { ...sites.env, PROBE_HOST_RATE: '1', INSTANT_CEILING_MS: '300' } });
  });
  afterAll(async () => {
    await service.close();
    await sites.close();
  });

  const ways = (query: string, platforms = sites.slugs.join(',')) =>
    [
      ['POST', '/v1/lookup?instant=true', { query, platforms: platforms.split(',') }],
      ['POST', '/v2/lookup', { identities: { usernames: [query] }, mode: 'instant', platforms: platforms.split(',') }],
      ['GET', `/v1/lookup/stream?query=${query}&deep=false&platforms=${platforms}&instant=true`, undefined],
      ['GET', `/v2/lookup/stream?username=${query}&platforms=${platforms}&instant=true`, undefined],
    ] as const;

  it('is refused while no worker takes work, unbilled, with the time to come back; others are accepted', async () => {
    const { key, accountId } = await service.account();
    for (const takesWork of [undefined, false]) {
      if (takesWork !== undefined) await addIdleWorker(service, takesWork);
      for (const [method, path, body] of ways('ada-example')) {
        const response = await service.call(method, path, { key, body });
        expectRefusal(response, 'unavailable');
        expect(response.headers.get('retry-after')).toBe('1');
      }
    }
    await expectUnbilled(service, accountId);
    expect((await service.call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } })).status).toBe(200);
  });

  it('is taken as soon as one does, and beyond what hosts allow refused: each is accepted and billed, or neither', async () => {
    await addIdleWorker(service);
    const { key, accountId } = await service.account();
    const names = Array.from({ length: 40 }, (_, n) => `ada-example-${n}`);
    const answers = await Promise.all(
      names.map((query, n) => {
        const [method, path, body] = ways(query)[n % 4] as ReturnType<typeof ways>[number];
        return service.call(method, path, { key, body });
      }),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    for (const response of refused) {
      expectRefusal(response, 'unavailable');
      expect(response.headers.get('retry-after')).toBe('1');
    }
    // One a second at each of three hosts, however long forty requests take here.
    expect(refused.length).toBeGreaterThan(0);
    const accepted = answers.length - refused.length;
    expect(accepted).toBeGreaterThan(0);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: accepted, ledger: accepted, used: accepted });
  });
});
