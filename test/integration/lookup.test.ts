import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type Service } from '../support/service.js';
import { startSimulatedCatalogue } from '../support/simulated.js';

describe('a lookup, end to end', () => {
  let service: Service;
  let simulated: Awaited<ReturnType<typeof startSimulatedCatalogue>>;

  beforeAll(async () => {
    simulated = await startSimulatedCatalogue({ world: { people: [{ identities: { username: ['ada-example'] }, share: 0.4 }] } });
    service = await startService({ env: simulated.env });
  });
  afterAll(async () => {
    await service.close();
    await simulated.simulator.close();
  });

  it('agrees with the truth of every platform that answers', async () => {
    const { key } = await service.account();
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: 'ada-example' } });
    expect(response.status).toBe(200);
    const body = response.body as { platformsChecked: number; results: { platform: string; registered: boolean }[] };
    const wrong = body.results.filter((result) => result.registered !== simulated.simulator.world.exists(result.platform, 'username', 'ada-example'));
    expect(wrong).toEqual([]);
    expect(body.results.length).toBeGreaterThan(body.platformsChecked * 0.9);
  });
});
