/** `noise: passive`: public interfaces and stored facts alone, whatever way the lookup came in. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { expectRefusal } from '../../support/http/answers.js';
import { openStream } from '../../support/http/event-client.js';
import { expectBodyV2 } from '../../support/http/lookup-body-v2.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';
import { askedAboutAda, loudPlatforms } from '../../support/passive.js';

const IDENTITIES = { emails: [ADA.email], phones: [ADA.phone], usernames: [ADA.username] };

describe('a passive lookup', () => {
  let service: WorkingService;
  let loud: ReadonlySet<string>;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 25 });
    loud = loudPlatforms(service);
  });
  beforeEach(() => service.sites.simulator.resetRequests());
  afterAll(() => service.close());

  const asked = () => askedAboutAda(service);
  const lookUp = async (key: string, more: object): Promise<LookupBodyV2> => {
    const response = await service.call('POST', '/v2/lookup', { key, body: { identities: IDENTITIES, mode: 'wait', deep: true, ...more } });
    expect(response.status).toBe(200);
    return response.body as LookupBodyV2;
  };

  it('asks public interfaces alone, and says of every other platform that it was not asked', async () => {
    const { key } = await service.account();
    const body = await lookUp(key, { noise: 'passive' });
    expectBodyV2(body);
    expect(asked().filter((slug) => loud.has(slug))).toEqual([]);
    expect(asked().length).toBeGreaterThan(0);
    expect(body.hits.filter((slug) => loud.has(slug))).toEqual([]);
    const { omissions } = (await service.call('GET', `/v2/lookup/${body.lookupId}/omissions?limit=100`, { key })).body as {
      omissions: { platform: string; code: string }[];
    };
    const unasked = omissions.filter(({ code }) => code === 'not_passive').map(({ platform }) => platform);
    expect(new Set(unasked)).toEqual(loud);
    expect(body.omissions.byReason['not_passive']).toBe(unasked.length);
  });

  it('gives the few places of an instant lookup to platforms that may be asked', async () => {
    const { key } = await service.account();
    const instant = { mode: 'instant', deep: undefined, identities: { usernames: [ADA.username] } };
    const body = await lookUp(key, { ...instant, noise: 'passive' });
    expect(body.planned).toBeGreaterThan(0);
    expect(body.omissions.byReason).not.toHaveProperty('not_passive');
    expect(asked().filter((slug) => loud.has(slug))).toEqual([]);
  });

  it('uses what is stored, of whichever platform', async () => {
    const { key } = await service.account();
    await lookUp(key, {});
    service.sites.simulator.resetRequests();
    const body = await lookUp(key, { noise: 'passive' });
    expect(asked().filter((slug) => loud.has(slug))).toEqual([]);
    const reused = body.results.filter(({ platform, registered }) => registered && loud.has(platform));
    expect(reused.length).toBeGreaterThan(0);
    expect(reused.every(({ fromCache }) => fromCache)).toBe(true);
  });

  it('is the same as a stream, with instant, and with a platform that is named', async () => {
    const { key } = await service.account();
    const query = new URLSearchParams({ username: ADA.username, email: ADA.email, deep: 'true', noise: 'passive' });
    await (await openStream(`${service.url}/v2/lookup/stream?${query}`, key)).whole();
    await lookUp(key, { noise: 'passive', mode: 'instant', deep: undefined });
    const [named = ''] = loud;
    const body = await lookUp(key, { noise: 'passive', deep: undefined, platforms: [named] });
    expect(body.omissions.byReason).toEqual({ not_passive: body.planned });
    expect(asked().filter((slug) => loud.has(slug))).toEqual([]);
  });

  it('is the same with a test key, and other words are refused', async () => {
    const { key, accountId } = await service.account();
    const { key: testKey } = await service.keyOf(accountId, ['lookups'], true);
    const body = { identities: { emails: ['everywhere@example.com'] }, mode: 'wait', deep: true, noise: 'passive' };
    const tested = (await service.call('POST', '/v2/lookup', { key: testKey, body })).body as LookupBodyV2;
    expect(tested.omissions.byReason['not_passive']).toBeGreaterThan(0);
    expect(tested.hits.filter((slug) => loud.has(slug))).toEqual([]);
    expectRefusal(await service.call('POST', '/v2/lookup', { key, body: { ...body, noise: 'silent' } }), 'invalid_parameter');
  });
});
