import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { startWorkingService, type WorkingService } from '../support/http/working-service.js';

const SITES = 25;
const AT_ONCE = 8;

describe('what platforms see of us', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ sites: SITES, simulator: { latency: { medianMs: 20 } }, env: { PROBE_HOST_CONCURRENCY: '2' } });
  });
  afterAll(() => service.close());

  const lookUp = async (key: string, query: string): Promise<{ lookupId: string; results: unknown[] }> => {
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query } });
    expect(response.status).toBe(200);
    return response.body;
  };
  const names = (count: number) => Array.from({ length: count }, (_, index) => `somebody-${index}`);

  it('before a control stands: a known account, an impossible one and the question, each once, at most two at a time', async () => {
    const { key } = await service.account();
    await lookUp(key, 'nobody-example');
    const { byPlatform, repeated, maxInFlightByHost } = service.sites.simulator.requests();
    expect(Object.values(byPlatform)).toEqual(Array.from({ length: SITES }, () => 3));
    expect(repeated).toEqual({});
    expect(Math.max(...Object.values(maxInFlightByHost))).toBeLessThanOrEqual(2);
  });

  it('once calibrated: one request a platform and lookup, and at most two at a time to a host, however many lookups run', async () => {
    const { key } = await service.account();
    service.sites.simulator.resetRequests();
    await Promise.all(names(AT_ONCE).map((name) => lookUp(key, name)));
    const { byPlatform, byIdentity, repeated, maxInFlightByHost } = service.sites.simulator.requests();
    expect(byPlatform).toEqual(Object.fromEntries(service.sites.slugs.map((slug) => [slug, AT_ONCE])));
    expect(byIdentity).toEqual(Object.fromEntries(names(AT_ONCE).map((name) => [identityDigest('username', name), SITES])));
    expect(repeated).toEqual({});
    expect(Math.max(...Object.values(maxInFlightByHost))).toBeLessThanOrEqual(2);
  });

  it.each(['rate_limited_429', 'unavailable_503_retry_after'] as const)(
    '%s: what was in flight is the last that a platform sees until its pause is over',
    async (fault) => {
      const { key } = await service.account();
      const slug = service.sites.slugs[fault === 'rate_limited_429' ? 0 : 1] as string;
      service.sites.simulator.setFault(slug, fault);
      service.sites.simulator.resetRequests();
      const requested = () => service.sites.simulator.requests().byPlatform[slug] ?? 0;
      await Promise.all(names(AT_ONCE).map((name) => lookUp(key, `${name}-again`)));
      // Two were in flight when the first of them was answered.
      expect(requested()).toBeGreaterThan(0);
      expect(requested()).toBeLessThanOrEqual(2);
      const before = requested();
      service.sites.simulator.setFault(slug, null);
      // Nor for a control: with none standing, it would be run beside the question.
      await service.sql`DELETE FROM platform_controls WHERE platform = ${slug}`;
      const { lookupId } = await lookUp(key, 'somebody-later');
      expect(requested()).toBe(before);
      const rows = await service.sql<
        { reason: string }[]
      >`SELECT reason FROM lookup_results WHERE lookup_id = ${lookupId} AND platform = ${slug}`;
      expect(rows.map(({ reason }) => reason)).toEqual(['backing_off']);
    },
  );

  it('a control meets a platform that asks for a pause: it asks no further account', async () => {
    const slug = service.sites.slugs[2] as string;
    service.sites.simulator.setFault(slug, 'rate_limited_429');
    service.sites.simulator.resetRequests();
    await service.sql`DELETE FROM platform_controls WHERE platform = ${slug}`;
    const { key } = await service.account();
    await lookUp(key, 'somebody-new');
    expect(service.sites.simulator.requests().byPlatform[slug]).toBeLessThanOrEqual(2);
  });
});
