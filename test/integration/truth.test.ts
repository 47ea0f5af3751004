import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, type FaultName } from '../../tools/simulator/faults/index.js';
import { SAMPLE_GROUP_NAMES, siteKinds } from '../../tools/simulator/generated-sites.js';
import { simulatorKeys } from '../../tools/simulator/tokens.js';
import type { QueryType } from '../../src/kernel/identity/identity.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { startService, type Service } from '../support/service.js';

const RULE_TYPES = siteKinds({ kinds: SAMPLE_GROUP_NAMES }).length;
/** The operator's own account on the sites that need one. */
const OWN = 'control@example.com';
const faults = FAULTS;

/** Reasons that may be the machine's, not the platform's. */
const BUSY_MACHINE = /^(?:timeout|busy|unavailable)|control blocked \(.*timeout|negative control of its shape: unknown/;

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
    const identities = { username: ['ada_example'], email: ['ada@example.com', OWN], phone: ['+12025550123'] };
    const people = [{ identities, share: 1 }];
    sites = await startGeneratedSites((faults.length + 1) * RULE_TYPES, { kinds: SAMPLE_GROUP_NAMES, accounts: { people }, dripMs: 100 });
    sites.slugs.forEach((slug, index) => faultOf.set(slug, faults[Math.floor(index / RULE_TYPES)]?.name ?? null));
    for (const [slug, fault] of faultOf) sites.simulator.setFault(slug, fault);
    const settings = { PLATFORM_KEYS: simulatorKeys(sites.catalogue.platforms), SECRETS_KEY: randomBytes(32).toString('hex') };
    service = await startService({ env: { ...sites.env, ...settings } });
    const ownAccounts = sites.catalogue.platforms.filter(({ tags }) => tags.includes('own-account'));
    for (const { slug } of ownAccounts) await service.record.controlAccounts.add(slug, { type: 'email', value: OWN });
  });
  afterAll(async () => {
    await service.close();
    await sites.close();
  });

  async function lookUp(type: QueryType, value: string, platforms?: readonly string[]): Promise<Answer> {
    const { key } = await service.account();
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', {
      key,
      body: { [type === 'username' ? 'query' : type]: value, platforms },
      headers: { 'cache-control': 'no-cache' },
    });
    expect(response.status).toBe(200);
    return response.body;
  }

  it.each([
    ['a registered username', 'username', 'ada_example', true],
    ['an unregistered username', 'username', 'nobody_example', false],
    ['a registered e-mail address', 'email', 'ada@example.com', true],
    ['an unregistered e-mail address', 'email', 'nobody@example.com', false],
    ['a registered phone number', 'phone', '+12025550123', true],
    ['an unregistered phone number', 'phone', '+12025550124', false],
  ] as const)('%s: no answer is wrong, and healthy platforms answer', async (_, type, value, registered) => {
    const healthy = sites.catalogue.platforms
      .filter((platform) => platform.probes[type] && faultOf.get(platform.slug) === null)
      .map(({ slug }) => slug);
    expect(healthy.length).toBeGreaterThan(0);
    const wrong: unknown[] = [];
    let remaining: readonly string[] | undefined;
    /** Healthy platforms that no lookup got an answer from: the first one is about all, further ones about what is left. */
    const unanswered = async (): Promise<readonly string[]> => {
      if (remaining?.length === 0) return remaining;
      const answer = await lookUp(type, value, remaining);
      for (const result of answer.results)
        if (result.registered !== registered) wrong.push({ ...result, fault: faultOf.get(result.platform) });
      expect(answer.platformsChecked).toBe(answer.results.length);
      const omitted = await service.sql<{ platform: string; reason: string; why: string }[]>`
        SELECT platform, reason, reason || ': ' || coalesce(evidence ->> 'explanation', '') AS why FROM lookup_results WHERE lookup_id = ${answer.lookupId} AND state = 'inconclusive'`;
      wrong.push(...omitted.filter(({ platform, why }) => healthy.includes(platform) && !BUSY_MACHINE.test(why)));
      const answered = new Set(answer.results.map(({ platform }) => platform));
      remaining = (remaining ?? healthy).filter((slug) => !answered.has(slug));
      return remaining;
    };
    // What a busy machine leaves waiting for too long is omitted, and asked again by the next lookup.
    await expect
      .poll(async () => ({ unanswered: await unanswered(), wrong }), { timeout: 170_000, interval: 1_000 })
      .toEqual({ unanswered: [], wrong: [] });
  });
});
