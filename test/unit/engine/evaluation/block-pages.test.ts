import { describe, expect, it } from 'vitest';
import { evaluateResponse } from '../../../../src/engine/evaluation/evaluate-response.js';
import type { HttpResponse } from '../../../../src/kernel/net/http-response.js';
import type { Evidence, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';

const requested = { username: 'ada' };
const safety = { basis: 'public_page', reviewed: '2026-01-01', reason: 'reads a public profile' } as const;
const page: ProbeRule = {
  method: 'account_enumeration',
  request: { method: 'GET', url: 'https://example.com/u/{username}' },
  safety,
  registered: { status: [200], contentType: 'html', contains: ['<h1>{username}</h1>'] },
  absent: { status: [404, 200], contentType: 'html', lacks: ['profile-card'] },
};
const api: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://example.com/u/{username}' },
  safety,
  registered: { status: [200], json: [{ pointer: '/login', is: 'identity' }] },
  absent: { status: [200, 404], json: [{ pointer: '/login', is: 'missing' }] },
};

function html(body: string, over: Partial<HttpResponse> = {}): HttpResponse {
  return { status: 200, headers: { 'content-type': 'text/html' }, body, url: 'https://example.com/u/ada', ...over };
}
function json(body: unknown, over: Partial<HttpResponse> = {}): HttpResponse {
  return { ...html(JSON.stringify(body)), headers: { 'content-type': 'application/json' }, ...over };
}
function reason(rule: ProbeRule, answer: HttpResponse): string {
  const evaluated = evaluateResponse(rule, requested, answer);
  return evaluated.state === 'inconclusive' ? evaluated.reason : evaluated.state;
}

describe('statuses', () => {
  it.each([
    [401, 'blocked'],
    [403, 'blocked'],
    [407, 'proxy_failed'],
    [429, 'rate_limited'],
    [451, 'blocked'],
    [500, 'server_error'],
    [503, 'server_error'],
    [520, 'server_error'],
    [999, 'blocked'],
    [430, 'blocked'],
  ])('%i is a wall: %s', (status, expected) => {
    expect(reason(page, html('<h1>ada</h1>', { status }))).toBe(expected);
    expect(reason(api, json({ login: 'ada' }, { status }))).toBe(expected);
  });

  it('a status that the rule names counts with evidence of content, never by itself', () => {
    const named = (absent: Evidence): ProbeRule => ({ ...page, absent });
    const answer = html('This account is private territory', { status: 403 });
    expect(reason(named({ status: [403] }), answer)).toBe('blocked');
    expect(reason(named({ status: [403], lacks: ['profile-card'] }), answer)).toBe('blocked');
    expect(reason(named({ status: [403], contains: ['account is private'] }), answer)).toBe('not_registered');
    expect(reason(named({ status: [403], contains: ['another text'] }), answer)).toBe('blocked');
  });

  it('keeps what Retry-After asks for', () => {
    const at = (headers: Record<string, string>) =>
      evaluateResponse(api, requested, json({}, { status: 429, headers: { 'content-type': 'application/json', ...headers } }));
    expect(at({ 'retry-after': '30' })).toMatchObject({ reason: 'rate_limited', retryAfterSeconds: 30 });
    expect(at({ 'retry-after': '999999999' })).toMatchObject({ retryAfterSeconds: 86_400 });
    expect(at({ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT', date: 'Wed, 21 Oct 2026 07:26:30 GMT' })).toMatchObject({
      retryAfterSeconds: 90,
    });
    expect(at({ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' })).not.toHaveProperty('retryAfterSeconds');
    expect(at({ 'retry-after': 'soon' })).not.toHaveProperty('retryAfterSeconds');
  });
});

describe('challenges', () => {
  it.each([
    '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>',
    '<title>Attention Required! | Cloudflare</title>',
    '<script src="https://geo.captcha-delivery.com/captcha/?x"></script>',
    '<div id="px-captcha"></div>',
    '<script>window.gokuProps = {}</script>',
    '<title>Making sure you&#39;re not a bot!</title>',
    '<title>Robot Check</title>',
    '<title>Verify you are human</title>',
    '<title>Access denied</title>',
    '<h1>Pardon Our Interruption</h1>',
    '<form><div class="g-recaptcha"></div></form>',
    'Request unsuccessful. Incapsula incident ID: 1-2',
  ])('%s', (body) => {
    expect(reason(page, html(body))).toBe('challenge');
    expect(reason(page, html(`${body}<h1>ada</h1>`))).toBe('challenge');
  });

  it('a page that asks to come back later is a rate limit, whatever its status', () => {
    expect(reason(page, html('<title>429 Too Many Requests</title>'))).toBe('rate_limited');
    expect(reason(page, html('<title>429 Too Many Requests</title>', { status: 429 }))).toBe('rate_limited');
  });

  it('in place of an unlabelled or mislabelled answer', () => {
    const body = '<!DOCTYPE html><title>Just a moment...</title>';
    expect(reason(api, html(body, { headers: {} }))).toBe('challenge');
    expect(reason(api, html(body, { headers: { 'content-type': 'image/png' } }))).toBe('challenge');
  });

  it('a protection header is a wall on any answer', () => {
    for (const header of ['cf-mitigated', 'x-datadome', 'x-amzn-waf-action', 'x-vercel-mitigated']) {
      const headers = { 'content-type': 'application/json', [header]: 'challenge' };
      expect(reason(api, json({ login: 'ada' }, { headers }))).toBe('challenge');
    }
  });

  it('a biography about captchas is no wall', () => {
    const bio = 'I solve captcha puzzles. Just a moment... captcha-delivery.com, verify you are human, 403';
    expect(reason(api, json({ login: 'ada', bio, stats: { captcha: true } }))).toBe('registered');
    const filler = '<p>words</p>'.repeat(2_000);
    expect(reason(page, html(`<title>ada</title><h1>ada</h1><p class="profile-card">solve the captcha</p>${filler}`))).toBe('registered');
  });

  it('a widget in the corner of a long page is no wall', () => {
    const body = `<h1>ada</h1><p class="profile-card"></p>${'<p>words</p>'.repeat(2_000)}<div class="h-captcha"></div>`;
    expect(reason(page, html(body))).toBe('registered');
  });

  it.each([
    [{ captcha_required: true }, 'challenge'],
    [{ error: { captcha: 'x' } }, 'challenge'],
    [{ blockScript: '/x.js' }, 'challenge'],
    [{ require_login: true }, 'login_wall'],
    [{ code: 429 }, 'rate_limited'],
    [{ status: '403' }, 'blocked'],
    [{ error: { code: 503 } }, 'server_error'],
    [{ captcha_required: false }, 'not_registered'],
    [{ code: 404 }, 'not_registered'],
  ])('JSON that refuses in its own words: %o', (body, expected) => {
    expect(reason(api, json(body))).toBe(expected);
  });

  it('leaves members that the rule itself reads to the rule', () => {
    const reads: ProbeRule = { ...api, absent: { status: [200], json: [{ pointer: '/code', equals: 403 }] } };
    expect(reason(reads, json({ code: 403 }))).toBe('not_registered');
  });

  it('a text that the rule calls a wall is one, also in JSON', () => {
    expect(reason({ ...api, blockPages: ['Slow Down'] }, json({ note: 'please slow down' }))).toBe('blocked');
  });
});

describe('log-in, consent and outage pages', () => {
  it('count where the evidence is thin', () => {
    expect(reason(page, html('<title>Log in | Example</title>'))).toBe('login_wall');
    expect(reason(page, html('<form><input name=p type="password"></form>'))).toBe('login_wall');
    expect(reason(page, html('<title>Before you continue to Example</title>'))).toBe('consent_wall');
    expect(reason(page, html('<h1>We are down for maintenance</h1>'))).toBe('server_error');
  });

  it.each([
    ['<title>Too many requests</title><h1>Access denied</h1>', 'challenge'],
    ['<title>Log in</title><h1>Too many requests</h1>', 'rate_limited'],
    ['<title>Log in to choose your cookie consent</title>', 'login_wall'],
    ['<title>Cookie consent: service unavailable</title>', 'consent_wall'],
    ['<title>Service unavailable</title><input type="password">', 'server_error'],
    ['<input type="password"><h1>Service unavailable</h1>', 'login_wall'],
  ])('of a page that shows two kinds the first counts: %s', (body, expected) => {
    expect(reason(page, html(body))).toBe(expected);
  });

  it('do not outweigh the page that the rule describes', () => {
    expect(reason(page, html('<h1>ada</h1><p class="profile-card"><form><input type="password"></form>'))).toBe('registered');
  });

  it('outweigh a bare mention of the identity', () => {
    const mention: ProbeRule = { ...page, registered: { status: [200], contains: ['{username}'] } };
    expect(reason(mention, html('<title>Log in</title><a href="/login?next=/u/ada" class="profile-card">'))).toBe('login_wall');
  });

  it('a redirect to them is a wall, unless the rule asks there or waits for it', () => {
    expect(reason(page, html('<h1>ada</h1>', { url: 'https://example.com/login?next=/u/ada' }))).toBe('login_wall');
    expect(reason(page, html('<h1>ada</h1>', { url: 'https://consent.example.com/u/ada' }))).toBe('consent_wall');
    expect(reason(page, html('', { status: 302, headers: { location: '/captcha' } }))).toBe('challenge');
    const states: ProbeRule = {
      ...page,
      request: { method: 'GET', url: 'https://example.com/login/check?u={username}' },
    };
    expect(reason(states, html('<h1>ada</h1><p class="profile-card">', { url: 'https://example.com/login/check?u=ada' }))).toBe(
      'registered',
    );
    const waits: ProbeRule = { ...page, absent: { status: [302], location: '/login?unknown={username}' } };
    expect(reason(waits, html('', { status: 302, headers: { location: '/login?unknown=ada' } }))).toBe('not_registered');
    expect(reason(waits, html('', { status: 302, headers: { location: '/login?next=ada' } }))).toBe('unrecognised');
  });

  it('an account may be called login', () => {
    const body = '<h1>login</h1><p class="profile-card">';
    const evaluated = evaluateResponse(page, { username: 'login' }, html(body, { url: 'https://example.com/u/login' }));
    expect(evaluated.state).toBe('registered');
  });
});
