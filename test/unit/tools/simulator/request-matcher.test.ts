import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildRequest } from '../../../../src/engine/http/probe-request.js';
import { variablesFor } from '../../../../src/engine/http/probe-variables.js';
import type { QueryType } from '../../../../src/kernel/identity/identity.js';
import type { Platform } from '../../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRequest, ProbeRule, RuleScope } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { generateSites } from '../../../../tools/simulator/generated-sites.js';
import { createRequestMatcher, type RequestMatcher } from '../../../../tools/simulator/request-matcher.js';
import { createAccountRegistry } from '../../../../tools/simulator/account-registry.js';
import { platformOf } from '../../../support/fixtures.js';

const VALUES: Readonly<Record<QueryType, string>> = {
  username: 'north.wind_7',
  email: "o'neil+news@example.com",
  phone: '+15550123',
};

function platformWith(slug: string, queryType: QueryType, request: ProbeRequest): Platform {
  const rule: ProbeRule = {
    method: 'public_api',
    request,
    safety: { basis: 'documented_api', reviewed: '2026-11-21', reason: 'a rule of a test' },
    registered: { status: [200], contains: [`{${queryType}}`] },
  };
  return platformOf(slug, { probes: { [queryType]: rule } });
}

/** Sends the probe's own request through the matcher. */
function post(matcher: RequestMatcher, platform: Platform, queryType: QueryType, value: string) {
  const rule = platform.probes[queryType] as ProbeRule;
  const built = buildRequest(rule, variablesFor({ type: queryType, value }), { userAgent: 'test' });
  if (built === null) return null;
  const { url, method, body } = built;
  const people = [{ identities: { email: [VALUES.email] }, share: 0 }];
  return matcher.match(
    { method, secure: url.protocol === 'https:', host: url.hostname, target: url.pathname + url.search, body: body ?? '' },
    createAccountRegistry([], { people }),
  );
}

describe('the request matcher', () => {
  test.each([
    ['path', 'username', { method: 'GET', url: 'https://a.example/users/{username}.json' }],
    ['path with odd characters', 'username', { method: 'GET', url: "https://a.example/~u/(x)'/@{username}/" }],
    ['query', 'email', { method: 'GET', url: 'https://a.example/find?in=a+b&q={email}&exact=1' }],
    ['query with brackets', 'username', { method: 'GET', url: 'https://a.example/find?filter[name]={username}' }],
    ['host', 'username', { method: 'GET', url: 'https://{username}.pages.example/' }],
    ['digest', 'email', { method: 'GET', url: 'https://a.example/avatar/{email:sha256}?d=404' }],
    ['older digest', 'email', { method: 'HEAD', url: 'https://a.example/avatar/{email:md5}' }],
    ['parts of an address', 'email', { method: 'GET', url: 'https://a.example/{email:domain}/{email:local}' }],
    ['digits', 'phone', { method: 'GET', url: 'https://a.example/number/{phone:digits}' }],
    ['calling code and national number', 'phone', { method: 'GET', url: 'https://a.example/number/{phone:cc}/{phone:national}' }],
    ['form', 'email', { method: 'POST', url: 'https://a.example/check', body: { form: { mail: '{email}', lang: 'en' } } }],
    ['JSON', 'username', { method: 'POST', url: 'https://a.example/q', body: { json: { variables: { names: ['{username}'] }, n: 1 } } }],
    [
      'text in JSON',
      'username',
      { method: 'POST', url: 'https://a.example/q', body: { json: { query: 'query { user(name: "{username}") { id } }' } } },
    ],
  ] satisfies [string, QueryType, ProbeRequest][])('finds platform, type and identity from the %s', (_, queryType, request) => {
    const value = queryType === 'username' && request.url.includes('//{') ? 'northwind' : VALUES[queryType];
    const platform = platformWith('asked', queryType, request);
    const match = post(createRequestMatcher([platform]), platform, queryType, value);
    expect(match).toMatchObject({ kind: 'asked', identity: { type: queryType, value }, route: { platform: { slug: 'asked' } } });
  });

  test('a national number is one of the only country that the rule is about, and a local part is at its only domain', () => {
    const scoped = (queryType: QueryType, url: string, scope: RuleScope) => {
      const { probes, ...platform } = platformWith('asked', queryType, { method: 'GET', url });
      return { ...platform, probes: { [queryType]: { ...(probes[queryType] as ProbeRule), scope } } };
    };
    const british = scoped('phone', 'https://a.example/{phone:national}', { countries: ['GB'] });
    expect(post(createRequestMatcher([british]), british, 'phone', '+447700900123')).toMatchObject({
      identity: { value: '+447700900123' },
    });
    const provider = scoped('email', 'https://a.example/{email:local}', { domains: ['example.org'] });
    expect(post(createRequestMatcher([provider]), provider, 'email', 'ada@example.org')).toMatchObject({
      identity: { value: 'ada@example.org' },
    });
  });

  test('two rules at one address are told apart by their bodies, the more particular first', () => {
    const body = (operation: string) =>
      ({ method: 'POST', url: 'https://a.example/graphql', body: { json: { operation, name: '{username}' } } }) as const;
    const platforms = [platformWith('users', 'username', body('user')), platformWith('teams', 'username', body('team'))];
    const matcher = createRequestMatcher(platforms);
    for (const platform of platforms) expect(post(matcher, platform, 'username', 'x')).toMatchObject({ route: { platform } });
  });

  test('a stranger known by a digest only is an identity that exists nowhere', () => {
    const platform = platformWith('asked', 'email', { method: 'GET', url: 'https://a.example/{email:md5}' });
    const match = post(createRequestMatcher([platform]), platform, 'email', 'stranger@example.com');
    expect(match).toMatchObject({ kind: 'asked', identity: { value: expect.stringMatching(/^[0-9a-f]{32}@unknown\.invalid$/) } });
  });

  test('HEAD is understood for GET, POST is not, and https is not http', () => {
    const platform = platformWith('asked', 'username', { method: 'GET', url: 'https://a.example/{username}' });
    const matcher = createRequestMatcher([platform]);
    const seen = { secure: true, host: 'a.example', target: '/x', body: '' };
    const book = createAccountRegistry([]);
    expect(matcher.match({ ...seen, method: 'HEAD' }, book).kind).toBe('asked');
    expect(matcher.match({ ...seen, method: 'POST' }, book).kind).toBe('unmatched');
    expect(matcher.match({ ...seen, method: 'GET', secure: false }, book).kind).toBe('insecure');
    expect(matcher.match({ ...seen, method: 'GET', target: '/x/y' }, book).kind).toBe('unmatched');
    expect(matcher.match({ ...seen, method: 'GET', target: '/' }, book).kind).toBe('unmatched');
    expect(matcher.match({ ...seen, method: 'GET', host: 'b.example' }, book).kind).toBe('unmatched');
  });

  test('any text that a probe can send as a username is read back as it was', () => {
    const { platforms } = generateSites(5);
    const matcher = createRequestMatcher(platforms);
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.constantFrom(...platforms), (value, platform) => {
        const match = post(matcher, platform, 'username', value);
        if (match !== null) expect(match).toMatchObject({ kind: 'asked', identity: { value }, route: { platform } });
      }),
      { numRuns: 300 },
    );
  });
});
