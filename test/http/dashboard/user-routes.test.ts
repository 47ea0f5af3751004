/** Every operation of users and operators, derived from the table of routes. */
import { describe, expect, it } from 'vitest';
import { everyRoute } from '../../../src/api/routes.js';
import { ROLES } from '../../../src/features/accounts/roles.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { Browser, memberOf, signedIn } from '../../support/http/browser.js';
import { startService } from '../../support/service.js';

const ROUTES = everyRoute
  .filter(({ audiences }) => audiences.includes('user') || audiences.includes('operator'))
  .map((route) => ({ ...route, method: route.method.toUpperCase(), isForOperators: route.audiences.includes('operator') }));
const named = (routes: typeof ROUTES) => routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } } | null)?.error?.code;

describe('operations of people', () => {
  const service = sharedBareApi({ env: { OPERATORS: 'Operator@Example.com, second-operator@example.com' } });
  const at = (path: string): string => path.replaceAll(/:\w+/g, 'ses_00000000000000000000000000');
  const call = (browser: Browser, { method, path, body }: (typeof ROUTES)[number], headers?: Record<string, string>) =>
    browser.call(method, at(path), body ? {} : undefined, headers);
  /** Somebody who may use the route. */
  const userOf = ({ isForOperators }: (typeof ROUTES)[number], email: string) =>
    signedIn(service(), isForOperators ? 'operator@example.com' : email);

  it.each(named(ROUTES.filter(({ isAnonymous }) => !isAnonymous)))(
    '%s: 401 without a session, and with a key instead',
    async (_, route) => {
      const { key } = await service().account();
      for (const headers of [{}, { authorization: `Bearer ${key}` }])
        expect(codeOf(await call(new Browser(service()), route, headers))).toBe('not_signed_in');
    },
  );

  it.each(named(ROUTES.filter(({ body }) => body)))('%s: an unknown field and a wrong type are named', async (_, route) => {
    const browser = await userOf(route, 'clumsy@example.com');
    for (const body of [{ colour: 'blue' }, []]) {
      const answer = await browser.call(route.method, at(route.path), body);
      expect(codeOf(answer)).toBe('invalid_parameter');
      expect(JSON.stringify(answer.body)).not.toContain('blue');
    }
  });

  // To the last one a provider of OpenID Connect sends browsers, with what it adds itself.
  it.each(named(ROUTES.filter(({ redirects }) => !redirects)))(
    '%s: an unknown parameter is named, and nothing is done or kept of it',
    async (_, route) => {
      const browser = route.isAnonymous ? new Browser(service()) : await userOf(route, 'wordy@example.com');
      const answer = await call(browser, { ...route, path: `${route.path}?purpose=quixotic@example.com` });
      expect(codeOf(answer)).toBe('invalid_parameter');
      expect(JSON.stringify(answer.body)).toContain('purpose');
      expect(JSON.stringify(answer.body)).not.toContain('quixotic');
      expect((await service().sql`SELECT FROM audit_log a WHERE a::text LIKE '%quixotic%'`).count).toBe(0);
    },
  );

  const OPERATORS = ROUTES.filter(({ isForOperators }) => isForOperators);
  it.each(named(OPERATORS))('%s: the same 403 for everybody who is no operator, also owners', async (_, route) => {
    const { accountId } = await service().account('growth');
    const owner = (await memberOf(service(), accountId, 'owner')).browser;
    const refusals = await Promise.all(
      [
        ...ROLES.map(async (role) => (await memberOf(service(), accountId, role, `${role}-of-${accountId}@example.com`)).browser),
        owner,
      ].map(async (browser) => call(await browser, route)),
    );
    refusals.push(await call(await signedIn(service(), 'nobody@example.com'), route));
    for (const { status, body } of refusals)
      expect([status, body]).toEqual([403, { error: { code: 'insufficient_role', message: expect.any(String) as string } }]);
    const allowed = await call(await userOf(route, ''), route);
    expect([undefined, 'not_found', 'invalid_parameter']).toContain(codeOf(allowed));
  });

  it.each(named(OPERATORS.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search'))))(
    '%s: what changes money, access or platforms needs a recent sign-in',
    (_, { recent }) => expect(recent).toBe(true),
  );

  it.each(named(OPERATORS))('%s: an operator who signed in by a mailed code, or with a provider, needs a passkey', async (_, route) => {
    const browser = await signedIn(service(), 'second-operator@example.com');
    for (const means of ['code', 'openid', 'passkey']) {
      await service().sql`
        UPDATE sessions SET means = ${means} WHERE user_id = (SELECT id FROM users WHERE email = 'second-operator@example.com')`;
      expect(codeOf(await call(browser, route)) === 'passkey_required').toBe(means !== 'passkey');
    }
  });

  it('an operator is told so, whatever the case of the setting, and nobody else is', async () => {
    for (const [email, isOperator] of [
      ['operator@example.com', true],
      ['second-operator@example.com', true],
      ['perator@example.com', false],
    ] as const)
      expect((await (await signedIn(service(), email)).call('GET', '/dashboard/api/me')).body).toMatchObject({ isOperator });
  });

  it('nothing but what somebody types or was sent is cached by a browser or proxy', async () => {
    const browser = await signedIn(service(), 'cached@example.com');
    expect((await browser.call('GET', '/dashboard/api/me')).headers.get('cache-control')).toBe('no-store');
  });

  it('a session that is revoked in one API process is refused by another, and so are all of a person who signs out everywhere', async () => {
    const other = await startService({ worker: false, env: { DATABASE_URL: service().config.DATABASE_URL ?? '' } });
    try {
      const browser = await signedIn(service(), 'two-processes@example.com');
      const there = new Browser(other);
      for (const [name, value] of browser.cookies) there.cookies.set(name, value);
      expect((await there.call('GET', '/dashboard/api/me')).status).toBe(200);
      await browser.call('POST', '/dashboard/api/sign-out');
      expect(codeOf(await there.call('GET', '/dashboard/api/me'))).toBe('not_signed_in');

      const email = 'everywhere@example.com';
      const all = [await signedIn(service(), email), await signedIn(other, email), await signedIn(other, email)] as const;
      const bystander = await signedIn(other, 'bystander@example.com');
      const { headers, body } = await all[0].call('DELETE', '/dashboard/api/sessions');
      expect([body, headers.getSetCookie().length]).toEqual([{ revoked: true }, 2]);
      for (const each of all) expect(codeOf(await each.call('GET', '/dashboard/api/me'))).toBe('not_signed_in');
      expect((await bystander.call('GET', '/dashboard/api/me')).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});
