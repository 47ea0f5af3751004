import { describe, expect, it } from 'vitest';
import { evaluateResponse } from '../../../../src/engine/evaluation/evaluate-response.js';
import type { HttpResponse } from '../../../../src/kernel/net/http-response.js';
import type { Evidence, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';

const URL_TEMPLATE = 'https://api.example.com/users/{username}';
const requested = { username: 'Ada.Example' };

function rule(sides: { registered?: Evidence; absent?: Evidence }, more: Partial<ProbeRule> = {}): ProbeRule {
  return {
    method: 'public_api',
    request: { method: 'GET', url: URL_TEMPLATE },
    safety: { basis: 'documented_api', reviewed: '2026-01-01', reason: 'reads a public profile' },
    ...sides,
    ...more,
  };
}

function answer(over: Partial<HttpResponse> = {}): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    url: 'https://api.example.com/users/Ada.Example',
    ...over,
  };
}
const html = (body: string, over: Partial<HttpResponse> = {}) =>
  answer({ headers: { 'content-type': 'text/html; charset=utf-8' }, body, ...over });
const reasonOf = (evaluated: ReturnType<typeof evaluateResponse>) =>
  evaluated.state === 'inconclusive' ? evaluated.reason : evaluated.state;

const api = rule({
  registered: { status: [200], json: [{ pointer: '/login', is: 'identity' }] },
  absent: { status: [404], json: [{ pointer: '/message', equals: 'Not Found' }] },
});
const profile = rule({
  registered: { status: [200], contentType: 'html', contains: ['<h1 class="profile">{username}'] },
  absent: { status: [404], contentType: 'html', contains: ['No such member'] },
});

describe('two-sided evidence in JSON', () => {
  it('confirms by a typed field, without regard to case', () => {
    const evaluated = evaluateResponse(api, requested, answer({ body: '{"login":"ada.example"}' }));
    expect(evaluated).toEqual({ state: 'registered', explanation: 'registered: status 200, /login identity' });
  });

  it.each(['"@Ada.Example"', '"ADA.EXAMPLE"', '" ada.example "'])('takes %s for the identity', (login) => {
    expect(reasonOf(evaluateResponse(api, requested, answer({ body: `{"login":${login}}` })))).toBe('registered');
  });

  it.each(['"ada.example2"', '1', 'null', '["ada.example"]', '"@"'])('does not take %s for the identity', (login) => {
    expect(reasonOf(evaluateResponse(api, requested, answer({ body: `{"login":${login}}` })))).toBe('unrecognised');
  });

  it('denies by the absence side only', () => {
    expect(reasonOf(evaluateResponse(api, requested, answer({ status: 404, body: '{"message":"Not Found"}' })))).toBe('not_registered');
    expect(reasonOf(evaluateResponse(api, requested, answer({ status: 404, body: '{"message":"Gone fishing"}' })))).toBe('unrecognised');
    expect(reasonOf(evaluateResponse(api, requested, answer({ status: 200, body: '{"message":"Not Found"}' })))).toBe('unrecognised');
  });

  it('fails closed on JSON that cannot be read, is cut off, or is labelled as a page', () => {
    expect(reasonOf(evaluateResponse(api, requested, answer({ body: '{"login":"ada.example"' })))).toBe('unrecognised');
    expect(reasonOf(evaluateResponse(api, requested, html('{"login":"ada.example"}')))).toBe('unexpected_type');
    expect(reasonOf(evaluateResponse(api, requested, answer({ headers: {}, body: '{"login":"ada.example"}' })))).toBe('unexpected_type');
  });

  it('does not believe a page under a label of something else', () => {
    const loose = rule({ absent: { status: [200], contains: ['No such member'] } });
    expect(reasonOf(evaluateResponse(loose, requested, answer({ body: '<p>No such member</p>' })))).toBe('unexpected_type');
    const plain = answer({ headers: { 'content-type': 'text/plain' }, body: '<!doctype html><p>No such member</p>' });
    expect(reasonOf(evaluateResponse(loose, requested, plain))).toBe('unexpected_type');
    const knowing = rule({ absent: { status: [200], contentType: 'text', contains: ['No such member'] } });
    expect(reasonOf(evaluateResponse(knowing, requested, plain))).toBe('not_registered');
  });

  it('reads a mislabelled API where the rule says so', () => {
    const mislabelled = rule(
      { registered: { status: [200], contentType: 'html', json: [{ pointer: '/taken', is: 'true' }] } },
      { echoExemption: 'a flag' },
    );
    expect(reasonOf(evaluateResponse(mislabelled, requested, html('{"taken":true}')))).toBe('registered');
    expect(reasonOf(evaluateResponse(mislabelled, requested, html('<html>taken</html>')))).toBe('unrecognised');
  });

  it.each([
    ['missing', '{}', true],
    ['missing', '{"a":null}', false],
    ['present', '{"a":null}', true],
    ['null', '{"a":null}', true],
    ['null', '{}', false],
    ['true', '{"a":true}', true],
    ['true', '{"a":1}', false],
    ['false', '{"a":false}', true],
    ['string', '{"a":""}', true],
    ['number', '{"a":0}', true],
    ['object', '{"a":{}}', true],
    ['object', '{"a":[]}', false],
    ['object', '{"a":null}', false],
    ['array', '{"a":[]}', true],
    ['empty', '{"a":[]}', true],
    ['empty', '{"a":""}', true],
    ['empty', '{"a":null}', false],
    ['nonEmpty', '{"a":[0]}', true],
    ['nonEmpty', '{"a":{}}', false],
    ['nonEmpty', '{"a":5}', false],
  ] as const)('shape %s of %s: %s', (is, body, expected) => {
    const shaped = rule({ registered: { status: [200], json: [{ pointer: '/a', is }] } }, { echoExemption: 'a flag' });
    expect(evaluateResponse(shaped, requested, answer({ body })).state === 'registered').toBe(expected);
  });

  it('compares values deeply, with variables in place', () => {
    const equal = rule({
      registered: { status: [200], json: [{ pointer: '', equals: { users: [{ name: '{username}', n: 1 }] } }] },
    });
    expect(reasonOf(evaluateResponse(equal, requested, answer({ body: '{"users":[{"n":1,"name":"ada.example"}]}' })))).toBe('registered');
    expect(reasonOf(evaluateResponse(equal, requested, answer({ body: '{"users":[{"n":1,"name":"ada.example","x":0}]}' })))).toBe(
      'unrecognised',
    );
    expect(reasonOf(evaluateResponse(equal, requested, answer({ body: '{"users":[]}' })))).toBe('unrecognised');
  });

  it('escapes variables inside regular expressions', () => {
    const matching = rule({
      registered: { status: [200], json: [{ pointer: '/url', matches: '^https://example\\.com/{username}$' }] },
    });
    expect(reasonOf(evaluateResponse(matching, requested, answer({ body: '{"url":"https://example.com/ada.example"}' })))).toBe(
      'registered',
    );
    expect(reasonOf(evaluateResponse(matching, requested, answer({ body: '{"url":"https://example.com/adaXexample"}' })))).toBe(
      'unrecognised',
    );
    expect(reasonOf(evaluateResponse(matching, { username: 'a-b+(c' }, answer({ body: '{"url":"https://example.com/a-b+(c"}' })))).toBe(
      'registered',
    );
  });

  it('reads a phone number by its digits', () => {
    const phone = rule({ registered: { status: [200], json: [{ pointer: '/number', is: 'identity' }] } });
    const variables = { phone: '+15550100', 'phone:digits': '15550100' };
    expect(reasonOf(evaluateResponse(phone, variables, answer({ body: '{"number":"15550100"}' })))).toBe('registered');
    expect(reasonOf(evaluateResponse(phone, variables, answer({ body: '{"number":"5550100"}' })))).toBe('unrecognised');
  });
});

describe('two-sided evidence in pages and redirects', () => {
  it('finds the identity as markup and links spell it', () => {
    const link = rule({ registered: { status: [200], contains: ['<a href="/members/{username}"'] } });
    expect(reasonOf(evaluateResponse(link, { username: "o'neil&co" }, html('<a href="/members/O&#39;Neil&amp;Co">')))).toBe('registered');
    expect(reasonOf(evaluateResponse(link, { username: 'å b' }, html('<a href="/members/%C3%A5%20b">')))).toBe('registered');
  });

  it('compares constants exactly', () => {
    expect(reasonOf(evaluateResponse(profile, requested, html('<p>no such member</p>', { status: 404 })))).toBe('unrecognised');
    expect(reasonOf(evaluateResponse(profile, requested, html('<p>No such member</p>', { status: 404 })))).toBe('not_registered');
  });

  it('is ambiguous when both sides hold', () => {
    const both = rule({
      registered: { status: [200], contains: ['Profile of {username}'] },
      absent: { status: [200], contains: ['not found'] },
    });
    expect(reasonOf(evaluateResponse(both, requested, html('Profile of Ada.Example: nickname not found')))).toBe('ambiguous');
  });

  it('honours lacks, containsAny and bodyEquals', () => {
    const text = rule(
      {
        registered: { status: [200], containsAny: ['member since', 'joined in'], lacks: ['deleted'] },
        absent: { status: [200], bodyEquals: '' },
      },
      { echoExemption: 'an opaque page' },
    );
    expect(reasonOf(evaluateResponse(text, requested, html('joined in 2020')))).toBe('registered');
    expect(reasonOf(evaluateResponse(text, requested, html('joined in 2020, deleted')))).toBe('unrecognised');
    expect(reasonOf(evaluateResponse(text, requested, html(' \n')))).toBe('not_registered');
  });

  it('believes a redirect only by where it leads', () => {
    const moved = rule({ absent: { status: [302], location: '/404?member={username}' } });
    const to = (location: string) => html('', { status: 302, headers: { location } });
    expect(reasonOf(evaluateResponse(moved, requested, to('/404?member=ada.example&x=1')))).toBe('not_registered');
    expect(reasonOf(evaluateResponse(moved, requested, to('https://api.example.com/404?member=Ada.Example')))).toBe('not_registered');
    expect(reasonOf(evaluateResponse(moved, requested, to('https://other.example.com/404?member=Ada.Example')))).toBe('unrecognised');
    expect(reasonOf(evaluateResponse(rule({ absent: { status: [302] } }), requested, to('/somewhere')))).toBe('unrecognised');
  });
});

describe('one-sided rules', () => {
  const body = '{"login":"ada.example","message":"Not Found"}';
  it('without an absence side never deny, without a presence side never confirm', () => {
    expect(reasonOf(evaluateResponse(rule({ registered: api.registered as Evidence }), requested, answer({ status: 404, body })))).toBe(
      'unrecognised',
    );
    expect(reasonOf(evaluateResponse(rule({ absent: api.absent as Evidence }), requested, answer({ body })))).toBe('unrecognised');
    expect(reasonOf(evaluateResponse(rule({}), requested, answer({ body })))).toBe('unrecognised');
  });
});

describe('echo', () => {
  const flag: Evidence = { status: [200], contains: ['class="member-page"'] };
  it('wants the identity named as a word of its own', () => {
    expect(reasonOf(evaluateResponse(rule({ registered: flag }), requested, html('<b class="member-page">Ada.Example</b>')))).toBe(
      'registered',
    );
    expect(reasonOf(evaluateResponse(rule({ registered: flag }), requested, html('<b class="member-page">Ada.Example2</b>')))).toBe(
      'echo_missing',
    );
    expect(reasonOf(evaluateResponse(rule({ registered: flag }), requested, html('<b class="member-page">Welcome</b>')))).toBe(
      'echo_missing',
    );
  });

  const named = (contains: string[], username: string, body: string, over: Partial<HttpResponse> = {}) =>
    reasonOf(evaluateResponse(rule({ registered: { status: [200], contains } }), { username }, html(body, over)));

  it.each([
    ['john', 'Johnson'],
    ['john', '/u/johnny-b'],
    ['john', 'john-smith'],
    ['john', 'john.smith'],
    ['john', 'mr_john'],
    ['john', 'elton-john'],
    ['john', 'elton.john'],
    ['john', 'john--smith'],
    ['video', '/js/videojs.css'],
    ['photo', 'photo-gallery.html'],
    ['john', 'john_𝒶'],
  ])('a bare variable never takes %s for named by %s', (username, verdict) => {
    expect(named(['Member since', '{username}'], username, `Member since 2020 <a href="/x">${verdict}</a>`)).toBe('echo_missing');
    expect(named(['Member since', '/u/{username}'], username, `Member since 2020 ${verdict} /u/${verdict}`)).not.toBe('registered');
  });

  it.each(['John', '@john', '/u/john"', 'john, member', 'It was john.', '(john)', 'john’s page', '/u/john/posts', 'a - john - b'])(
    'a bare variable is named by a word of its own: %s',
    (verdict) => {
      expect(named(['Member since', '{username}'], 'john', `Member since 2020 <b>${verdict}</b>`)).toBe('registered');
    },
  );

  it('an echo that the rule delimits admits by itself, whatever handle stands in it', () => {
    expect(named(['"/u/{username}/posts"'], 'john', '"/u/john/posts"')).toBe('registered');
    expect(named(['x-{username}-x', 'class="member-page"'], 'john', 'class="member-page" x-john-x')).toBe('echo_missing');
    expect(reasonOf(evaluateResponse(api, { username: 'a-b' }, answer({ body: '{"login":"a-b"}' })))).toBe('registered');
  });

  it('reads a name where the echo stands: in the redirect or the header, and a digest or bare digits as they are', () => {
    const moved = rule({ registered: { status: [302], location: 'https://example.com/u/{username}' } });
    const to = (location: string) => html('', { status: 302, headers: { location } });
    expect(reasonOf(evaluateResponse(moved, { username: 'john' }, to('https://example.com/u/john')))).toBe('registered');
    expect(reasonOf(evaluateResponse(moved, { username: 'john' }, to('https://example.com/u/john-smith')))).toBe('echo_missing');
    const digits = rule({ registered: { status: [200], contains: ['class="line-page"', '{phone:digits}'] } });
    const phone = { phone: '+15550100', 'phone:digits': '15550100' };
    expect(reasonOf(evaluateResponse(digits, phone, html('<b class="line-page">15550100</b>')))).toBe('registered');
    expect(reasonOf(evaluateResponse(digits, phone, html('<b class="line-page">155501007</b>')))).toBe('echo_missing');
  });

  it('is waived where the rule says that the platform does not show it', () => {
    expect(
      reasonOf(evaluateResponse(rule({ registered: flag }, { echoExemption: 'a flag' }), requested, html('<b class="member-page">'))),
    ).toBe('registered');
  });

  it('never puts the identity into words', () => {
    const evaluated = evaluateResponse(profile, requested, html('<h1 class="profile">Ada.Example</h1>'));
    expect(evaluated.state).toBe('registered');
    expect(evaluated.explanation.toLowerCase()).not.toContain('ada');
    expect(evaluated.explanation).toContain('{username}');
  });
});

it('a "no" of a rule that tells people apart by capitals says that it is for this spelling', () => {
  const sides = { registered: { status: [200], json: [{ pointer: '/login', is: 'identity' }] }, absent: { status: [404] } } as const;
  const explained = (more: Partial<ProbeRule>) => evaluateResponse(rule(sides, more), requested, answer({ status: 404 })).explanation;
  expect(explained({ capitalsDiffer: 'its manual' })).toBe(`${explained({})}; for this spelling`);
});
