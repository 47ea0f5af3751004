import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, type FaultName } from '../../src/simulator/faults/index.js';
import { siteKinds } from '../../src/simulator/generated-sites.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { startService, type Service } from '../support/service.js';

const RULE_TYPES = siteKinds({ rootRedirects: true }).length;
const faults = FAULTS;

interface Answer {
  lookupId: string;
  platformsChecked: number;
  results: { platform: string; registered: boolean }[];
}

describe('every fault on every rule type', () => {
  let service: Service;
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  const faultOf = new Map<string, FaultName | null>();

  beforeAll(async () => {
    // One site of each rule type for each fault, and one healthy site of each type.
    const people = [{ identities: { username: ['ada_example'], email: ['ada@example.com'] }, share: 1 }];
    sites = await startGeneratedSites((faults.length + 1) * RULE_TYPES, { rootRedirects: true, world: { people }, dripMs: 100 });
    sites.slugs.forEach((slug, index) => faultOf.set(slug, faults[Math.floor(index / RULE_TYPES)]?.name ?? null));
    for (const [slug, fault] of faultOf) sites.simulator.setFault(slug, fault);
    service = await startService({ env: sites.env });
  });
  afterAll(async () => {
    await service.close();
    await sites.close();
  });

  async function lookUp(query: string): Promise<Answer> {
    const { key } = await service.account();
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', {
      key, body: { query }, headers: { 'cache-control': 'no-cache' },
    });
    expect(response.status).toBe(200);
    return response.body;
  }

  it.each([
    ['a registered username', 'ada_example', true],
    ['an unregistered username', 'nobody_example', false],
    ['a registered e-mail address', 'ada@example.com', true],
    ['an unregistered e-mail address', 'nobody@example.com', false],
  ] as const)('%s: no answer is wrong, and healthy platforms answer', async (_, query, registered) => {
    const answer = await lookUp(query);
    const wrong = answer.results
      .filter((result) => result.registered !== registered)
      .map((result) => ({ ...result, fault: faultOf.get(result.platform) }));
    expect(wrong).toEqual([]);
    const answered = new Set(answer.results.map((result) => result.platform));
    const type = query.includes('@') ? 'email' : 'username';
    const omitted = await service.sql<{ platform: string; why: string }[]>`
      SELECT platform, doubt || ': ' || coalesce(evidence ->> 'matched', '') AS why FROM lookup_results WHERE lookup_id = ${answer.lookupId} AND state = 'inconclusive'`;
    const healthy = sites.catalogue.platforms.filter((platform) => platform.probes[type] && faultOf.get(platform.slug) === null);
    expect(healthy.length).toBeGreaterThan(0);
    expect(omitted.filter(({ platform }) => faultOf.get(platform) === null)).toEqual([]);
    expect(healthy.filter(({ slug }) => !answered.has(slug)).map(({ slug }) => slug)).toEqual([]);
    expect(answer.platformsChecked).toBe(answer.results.length);
  }, 120_000);
});
