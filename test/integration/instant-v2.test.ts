import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import type { Omission } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { billOf } from '../support/http/ledger.js';
import { expectBodyV2 } from '../support/http/lookup-body-v2.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

/** Long enough for a busy machine, far below the ten seconds that one platform may take. */
const CEILING_MS = 2_500;
const CEILING = { INSTANT_CEILING_MS: String(CEILING_MS), WAIT_CEILING_MS: '1000' };

describe('v2 with a platform that hangs', () => {
  let service: WorkingService;
  let platforms: string[];
  beforeAll(async () => {
    service = await startWorkingService({ sites: 10, env: CEILING });
    platforms = service.sites.slugs.slice(0, 5);
    // Calibrated before: a control of a platform that hangs would hang as well.
    const { key } = await service.account();
    const { body: first } = await service.call('POST', '/v1/lookup', { key, body: { query: ADA.username, platforms } });
    await vi.waitFor(
      async () => {
        const { body: read } = await service.call('GET', `/v2/lookup/${(first as { lookupId: string }).lookupId}`, { key });
        expect(read).toMatchObject({ status: 'finished' });
      },
      { timeout: 90_000, interval: 100 },
    );
    service.sites.simulator.setFault(platforms[0] as string, 'hang');
  });
  afterAll(() => service.close());

  const body = (mode: string) => ({ identities: { usernames: [ADA.username, 'nobody-example'] }, modules: ['footprint'], platforms, mode });

  it('instant answers at the ceiling with what is there; later reads show the rest, and why the platform is missing', async () => {
    const { key, accountId } = await service.account();
    const sent = performance.now();
    const instant = (await service.call('POST', '/v2/lookup', { key, body: body('instant') })).body as LookupBodyV2;
    // Well before the platform that hangs is given up.
    expect(performance.now() - sent).toBeLessThan(9_000);
    expectBodyV2(instant);
    expect(instant).toMatchObject({ status: 'processing', omissions: { total: 0, byReason: {} } });
    expect(instant.platformsPending).toBeGreaterThanOrEqual(1);
    expect(instant.risk?.coverage).toMatchObject({ planned: 10, omitted: 0 });
    const full = await vi.waitFor(
      async () => {
        const { body: read } = await service.call('GET', `/v2/lookup/${instant.lookupId}`, { key });
        expect(read).toMatchObject({ status: 'finished' });
        return read as LookupBodyV2;
      },
      { timeout: 90_000, interval: 2_500 },
    );
    expectBodyV2(full);
    expect(full.results).toEqual(expect.arrayContaining([...instant.results]));
    expect(full.omissions).toEqual({ total: 2, byReason: { timeout: 2 } });
    const { omissions } = (await service.call('GET', `/v2/lookup/${instant.lookupId}/omissions`, { key })).body as {
      omissions: Omission[];
    };
    expect(omissions.map(({ platform, code }) => [platform, code])).toEqual([
      [platforms[0], 'timeout'],
      [platforms[0], 'timeout'],
    ]);
    // What was omitted moved the confidence and not the score.
    const healthy = { ...body('wait'), platforms: platforms.slice(1) };
    const other = (await service.account()).key;
    const { lookupId } = (await service.call('POST', '/v2/lookup', { key: other, body: healthy })).body as LookupBodyV2;
    const read = async () => (await service.call('GET', `/v2/lookup/${lookupId}`, { key: other })).body as LookupBodyV2;
    // A busy machine may take longer than a caller waits.
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 'finished', risk: { score: full.risk?.score } }), {
      timeout: 90_000,
      interval: 500,
    });
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 2 });
  });

  it('wait that takes too long is answered with what is known so far', async () => {
    const { key } = await service.account();
    // One of which it is not known yet: the circuit of the first is open by now.
    service.sites.simulator.setFault(platforms[1] as string, 'hang');
    const waited = (await service.call('POST', '/v2/lookup', { key, body: body('wait') })).body as LookupBodyV2;
    expectBodyV2(waited);
    expect(waited.status).toBe('processing');
    expect(waited.platformsPending).toBeGreaterThanOrEqual(1);
  });
});
