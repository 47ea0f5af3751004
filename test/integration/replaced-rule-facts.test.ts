/** What an account learnt by a rule does not outlive the rule: whoever replaces it, its platform is asked afresh. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateCatalogue } from '../../src/wiring/catalogue-changes.js';
import { openCatalogue } from '../../src/wiring/platforms.js';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { startSimulator, type Simulator } from '../../tools/simulator/start-simulator.js';
import { alterPlatforms } from '../support/alter-platforms.js';
import { requestedOtherwise, bundleOf, shippedFile, signingKey, withRule } from '../support/bundles.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { type Service, startService } from '../support/service.js';

const signer = signingKey();
const [github, gitlab] = [shippedFile('github'), shippedFile('gitlab')];
const PATIENT = { timeout: 90_000, interval: 200 };
const HANDLE = 'ada-example';
const EMAIL = `${HANDLE}@example.com`;
const typedOnesStrong = alterPlatforms((file) => {
  const isTyped = file.probes.username?.method === 'public_api';
  return { ...file, strength: isTyped ? 'strong' : 'standard', instant: isTyped ? ['username'] : [] };
});

describe("a replaced rule's facts are not served", () => {
  const accounts = { people: [{ identities: { username: [HANDLE] }, share: 1 }] };
  let simulator: Simulator;
  let service: Service;
  let key: string;
  beforeAll(async () => {
    const loaded = openCatalogue({ CATALOGUE_PATH: undefined });
    const platforms = ['github', 'gitlab'].flatMap((slug) => loaded.catalogue.get(slug) ?? []);
    simulator = await startSimulator({ platforms, samples: (slug, type) => loaded.samples.get(slug)?.[type], accounts });
    const env = { PROBE_PROXY_URL: simulator.proxyUrls, PROBE_CA_FILE: simulator.caFile, CATALOGUE_KEYS: signer.publicKey };
    service = await startService({ env });
    ({ key } = await service.account());
  });
  afterAll(async () => {
    await service?.close();
    await simulator?.close();
  });

  /** How often a platform was asked about Ada: controls name others. */
  const queries = (at: Simulator, slug: string) =>
    at.requests().log.filter((request) => request.slug === slug && request.identity === identityDigest('username', HANDLE)).length;
  /** Looks Ada up on one platform. @returns whether memory answered, and how often the platform was asked */
  async function lookUp(slug: string, on = { service, simulator, key }): Promise<{ servedFromCache: boolean; requested: number }> {
    const before = queries(on.simulator, slug);
    const { body } = await on.service.call('POST', '/v1/lookup?wait=true', { key: on.key, body: { query: HANDLE, platforms: [slug] } });
    const { hits, servedFromCache } = body as LookupBody;
    expect(hits).toEqual([slug]);
    return { servedFromCache, requested: queries(on.simulator, slug) - before };
  }
  const [FROM_MEMORY, AFRESH] = [
    { servedFromCache: true, requested: 0 },
    { servedFromCache: false, requested: 1 },
  ];
  /** Resolves when plans are made with this revision. */
  const taken = (revision: number) =>
    expect
      .poll(async () => {
        const { body } = await service.call('POST', '/v1/lookup?wait=true', { key, body: { query: 'nobody-here', platforms: ['gitlab'] } });
        const { plan } = (await service.record.reader.find((body as LookupBody).lookupId)) ?? {};
        return plan?.catalogue ?? 0;
      }, PATIENT)
      .toBe(revision);

  it('of a rule that a bundle changed', { timeout: 120_000 }, async () => {
    const update = (version: number, file: PlatformFile) =>
      updateCatalogue({ ...service.record, config: service.config }, bundleOf([github, file], { key: signer.pem, version }), new Date());
    expect(await lookUp('gitlab')).toEqual(AFRESH);
    await taken((await update(1, gitlab)).revision);
    expect(await lookUp('gitlab')).toEqual(FROM_MEMORY);
    await taken((await update(2, withRule(gitlab, requestedOtherwise))).revision);
    expect(await lookUp('gitlab')).toEqual(AFRESH);
    expect(await lookUp('gitlab')).toEqual(FROM_MEMORY);
  });

  describe('of a rule that a release changed', () => {
    let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
    let after: Service;
    let keys: string[];
    let changed: string;
    let same: string;
    beforeAll(async () => {
      sites = await startGeneratedSites(10, { accounts }, typedOnesStrong);
      [changed = '', same = ''] = sites.catalogue.platforms.filter(({ strength }) => strength === 'strong').map(({ slug }) => slug);
      const before = await startService({ env: sites.env });
      keys = await Promise.all([0, 1, 2].map(async () => (await before.account()).key));
      const learn = (own: string) => Promise.all([changed, same].map((slug) => lookUp(slug, { ...sites, service: before, key: own })));
      for (const own of keys) expect(await learn(own)).toEqual([AFRESH, AFRESH]);
      await before.close();
      const folder = sites.env.CATALOGUE_PATH.replace(/^only:/, '');
      await alterPlatforms((file) => (file.slug === changed ? withRule(file, requestedOtherwise) : file))(folder);
      after = await startService({ env: { ...sites.env, DATABASE_URL: String(before.config.DATABASE_URL) } });
    });
    afterAll(async () => {
      await after?.close();
      await sites?.close();
    });

    /** How often the changed platform and the other one were asked while `send` was answered. */
    async function requestedBy(send: () => Promise<{ readonly status: number }>): Promise<number[]> {
      const counts = () => [changed, same].map((slug) => queries(sites.simulator, slug));
      const before = counts();
      expect((await send()).status).toBe(200);
      return counts().map((count, index) => count - (before[index] ?? 0));
    }
    const post = (path: string, own: string | undefined, body: object) => () => after.call('POST', path, { key: own as string, body });

    it('asked by name', async () => {
      const own = { ...sites, service: after, key: keys[0] as string };
      expect(await lookUp(same, own)).toEqual(FROM_MEMORY);
      expect(await lookUp(changed, own)).toEqual(AFRESH);
      expect(await lookUp(changed, own)).toEqual(FROM_MEMORY);
    });

    it('about a username that an e-mail address suggests, in v2', async () => {
      const byEmail = post('/v2/lookup', keys[1], { identities: { emails: [EMAIL] }, mode: 'wait', deep: true });
      expect(await requestedBy(byEmail)).toEqual([1, 0]);
      expect(await requestedBy(byEmail)).toEqual([0, 0]);
    });

    it('by an instant lookup', async () => {
      const instantly = post('/v2/lookup', keys[2], { identities: { usernames: [HANDLE] }, mode: 'instant' });
      expect(await requestedBy(instantly)).toEqual([1, 0]);
      expect(await requestedBy(instantly)).toEqual([0, 0]);
    });

    it('nor of a rule that is not known, as of facts from before they carried it', async () => {
      await after.sql`UPDATE platform_facts SET rule = NULL`;
      expect(await lookUp(same, { ...sites, service: after, key: keys[0] as string })).toEqual(AFRESH);
    });
  });
});
