import { describe, expect, it } from 'vitest';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { Browser, mailed, signedIn } from '../../support/http/browser.js';

const CODE = '/dashboard/api/sign-in/code';
const SIGN_IN = '/dashboard/api/sign-in';
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } } | null)?.error?.code;

describe('signing in', () => {
  const service = sharedBareApi();
  let count = 0;
  /** An account whose holder asked for a code in a browser. */
  async function requested() {
    const email = `holder-${++count}@example.com`;
    const { accountId } = await service().record.accounts.create({
      email,
      plan: 'growth',
      poolKey: null,
      quotaOverride: null,
      balanceMillicents: 0,
    });
    const browser = new Browser(service());
    expect((await browser.call('POST', CODE, { email: email.toUpperCase() })).body).toEqual({ sent: true });
    const code = await mailed(service(), email);
    if (code === null) throw new Error('no code was mailed');
    return { email, accountId, browser, code };
  }
  /** Another code can be mailed to the address. */
  const minuteLater = (email: string) =>
    service().sql`UPDATE sign_in_codes SET emailed_at = emailed_at - interval '1 minute' WHERE email = ${email}`;
  const wrong = (code: string): string => String((Number(code) + 1) % 1e8).padStart(8, '0');

  it('with the code that was mailed, in the browser that asked: the holder of an account without an owner owns it', async () => {
    const { browser, code, accountId, email } = await requested();
    expect((await browser.call('POST', SIGN_IN, { code: `${code.slice(0, 4)} ${code.slice(4)}` })).status).toBe(200);
    expect((await browser.call('GET', '/dashboard/api/me')).body).toMatchObject({ email, accounts: [{ accountId, role: 'owner' }] });
  });

  it('is refused in any other browser, and the holder still signs in', async () => {
    const { browser, code } = await requested();
    const scanner = new Browser(service());
    expect(codeOf(await scanner.call('POST', SIGN_IN, { code }))).toBe('sign_in_failed');
    const elsewhere = await requested();
    expect(codeOf(await elsewhere.browser.call('POST', SIGN_IN, { code }))).toBe('sign_in_failed');
    expect((await browser.call('POST', SIGN_IN, { code })).status).toBe(200);
  });

  it('a code is used once, and dies after five attempts, also at once', async () => {
    const used = await requested();
    await used.browser.call('POST', SIGN_IN, { code: used.code });
    const again = await used.browser.call('POST', SIGN_IN, { code: used.code });
    expect(codeOf(again)).toBe('sign_in_failed');

    const { browser, code } = await requested();
    const tries = await Promise.all(Array.from({ length: 5 }, () => browser.call('POST', SIGN_IN, { code: wrong(code) })));
    expect(new Set(tries.map(codeOf))).toEqual(new Set(['sign_in_failed']));
    expect(codeOf(await browser.call('POST', SIGN_IN, { code }))).toBe('sign_in_failed');
  });

  it('the fifth attempt may be the right one; after fifteen minutes none is', async () => {
    const { browser, code } = await requested();
    for (let n = 0; n < 4; n += 1) await browser.call('POST', SIGN_IN, { code: wrong(code) });
    expect((await browser.call('POST', SIGN_IN, { code })).status).toBe(200);

    const late = await requested();
    await service().sql`UPDATE sign_in_codes SET expires_at = now() WHERE email = ${late.email}`;
    expect(codeOf(await late.browser.call('POST', SIGN_IN, { code: late.code }))).toBe('sign_in_failed');
  });

  it('known and unknown addresses get the same answer, and nobody unknown is mailed', async () => {
    const known = await requested();
    const [one, other] = [new Browser(service()), new Browser(service())];
    const [a, b] = [await one.call('POST', CODE, { email: known.email }), await other.call('POST', CODE, { email: 'nobody@example.com' })];
    expect([b.status, b.body, [...other.cookies.keys()]]).toEqual([a.status, a.body, [...one.cookies.keys()]]);
    expect(await mailed(service(), 'nobody@example.com')).toBeNull();
    expect(codeOf(await other.call('POST', SIGN_IN, { code: '12345678' }))).toBe('sign_in_failed');
  });

  it('an address gets one mail a minute, five an hour for one network; the answers stay the same', async () => {
    const { email } = await requested();
    const answers = await Promise.all(Array.from({ length: 8 }, () => new Browser(service()).call('POST', CODE, { email })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const emails = async () => (await service().sql`SELECT 1 FROM emails WHERE recipient = ${email}`).count;
    expect(await emails()).toBe(1);
    for (let n = 0; n < 8; n += 1) {
      await service().sql`UPDATE sign_in_codes SET created_at = created_at - interval '1 minute' WHERE email = ${email}`;
      await minuteLater(email);
      expect((await new Browser(service()).call('POST', CODE, { email })).body).toEqual({ sent: true });
    }
    expect(await emails()).toBe(1);
    await service().sql`UPDATE sign_in_codes SET created_at = created_at - interval '1 hour' WHERE email = ${email}`;
    await new Browser(service()).call('POST', CODE, { email });
    expect(await emails()).toBe(2);
  });

  it('stored emails show neither code nor token, whoever reads the outbox', async () => {
    const { email, code, accountId } = await requested();
    const [mail] = await service().sql`SELECT text, html, account_id FROM emails WHERE recipient = ${email}`;
    expect(JSON.stringify(mail)).not.toContain(code);
    expect(mail?.['text']).toContain('[not stored]');
    expect(await service().record.emailOutbox.list(accountId, 10)).toEqual([]);
  });

  it('a forged Host changes no link', async () => {
    const { email } = await requested();
    await minuteLater(email);
    await new Browser(service()).call('POST', CODE, { email }, { host: 'evil.example.org', 'x-forwarded-host': 'evil.example.org' });
    const [mail] = await service().sql<
      { text: string }[]
    >`SELECT text FROM emails WHERE recipient = ${email} ORDER BY created_at DESC LIMIT 1`;
    expect(mail?.text).toContain('http://localhost:8080/dashboard/sign-in#code=');
  });

  it('from another site is refused: nobody is signed in as somebody else', async () => {
    const { browser, code } = await requested();
    expect(codeOf(await browser.call('POST', SIGN_IN, { code }, { 'sec-fetch-site': 'cross-site' }))).toBe('cross_site_request');
  });

  it('a new sign-in ends the session that the browser had', async () => {
    const { browser, code, email } = await requested();
    await browser.call('POST', SIGN_IN, { code });
    const before = new Browser(service());
    for (const [name, value] of browser.cookies) before.cookies.set(name, value);
    await minuteLater(email);
    await browser.call('POST', CODE, { email });
    await browser.call('POST', SIGN_IN, { code: (await mailed(service(), email)) ?? '' });
    expect((await browser.call('GET', '/dashboard/api/me')).status).toBe(200);
    expect(codeOf(await before.call('GET', '/dashboard/api/me'))).toBe('not_signed_in');
  });

  it('a browser in which somebody signed in has a share of codes that others cannot use up', async () => {
    const { browser, code, email } = await requested();
    await browser.call('POST', SIGN_IN, { code });
    await browser.call('POST', '/dashboard/api/sign-out');
    for (let n = 0; n < 6; n += 1) await new Browser(service()).call('POST', CODE, { email });
    await minuteLater(email);
    await new Browser(service()).call('POST', CODE, { email });
    await browser.call('POST', CODE, { email });
    expect((await browser.call('POST', SIGN_IN, { code: (await mailed(service(), email)) ?? '' })).status).toBe(200);
  });

  it('an operator’s link works once, anywhere', async () => {
    const browser = await signedIn(service(), 'linked@example.com');
    expect((await browser.call('GET', '/dashboard/api/me')).body).toMatchObject({ email: 'linked@example.com', accounts: [] });
    expect(codeOf(await browser.call('POST', '/dashboard/api/sign-in/link', { token: 'b'.repeat(43) }))).toBe('sign_in_failed');
  });

  it('sessions are listed, and end when they are revoked, idle for twelve hours or thirty days old', async () => {
    const email = 'sessions@example.com';
    const [here, there] = [await signedIn(service(), email), await signedIn(service(), email)];
    const list = async () =>
      ((await here.call('GET', '/dashboard/api/sessions')).body as { sessions: { id: string; isThis: boolean }[] }).sessions;
    const other = (await list()).find(({ isThis }) => !isThis);
    expect(await list()).toHaveLength(2);
    const unauthenticated = await signedIn(service(), 'stranger@example.com');
    expect(codeOf(await unauthenticated.call('DELETE', `/dashboard/api/sessions/${other?.id}`))).toBe('not_found');
    expect((await here.call('DELETE', `/dashboard/api/sessions/${other?.id}`)).status).toBe(200);
    expect(codeOf(await there.call('GET', '/dashboard/api/me'))).toBe('not_signed_in');
    for (const over of [`last_seen_at = now() - interval '13 hours'`, `expires_at = now()`]) {
      const browser = await signedIn(service(), 'over@example.com');
      await service().sql.unsafe(`UPDATE sessions SET ${over} WHERE user_id = (SELECT id FROM users WHERE email = 'over@example.com')`);
      expect(codeOf(await browser.call('GET', '/dashboard/api/me'))).toBe('not_signed_in');
    }
    await here.call('POST', '/dashboard/api/sign-out');
    expect(codeOf(await here.call('GET', '/dashboard/api/me'))).toBe('not_signed_in');
  });

  it('the cookie is HttpOnly, SameSite=Lax and not shared; nothing of a session or code is stored readably', async () => {
    const { browser, code } = await requested();
    const { headers } = await browser.call('POST', SIGN_IN, { code });
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/; path=\/;.*httponly/i);
    expect(cookie).toMatch(/samesite=lax/i);
    expect(cookie).not.toMatch(/domain=/i);
    expect(headers.getSetCookie().every((line) => /httponly/i.test(line))).toBe(true);
    const rows = await service().sql`
      SELECT row_to_json(s)::text AS row FROM sessions s UNION ALL SELECT row_to_json(d)::text FROM known_devices d`;
    for (const kind of ['session', 'device'])
      expect(JSON.stringify(rows)).not.toContain(browser.cookies.get(`footprint-${kind}`) ?? 'no such cookie');
    expect(rows.length).toBeGreaterThan(1);
  });
});

describe('signing in on HTTPS, where anybody may sign up', () => {
  const service = sharedBareApi({ env: { PUBLIC_URL: 'https://footprint.example.com/', SIGN_UP: 'open' } });

  it('cookies have the prefix __Host- and are for TLS only; links begin with PUBLIC_URL', async () => {
    const browser = new Browser(service());
    const { headers } = await browser.call('POST', CODE, { email: 'new@example.com' });
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-footprint-sign-in=.*; secure/i);
    const [mail] = await service().sql<{ text: string }[]>`SELECT text FROM emails`;
    expect(mail?.text).toContain('https://footprint.example.com/dashboard/sign-in#code=');
  });

  it('somebody unknown gets an account of the free trial, which they own', async () => {
    const browser = new Browser(service());
    await browser.call('POST', CODE, { email: 'fresh@example.org' });
    await browser.call('POST', SIGN_IN, { code: (await mailed(service(), 'fresh@example.org')) ?? '' });
    const me = (await browser.call('GET', '/dashboard/api/me')).body as { accounts: { accountId: string; role: string }[] };
    expect(me.accounts).toMatchObject([{ role: 'owner' }]);
    const account = await browser.call('GET', `/dashboard/api/accounts/${me.accounts[0]?.accountId}/account`);
    expect(account.body).toMatchObject({ plan: 'free_trial', email: 'fresh@example.org' });
  });

  /** Signs somebody in for the first time. */
  async function signUp(email: string) {
    const browser = new Browser(service());
    const answer = await browser.call('POST', CODE, { email });
    expect(answer.body).toEqual({ sent: true });
    const response = await browser.call('POST', SIGN_IN, { code: (await mailed(service(), email.toLowerCase())) ?? '' });
    return { browser, response };
  }
  const poolOf = async (email: string) => {
    const [row] = await service().sql<{ key: string }[]>`
      SELECT p.key FROM accounts a JOIN quota_pools p ON p.id = a.pool_id WHERE a.email_key = ${email}`;
    return row?.key ?? null;
  };

  it('six sign-ups of one person get one allowance, or none: by mailbox, by registrable domain, and not from a disposable address', async () => {
    const spellings = ['trial@gmail.com', 'trial+1@gmail.com', 't.rial@gmail.com', 'trial@googlemail.com'];
    for (const email of spellings) expect((await signUp(email)).response.status).toBe(200);
    const pools = new Set(await Promise.all(spellings.map(poolOf)));
    expect(pools.size).toBe(1);
    expect([...pools][0]).toMatch(/^mailbox:[0-9a-f]{64}$/);
    const { response } = await signUp('x@mailinator.com');
    expect([response.status, codeOf(response)]).toEqual([422, 'disposable_address']);
    expect(await poolOf('x@mailinator.com')).toBeNull();
    await Promise.all(['y@team.eu.org', 'z@other.eu.org'].map((email) => signUp(email)));
    expect(await Promise.all(['y@team.eu.org', 'z@other.eu.org'].map(poolOf))).toEqual(['domain:eu.org', 'domain:eu.org']);
    await Promise.all(['a@me.anonaddy.com', 'b@you.anonaddy.me'].map((email) => signUp(email)));
    expect(await Promise.all(['a@me.anonaddy.com', 'b@you.anonaddy.me'].map(poolOf))).toEqual(['alias:addy', 'alias:addy']);
  });

  it('somebody who was invited to a disposable address signs in, without an account of their own', async () => {
    const { accountId } = await service().account();
    await service().sql`
      INSERT INTO invitations (id, account_id, email, role, digest, invited_by, expires_at)
      VALUES ('inv_disposable', ${accountId}, 'guest@mailinator.com', 'member', ${Buffer.alloc(32, 7)}, 'operator', now() + interval '1 day')`;
    const { browser, response } = await signUp('guest@mailinator.com');
    expect(response.status).toBe(200);
    expect((await browser.call('GET', '/dashboard/api/me')).body).toMatchObject({ email: 'guest@mailinator.com', accounts: [] });
  });
});
