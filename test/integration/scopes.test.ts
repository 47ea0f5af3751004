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
  async function ask(body: { phone: string } | { email: string }, platform: string | undefined) {
    service.sites.simulator.resetRequests();
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', {
      key,
      body: { ...body, platforms: [platform] },
      headers: { 'cache-control': 'no-cache' },
    });
    const { lookupId } = response.body as { lookupId: string };
    const rows = await service.sql<{ said: string }[]>`
      SELECT coalesce(reason, state) AS said FROM lookup_results WHERE lookup_id = ${lookupId}`;
    const requests = service.sites.simulator.requests().byPlatform[platform as string] ?? 0;
    return { said: rows.map(({ said }) => said), requests };
  }

  it('answer in both directions inside of it, beside controls that lie inside as well', async () => {
    expect((await ask({ phone: ADA.phone }, COUNTRY)).said).toEqual(['registered']);
    expect((await ask({ phone: '+12025550124' }, COUNTRY)).said).toEqual(['not_registered']);
    expect((await ask({ email: ADA.email }, DOMAIN)).said).toEqual(['registered']);
    expect((await ask({ email: 'nobody@example.com' }, DOMAIN)).said).toEqual(['not_registered']);
  });

  it('are left out of lookups outside of it: nothing is asked and nothing said', async () => {
    expect(await ask({ phone: '+442079460123' }, COUNTRY)).toEqual({ said: [], requests: 0 });
    expect(await ask({ email: 'ada@example.org' }, DOMAIN)).toEqual({ said: [], requests: 0 });
  });
});
