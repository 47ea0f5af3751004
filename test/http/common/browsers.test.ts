/** What members, users and operators are refused, end to end for one operation of each kind; for all: test/unit/api/refusals. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../src/kernel/values/errors.js';
import { resumeAccount, suspendAccount } from '../../../src/features/accounts/use-cases/change-account.js';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { Browser, memberOf, signedIn } from '../../support/http/browser.js';
import { BROWSER_CASES as EVERY_CASE, type BrowserCase } from '../../support/http/browser-cases.js';
import { expectUnbilled } from '../../support/http/ledger.js';
import { fillWindow } from '../../support/http/rate-windows.js';
import { UNREADABLE } from '../../support/http/refuses-bodies.js';

const BROWSER_CASES = EVERY_CASE.filter(([name]) =>
  [
    'member: getLookupV2',
    'member: createApiKey',
    'member: deleteLookupV2',
    'user: requestSignInCode',
    'user: removePasskey',
    'operator: setQuota',
  ].includes(name),
);
const JSON_TYPE = { 'content-type': 'application/json' };
const LARGE = JSON.stringify({ padding: 'x'.repeat(1_000_000) });
const CROSS_SITE = { 'sec-fetch-site': 'cross-site' };
/** Nothing that this service calls by an id. */
const NO_ID = '%20';

interface Visitor {
  readonly browser: Browser;
  /** What its rate is counted by; null: its network. */
  readonly id: string | null;
}

describe('browsers', () => {
  const service = sharedBareApi({ env: { OPERATORS: 'operator@example.com' } });
  let accountId: string;
  let member: Visitor;
  let user: Visitor;
  let operator: Visitor;
  let nobody: Visitor;

  const personOf = async (browser: Browser): Promise<string> =>
    ((await browser.call('GET', '/dashboard/api/me')).body as { id: string }).id;
  beforeAll(async () => {
    ({ accountId } = await service().account('growth'));
    const owner = await memberOf(service(), accountId, 'owner');
    member = { browser: owner.browser, id: owner.memberId };
    const [first, second] = [await signedIn(service(), 'user@example.com'), await signedIn(service(), 'operator@example.com')];
    user = { browser: first, id: await personOf(first) };
    operator = { browser: second, id: await personOf(second) };
    nobody = { browser: new Browser(service()), id: null };
  });
  // Nothing of a test is left to the next: sign-ins by the operations themselves included.
  beforeEach(() => nobody.browser.cookies.clear());

  const visitorOf = ({ audience, route }: BrowserCase): Visitor => (route.isAnonymous ? nobody : { member, user, operator }[audience]);
  const at = (path: string): string => path.replace(':account', accountId);
  const rateOf = ({ route }: BrowserCase): number =>
    ({ person: 120, unauthenticated: 60, reads: 20, readsV2: 1_200, requests: 120 })[route.rateClass];

  /** What the requests of this network are counted by. */
  async function idOfNetwork(): Promise<string> {
    await service().call('GET', '/v1/nowhere');
    const [row] = await service().sql<{ caller: string }[]>`SELECT caller FROM rate_windows WHERE rate_class = 'unauthenticated'`;
    return row?.caller ?? '';
  }

  interface Sent {
    readonly method?: string;
    readonly path?: string;
    readonly raw?: string | Uint8Array<ArrayBuffer>;
    readonly headers?: Readonly<Record<string, string>>;
  }
  /** A request of who may make it, unless it is another browser's; with an empty object where there is a body. */
  async function send(each: BrowserCase, { method = each.method, path = each.path, raw, headers }: Sent = {}, browser?: Browser) {
    const cookies = [...(browser ?? visitorOf(each).browser).cookies].map((pair) => pair.join('=')).join('; ');
    const body = raw ?? (each.route.body && method !== 'GET' ? '{}' : undefined);
    return service().call(method, at(path), {
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(cookies ? { cookie: cookies } : {}),
        ...(body === undefined ? {} : JSON_TYPE),
        ...headers,
      },
      ...(body === undefined ? {} : { raw: body }),
    });
  }
  async function expectRefused(each: BrowserCase, code: ErrorCode, sent?: Sent, browser?: Browser) {
    const response = await send(each, sent, browser);
    expectRefusal(response, code);
    await expectUnbilled(service(), accountId);
    return response;
  }
  /** An address in which an id is none, or null. */
  const withoutId = ({ path }: BrowserCase): string | null =>
    path.includes('lkp_') ? path.replace('lkp_00000000000000000000000000', NO_ID) : null;

  it.each(BROWSER_CASES.filter(([, { route }]) => !route.isAnonymous))(
    '%s without a session is 401, before anything else',
    async (_, each) => {
      const anonymous = new Browser(service());
      const broken = { headers: { ...CROSS_SITE, 'content-type': 'text/plain' }, path: withoutId(each) ?? each.path };
      const response = await expectRefused(each, 'not_signed_in', broken, anonymous);
      expect(response.headers.get('x-ratelimit-limit')).toBe('60');
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each(BROWSER_CASES)('%s by another method is 405 with Allow', async (_, each) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => !each.allow.includes(other))) {
      const response = await expectRefused(each, 'method_not_allowed', { method });
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual([...each.allow].sort());
    }
  });

  it.each(BROWSER_CASES)('%s beyond the rate is 429 with Retry-After, whatever else is wrong', async (_, each) => {
    const id = visitorOf(each).id ?? (await idOfNetwork());
    await fillWindow(service(), id, each.route.rateClass, rateOf(each));
    const response = await expectRefused(each, 'rate_limit_exceeded', {
      path: withoutId(each) ?? each.path,
      headers: { 'content-type': 'text/plain' },
    });
    expect(response.headers.get('x-ratelimit-limit')).toBe(String(rateOf(each)));
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it.each(BROWSER_CASES.filter(([, { method }]) => method !== 'GET'))(
    '%s from another site is 403 and counts against the network, not against who is abused',
    async (_, each) => {
      const response = await expectRefused(each, 'cross_site_request', { headers: CROSS_SITE });
      expect(response.headers.get('x-ratelimit-limit')).toBe('60');
      expect(response.headers.get('x-ratelimit-remaining')).toBe('59');
      const { id } = visitorOf(each);
      if (id !== null) expect(await service().sql`SELECT 1 FROM rate_windows WHERE caller = ${id}`).toEqual([]);
    },
  );

  it.each(BROWSER_CASES.filter((named) => withoutId(named[1]) !== null))(
    '%s of what cannot be an id is 404, and its body is not read',
    async (_, each) => {
      await expectRefused(each, 'not_found', { path: withoutId(each) ?? '', ...(each.route.body ? { raw: LARGE } : {}) });
    },
  );

  const withBody = BROWSER_CASES.filter(([, { route }]) => route.body);
  it.each(withBody)('%s with a body beyond the limit is 413', async (_, each) => {
    await expectRefused(each, 'payload_too_large', { raw: LARGE });
  });
  it.each(withBody)('%s with a body of another type is 415', async (_, each) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'json'])
      await expectRefused(each, 'unsupported_media_type', { headers: { 'content-type': type } });
    await expectRefused(each, 'unsupported_media_type', { headers: { 'content-encoding': 'gzip' } });
  });
  it.each(withBody)('%s with a body that is not JSON is 400', async (_, each) => {
    for (const [, raw] of UNREADABLE) {
      const response = await expectRefused(each, 'invalid_request', { raw });
      expect(response.text).not.toContain('ada');
    }
  });

  describe('of a suspended account', () => {
    const members = BROWSER_CASES.filter(([, { audience }]) => audience === 'member');
    it.each(members)('%s is 403, whatever else is wrong', async (_, each) => {
      await suspendAccount(service().record, accountId);
      await expectRefused(each, 'account_suspended', { path: withoutId(each) ?? each.path, headers: { 'content-type': 'text/plain' } });
      await resumeAccount(service().record, accountId);
    });

    it.each(members.filter(([, { route }]) => !route.whileClosed))('or of a closed one, %s is 403', async (_, each) => {
      await service().sql`UPDATE accounts SET closed_at = now() WHERE id = ${accountId}`;
      await expectRefused(each, 'account_closed', { path: withoutId(each) ?? each.path, headers: { 'content-type': 'text/plain' } });
      await service().sql`UPDATE accounts SET closed_at = NULL WHERE id = ${accountId}`;
    });
  });

  it.each(BROWSER_CASES.filter(([, { audience }]) => audience === 'operator'))(
    '%s for who is no operator is 403, whatever else is wrong',
    async (_, each) => {
      await expectRefused(
        each,
        'insufficient_role',
        { path: withoutId(each) ?? each.path, headers: { 'content-type': 'text/plain' } },
        user.browser,
      );
    },
  );

  it.each(BROWSER_CASES.filter(([, { route }]) => route.recent))(
    '%s after an older sign-in is 403, and its body is not read',
    async (_, each) => {
      await service().sql`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'`;
      const { status, body } = await send(each, each.route.body ? { raw: LARGE } : {});
      const error = { code: 'recent_sign_in_required', message: expect.any(String) as string, details: { withinMinutes: 10 } };
      expect([status, body]).toEqual([403, { error }]);
      await expectUnbilled(service(), accountId);
      await service().sql`UPDATE sessions SET authenticated_at = now()`;
    },
  );
});
