import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type Service } from '../support/service.js';
import { startSimulatedCatalogue } from '../support/simulated.js';

const SUBJECT = 'adaexample';

describe('a lookup, end to end', () => {
  let service: Service;
  let simulated: Awaited<ReturnType<typeof startSimulatedCatalogue>>;

  beforeAll(async () => {
    simulated = await startSimulatedCatalogue({ world: { people: [{ identities: { username: [SUBJECT] }, share: 0.4 }] } });
    service = await startService({ env: simulated.env });
  });
  afterAll(async () => {
    await service.close();
    await simulated.simulator.close();
  });

  it('the shipped catalogue: every answer is the truth, and every rule that can say it does', async () => {
    const { key } = await service.account();
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: SUBJECT } });
    expect(response.status).toBe(200);
    const body = response.body as { platformsChecked: number; results: { platform: string; registered: boolean }[] };
    const wrong = body.results.filter(({ platform, registered }) => registered !== simulated.simulator.world.exists(platform, 'username', SUBJECT));
    expect(wrong).toEqual([]);
    const answered = new Set(body.results.map((result) => result.platform));
    const silent = simulated.loaded.catalogue.platforms.filter(({ slug, probes: { username: rule } }) => {
      const canHold = rule?.pattern === undefined || new RegExp(rule.pattern, 'u').test(SUBJECT);
      // Without a known account nothing shows that a platform does not deny everybody: it may confirm only.
      const canSay = simulated.simulator.world.exists(slug, 'username', SUBJECT) ? rule?.registered : rule?.absent && rule.known?.length;
      return canSay && canHold && !answered.has(slug);
    });
    expect(silent.map((platform) => platform.slug)).toEqual([]);
    expect(answered.size).toBeGreaterThan(300);
  });
});
