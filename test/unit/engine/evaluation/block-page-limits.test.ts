import { describe, expect, it } from 'vitest';
import type { Evidence, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { BARE_RULE, readAs } from '../../../support/bare-rule.js';

const page = (body: string, rule = BARE_RULE) => readAs(rule, { body: `${body} ada` });
/** A page of so many characters, with these at its beginning. */
const padded = (length: number, body: string) => page(body + ' '.repeat(length - body.length - 4));

it.each([
  [599, 'server_error'],
  [600, 'blocked'],
  [199, 'blocked'],
  [-1, 'blocked'],
])('status %i is a block page: %s', (status, expected) => expect(readAs(BARE_RULE, { status })).toBe(expected));

describe('the length of a page', () => {
  it.each([
    ['a sentence that asks for proof of being human', '<p>confirme que você é humano</p>', 4_000, 'challenge'],
    ['a captcha', '<div class="h-captcha"></div>', 12_000, 'challenge'],
    ['a heading of a bot check', '<h1>access denied</h1>', 12_000, 'challenge'],
    ['a heading of an outage', '<h1>under maintenance</h1>', 12_000, 'server_error'],
    ['a password field', '<input type="password">', 12_000, 'login_wall'],
  ])('decides whether %s is what the page is about', (_, body, longest, expected) => {
    expect([padded(longest, body), padded(longest + 1, body)]).toEqual([expected, 'registered']);
  });

  it('does not matter for a title', () => expect(padded(20_000, '<title>log in</title>')).toBe('login_wall'));
});

describe('the title of a page', () => {
  it('is what its first title says, wherever that stands', () => {
    expect(page(`${'<meta>'.repeat(100)}<title lang="en">Log in</title>`)).toBe('login_wall');
    expect(page('<title>Ada</title><title>Log in</title>')).toBe('registered');
  });

  it('is none where there is no title, or it is not closed or too long', () => {
    expect(page('<p>Log in to see more</p>')).toBe('registered');
    expect(page('Log in <title')).toBe('registered');
    const attribute = (length: number) => page(`<title${' '.repeat(length - '<title>'.length)}>Log in</title>`);
    expect([attribute(300), attribute(301)]).toEqual(['login_wall', 'registered']);
  });

  it('shows a moment’s wait only when it says nothing else', () => {
    expect(page('<title>... …Un instant…</title>')).toBe('challenge');
    expect(page('<title>example.com</title><h1>Un instant…</h1>')).toBe('registered');
  });
});

it('a heading is one with attributes too', () => expect(page('<h1 class="title" id="x">Access denied</h1>')).toBe('challenge'));

it.each([
  '<input type="password">',
  "<input name='p' type='password'>",
  '<input type=password>',
  '<input type = "password">',
  '<INPUT\ntype="Password">',
])('a password field is one however it is written: %s', (field) => expect(page(field)).toBe('login_wall'));

describe('a redirect to a block page', () => {
  const at = (url: string): ProbeRule => ({ ...BARE_RULE, request: { method: 'GET', url } });
  const to = (rule: ProbeRule, location: string) => readAs(rule, { status: 302, headers: { location } });
  const arrived = (rule: ProbeRule, url: string) => readAs(rule, { url, body: 'ada' });

  it('is none when the rule itself asks at such a path or host', () => {
    expect(to(at('https://example.com/login/check?u={username}'), '/login/again')).toBe('unrecognised');
    expect(to(at('http://example.com/login/check?u={username}'), '/login/again')).toBe('unrecognised');
    expect(arrived(at('https://login.example.com/u/{username}'), 'https://login.example.com/people/ada')).toBe('registered');
    expect(arrived(at('http://login.example.com/u/{username}'), 'http://login.example.com/people/ada')).toBe('registered');
    expect(arrived(BARE_RULE, 'https://login.example.com/people/ada')).toBe('login_wall');
  });

  it('is one when only the host that the rule asks is called so, or the query', () => {
    for (const host of ['https://captcha.example.com', 'http://captcha.example.com', 'https://xcaptcha.example.com']) {
      expect(to(at(`${host}/u/{username}`), '/captcha')).toBe('challenge');
    }
    expect(to(at('https://example.com/u/{username}?next=/login'), '/login')).toBe('login_wall');
    expect(arrived(at('https://example.com/u/{username}?at=https://login.example.com'), 'https://login.example.com/')).toBe('login_wall');
  });

  it('is none when the rule waits for one of the same kind, and for no other', () => {
    const waits = (location: string): ProbeRule => ({ ...BARE_RULE, absent: { status: [302], location } });
    expect(to(waits('/login?unknown'), '/login?unknown')).toBe('not_registered');
    expect(to(waits('/nobody'), '/login')).toBe('login_wall');
    expect(to(waits('/login'), '/captcha')).toBe('challenge');
  });
});

describe('a refusal in JSON', () => {
  const api = (registered: Evidence): ProbeRule => ({ ...BARE_RULE, registered, absent: undefined });
  const named = api({ status: [200], json: [{ pointer: '/login', is: 'identity' }] });
  const json = (document: unknown, rule = named) =>
    readAs(rule, { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ login: 'ada', ...(document as object) }) });

  it.each(['code', 'status', 'status_code', 'statusCode', 'error_code', 'errorCode', 'httpStatus', 'http_status', 'httpcode', 'HTTP_CODE'])(
    'is a member called %s with the code of one',
    (name) => {
      expect([json({ [name]: 403 }), json({ [name]: '429' })]).toEqual(['blocked', 'rate_limited']);
      expect(json({ error: { [name]: 599 } })).toBe('server_error');
    },
  );

  it.each(['zipcode', 'codename', 'my_status', 'status_text'])('is no member called %s', (name) => {
    expect(json({ [name]: 403 })).toBe('registered');
  });

  it.each([100, 200, 399, 404, 600, 999, '0403', '403e0', '4031', 'x403', [403], ['403'], [[500]], true, {}])(
    'is not the code %j',
    (code) => {
      expect(json({ code })).toBe('registered');
    },
  );

  it('is none in what the rule reads: the member itself, or one inside of a value that it compares', () => {
    const reads = (assertion: NonNullable<Evidence['json']>[number]) =>
      api({ status: [200], json: [{ pointer: '/login', is: 'identity' }, assertion] });
    const refusal = { error: { code: 403 } };
    expect(json(refusal)).toBe('blocked');
    expect(json(refusal, reads({ pointer: '/error/code', is: 'number' }))).toBe('registered');
    expect(json(refusal, reads({ pointer: '/error', equals: { code: 403 } }))).toBe('registered');
    expect(json(refusal, reads({ pointer: '/error', is: 'object' }))).toBe('blocked');
    expect(json({ ...refusal, other: 1 }, reads({ pointer: '/other', equals: 1 }))).toBe('blocked');
    expect(json({ ...refusal, rror: 1 }, reads({ pointer: '/rror', equals: 1 }))).toBe('blocked');
  });

  it('is no markup in its texts', () => {
    const body = JSON.stringify({ note: '<title>Log in</title><input type="password">' });
    expect(readAs(named, { headers: { 'content-type': 'application/json' }, body })).toBe('unrecognised');
  });
});
