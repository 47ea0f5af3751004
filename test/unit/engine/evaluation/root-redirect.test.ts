import { describe, expect, it } from 'vitest';
import { applyControl, type Control, type ControlOutcome, evaluateControl } from '../../../../src/engine/controls/control.js';
import { evaluateResponse } from '../../../../src/engine/evaluation/evaluate-response.js';
import type { HttpResponse } from '../../../../src/kernel/net/http-response.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import type { Verdict } from '../../../../src/engine/evaluation/verdict.js';

const page: ProbeRule = {
  method: 'account_enumeration',
  request: { method: 'GET', url: 'https://www.example.com/people/{username}' },
  safety: { basis: 'public_page', reviewed: '2030-01-01', reason: 'a public page' },
  registered: { status: [200], contains: ['<h1 class="profile">{username}</h1>'] },
  absent: { status: [404], contains: ['Nobody has that name'] },
  positiveControls: ['northwind'],
};
const ADA = { username: 'ada' };
const to = (location: string, over: Partial<HttpResponse> = {}): HttpResponse => ({
  status: 302,
  headers: { location },
  body: '',
  url: 'https://www.example.com/people/ada',
  ...over,
});
const actual = (answer: HttpResponse, rule: ProbeRule = page) => {
  const evaluated = evaluateResponse(rule, ADA, answer);
  return evaluated.state === 'inconclusive' ? evaluated.reason : `${evaluated.state} ${evaluated.rootRedirect ?? 'by its own evidence'}`;
};
const ROOT = 'not_registered https://www.example.com/';

describe('a redirect to the root of the site', () => {
  it.each([301, 302, 303, 307, 308])('with status %i is absence that rests on controls', (status) =>
    expect(actual(to('/', { status }))).toBe(ROOT),
  );

  it.each([
    ['spelt out', 'https://www.example.com/', ROOT],
    ['without a path', 'https://www.example.com', ROOT],
    ['at the twin without www', 'https://example.com/', 'not_registered https://example.com/'],
    ['over plain HTTP', 'http://www.example.com/', 'not_registered http://www.example.com/'],
    ['with a query', '/?missing=1', `${ROOT}?missing=1`],
  ])('%s is one', (_, location, expected) => expect(actual(to(location))).toBe(expected));

  it.each([
    ['another path', '/people'],
    ['the root in a language', '/en/'],
    ['another host', 'https://elsewhere.example.org/'],
    ['a host beside it', 'https://shop.example.com/'],
    ['a host that only ends alike', 'https://notexample.com/'],
    ['another port', 'https://www.example.com:8443/'],
    ['credentials', 'https://a:b@www.example.com/'],
    ['a name of a user', 'https://a@www.example.com/'],
    ['a password', 'https://:b@www.example.com/'],
    ['files', 'ftp://www.example.com/'],
    ['a place of a script', '/#/welcome'],
    ['a log-in by its query', '/?next=/people&login=1'],
    ['a consent by its query', '/?show=cookie-consent'],
    ['a block by its query', '/?reason=region_blocked'],
    ['an unreadable address', 'https://['],
    ['another scheme', 'javascript:alert(1)'],
  ])('%s is none', (_, location) => expect(actual(to(location))).toBe('unrecognised'));

  it.each([
    ['a log-in page', '/login', 'login_wall'],
    ['a consent host', 'https://consent.example.com/', 'consent_wall'],
    ['a challenge page', '/captcha', 'challenge'],
  ])('%s stays what it is', (_, location, reason) => expect(actual(to(location))).toBe(reason));

  it('a status that says nothing of where to is none', () => {
    expect(actual(to('/', { status: 304 }))).toBe('unrecognised');
    expect(actual(to('/', { status: 300 }))).toBe('unrecognised');
    expect(actual({ ...to('/'), headers: {} })).toBe('unrecognised');
  });

  it('that was followed is one as well, unless the root is a wall, an outage or a log-in page', () => {
    const arrived = (body: string, more: Partial<HttpResponse> = {}): HttpResponse => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body,
      url: 'https://www.example.com/',
      ...more,
    });
    const follows = { ...page, request: { ...page.request, followRedirects: true } };
    expect(actual(arrived('<html><title>Welcome</title></html>'), follows)).toBe(ROOT);
    expect(actual(arrived('<html><title>Log in</title></html>'), follows)).toBe('login_wall');
    expect(actual(arrived('<html><title>Under maintenance</title></html>'), follows)).toBe('server_error');
    expect(actual(arrived('<html><title>Just a moment...</title></html>'), follows)).toBe('challenge');
    expect(actual(arrived('', { status: 503 }), follows)).toBe('server_error');
    expect(actual(arrived('<h1 class="profile">ada</h1>'), follows)).toBe('registered by its own evidence');
  });

  it('of the site above a host that is the account’s is one; the account’s own root is none', () => {
    const hosted: ProbeRule = { ...page, request: { method: 'GET', url: 'https://{username}.example.com/' } };
    const at = { url: 'https://ada.example.com/' };
    expect(actual(to('https://www.example.com/', at), hosted)).toBe(ROOT);
    expect(actual(to('https://example.com/', at), hosted)).toBe('not_registered https://example.com/');
    expect(actual(to('/', at), hosted)).toBe('unrecognised');
    expect(actual(to('https://com/', at), hosted)).toBe('unrecognised');
  });

  it('stays at the port that was asked, or goes to the usual one', () => {
    const ported: ProbeRule = { ...page, request: { method: 'GET', url: 'https://www.example.com:8443/people/{username}' } };
    const at = { url: 'https://www.example.com:8443/people/ada' };
    expect(actual(to('/', at), ported)).toBe('not_registered https://www.example.com:8443/');
    expect(actual(to('https://www.example.com/', at), ported)).toBe(ROOT);
    expect(actual(to('https://www.example.com:9443/', at), ported)).toBe('unrecognised');
  });

  it('is one at another host of the rule’s own', () => {
    const hosted: ProbeRule = { ...page, request: { ...page.request, redirectHosts: ['people.example.org'] } };
    expect(actual(to('https://people.example.org/'), hosted)).toBe('not_registered https://people.example.org/');
    expect(actual(to('https://shop.example.org/'), hosted)).toBe('unrecognised');
  });

  it('is none where the request is not known', () => {
    expect(actual(to('/'), { ...page, request: { method: 'GET', url: 'https://www.example.com/{other}' } })).toBe('unrecognised');
    expect(actual(to('/'), { ...page, request: { method: 'GET', url: 'people/{username}' } })).toBe('unrecognised');
  });

  it('is none for rules that cannot deny, have no positive control, or send a form', () => {
    expect(actual(to('/'), { ...page, absent: undefined })).toBe('unrecognised');
    expect(actual(to('/'), { ...page, registered: undefined })).toBe('unrecognised');
    expect(actual(to('/'), { ...page, positiveControls: [] })).toBe('unrecognised');
    expect(actual(to('/'), { ...page, positiveControls: undefined })).toBe('unrecognised');
    expect(actual(to('/'), { ...page, request: { ...page.request, method: 'POST' } })).toBe('unrecognised');
  });

  it('is all that a rule may know of absence', () => {
    const received = { ...page, absent: { status: [301, 302], redirectToRoot: true } };
    expect(actual(to('/'), received)).toBe(ROOT);
    expect(actual(to('/people'), received)).toBe('unrecognised');
  });

  it('counts no more when the rule gives it as the location of absence, and no other redirect does then', () => {
    const located = { ...page, absent: { status: [302], location: 'https://www.example.com/' } };
    expect(actual(to('/'), located)).toBe(ROOT);
    expect(actual(to('/people/Ada'), located)).toBe('unrecognised');
    const queried = { ...page, absent: { status: [302], location: '/?missing' } };
    expect(actual(to('/?missing=1'), queried)).toBe(`${ROOT}?missing=1`);
    const elsewhere = { ...page, absent: { status: [302], location: '/people?missing' } };
    expect(actual(to('/people?missing=1'), elsewhere)).toBe('not_registered by its own evidence');
  });
});

describe('what a control tells of it', () => {
  const NOW = new Date('2030-01-01T12:00:00Z');
  const evidence = { status: 302, explanation: 'x', host: 'www.example.com', latencyMs: 1, requests: 1 };
  const yes: Verdict = { state: 'registered', evidence };
  const no: Verdict = { state: 'not_registered', evidence };
  const redirected: Verdict = { state: 'not_registered', rootRedirect: 'https://www.example.com/', evidence };
  const control = (outcome: ControlOutcome): Control => ({
    platform: 'one',
    subject: 'username',
    outcome,
    checkedAt: NOW,
    latencyMs: null,
  });
  const counts = (verdict: Verdict, outcome: ControlOutcome) => applyControl(verdict, control(outcome), NOW).state;

  it('a "no" counts in the form in which the negative control was answered, and in no other', () => {
    const byRedirect = evaluateControl(page, [yes], redirected);
    expect(byRedirect).toMatchObject({ state: 'passed', rootRedirect: 'https://www.example.com/' });
    const byEvidence = evaluateControl(page, [yes], no);
    expect(counts(redirected, byRedirect)).toBe('not_registered');
    expect(counts({ ...redirected, rootRedirect: 'https://example.com/' }, byRedirect)).toBe('inconclusive');
    expect(counts(no, byRedirect)).toBe('inconclusive');
    expect(counts(redirected, byEvidence)).toBe('inconclusive');
    expect(counts(no, byEvidence)).toBe('not_registered');
    expect(counts(yes, byRedirect)).toBe('registered');
  });

  it('a platform that redirects its known accounts fails its control', () => {
    expect(evaluateControl(page, [redirected], redirected).state).toBe('failed');
    expect(evaluateControl({ ...page, absent: { status: [302], redirectToRoot: true } }, [redirected, redirected], redirected).state).toBe(
      'failed',
    );
  });
});
