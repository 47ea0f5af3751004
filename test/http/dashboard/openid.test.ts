/** Signing in with a provider of OpenID Connect, against a real one. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPENID_CALLBACK } from '../../../src/features/people/routes/shared/user-routes.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { Browser, signedIn } from '../../support/http/browser.js';
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.js';
import type { Service } from '../../support/service.js';

const PUBLIC_URL = 'http://footprint.example.com';
const FAILED = `${PUBLIC_URL}/dashboard/sign-in#error=sign_in_failed`;
const BEGIN = '/dashboard/api/sign-in/openid';
const SIGNED_IN = `${PUBLIC_URL}/dashboard`;
let count = 0;

describe('signing in with an identity provider', () => {
  let service: Service;
  let provider: IdentityProvider;
  beforeAll(async () => {
    provider = await startIdentityProvider(PUBLIC_URL + OPENID_CALLBACK);
    const env = { PUBLIC_URL, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
    service = await startBareApi({ env });
  });
  beforeEach(async () => {
    await service.sql`DELETE FROM rate_windows`;
    provider.tamper = null;
    provider.isForged = false;
    provider.user = { subject: `subject-${++count}`, email: `person-${count}@example.com`, isVerified: true };
  });
  afterAll(async () => {
    await service.close();
    await provider.close();
  });

  /** Somebody who may sign in: there is an account with the address. */
  async function known(): Promise<string> {
    const { email } = provider.user;
    await service.record.accounts.create({ email, plan: 'growth', poolKey: null, quotaOverride: null, balanceMillicents: 0 });
    return email;
  }
  /** Follows the provider's redirects, as a browser does. @returns the query with which it sends the browser back */
  async function throughProvider(url: string): Promise<string> {
    const cookies = new Map<string, string>();
    for (let at = url, hops = 0; hops < 10; hops += 1) {
      const response = await fetch(at, { redirect: 'manual', headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const next = new URL(response.headers.get('location') ?? '', at);
      if (next.origin === PUBLIC_URL) return next.search;
      at = next.href;
    }
    throw new Error('the provider does not send the browser back');
  }
  async function begun({
    recent = false,
    browser = new Browser(service),
    ...more
  }: {
    recent?: boolean;
    browser?: Browser;
    from?: string;
  } = {}) {
    const { url } = (await browser.call('POST', BEGIN, { recent, ...more })).body as { url: string };
    return { browser, url: new URL(url), search: await throughProvider(url) };
  }
  const back = async (browser: Browser, search: string) =>
    (await browser.call('GET', OPENID_CALLBACK + search, undefined, { 'sec-fetch-site': 'cross-site' })).headers.get('location');

  it('the holder of a verified address is signed in, and owns the account of that address', async () => {
    const email = await known();
    const { browser, search } = await begun();
    expect(await back(browser, search)).toBe(SIGNED_IN);
    expect((await browser.call('GET', '/dashboard/api/me')).body).toMatchObject({ email, accounts: [{ role: 'owner' }] });
  });

  it('the browser comes back to the page that it left, filters included, and to no other site', async () => {
    await known();
    const from = '/dashboard/acc_1/audit?action=signIn&from=2026-01-01';
    const { browser, search } = await begun({ from });
    expect(await back(browser, search)).toBe(PUBLIC_URL + from);
    for (const other of ['https://elsewhere.example/dashboard', '//elsewhere.example', '/dashboard@elsewhere.example', '/dashboard/../v1'])
      expect((await browser.call('POST', BEGIN, { recent: false, from: other })).status).toBe(422);
  });

  it('the audit log names the provider, of a sign-in and of a refused one', async () => {
    const email = await known();
    const { browser, search } = await begun();
    await back(browser, search);
    const [{ accountId }] = ((await browser.call('GET', '/dashboard/api/me')).body as { accounts: [{ accountId: string }] }).accounts;
    const means = `openid ${provider.issuer}`;
    const signIns = () => service.record.audit.page({ accountId, action: 'signIn' }, { limit: 9, after: null });
    expect(await signIns()).toMatchObject([{ outcome: 'ok', means }]);
    provider.user = { subject: 'nobody-else', email: `unknown-${count}@example.com`, isVerified: true };
    const refused = await begun();
    expect(await back(refused.browser, refused.search)).toBe(FAILED);
    const all = () => service.record.audit.page({ action: 'signIn' }, { limit: 1, after: null });
    const digest = expect.stringMatching(/^email:[0-9a-f]{32}$/) as string;
    await expect.poll(all).toMatchObject([{ outcome: 'sign_in_failed', means, accountId: null, targets: [digest] }]);
    expect(JSON.stringify(await signIns())).not.toContain(email);
  });

  it('is known by the subject from then on, whatever address the provider says later', async () => {
    const email = await known();
    const first = await begun();
    await back(first.browser, first.search);
    provider.user = { ...provider.user, email: 'renamed@example.com', isVerified: false };
    const { browser, search } = await begun();
    expect(await back(browser, search)).toBe(SIGNED_IN);
    expect((await browser.call('GET', '/dashboard/api/me')).body).toMatchObject({ email });
  });

  it.each<[string, () => void]>([
    ['an address that was not verified', () => (provider.user = { ...provider.user, isVerified: false })],
    ['another audience', () => (provider.tamper = (claims) => ({ ...claims, aud: 'somebody-else' }))],
    ['another issuer', () => (provider.tamper = (claims) => ({ ...claims, iss: 'https://evil.example.org' }))],
    ['an expired token', () => (provider.tamper = (claims) => ({ ...claims, exp: 1_000, iat: 900 }))],
    ['another nonce', () => (provider.tamper = (claims) => ({ ...claims, nonce: 'another' }))],
    ['no nonce', () => (provider.tamper = ({ nonce: _, ...claims }) => claims)],
    ['a token signed with another key', () => (provider.isForged = true)],
  ])('%s is refused', async (_, change) => {
    await known();
    change();
    const { browser, search } = await begun();
    expect(await back(browser, search)).toBe(FAILED);
    expect((await browser.call('GET', '/dashboard/api/me')).status).toBe(401);
  });

  it('another state is refused, and so is the answer in another browser or without one that asked', async () => {
    await known();
    const { browser, search } = await begun();
    const other = await begun();
    expect(await back(other.browser, search)).toBe(FAILED);
    expect(await back(new Browser(service), search)).toBe(FAILED);
    expect(await back(browser, search.replace(/state=[^&]*/, 'state=another'))).toBe(FAILED);
    expect(await back(browser, search)).toBe(FAILED); // what the browser brings back is used once
  });

  it('a verified address that nobody knows is refused while sign-up is closed', async () => {
    const { browser, search } = await begun();
    expect(await back(browser, search)).toBe(FAILED);
    const users = await service.sql`SELECT 1 FROM users WHERE email = ${provider.user.email}`;
    expect(users.count).toBe(0);
  });

  const meOf = async (browser: Browser) =>
    (await browser.call('GET', '/dashboard/api/me')).body as { isRecent: boolean; authenticatedAt: string | null };
  const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;

  it('through a session that the provider had is recent when the provider says when it checked who it is, and it was just now', async () => {
    await known();
    for (const [at, recent] of [
      [undefined, false],
      [secondsAgo(20), true],
      [secondsAgo(3_600), false],
      [secondsAgo(-3_600), true], // its clock is fast: no later than now
    ] as const) {
      provider.tamper = ({ auth_time: _, ...claims }) => (at === undefined ? claims : { ...claims, auth_time: at });
      const { browser, search, url } = await begun();
      expect(url.searchParams.has('max_age')).toBe(false);
      await back(browser, search);
      const me = await meOf(browser);
      expect([me.isRecent, me.authenticatedAt === null]).toEqual([recent, at === undefined]);
      expect(new Date(me.authenticatedAt ?? 0).getTime()).toBeLessThanOrEqual(Date.now());
    }
  });

  it('that has to be recent makes the provider check again, and is refused when it did not, or does not say so', async () => {
    await known();
    const first = await begun();
    await back(first.browser, first.search);
    expect((await meOf(first.browser)).isRecent).toBe(false);
    const again = await begun({ recent: true, browser: first.browser });
    expect([again.url.searchParams.get('max_age'), again.url.searchParams.get('prompt')]).toEqual(['600', 'login']);
    expect(await back(again.browser, again.search)).toBe(SIGNED_IN);
    expect((await meOf(again.browser)).isRecent).toBe(true);
    for (const at of [undefined, secondsAgo(3_600)]) {
      provider.tamper = ({ auth_time: _, ...claims }) => (at === undefined ? claims : { ...claims, auth_time: at });
      const { browser, search } = await begun({ recent: true });
      expect(await back(browser, search)).toBe(FAILED);
    }
  });

  it('is the only way in with SIGN_IN=openid, besides a link of the command line', async () => {
    const email = await known();
    const env = { PUBLIC_URL, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
    const alone = await startBareApi({ env: { ...env, SIGN_IN: 'openid', OPERATORS: 'operator@example.com' } });
    try {
      const browser = new Browser(alone);
      expect((await browser.call('GET', '/dashboard/api/sign-in')).body).toMatchObject({ openId: true, signIn: 'openid' });
      for (const [path, body] of [
        ['/code', { email }],
        ['', { code: '12345678' }],
        ['/passkey/options', undefined],
        ['/passkey', { response: { id: 'x' } }],
      ] as const) {
        const { status, body: refusal } = await browser.call('POST', `/dashboard/api/sign-in${path}`, body);
        expect([status, (refusal as { error: { code: string } }).error.code]).toEqual([403, 'sign_in_method_refused']);
      }
      expect((await alone.sql`SELECT 1 FROM emails`).count).toBe(0);
      await alone.record.accounts.create({ email, plan: 'growth', poolKey: null, quotaOverride: null, balanceMillicents: 0 });
      const { search } = await begun({ browser });
      expect(await back(browser, search)).toBe(SIGNED_IN);
      const operator = await signedIn(alone, 'operator@example.com');
      expect((await operator.call('GET', '/dashboard/api/operator/queues')).status).toBe(200);
      expect((await operator.call('POST', '/dashboard/api/passkeys/options')).status).toBe(403);
    } finally {
      await alone.close();
    }
  });

  it('leads to the same person as a code to the same address', async () => {
    const email = await known();
    const byLink = await signedIn(service, email);
    const { browser, search } = await begun();
    await back(browser, search);
    const id = async (who: Browser) => ((await who.call('GET', '/dashboard/api/me')).body as { id: string }).id;
    expect(await id(browser)).toBe(await id(byLink));
  });

  it('a provider that cannot be reached is 503, and every other way to sign in works', async () => {
    const alone = await startBareApi({ env: { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' } });
    try {
      expect((await new Browser(alone).call('POST', BEGIN, { recent: false })).status).toBe(503);
      expect((await (await signedIn(alone, 'ada@example.com')).call('GET', '/dashboard/api/me')).status).toBe(200);
    } finally {
      await alone.close();
    }
  });
});
