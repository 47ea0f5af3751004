import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { billOf } from '../../support/http/ledger.js';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { expectLookupBody, type LookupBody } from '../../support/http/lookup-body.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';

let service: WorkingService;
beforeAll(async () => {
  service = await startWorkingService();
});
afterAll(() => service.close());

async function accepted(query: string, body: unknown): Promise<{ body: LookupBody; key: string; accountId: string }> {
  const { key, accountId } = await service.account();
  const response = await service.call('POST', `/v1/lookup${query}`, { key, body });
  expect(response.status).toBe(200);
  expectCommonHeaders(response);
  return { body: response.body, key, accountId };
}

const reached = (type: 'username' | 'email' | 'phone', strong = false) =>
  service.sites.catalogue.platforms.filter((platform) => platform.probes[type] && (!strong || platform.strength === 'strong')).length;

describe('createLookup answers', () => {
  it('what it does not know as if it were not there, and names it in a header, since a misspelled `platforms` is billed for all', async () => {
    const { key } = await service.account();
    const body = { query: ADA.username, platform: ['gitlab'], 'x\ny': 1, checks: { breach: false, 'a b': true } };
    const misspelled = await service.call('POST', '/v1/lookup?wait=true&foo=1', { key, body });
    expect([misspelled.status, misspelled.headers.get('footprint-ignored')]).toEqual([200, 'foo, platform, checks.breach']);
    const known = await service.call('POST', '/v1/lookup?wait=true', { key, body: { query: ADA.username, platforms: null } });
    expect([known.status, known.headers.get('footprint-ignored')]).toEqual([200, null]);
  });

  it('fields that are null, as generated clients send those that nobody set, as if they were not there', async () => {
    const { body } = await accepted('?wait=true', {
      query: ADA.username,
      email: null,
      phone: null,
      ip: null,
      checks: null,
      platforms: null,
    });
    expectLookupBody(body);
    expect(body.query).toBe(ADA.username);
  });

  it('a pending lookup at once; later reads show the full result of the deep band', async () => {
    const { body, key, accountId } = await accepted('', { query: ADA.username });
    expect(body).toEqual({ lookupId: expect.stringMatching(/^lkp_[0-9a-z]{26}$/) as string, status: 'processing' });
    const full = await vi.waitFor(
      async () => {
        const { body: read } = await service.call('GET', `/v1/lookup/${body.lookupId}`, { key });
        expect(read).not.toHaveProperty('status');
        return read as LookupBody;
      },
      { timeout: 90_000, interval: 1_200 },
    );
    expectLookupBody(full);
    expect(full).toMatchObject({ lookupId: body.lookupId, query: ADA.username, platformsChecked: reached('username') });
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('wait: the full result of the default band, billed once', async () => {
    const { body, accountId } = await accepted('?wait=true', { query: ADA.username });
    expectLookupBody(body);
    expect(body.platformsChecked).toBe(reached('username', true));
    expect(body.platformsChecked).toBeLessThan(reached('username'));
    expect(body.matches).toBe(body.platformsChecked);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it.each(['username', 'email', 'phone'] as const)('wait and deep: every platform that a %s reaches, no other', async (type) => {
    const { body } = await accepted('?wait=true&deep=true', { query: ADA[type] });
    expectLookupBody(body);
    expect(body.query).toBe(ADA[type]);
    const omitted =
      await service.sql`SELECT platform, reason, evidence FROM lookup_results WHERE lookup_id = ${body.lookupId} AND state = 'inconclusive'`;
    expect([...omitted]).toEqual([]);
    expect(body.platformsChecked).toBe(reached(type));
    expect(body.matches).toBe(reached(type));
  });

  it('instant: synchronous without wait, with platformsPending', async () => {
    const { body } = await accepted('?instant=true', { query: ADA.username });
    expectLookupBody(body, ['platformsPending']);
    const instant = service.sites.catalogue.platforms.filter((platform) => platform.instant.includes('username')).length;
    expect(body.platformsChecked + (body.platformsPending ?? 0)).toBe(instant);
  });

  it('platforms override the band; those that the query does not reach are skipped, and repeats count once', async () => {
    const emailOnly = service.sites.catalogue.platforms
      .filter((platform) => platform.probes.email)
      .slice(0, 2)
      .map(({ slug }) => slug);
    const usernameOnly = service.sites.catalogue.platforms
      .filter((platform) => !platform.probes.email)
      .slice(0, 2)
      .map(({ slug }) => slug);
    const platforms = [...emailOnly, ...usernameOnly, ...emailOnly];
    const { body } = await accepted('?wait=true', { email: ADA.email, platforms });
    expect(body.results.map(({ platform }) => platform).sort()).toEqual([...emailOnly].sort());
    expect(body.platformsChecked).toBe(2);
    const { body: none } = await accepted('?wait=true', { email: ADA.email, platforms: usernameOnly });
    expect(none).toMatchObject({ platformsChecked: 0, matches: 0, hits: [], results: [] });
  });

  it('an empty list of platforms means the band', async () => {
    const { body } = await accepted('?wait=true', { query: ADA.username, platforms: [] });
    expect(body.platformsChecked).toBe(reached('username', true));
  });

  it('unknown fields and unknown checks are passed over, whatever they hold', async () => {
    const odd = { '\u0000': '\ud800', deep: { deeper: [null, '\u0000'] } };
    const { body } = await accepted('?wait=true', { query: ADA.username, mode: odd, checks: { ...odd, footprint: true } });
    expectLookupBody(body);
  });
});

describe('createLookup shows the query as it was sent', () => {
  it.each([
    [{ query: ` ${ADA.username} ` }, ADA.username],
    [{ query: '@ada-example' }, '@ada-example'],
    [{ email: 'Ada@Example.COM' }, 'Ada@Example.COM'],
    [{ query: 'ada@bücher.example' }, 'ada@bücher.example'],
    [{ phone: ' +1 (202) 555-0123' }, '+1 (202) 555-0123'],
    [{ email: ADA.email, phone: ADA.phone }, ADA.email],
    [{ query: ADA.username, email: ADA.email, phone: ADA.phone }, ADA.username],
    [{ ip: '2001:DB8:0::17', checks: { ip: true } }, '2001:DB8:0::17'],
    [{ ip: '192.0.2.17', email: ADA.email }, ADA.email],
  ])('%j', async (request, query) => {
    const { body } = await accepted('?wait=true', request);
    expect(body.query).toBe(query);
  });
});

describe('createLookup takes an IP address alone', () => {
  it('as asking for its check: the answer and the bill are those of the endpoint for it', async () => {
    const { body, key, accountId } = await accepted('?wait=true', { ip: '192.0.2.17' });
    const checked = (await service.call('POST', '/v1/ip', { key, body: { ip: '192.0.2.17' } })).body as Pick<LookupBody, 'ipDetails'>;
    expect(body).toMatchObject({ query: '192.0.2.17', platformsChecked: 0, results: [] });
    expect(body.ipDetails).toEqual(checked.ipDetails);
    const rows = await service.sql<{ kind: string; ip: boolean }[]>`
      SELECT kind, (checks ->> 'ip')::boolean AS ip FROM lookups WHERE account_id = ${accountId} ORDER BY accepted_at`;
    expect(rows.map(({ ip, kind }) => ip === true || kind === 'ip')).toEqual([true, true]);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 2, ledger: 2, used: 2 });
  });
});

describe('createLookup keeps null and empty apart', () => {
  it('sources that are not configured are null, whatever was asked', async () => {
    const { body } = await accepted('?wait=true', { query: ADA.username, checks: { breaches: true, webMentions: true } });
    expect(body).toMatchObject({ breaches: null, webMentions: null, phoneDetails: null, emailDetails: null, ipDetails: null });
  });

  it('a refused sweep leaves nothing checked', async () => {
    const { body } = await accepted('?wait=true', { email: ADA.email, checks: { footprint: false, email: true } });
    expect(body).toMatchObject({ platformsChecked: 0, matches: 0, hits: [], results: [], servedFromCache: false });
  });
});
