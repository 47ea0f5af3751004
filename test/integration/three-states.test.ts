import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, type FaultName } from '../../tools/simulator/faults/index.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { expectLookupBody, type LookupBody } from '../support/http/lookup-body.js';
import { startService, type Service } from '../support/service.js';

/** These take the full ten seconds, or ask for a pause of half a minute before the next case: they have tests of their own. */
const SLOW = ['hang', 'hang_after_headers', 'drip', 'rate_limited_429', 'unavailable_503_retry_after'];
/** Those that only a control sees are told by calibration. */
const faults = FAULTS.filter(({ name, seenBy }) => seenBy === 'answer' && !SLOW.includes(name)).map(({ name }) => name);
const SITES = 15;
const IDENTITY = { username: 'ada-example', email: 'ada@example.com', phone: '+12025550123' } as const;

describe('any truth with any faults', () => {
  let service: Service;
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  beforeAll(async () => {
    sites = await startGeneratedSites(SITES);
    service = await startService({ env: sites.env });
    // Controls of all sites, in health: what follows is about the answers to the identity.
    const { key } = await service.account();
    for (const query of Object.values(IDENTITY)) await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query } });
  });
  afterAll(async () => {
    await service.close();
    await sites.close();
  });

  interface Case {
    readonly type: keyof typeof IDENTITY;
    readonly truth: readonly boolean[];
    readonly fault: readonly (FaultName | null)[];
    readonly checks: Readonly<Record<string, boolean>>;
  }
  const perSite = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: SITES, maxLength: SITES });
  const cases: fc.Arbitrary<Case> = fc.record({
    type: fc.constantFrom('username' as const, 'email' as const, 'phone' as const),
    truth: perSite(fc.boolean()),
    fault: perSite(fc.option(fc.constantFrom(...faults), { freq: 3 })),
    checks: fc.dictionary(fc.constantFrom('breaches', 'webMentions', 'email', 'phone', 'ip'), fc.boolean()),
  });

  async function lookUp({ type, truth, fault, checks }: Case): Promise<LookupBody> {
    const on = Object.fromEntries(sites.slugs.map((slug, index) => [slug, truth[index] ?? false]));
    sites.simulator.accounts.setPeople([{ identities: { [type]: [IDENTITY[type]] }, share: 0, on }]);
    sites.slugs.forEach((slug, index) => sites.simulator.setFault(slug, fault[index] ?? null));
    const { key } = await service.account();
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', {
      key,
      body: { [type === 'username' ? 'query' : type]: IDENTITY[type], checks },
    });
    expect(response.status).toBe(200);
    return response.body;
  }

  it('every result agrees with the truth, an omitted platform is in no list, and null means not checked', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (given) => {
        // In health first: some faults in a row would open a site's circuit, which has tests of its own.
        await lookUp({ ...given, fault: [] });
        const body = await lookUp(given);
        expectLookupBody(body);
        const reached = sites.catalogue.platforms.filter(({ probes }) => probes[given.type]).map(({ slug }) => slug);
        const answered = new Map(body.results.map(({ platform, registered }) => [platform, registered]));
        sites.slugs.forEach((slug, index) => {
          const answer = answered.get(slug);
          if (!reached.includes(slug)) expect(answer).toBeUndefined();
          else if (given.fault[index] === null) expect({ slug, answer }).toEqual({ slug, answer: given.truth[index] });
          else if (answer !== undefined) expect({ slug, fault: given.fault[index], answer }).toMatchObject({ answer: given.truth[index] });
          if (answer === undefined) expect(body.hits).not.toContain(slug);
        });
        expect(body).toMatchObject({ breaches: null, webMentions: null, ipDetails: null });
      }),
      { numRuns: 8 },
    );
  });

  it('e-mail and phone together: one result a platform, registered if either is, absent only if both are', async () => {
    await fc.assert(
      fc.asyncProperty(perSite(fc.tuple(fc.boolean(), fc.boolean())), async (truth) => {
        const registry = (subject: 0 | 1) => Object.fromEntries(sites.slugs.map((slug, index) => [slug, truth[index]?.[subject] ?? false]));
        sites.simulator.setFault('*', null);
        sites.simulator.accounts.setPeople([
          { identities: { email: [IDENTITY.email] }, share: 0, on: registry(0) },
          { identities: { phone: [IDENTITY.phone] }, share: 0, on: registry(1) },
        ]);
        const { key } = await service.account();
        const body = (
          await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { email: IDENTITY.email, phone: IDENTITY.phone } })
        ).body as LookupBody;
        expectLookupBody(body);
        for (const { platform, registered } of body.results) {
          const [byEmail, byPhone] = truth[sites.slugs.indexOf(platform)] as [boolean, boolean];
          const { probes } = sites.catalogue.get(platform) as NonNullable<ReturnType<typeof sites.catalogue.get>>;
          expect({ platform, registered }).toEqual({
            platform,
            registered: (probes.email !== undefined && byEmail) || (probes.phone !== undefined && byPhone),
          });
        }
        expect(body.results).toHaveLength(sites.catalogue.platforms.filter(({ probes }) => probes.email ?? probes.phone).length);
      }),
      { numRuns: 8 },
    );
  });
});
