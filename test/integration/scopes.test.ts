/** Rules about the phone numbers of one country and the addresses of one domain: asked inside of their scope, and calibrated there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkingService, type WorkingService } from '../support/http/working-service.js';

const [COUNTRY, DOMAIN] = ['site-0006', 'site-0007'];
const ADA = { phone: '+12025550123', email: 'ada@example.com' } as const;

describe('rules with a scope', () => {
  let service: WorkingService;
  let key: string;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 7, simulator: { kinds: ['scopes'] } });
    ({ key } = await service.account());
  });
  afterAll(() => service.close());

  /** What a lookup of the two says of one, and how many requests that one got. */
  async function request(body: { phone: string } | { email: string }, platform: string | undefined) {
    service.sites.simulator.resetRequests();
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', {
      key,
      body: { ...body, platforms: [platform] },
      headers: { 'cache-control': 'no-cache' },
    });
    const { lookupId } = response.body as { lookupId: string };
    const rows = await service.sql<{ output: string }[]>`
      SELECT coalesce(reason, state) AS output FROM lookup_results WHERE lookup_id = ${lookupId}`;
    const requests = service.sites.simulator.requests().byPlatform[platform as string] ?? 0;
    return { output: rows.map(({ output }) => output), requests };
  }

  it('answer in both directions inside of it, beside controls that lie inside as well', async () => {
    expect((await request({ phone: ADA.phone }, COUNTRY)).output).toEqual(['registered']);
    expect((await request({ phone: '+12025550124' }, COUNTRY)).output).toEqual(['not_registered']);
    expect((await request({ email: ADA.email }, DOMAIN)).output).toEqual(['registered']);
    expect((await request({ email: 'nobody@example.com' }, DOMAIN)).output).toEqual(['not_registered']);
  });

  it('are left out of lookups outside of it: nothing is asked and nothing said', async () => {
    expect(await request({ phone: '+442079460123' }, COUNTRY)).toEqual({ output: [], requests: 0 });
    expect(await request({ email: 'ada@example.org' }, DOMAIN)).toEqual({ output: [], requests: 0 });
  });
});
