/** Usernames that e-mail addresses suggest: tried on a few platforms, kept apart from every result. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { alterPlatforms } from '../support/alter-platforms.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { billOf } from '../support/http/ledger.js';
import { expectLookupBody, type LookupBody } from '../support/http/lookup-body.js';
import { type Service, startService } from '../support/service.js';

const HANDLE = 'ada-example';
const EMAIL = `${HANDLE}+news@example.com`;

/** Every second platform with a typed interface for usernames is made strong and instant, and nothing else is. */
const chooseStrong = alterPlatforms((file, index) => {
  const strong = index % 2 === 0 && file.probes.username?.method === 'public_api';
  return { ...file, strength: strong ? 'strong' : 'standard', instant: strong ? ['username'] : [] };
});

describe('a username derived from an e-mail address', () => {
  let service: Service;
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let strong: string[];
  beforeAll(async () => {
    sites = await startGeneratedSites(20, { accounts: { people: [{ identities: { username: [HANDLE] }, share: 1 }] } }, chooseStrong);
    strong = sites.catalogue.platforms.filter(({ strength }) => strength === 'strong').map(({ slug }) => slug);
    service = await startService({ env: sites.env });
  });
  afterAll(async () => {
    await service?.close();
    await sites?.close();
  });

  /** Platforms that were asked about the username. */
  const requested = () => {
    const identity = identityDigest('username', HANDLE);
    return sites.simulator
      .requests()
      .log.flatMap((request) => (request.identity === identity ? [request.slug] : []))
      .sort();
  };
  async function finished(key: string, body: object, parameters = ''): Promise<LookupBody> {
    const response = await service.call('POST', `/v1/lookup${parameters}`, { key, body });
    const { lookupId } = response.body as LookupBody;
    await vi.waitFor(async () => expect((await service.record.reader.find(lookupId))?.state).toBe('finished'), {
      timeout: 90_000,
      interval: 50,
    });
    return (await service.call('GET', `/v1/lookup/${lookupId}`, { key })).body as LookupBody;
  }

  it('is asked for on the strongest platforms, and is in no result, hit, count or bill of v1', async () => {
    const { key, accountId } = await service.account();
    sites.simulator.resetRequests();
    const body = await finished(key, { email: EMAIL });
    expectLookupBody(body);
    expect(strong.length).toBeGreaterThan(2);
    expect([...new Set(requested())]).toEqual(strong);
    expect(body).toMatchObject({ matches: 0, socialMatches: 0, hits: [] });
    expect(body.platformsChecked).toBe(sites.catalogue.platforms.filter(({ probes }) => probes.email).length);
    const derived = await service.record.derived.read(body.lookupId);
    expect(derived.map(({ platform }) => platform).sort()).toEqual(strong);
    for (const each of derived) expect(each).toMatchObject({ handle: HANDLE, subject: 'email', state: 'registered', fromCache: false });
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('is shown apart by v2', async () => {
    const { key } = await service.account();
    const { lookupId } = await finished(key, { email: EMAIL });
    const v2 = await service.call('GET', `/v2/lookup/${lookupId}`, { key });
    expect(v2.status).toBe(200);
    const { derived } = v2.body as { derived: { platform: string }[] };
    expect(derived.map(({ platform }) => platform).sort()).toEqual(strong);
  });

  it('is asked for once while that is remembered, and what was learnt serves a lookup of the username', async () => {
    const { key } = await service.account();
    await finished(key, { email: EMAIL });
    sites.simulator.resetRequests();
    const again = await finished(key, { email: EMAIL });
    expect(requested()).toEqual([]);
    expect((await service.record.derived.read(again.lookupId)).map(({ fromCache }) => fromCache)).toEqual(strong.map(() => true));
    const own = await finished(key, { query: HANDLE, platforms: strong });
    expect(requested()).toEqual([]);
    expect(own).toMatchObject({ servedFromCache: true, hits: expect.arrayContaining(strong) as string[] });
  });

  it.each([
    ['a default lookup', { email: EMAIL }, '?wait=true'],
    ['an instant one', { email: EMAIL }, '?instant=true'],
    ['chosen platforms', { email: EMAIL, platforms: ['site-0001', 'site-0002', 'site-0003'] }, ''],
    ['no footprint', { email: EMAIL, checks: { footprint: false, email: true } }, ''],
    ['an office', { email: 'info@example.com' }, ''],
  ])('is not tried with %s', async (_, body, parameters) => {
    const { key } = await service.account();
    const { lookupId } = await finished(key, body, parameters);
    expect(await service.record.derived.read(lookupId)).toEqual([]);
  });

  it.each([
    ['the address', { kind: 'email', value: EMAIL.replace('+news', '+shop') }],
    ['the username itself', { kind: 'username', value: HANDLE }],
  ] as const)('is not asked for when %s is on the suppression list', async (_, identity) => {
    const { key, accountId } = await service.account();
    await service.record.suppressions.add({ accountId, identity, proof: 'a letter', addedBy: 'operator' });
    sites.simulator.resetRequests();
    const { lookupId } = await finished(key, { email: EMAIL });
    expect(requested()).toEqual([]);
    expect(await service.record.derived.read(lookupId)).toEqual([]);
  });

  it('a platform that does not answer is no hit, and holds nothing up', async () => {
    const { key } = await service.account();
    const [broken] = strong;
    sites.simulator.setFault(broken as string, 'captcha_200');
    try {
      const { lookupId } = await finished(key, { email: EMAIL });
      const derived = await service.record.derived.read(lookupId);
      expect(
        derived
          .filter(({ state }) => state === 'registered')
          .map(({ platform }) => platform)
          .sort(),
      ).toEqual(strong.slice(1));
      expect(derived.find(({ platform }) => platform === broken)).toMatchObject({ state: 'inconclusive' });
    } finally {
      sites.simulator.setFault(broken as string, null);
    }
  });
});
