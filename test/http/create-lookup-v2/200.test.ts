import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import type { Omission } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { billOf } from '../../support/http/ledger.js';
import { expectLookupBody, type LookupBody } from '../../support/http/lookup-body.js';
import { expectBodyV2 } from '../../support/http/lookup-body-v2.js';
import { EVERY_MODULE } from '../../support/offline.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';

let service: WorkingService;
beforeAll(async () => {
  service = await startWorkingService({ env: EVERY_MODULE });
});
afterAll(() => service.close());

async function accepted(body: unknown, headers: Record<string, string> = {}) {
  const { key, accountId } = await service.account();
  const response = await service.call('POST', '/v2/lookup', { key, body, headers });
  expect(response.status).toBe(200);
  expectCommonHeaders(response);
  expectBodyV2(response.body);
  return { body: response.body as LookupBodyV2, key, accountId };
}

const reached = (type: 'username' | 'email' | 'phone', strong = false) =>
  service.sites.catalogue.platforms.filter((platform) => platform.probes[type] && (!strong || platform.strength === 'strong')).length;

describe('createLookupV2 answers', () => {
  it('by default at once, with nothing known and no risk made up; later reads show the full result of the deep band', async () => {
    const { body, key, accountId } = await accepted({ identities: { usernames: [ADA.username] }, modules: ['footprint'] });
    expect(body).toMatchObject({
      status: 'processing',
      kind: 'lookup',
      finishedAt: null,
      results: [],
      omissions: { total: 0, byReason: {} },
      derived: [],
      risk: { score: null, level: 'insufficient' },
    });
    const full = await vi.waitFor(
      async () => {
        const { body: read } = await service.call('GET', `/v2/lookup/${body.lookupId}`, { key });
        expect(read).toMatchObject({ status: 'finished' });
        return read as LookupBodyV2;
      },
      { timeout: 90_000, interval: 1_200 },
    );
    expectBodyV2(full);
    expect(full).toMatchObject({ lookupId: body.lookupId, createdAt: body.createdAt, platformsChecked: reached('username') });
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('wait: the default band, or every platform with deep', async () => {
    const { body } = await accepted({ identities: { usernames: [ADA.username] }, mode: 'wait' });
    expect(body).toMatchObject({ status: 'finished', platformsChecked: reached('username', true) });
    const { body: deep } = await accepted({ identities: { usernames: [ADA.username] }, mode: 'wait', deep: true });
    expect(deep).toMatchObject({ status: 'finished', platformsChecked: reached('username'), matches: reached('username') });
  });

  it('instant: synchronous, with how much is pending', async () => {
    const { body } = await accepted({ identities: { usernames: [ADA.username] }, mode: 'instant' });
    const instant = service.sites.catalogue.platforms.filter((platform) => platform.instant.includes('username')).length;
    expect(body.platformsChecked + (body.platformsPending ?? Number.NaN)).toBe(instant);
  });

  it('only the platforms that were named', async () => {
    const platforms = service.sites.slugs.slice(2, 5);
    const { body } = await accepted({ identities: { usernames: [ADA.username] }, platforms, mode: 'wait' });
    expect(body.results.map(({ platform }) => platform).sort()).toEqual(platforms);
  });
});

describe('createLookupV2 with several identities', () => {
  it('names the identity on every result, asks every platform about each, and is one lookup of v1 and one bill', async () => {
    const identities = { usernames: [ADA.username, 'nobody-example'], emails: [ADA.email, 'nobody@example.com'] };
    const { body, key, accountId } = await accepted({ identities, modules: ['footprint'], mode: 'wait', deep: true });
    const of = (type: string, value: string) => body.results.filter(({ identity }) => identity.type === type && identity.value === value);
    for (const [type, value, is] of [
      ['username', ADA.username, true],
      ['username', 'nobody-example', false],
      ['email', ADA.email, true],
      ['email', 'nobody@example.com', false],
    ] as const) {
      expect(of(type, value)).toHaveLength(reached(type));
      for (const { registered } of of(type, value)) expect(registered).toBe(is);
    }
    expect(body.risk?.coverage).toEqual({
      planned: 2 * (reached('username') + reached('email')),
      answered: body.results.length,
      omitted: 0,
    });
    const v1 = (await service.call('GET', `/v1/lookup/${body.lookupId}`, { key })).body as LookupBody;
    expectLookupBody(v1);
    expect(v1).toMatchObject({ query: ADA.email, matches: body.matches, platformsChecked: body.platformsChecked, hits: body.hits });
    for (const result of v1.results) expect(result.registered).toBe(true);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 2 });
  });

  it('a platform that denies every identity is denied in v1; one that is in doubt about one is omitted there, and explained here', async () => {
    const [slug] = service.sites.catalogue.platforms.filter((platform) => platform.probes.username).map(({ slug: each }) => each);
    const body = {
      identities: { usernames: ['nobody-example', 'no-one-example'] },
      platforms: [slug],
      modules: ['footprint'],
      mode: 'wait',
    };
    const { body: denied, key } = await accepted(body);
    const v1Of = async (lookupId: string, reader: string) =>
      (await service.call('GET', `/v1/lookup/${lookupId}`, { key: reader })).body as LookupBody;
    expect((await v1Of(denied.lookupId, key)).results).toMatchObject([{ platform: slug, registered: false }]);
    service.sites.simulator.setFault(slug as string, 'challenge_403');
    try {
      const { body: inconclusive, key: other } = await accepted(body);
      expect(inconclusive.results).toEqual([]);
      expect(inconclusive).toMatchObject({
        platformsChecked: 0,
        planned: 2,
        answered: 0,
        omitted: 2,
        omissions: { total: 2, byReason: { challenge: 2 } },
      });
      const listed = (await service.call('GET', `/v2/lookup/${inconclusive.lookupId}/omissions`, { key: other })).body as {
        omissions: Omission[];
      };
      expect(listed.omissions.map(({ identity, code }) => [identity.value, code])).toEqual([
        ['nobody-example', 'challenge'],
        ['no-one-example', 'challenge'],
      ]);
      expect((await v1Of(inconclusive.lookupId, other)).results).toEqual([]);
    } finally {
      service.sites.simulator.setFault(slug as string, null);
    }
  });

  it('shows identities as they were sent, and one in two spellings once', async () => {
    const { body } = await accepted({
      identities: {
        emails: [' Ada@EXAMPLE.com', 'Ada@example.com'],
        phones: ['+1 (202) 555-0123'],
        ips: ['2001:DB8:0::17', '::ffff:192.0.2.17'],
      },
      modules: ['footprint'],
      mode: 'wait',
    });
    expect(body.identities).toEqual([
      { type: 'email', value: 'Ada@EXAMPLE.com', normalized: 'Ada@example.com', suppressed: false, seen: null },
      { type: 'phone', value: '+1 (202) 555-0123', normalized: '+12025550123', suppressed: false, seen: null },
      { type: 'ip', value: '2001:DB8:0::17', normalized: '2001:db8::17', suppressed: false, seen: null },
      { type: 'ip', value: '::ffff:192.0.2.17', normalized: '192.0.2.17', suppressed: false, seen: null },
    ]);
  });

  it('what was learnt of each is reused for each, with its time', async () => {
    const { key } = await service.account();
    const body = { identities: { usernames: ['first-example', 'second-example'] }, modules: ['footprint'], mode: 'wait' };
    const first = (await service.call('POST', '/v2/lookup', { key, body })).body as LookupBodyV2;
    const again = (await service.call('POST', '/v2/lookup', { key, body: { ...body, identities: { usernames: ['second-example'] } } }))
      .body as LookupBodyV2;
    expect(again.servedFromCache).toBe(true);
    const second = first.results.filter(({ identity }) => identity.value === 'second-example');
    const timesOf = (results: LookupBodyV2['results']) =>
      Object.fromEntries(results.map(({ platform, checkedAt }) => [platform, checkedAt]));
    expect(timesOf(again.results)).toEqual(timesOf(second));
    const fresh = (await service.call('POST', '/v2/lookup', { key, body, headers: { 'cache-control': 'no-cache' } })).body as LookupBodyV2;
    expect(fresh.servedFromCache).toBe(false);
  });
});

describe('createLookupV2 on a credit plan', () => {
  const price = async (body: unknown): Promise<number> => {
    const { key, accountId } = await service.account('credit', { balance: 100_000 });
    expect((await service.call('POST', '/v2/lookup', { key, body })).status).toBe(200);
    return 100_000 - (await billOf(service, accountId)).balance;
  };

  it.each<[title: string, body: unknown, millicents: number]>([
    ['a mailbox', { identities: { emails: ['ada@example.com'] }, modules: ['email'] }, 400],
    ['three mailboxes', { identities: { emails: ['a@example.com', 'b@example.com', 'c@example.com'] }, modules: ['email'] }, 1_200],
    [
      'a sweep of an address and a number of one person, as in v1',
      { identities: { emails: ['ada@example.com'], phones: ['+12025550123'] }, modules: ['footprint'] },
      2_000,
    ],
    ['a sweep of two addresses', { identities: { emails: ['ada@example.com', 'bob@example.com'] }, modules: ['footprint'] }, 4_000],
    ['every module of an IP address', { identities: { ips: ['192.0.2.17'] } }, 200],
    ['every module of an e-mail address', { identities: { emails: ['ada@example.com'] } }, 2_000 + 400 + 500 + 500],
  ])('%s', async (_, body, millicents) => {
    expect(await price(body)).toBe(millicents);
  });
});
