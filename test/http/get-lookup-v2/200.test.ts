import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { expectCommonHeaders, expectRefusal } from '../../support/http/answers.js';
import { STIX_TYPE } from '../../../src/features/lookups/routes/shared/stix/stix-bundle.js';
import { knowingSources } from '../../support/enrichment.js';
import { expectBodyV2 } from '../../support/http/lookup-body-v2.js';
import type { LookupBody } from '../../support/http/lookup-body.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';

describe('getLookupV2', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 10, enrichment: { sources: knowingSources() } });
  });
  afterAll(() => service.close());

  const read = async (key: string, lookupId: string) => service.call('GET', `/v2/lookup/${lookupId}`, { key });

  it('shows a finished lookup as wait did, byte for byte, as often as it is read', async () => {
    const { key } = await service.account();
    const body = { identities: { usernames: [ADA.username], emails: [ADA.email], ips: ['192.0.2.17'] }, mode: 'wait' };
    const waited = await service.call('POST', '/v2/lookup', { key, body });
    const { lookupId } = waited.body as LookupBodyV2;
    for (let reads = 0; reads < 3; reads += 1) expect((await read(key, lookupId)).text).toBe(waited.text);
  });

  it('a client that holds a finished lookup is told so with 304, without a body, and nobody else is', async () => {
    const [{ key }, unauthenticated] = [await service.account(), await service.account()];
    const waited = await service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: [ADA.username] }, mode: 'wait' } });
    const { lookupId } = waited.body as LookupBodyV2;
    const held = (etag: string, by = key) => service.call('GET', `/v2/lookup/${lookupId}`, { key: by, headers: { 'if-none-match': etag } });
    const bundle = (etag = '') =>
      service.call('GET', `/v2/lookup/${lookupId}`, { key, headers: { accept: STIX_TYPE, 'if-none-match': etag } });
    expect((await bundle((await bundle()).headers.get('etag') ?? '')).status).toBe(304);
    const first = await read(key, lookupId);
    const etag = first.headers.get('etag') as string;
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const again = await held(etag);
    expect({ status: again.status, text: again.text, etag: again.headers.get('etag') }).toEqual({ status: 304, text: '', etag });
    expectCommonHeaders(again);
    expect((await held('W/"another"')).text).toBe(first.text);
    const refused = await held(etag, unauthenticated.key);
    expectRefusal(refused, 'not_found');
    expect(refused.headers.get('etag')).toBeNull();
  });

  it.each(['application/json', STIX_TYPE])(
    'a lookup under way has no tag as %s and is never "not modified", whatever tag is sent',
    async (type) => {
      const { key } = await service.account();
      service.sites.simulator.setFault('*', 'hang');
      try {
        const { lookupId } = (await service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['grace-example'] } } }))
          .body as LookupBodyV2;
        for (const etag of ['*', 'W/"another"']) {
          const headers = { accept: type, 'if-none-match': etag };
          const running = await service.call('GET', `/v2/lookup/${lookupId}`, { key, headers });
          expect({ status: running.status, etag: running.headers.get('etag') }).toEqual({ status: 200, etag: null });
          expect(running.text).toMatch(/"status":"processing"|The lookup is not finished/);
        }
      } finally {
        service.sites.simulator.setFault('*', null);
      }
    },
  );

  it('shows a lookup of v1, by the query as it was sent', async () => {
    const { key } = await service.account();
    const body = { query: ` ${ADA.email} `, phone: '+1 (202) 555-0123', checks: { email: true } };
    const v1 = (await service.call('POST', '/v1/lookup?wait=true', { key, body })).body as LookupBody;
    const v2 = (await read(key, v1.lookupId)).body as LookupBodyV2;
    expectBodyV2(v2);
    expect(v2.identities).toEqual([
      { type: 'email', value: ADA.email, normalized: ADA.email, suppressed: false, seen: null },
      { type: 'phone', value: ADA.phone, normalized: ADA.phone, suppressed: false, seen: null },
    ]);
    expect(v2).toMatchObject({ status: 'finished', matches: v1.matches, hits: v1.hits, platformsChecked: v1.platformsChecked });
    expect(v2.modules).toMatchObject({ email: [{ state: 'answered', facts: v1.emailDetails }], phone: null, ip: null });
    expect(v2.modules.breaches?.map(({ identity }) => identity.type)).toEqual(['email', 'phone']);
    expect((await service.call('GET', `/v1/lookup/${v1.lookupId}`, { key })).body).toEqual(v1);
  });

  it('shows a single check, with risk', async () => {
    const { key } = await service.account();
    const { lookupId } = (await service.call('POST', '/v1/ip', { key, body: { ip: '192.0.2.17' } })).body as LookupBody;
    const body = (await read(key, lookupId)).body as LookupBodyV2;
    expectBodyV2(body);
    expect(body).toMatchObject({
      kind: 'ip',
      identities: [{ type: 'ip', value: '192.0.2.17' }],
      results: [],
      modules: { ip: [{ state: 'answered' }] },
    });
    expect(body.risk?.reasons.map(({ code }) => code)).toEqual(['starting_point', 'hosting']);
  });

  it('while it runs: what is known so far, and how much is pending', async () => {
    const { key } = await service.account();
    service.sites.simulator.setFault('*', 'hang');
    try {
      const body = { identities: { usernames: ['somebody-else'] }, modules: ['footprint', 'webMentions'] };
      const { lookupId } = (await service.call('POST', '/v2/lookup', { key, body })).body as LookupBodyV2;
      const running = (await read(key, lookupId)).body as LookupBodyV2;
      expectBodyV2(running);
      expect(running).toMatchObject({ status: 'processing', finishedAt: null });
    } finally {
      service.sites.simulator.setFault('*', null);
    }
  });

  it('does not run a module that has no source, as GET /v2/sources tells', async () => {
    const bare = await startWorkingService({ sites: 4 });
    try {
      const { key } = await bare.account();
      const body = { identities: { emails: [ADA.email] }, modules: ['email', 'webMentions'], mode: 'wait' };
      const answer = (await bare.call('POST', '/v2/lookup', { key, body })).body as LookupBodyV2;
      expect(answer.modules.email).toHaveLength(1);
      expect(answer.modules).toMatchObject({ phone: null, ip: null, breaches: null, webMentions: null });
      const { sources } = (await bare.call('GET', '/v2/sources', { key })).body as { sources: { module: string; configured: boolean }[] };
      expect(sources.filter(({ module, configured }) => module === 'webMentions' && configured)).toEqual([]);
    } finally {
      await bare.close();
    }
  });
});
