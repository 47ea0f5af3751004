import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestViolation } from '../../../../../src/engine/catalogue/safety/check-request.js';
import { templateViolation } from '../../../../../src/engine/catalogue/safety/check-template.js';
import { ruleFault } from '../../../../../src/engine/catalogue/validation/validate-rule.js';
import { variablesFor } from '../../../../../src/engine/http/probe-variables.js';
import type { Prelude, ProbeRule, RuleCredentials, SafetyReview } from '../../../../../src/engine/catalogue/rules/probe-rule.js';
import { renderTemplate } from '../../../../../src/engine/evaluation/template.js';
import { QUERY_TYPES } from '../../../../../src/kernel/identity/identity.js';
import { generateSites, KIND_GROUP_NAMES } from '../../../../../tools/simulator/generated-sites.js';

const PRELUDE: Prelude = {
  url: 'https://www.example.com/welcome',
  captures: { csrf: { text: 'name="csrf" value="([^"]+)"' } },
  ttlSeconds: 300,
};
const REVIEW: SafetyReview = {
  basis: 'availability_check',
  reviewed: '2026-11-23',
  reason: 'Asks whether a name is free, as the page does while somebody types; nothing is stored.',
};
const EVIDENCE = "The site's own page sends this request before it asks for a password; its source shows no mail.";

const rule = (change: Partial<ProbeRule> = {}, request: Partial<ProbeRule['request']> = {}): ProbeRule => ({
  method: 'account_enumeration',
  pattern: '^[A-Za-z0-9-]{1,39}$',
  prelude: PRELUDE,
  request: {
    method: 'POST',
    url: 'https://api.example.com/names/free',
    headers: { 'x-csrf-token': '{prelude:csrf}' },
    body: { json: { name: '{username}' } },
    ...request,
  },
  safety: REVIEW,
  registered: { status: [200], json: [{ pointer: '/free', is: 'false' }] },
  absent: { status: [200], json: [{ pointer: '/free', is: 'true' }] },
  echoExemption: 'The answer is a flag.',
  positiveControls: ['example-org'],
  ...change,
});
const verdict = (checked: ProbeRule) => templateViolation(checked, 'shipped') ?? ruleFault(checked, 'username');
const withPrelude = (change: Partial<Prelude>) => verdict(rule({ prelude: { ...PRELUDE, ...change } }));

describe('a prelude', () => {
  test('whose token goes into a header, a form or JSON is admitted', () => {
    expect(verdict(rule())).toBeNull();
    for (const field of ['csrfmiddlewaretoken', 'authenticity_token', '__RequestVerificationToken']) {
      expect(verdict(rule({}, { headers: {}, body: { form: { [field]: '{prelude:csrf}', name: '{username}' } } }))).toBeNull();
    }
  });

  test.each<[string, Partial<Prelude>, RegExp]>([
    ['with an identity', { url: 'https://www.example.com/{username}' }, /has a variable/],
    ['with a key in a header', { headers: { accept: '{key:example}' } }, /has a variable/],
    ['of another site', { url: 'https://www.example.org/welcome' }, /registrable domain/],
    ['over plain HTTP', { url: 'http://www.example.com/welcome' }, /unencrypted/],
    ['with a cookie of its own', { headers: { cookie: 'a=b' } }, /credential/],
    ['that resets something', { url: 'https://www.example.com/reset' }, /"reset"/],
    ['of a page about passwords', { url: 'https://www.example.com/password' }, /password/],
    ['without a use for its capture', { captures: { ...PRELUDE.captures, other: { cookie: 'x' } } }, /not used/],
    ['with another capture than is used', { captures: { other: { cookie: 'x' } } }, /not captured/],
    ['whose text has two groups', { captures: { csrf: { text: 'csrf="(a)(b)"' } } }, /one capturing group/],
    ['whose text could be anywhere', { captures: { csrf: { text: '([a-f0-9]{32})' } } }, /constant characters/],
    ['whose text could run for ever', { captures: { csrf: { text: 'csrf="((?:a+)+)"' } } }, /for ever/],
  ])('%s is refused', (_, change, reason) => {
    expect(withPrelude(change)).toMatch(reason);
  });

  test('of a log-in page needs the basis and the reason that a probe of it would need', () => {
    const login = { ...PRELUDE, url: 'https://www.example.com/login' };
    expect(verdict(rule({ prelude: login }))).toBeNull();
    expect(verdict(rule({ prelude: login, safety: { ...REVIEW, reason: 'It is safe.' } }))).toMatch(/reason/);
    const page = { ...REVIEW, basis: 'public_page' as const };
    expect(
      verdict(rule({ prelude: login, safety: page }, { method: 'GET', url: 'https://www.example.com/u/{username}', body: undefined })),
    ).toMatch(/basis/);
  });

  test.each<[string, Partial<ProbeRule['request']>]>([
    ['a constant', { headers: { 'x-csrf-token': 'abc' } }],
    ['more than the captured value', { headers: { 'x-csrf-token': 'a{prelude:csrf}' } }],
    ['an identity', { headers: { 'x-csrf-token': '{username}' } }],
    ['an authorization header', { headers: { authorization: '{prelude:csrf}' } }],
    ['a cookie header', { headers: { cookie: '{prelude:csrf}' } }],
    ['a constant in a form', { headers: {}, body: { form: { csrf_token: 'abc', name: '{username}', x: '{prelude:csrf}' } } }],
    ['a password', { headers: {}, body: { form: { password: '{prelude:csrf}', name: '{username}' } } }],
    ['the URL', { url: 'https://api.example.com/names/free?t={prelude:csrf}' }],
  ])('does not admit %s as a token', (_, request) => {
    expect(verdict(rule({}, request))).not.toBeNull();
  });

  test('may not be used with redirects, or where there is none', () => {
    expect(verdict(rule({}, { followRedirects: true }))).toMatch(/redirects/);
    expect(verdict(rule({ prelude: undefined }))).toMatch(/credential|no prelude/);
  });

  test('is sent as it is written, and its redirects stay within the site', () => {
    const sent = (url: string, method = 'GET') => requestViolation(rule(), { method, url: new URL(url), part: 'prelude' });
    expect(sent(PRELUDE.url)).toBeNull();
    expect(sent('https://example.com/welcome?ref=1')).toBeNull();
    expect(sent(PRELUDE.url, 'POST')).not.toBeNull();
    expect(sent('https://example.org/welcome')).not.toBeNull();
    expect(sent('http://www.example.com/welcome')).not.toBeNull();
    expect(sent('https://www.example.com/forgot-password')).not.toBeNull();
    expect(requestViolation(rule(), { method: 'GET', url: new URL(PRELUDE.url) })).not.toBeNull();
  });

  test('carries no identity in any rule: no text of it changes with who is asked about', () => {
    const { platforms } = generateSites(28, { kinds: KIND_GROUP_NAMES });
    const rules = platforms.flatMap(({ probes }) => QUERY_TYPES.flatMap((type) => (probes[type] ? [[type, probes[type]] as const] : [])));
    expect(rules.some(([, { prelude }]) => prelude !== undefined)).toBe(true);
    fc.assert(
      fc.property(fc.constantFrom(...rules), fc.stringMatching(/^[a-z0-9]{3,12}$/), fc.boolean(), ([type, { prelude }], name, isIn) => {
        if (prelude === undefined) return;
        const value = type === 'email' ? `${name}@example.com` : name;
        const texts = [prelude.url, ...Object.entries(prelude.headers ?? {}).flat()];
        for (const text of texts) expect(renderTemplate(text, variablesFor({ type, value }))).toBe(text);
        // What would carry one is not admitted.
        const url = isIn ? `${prelude.url}?q={${type}}` : prelude.url;
        expect(templateViolation(rule({ prelude: { ...PRELUDE, url } }), 'operator') !== null).toBe(isIn || !url.includes('example.com'));
      }),
    );
  });
});

describe('the identifier step of a sign-in', () => {
  const safety: SafetyReview = { ...REVIEW, basis: 'identifier_step' };
  const SOURCE = 'example-tool 1.2.3, sites/example.py';
  const answered: SafetyReview = {
    ...safety,
    evidence: EVIDENCE,
    withoutPassword: { does: 'Lists the ways of sign-in; a code is another call.', source: SOURCE },
  };
  test('needs evidence that nothing is sent and nothing created', () => {
    expect(verdict(rule({ safety }))).toMatch(/evidence/);
    expect(verdict(rule({ safety: { ...safety, evidence: 'It is known to be safe.' } }))).toMatch(/evidence/);
    expect(verdict(rule({ safety: answered }, { url: 'https://login.example.com/identifier' }))).toBeNull();
  });

  const without = (withoutPassword: SafetyReview['withoutPassword'], onHold?: string) =>
    verdict(rule({ safety: { ...safety, evidence: EVIDENCE, withoutPassword }, onHold }));
  test('needs the answer to what happens to an account without a password', () => {
    expect(without(undefined)).toMatch(/`withoutPassword`: what the platform does for an account without a password/);
    expect(without(undefined, 'It has to be tried on an own account.')).toMatch(/`withoutPassword`/);
  });
  test.each<SafetyReview['withoutPassword']>([
    'not known',
    { does: 'Not known to anybody so far.', source: SOURCE },
    { does: 'It is unknown what happens then.', source: SOURCE },
    { does: 'not-documented by the platform', source: SOURCE },
    { does: '??? to be looked up later', source: SOURCE },
  ])('is probed by nobody while that is not known: %j', (answer) => {
    expect(without(answer)).toMatch(/not known what the platform does for an account without a password.*`onHold`/);
    expect(without(answer, 'It has to be tried on an own account.')).toBeNull();
  });
  test.each(['https://www.example.com/password/reset', 'https://www.example.com/login/otp', 'https://www.example.com/send-code'])(
    'does not admit %s',
    (url) => {
      expect(verdict(rule({ safety: answered }, { url }))).not.toBeNull();
    },
  );
});

describe('keys', () => {
  const CREDENTIALS: RuleCredentials = {
    keys: ['example-token'],
    host: 'api.example.com',
    headers: { authorization: 'Bearer {key:example-token}' },
    required: false,
  };
  const keyed = (change: Partial<RuleCredentials> = {}, safety: Partial<SafetyReview> = {}) =>
    rule(
      { prelude: undefined, credentials: { ...CREDENTIALS, ...change }, safety: { ...REVIEW, basis: 'documented_api', ...safety } },
      { method: 'GET', url: 'https://api.example.com/users/{username}', headers: {}, body: undefined },
    );

  test('of the host that is asked are admitted, also with a grant or another URL of that host', () => {
    expect(verdict(keyed())).toBeNull();
    expect(verdict(keyed({ host: 'oauth.example.com', url: 'https://oauth.example.com/users/{username}' }))).toBeNull();
    const grant = { url: 'https://id.example.com/oauth2/token', clientId: 'example-id', clientSecret: 'example-secret' };
    expect(verdict(keyed({ keys: ['example-id', 'example-secret'], headers: { authorization: 'Bearer {key:token}' }, grant }))).toBeNull();
    const elsewhere = { ...grant, url: 'https://id.example.org/oauth2/token' };
    expect(
      verdict(keyed({ keys: ['example-id', 'example-secret'], headers: { authorization: 'Bearer {key:token}' }, grant: elsewhere })),
    ).toMatch(/registrable domain/);
  });

  test.each<[string, Partial<RuleCredentials>, RegExp]>([
    ['another host', { host: 'www.example.com' }, /goes to api.example.com/],
    ['a key that is not named', { headers: { authorization: 'Bearer {key:other}' } }, /not among/],
    ['a key without a use', { keys: ['example-token', 'idle'] }, /idle is not used/],
    ['an identity', { headers: { authorization: '{key:example-token}', 'x-name': '{username}' } }, /not a key/],
    ['a cookie', { headers: { cookie: '{key:example-token}' } }, /carries no key/],
    ['a push', { query: { key: '{key:example-token}', isRemoteNGCSupported: 'true' } }, /starts a sign-in/],
    ['a URL without the identity', { url: 'https://api.example.com/users/me' }, /does not name the identity/],
  ])('%s: refused', (_, change, reason) => {
    expect(verdict(keyed(change))).toMatch(reason);
  });

  test('are for documented interfaces', () => {
    expect(verdict(keyed({}, { basis: 'public_page' }))).toMatch(/documented_api/);
  });

  test('in the query are part of the request that is admitted, and nothing else is', () => {
    const checked = keyed({ headers: {}, query: { key: '{key:example-token}' } });
    const sent = (search: string) =>
      requestViolation(checked, { method: 'GET', url: new URL(`https://api.example.com/users/ada${search}`) });
    expect(sent('?key=abc')).toBeNull();
    expect(sent('?key=abc&more=1')).not.toBeNull();
    expect(sent('?other=abc')).not.toBeNull();
  });
});
