/** Every operation for every kind of caller, derived from the table of routes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Role, isAtLeast, ROLES } from '../../../src/features/accounts/roles.js';
import { addressOf } from '../../../src/features/route.js';
import { everyRoute } from '../../../src/api/routes.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { Browser, memberOf, signedIn } from '../../support/http/browser.js';
import { expectUnbilled } from '../../support/http/ledger.js';

const CASES = everyRoute
  .filter(({ audiences }) => audiences.includes('member'))
  .map((route) => ({ ...route, path: addressOf(route, 'member'), method: route.method.toUpperCase() }));
const named = (cases: typeof CASES) => cases.map((each) => [each.operationId, each] as const);
const writes = CASES.filter(({ method }) => method !== 'GET');
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } } | null)?.error?.code;

describe('operations of the dashboard', () => {
  const service = sharedBareApi({ env: { OPERATORS: 'operator@example.com' } });
  let accountId: string;
  let key: string;
  const browsers = {} as Record<Role, Browser>;
  let unauthenticated: Browser;
  let operator: Browser;

  beforeAll(async () => {
    ({ accountId, key } = await service().account('growth'));
    for (const role of ROLES) browsers[role] = (await memberOf(service(), accountId, role)).browser;
    const other = await service().account('growth');
    unauthenticated = (await memberOf(service(), other.accountId, 'owner')).browser;
    operator = await signedIn(service(), 'operator@example.com');
  });
  const at = (path: string): string => path.replace(':account', accountId).replaceAll(/:\w+/g, 'lkp_00000000000000000000000000');
  const call = (browser: Browser, { method, path, body }: (typeof CASES)[number], headers: Record<string, string> = {}) =>
    browser.call(method, at(path), body ? {} : undefined, headers);

  it('are those of v2, but none that starts work on a GET', () => {
    expect(CASES.length).toBeGreaterThan(25);
    for (const { path, method, startsWork } of CASES) {
      expect(path).toMatch(/^\/dashboard\/api\/accounts\/:account\//);
      expect(method === 'GET' && startsWork).toBeFalsy();
    }
  });

  it.each(named(CASES))('%s: without a cookie, with an invented one and with a key instead 401', async (_, route) => {
    expect([(await call(new Browser(service()), route)).status, codeOf(await call(new Browser(service()), route))]).toEqual([
      401,
      'not_signed_in',
    ]);
    const inventor = new Browser(service());
    inventor.cookies.set('footprint-session', 'a'.repeat(43));
    expect(codeOf(await call(inventor, route))).toBe('not_signed_in');
    expect(codeOf(await call(new Browser(service()), route, { authorization: `Bearer ${key}` }))).toBe('not_signed_in');
  });

  it.each(named(CASES))(
    '%s: for a member of another account, and an operator, the 404 of an account that does not exist',
    async (_, route) => {
      const foreign = await call(unauthenticated, route);
      const operators = await call(operator, route);
      expect([operators.status, operators.body]).toEqual([foreign.status, foreign.body]);
      const missing = await unauthenticated.call(
        route.method,
        at(route.path).replace(accountId, 'acc_00000000000000000000000000'),
        route.body ? {} : undefined,
      );
      expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    },
  );

  it('what cannot be the id of an account is 404 as well, and never reaches the database', async () => {
    for (const id of ['a%00b', '%ff', '%20', 'a'.repeat(65)]) {
      expect(codeOf(await browsers.owner.call('GET', `/dashboard/api/accounts/${id}/account`))).toBe('not_found');
      expect(codeOf(await new Browser(service()).call('GET', `/dashboard/api/accounts/${id}/account`))).toBe('not_signed_in');
    }
  });

  it.each(named(CASES.filter(({ operationId }) => operationId !== 'leaveAccount')))(
    '%s: each role gets what the route names, and those below it 403',
    async (_, route) => {
      for (const role of ROLES) {
        const code = codeOf(await call(browsers[role], route));
        if (isAtLeast(role, route.role ?? 'member'))
          expect([undefined, 'not_found', 'invalid_parameter', 'missing_subject', 'invalid_batch', 'last_owner']).toContain(code);
        else expect(code).toBe('insufficient_role');
      }
      await expectUnbilled(service(), accountId);
    },
  );

  it.each(named(writes))('%s: a page of another site gets 403, and bills nothing', async (_, route) => {
    for (const from of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': '', origin: 'https://example.org' },
      { 'sec-fetch-site': '' },
    ])
      expect(codeOf(await call(browsers.owner, route, from))).toBe('cross_site_request');
    await expectUnbilled(service(), accountId);
  });

  it.each(['/v1/lookup', '/v2/lookup'])('a cookie alone on %s is 401 and bills nothing; beside a key it changes nothing', async (path) => {
    const body = path.startsWith('/v1') ? { query: 'ada-example' } : { identities: { usernames: ['ada-example'] } };
    expect(codeOf(await browsers.owner.call('POST', path, body))).toBe('unauthorized');
    await expectUnbilled(service(), accountId);
    const other = await service().account('growth');
    const listed = await browsers.owner.call('GET', path, undefined, {
      authorization: `Bearer ${other.key}`,
      'sec-fetch-site': 'cross-site',
    });
    expect(listed.status).toBe(200);
    const account = await browsers.owner.call('GET', '/v2/account', undefined, {
      authorization: `Bearer ${(await service().keyOf(other.accountId, ['account'])).key}`,
    });
    expect(account.body).toMatchObject({ accountId: other.accountId });
  });

  it('a lookup of a member is billed to the account under the member’s name, and read there by all of them', async () => {
    const { accountId: own } = await service().account('growth');
    const { browser, memberId } = await memberOf(service(), own, 'member', 'worker@example.com');
    const made = await browser.call('POST', `/dashboard/api/accounts/${own}/lookup`, {
      identities: { usernames: ['ada-example'] },
      mode: 'async',
    });
    expect(made.status).toBe(200);
    const { lookupId } = made.body as { lookupId: string };
    const reader = await memberOf(service(), own, 'admin', 'reader@example.com');
    expect((await reader.browser.call('GET', `/dashboard/api/accounts/${own}/lookup/${lookupId}`)).body).toMatchObject({ lookupId });
    expect((await reader.browser.call('GET', `/dashboard/api/accounts/${own}/account/usage`)).body).toMatchObject({
      days: [{ apiKeyId: memberId, lookups: 1 }],
    });
  });

  it('a purpose that the account requires is required of its members too', async () => {
    const { accountId: own } = await service().account('growth');
    const { browser } = await memberOf(service(), own, 'member', 'purposeful@example.com');
    await service().record.purposes.replace(own, { purposes: ['fraud'], required: true });
    const look = (purpose?: string) =>
      browser.call('POST', `/dashboard/api/accounts/${own}/lookup`, {
        identities: { usernames: ['ada-example'] },
        mode: 'async',
        ...(purpose ? { purpose } : {}),
      });
    expect(codeOf(await look())).toBe('purpose_required');
    expect(codeOf(await look('gossip'))).toBe('unknown_purpose');
    await expectUnbilled(service(), own);
    expect((await look('fraud')).body).toMatchObject({ purpose: 'fraud' });
  });

  it('members have rate limits of their own', async () => {
    const { rows } = { rows: await service().sql`SELECT 1 FROM rate_windows WHERE caller = ${key}` };
    expect(rows.length).toBe(0);
    const first = await browsers.owner.call('GET', `/dashboard/api/accounts/${accountId}/account`);
    const second = await browsers.admin.call('GET', `/dashboard/api/accounts/${accountId}/account`);
    expect(first.headers.get('x-ratelimit-remaining')).toBe(second.headers.get('x-ratelimit-remaining'));
  });
});
