import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { simulatorKeys } from '../../tools/simulator/tokens.js';
import { startService, type Service } from '../support/service.js';
import { startSimulatedCatalogue } from '../support/simulated.js';

const SUBJECT = 'adaexample';
/** One process checks all platforms, which takes longer than a lookup usually waits for its turn; a lookup that waits repeats less. */
const LONG_WAITS = { QUEUE_LIMIT_WAIT_MS: '120000', WAIT_CEILING_MS: '240000' };

describe('a lookup, end to end', () => {
  let service: Service;
  let simulated: Awaited<ReturnType<typeof startSimulatedCatalogue>>;

  beforeAll(async () => {
    simulated = await startSimulatedCatalogue({ accounts: { people: [{ identities: { username: [SUBJECT] }, share: 0.4 }] } });
    const keys = simulatorKeys(simulated.loaded.catalogue.platforms);
    service = await startService({ env: { ...simulated.env, ...LONG_WAITS, PLATFORM_KEYS: keys } });
  });
  afterAll(async () => {
    await service.close();
    await simulated.simulator.close();
  });

  it('the shipped catalogue: every answer is the truth, every rule that can say it does, and shows the date that it names', async () => {
    const { key } = await service.account();
    const { accounts } = simulated.simulator;
    const wrong: string[] = [];
    let newest = '';
    /** Platforms that a lookup got an answer from. What an earlier one learnt is reused. */
    const answered = async (): Promise<Set<string>> => {
      const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: SUBJECT } });
      expect(response.status).toBe(200);
      const { lookupId, results } = response.body as { lookupId: string; results: { platform: string; registered: boolean }[] };
      newest = lookupId;
      for (const { platform, registered } of results)
        if (registered !== accounts.exists(platform, 'username', SUBJECT)) wrong.push(platform);
      return new Set(results.map(({ platform }) => platform));
    };
    const able = simulated.loaded.catalogue.platforms.filter(({ slug, sameAccountAs, probes: { username: rule } }) => {
      const canHold = rule?.pattern === undefined || new RegExp(rule.pattern, 'u').test(SUBJECT);
      // Without a known account nothing shows that a platform does not deny everybody: it may confirm only.
      // One at which accounts in use read absent may confirm only as well.
      const canDeny = rule?.absent && rule.positiveControls?.length && rule.readsAbsent === undefined;
      const canSay = accounts.exists(slug, 'username', SUBJECT) ? rule?.registered : canDeny;
      return canSay && canHold && sameAccountAs === undefined;
    });
    expect(able.length).toBeGreaterThan(300);
    // What a busy machine leaves waiting for too long is omitted, and asked again by the next lookup.
    const unanswered = async (): Promise<string[]> => {
      const known = await answered();
      return able.map(({ slug }) => slug).filter((slug) => !known.has(slug));
    };
    await expect.poll(unanswered, { timeout: 600_000, interval: 1_000 }).toEqual([]);
    expect(wrong).toEqual([]);

    const { catalogue, samples } = simulated.loaded;
    const { results } = (await service.call('GET', `/v2/lookup/${newest}`, { key })).body as LookupBodyV2;
    const dated = results.filter(
      ({ platform, registered }) =>
        registered && samples.get(platform)?.username?.registered && catalogue.get(platform)?.probes.username?.profile?.createdAt,
    );
    expect(dated.length).toBeGreaterThan(50);
    expect(dated.filter(({ profile }) => !profile?.createdAt || !profile.url).map(({ platform }) => platform)).toEqual([]);
  }, 900_000);
});
