import { describe, expect, test } from 'vitest';
import { platformFault, ruleFault } from '../../../../../src/engine/catalogue/validation/validate-rule.js';
import type { QueryType } from '../../../../../src/kernel/identity/identity.js';
import type { Platform } from '../../../../../src/engine/catalogue/rules/platform.js';
import type { Evidence, ProbeRule } from '../../../../../src/engine/catalogue/rules/probe-rule.js';
import { usernameRule } from '../rules.js';

const PRESENT: Evidence = { status: [200], json: [{ pointer: '/login', is: 'identity' }] };
const verdict = (change: Partial<ProbeRule>, queryType: QueryType = 'username') => ruleFault(usernameRule(change), queryType);
const emailRule = (change: Partial<ProbeRule>): Partial<ProbeRule> => ({
  pattern: undefined,
  positiveControls: undefined,
  request: { method: 'GET', url: 'https://api.example.com/check?email={email}' },
  registered: { status: [200], json: [{ pointer: '/taken', is: 'true' }] },
  absent: { status: [200], json: [{ pointer: '/taken', is: 'false' }] },
  echoExemption: 'The answer is a flag.',
  ...change,
});

test('a two-sided rule with evidence of its own on each side is sound', () => {
  expect(verdict({})).toBeNull();
  expect(verdict(emailRule({}), 'email')).toBeNull();
});

describe('sides', () => {
  test('a rule without a side is refused; with one it may only ever say that one', () => {
    expect(verdict({ registered: undefined, absent: undefined })).toMatch(/no side/);
    expect(verdict({ absent: undefined })).toBeNull();
    expect(verdict({ registered: undefined })).toBeNull();
  });

  test('accounts in use that read absent need both sides: to confirm, and for the controls', () => {
    const readsAbsent = [{ class: 'private accounts', source: 'https://help.example.com/private' }];
    expect(verdict({ readsAbsent })).toBeNull();
    expect(verdict({ readsAbsent, absent: undefined })).toMatch(/`readsAbsent` is for a rule with both sides/);
    expect(verdict({ readsAbsent, registered: undefined })).toMatch(/`readsAbsent` is for a rule with both sides/);
  });

  test('reserved names are usernames, found without much work, and no positive control is one', () => {
    const source = 'https://help.example.com/names';
    const [known = ''] = usernameRule({}).positiveControls ?? [];
    expect(verdict({ reservedNames: { names: ['everyone'], pattern: 'zzz', source } })).toBeNull();
    expect(verdict({ reservedNames: { names: [known.toUpperCase()], source } })).toMatch(/is a reserved name/);
    expect(verdict({ reservedNames: { pattern: known.slice(1), source } })).toMatch(/is a reserved name/);
    expect(verdict({ reservedNames: { pattern: '(', source } })).toMatch(/the pattern of `reservedNames` is no/);
    expect(verdict({ reservedNames: { pattern: '(a+)+$', source } })).toMatch(/the pattern of `reservedNames` could run for ever/);
    expect(verdict(emailRule({ reservedNames: { names: ['everyone'], source } }), 'email')).toMatch(/are usernames/);
  });

  test.each<[string, Evidence]>([
    ['nothing else', { status: [404] }],
    ['a type', { status: [404], contentType: 'json' }],
    ['the want of a text', { status: [404], lacks: ['profile'] }],
    ['an empty body', { status: [404], bodyEquals: '' }],
    ['a missing member', { status: [404], json: [{ pointer: '/login', is: 'missing' }] }],
    ['any document', { status: [404], json: [{ pointer: '', is: 'object' }] }],
    ['a mere mention of the identity', { status: [404], contains: ['{username}'] }],
    ['an HTML label', { status: [404], headers: { 'Content-Type': 'text/html' } }],
  ])('a status with %s is no evidence', (_, absent) => {
    expect(verdict({ absent })).toMatch(/`absent` rests on a status alone/);
  });

  test.each<[string, Evidence]>([
    ['a marker', { status: [404], contains: ['no such user'] }],
    [
      'an empty list',
      {
        status: [404],
        json: [
          { pointer: '', is: 'array' },
          { pointer: '', is: 'empty' },
        ],
      },
    ],
    ['a whole body', { status: [404], bodyEquals: 'false' }],
    ['a typed error', { status: [404], json: [{ pointer: '/error', equals: 'not_found' }] }],
    ['an image', { status: [404], contentType: 'image', headers: { 'content-type': 'image/' } }],
  ])('%s is evidence', (_, absent) => {
    expect(verdict({ absent })).toBeNull();
  });

  test.each<[string, Evidence, Evidence]>([
    ['the same evidence', PRESENT, PRESENT],
    ['one side with more of the same', { ...PRESENT, contains: ['profile of'] }, PRESENT],
    ['a marker within a marker', { status: [200], contains: ['profile of {username}'] }, { status: [200], contains: ['profile of'] }],
    [
      'one of several markers',
      { status: [200], contains: ['profile of {username}'] },
      { status: [200], containsAny: ['profile of', 'x'.repeat(9)] },
    ],
    [
      'a value and its shape',
      { status: [200], json: [{ pointer: '/user', equals: '{username}' }] },
      { status: [200], json: [{ pointer: '/user', is: 'string' }] },
    ],
    [
      'a place and what it is in',
      { status: [200], json: [{ pointer: '/user/name', is: 'identity' }] },
      { status: [200], json: [{ pointer: '/user', is: 'present' }] },
    ],
    [
      'a redirect and a longer one',
      { status: [302], location: 'https://example.com/{username}' },
      { status: [302], location: 'https://example.com/' },
    ],
  ])('sides that one answer would satisfy are refused: %s', (_, registered, absent) => {
    expect(verdict({ registered, absent })).toMatch(/meets `\w+` too/);
    expect(verdict({ registered: absent, absent: registered, echoExemption: 'A test.' })).toMatch(/meets `\w+` too/);
  });

  test('the same status is fine when each side has something of its own', () => {
    const registered: Evidence = { status: [200], json: [{ pointer: '/users', is: 'nonEmpty' }] };
    expect(
      verdict({ registered, absent: { status: [200], json: [{ pointer: '/users', is: 'empty' }] }, echoExemption: 'A test.' }),
    ).toBeNull();
  });

  test('evidence must fit the request', () => {
    expect(verdict({ request: { method: 'HEAD', url: 'https://api.example.com/{username}' } })).toMatch(/HEAD answers have none/);
    expect(verdict({ request: { method: 'GET', url: 'https://api.example.com/{username}', body: { json: {} } } })).toMatch(/no body/);
    const location: Evidence = { status: [302], location: 'https://example.com/{username}' };
    expect(verdict({ registered: { ...location, status: [200] } })).toMatch(/status 200 does not have/);
    const follows = { ...usernameRule().request, followRedirects: true };
    expect(verdict({ registered: location, request: follows })).toMatch(/follows redirects/);
    expect(verdict({ registered: { ...PRESENT, contentType: 'image' } })).toMatch(/type image/);
    expect(verdict({ registered: { status: [200], json: [{ pointer: '/a~2', is: 'identity' }] } })).toMatch(/JSON Pointer/);
    expect(verdict({ registered: { status: [200], json: [{ pointer: '/a', matches: '^({username}+)+$' }] } })).toMatch(/for ever/);
  });

  test('a side that rests on the control needs a known account, and more than what every page or wall has', () => {
    const bare: Evidence = { status: [404], weakEvidence: true };
    expect(verdict({ absent: bare })).toBeNull();
    expect(verdict({ absent: bare, positiveControls: undefined })).toMatch(/no `positiveControls`/);
    expect(verdict({ absent: { ...bare, status: [403] } })).toMatch(/block pages have/);
    expect(verdict({ absent: { ...bare, status: [200] } })).toMatch(/most pages have/);
    const shown: Evidence = { status: [200], contains: ['@{username}'], weakEvidence: true };
    expect(verdict({ registered: shown })).toBeNull();
    expect(verdict({ registered: { ...shown, contains: ['profile'] } })).toMatch(/does not name the identity/);
    expect(verdict({ registered: { ...shown, status: [302] } })).toMatch(/other than success/);
  });

  test('a redirect to the root is for absence alone, beside a presence side and a known account', () => {
    const absent: Evidence = { status: [301, 302], redirectToRoot: true };
    expect(verdict({ absent })).toBeNull();
    expect(verdict({ absent, positiveControls: undefined })).toMatch(/no `positiveControls`/);
    expect(verdict({ absent, registered: undefined })).toMatch(/not everybody/);
    expect(verdict({ absent: { ...absent, status: [302, 404] } })).toMatch(/status 404 is not/);
    expect(verdict({ absent: { ...absent, contains: ['nobody'] } })).toMatch(/no other evidence \(contains\)/);
    expect(verdict({ registered: absent, echoExemption: 'A test.' })).toMatch(/is for `absent`/);
    expect(verdict({ absent, request: { method: 'POST', url: 'https://api.example.com/{username}' } })).toMatch(/a POST/);
  });

  test('presence names the identity, or the rule says why not', () => {
    const registered: Evidence = { status: [200], json: [{ pointer: '/id', is: 'number' }] };
    expect(verdict({ registered })).toMatch(/echoExemption/);
    expect(verdict({ registered, echoExemption: 'The answer holds an id only.' })).toBeNull();
  });
});

describe('patterns of usernames', () => {
  test('are required', () => {
    expect(verdict({ pattern: undefined })).toMatch(/needs a `pattern`/);
  });
  test.each([
    ['^.*$', '""'],
    ['^.{1,9}$', '"."'],
    ['^[a-z.]+$', '"."'],
    ['^\\.\\.|[a-z]+$', 'not anchored'],
    ['^[a-z/]+$', '"/"'],
    ['^[a-z ]+$', '" "'],
    ['^[^/. ]+$', '"ab\\r\\ncd"'],
    ['^\\w+(?:\\n)?$', '"ab\\n"'],
    ['^[a-z\\\\]+$', '"ab\\\\cd"'],
    ['^[a-z]*$', '""'],
  ])('%s is refused for %s', (pattern, what) => {
    expect(verdict({ pattern, positiveControls: undefined })).toContain(what);
  });
  test('accept the known accounts, and nothing near them', () => {
    expect(verdict({ positiveControls: ['Example Org'] })).toMatch(/refuses the positive control/);
    expect(verdict({ pattern: '^(?:[a-z-]{11}|[a-z-]{11}/x)$' })).toMatch(/accepts "example-org\/x"/);
  });
});

describe('variables', () => {
  const url = (text: string): Partial<ProbeRule> => ({ request: { method: 'GET', url: `https://api.example.com/${text}` } });
  test.each(['{email}', '{host}', '{user}', '{username}/{phone:digits}'])('%s is unknown to a username rule', (text) => {
    expect(verdict(url(text))).toMatch(/is not a variable of username rules/);
  });
  test('unknown ones are found in bodies, evidence and walls', () => {
    expect(verdict({ request: { method: 'POST', url: 'https://api.example.com/{username}', body: { json: { a: ['{id}'] } } } })).toMatch(
      /\{id\}/,
    );
    expect(verdict({ absent: { status: [404], contains: ['no such user: {name}'] } })).toMatch(/\{name\}/);
    expect(verdict({ blockPages: ['{x}'] })).toMatch(/\{x\}/);
  });
  test('each query type has its own', () => {
    for (const name of ['email', 'email:sha256', 'email:md5', 'email:local}@{email:domain']) {
      expect(verdict(emailRule({ request: { method: 'GET', url: `https://api.example.com/{${name}}` } }), 'email'), name).toBeNull();
    }
    const phone = emailRule({ request: { method: 'GET', url: 'https://api.example.com/{phone:digits}' } });
    expect(verdict(phone, 'phone')).toBeNull();
  });
  test('the request names the whole identity', () => {
    expect(verdict(url('users'))).toMatch(/does not name the identity/);
    expect(verdict(emailRule({ request: { method: 'GET', url: 'https://api.example.com/{email:domain}' } }), 'email')).toMatch(
      /does not name/,
    );
  });
  test('an identity is never the name of a query parameter, where it could be any other parameter', () => {
    expect(verdict(url('profile?{username}'))).toMatch(/name of a query parameter/);
    expect(verdict(url('?32-{username}'))).toMatch(/name of a query parameter/);
    expect(verdict(url('u?page=1&x{username}=1'))).toMatch(/name of a query parameter/);
    expect(verdict(url('{username}?page=1&of={username}#{username}'))).toBeNull();
  });
  test('braces that are no variable, and variables in names', () => {
    expect(verdict(url('{Username}/{username}'))).toMatch(/brace/);
    expect(verdict({ request: { ...usernameRule().request, headers: { '{username}': 'x' } } })).toMatch(/names of headers or fields/);
    expect(verdict({ request: { ...usernameRule().request, headers: { referer: 'https://example.com/{username}' } } })).toBeNull();
    expect(verdict({ request: { ...usernameRule().request, headers: { referer: '{email}' } } })).toMatch(
      /not a variable of username rules/,
    );
    const body = { form: { '{username}': '{username}' } };
    expect(verdict({ request: { method: 'POST', url: 'https://api.example.com/', body } })).toMatch(/names of headers or fields/);
  });
  test('a national number identifies beside its calling code, or where the rule is about one country', () => {
    const national = (change: Partial<ProbeRule>, url = 'https://api.example.com/{phone:national}') =>
      verdict(emailRule({ request: { method: 'GET', url }, ...change }), 'phone');
    expect(national({})).toMatch(/number in every country/);
    expect(national({ scope: { countries: ['IN', 'US'] } })).toMatch(/number in every country/);
    expect(national({ scope: { countries: ['IN'] } })).toBeNull();
    expect(national({}, 'https://api.example.com/{phone:cc}/{phone:national}')).toBeNull();
    expect(national({ scope: { countries: ['IN'] } }, 'https://api.example.com/{phone:cc}')).toMatch(/does not name the identity/);
  });
  test('a local part identifies beside its domain, or where the rule is about one domain', () => {
    const local = (scope?: ProbeRule['scope']) =>
      verdict(emailRule({ request: { method: 'GET', url: 'https://api.example.com/{email:local}' }, scope }), 'email');
    expect(local()).toMatch(/does not name/);
    expect(local({ domains: ['example.com', 'example.org'] })).toMatch(/does not name/);
    expect(local({ domains: ['example.com'] })).toBeNull();
  });
});

describe('scopes', () => {
  const phoneRule = (change: Partial<ProbeRule>) =>
    emailRule({ request: { method: 'GET', url: 'https://api.example.com/{phone}' }, ...change });
  test('countries are about phone numbers, domains about addresses, and one of them is named', () => {
    expect(verdict({ scope: { countries: ['US'] } })).toMatch(/phone numbers only/);
    expect(verdict(emailRule({ scope: { countries: ['US'] } }), 'email')).toMatch(/phone numbers only/);
    expect(verdict({ scope: { domains: ['example.com'] } })).toMatch(/e-mail addresses only/);
    expect(verdict(phoneRule({ scope: { domains: ['example.com'] } }), 'phone')).toMatch(/e-mail addresses only/);
    expect(verdict(phoneRule({ scope: {} }), 'phone')).toMatch(/neither countries nor domains/);
    expect(verdict(phoneRule({ scope: { countries: ['US'] } }), 'phone')).toBeNull();
    expect(verdict(emailRule({ scope: { domains: ['example.com'] } }), 'email')).toBeNull();
  });
  test('known accounts are inside', () => {
    const controlled = (positiveControls: string[], countries: string[]) =>
      verdict(phoneRule({ positiveControls, scope: { countries } }), 'phone');
    expect(controlled(['+12065550142'], ['US'])).toBeNull();
    expect(controlled(['+14165550142'], ['US'])).toMatch(/outside the scope/);
    const at = (positiveControls: string[]) => verdict(emailRule({ positiveControls, scope: { domains: ['example.com'] } }), 'email');
    expect(at(['press@example.com'])).toBeNull();
    expect(at(['press@mail.example.com'])).toMatch(/outside the scope/);
  });
});

test('instant needs a probe of a public API', () => {
  const platform = (instant: QueryType[], rule = usernameRule()): Platform => ({
    slug: 'a',
    name: 'A',
    homepage: 'https://example.com/',
    icon: null,
    tags: [],
    strength: 'strong',
    instant,
    probes: { username: rule },
  });
  expect(platformFault(platform(['username']))).toBeNull();
  expect(platformFault(platform(['email']))).toMatch(/has no probe/);
  expect(platformFault(platform(['username'], usernameRule({ method: 'account_enumeration' })))).toMatch(/not public_api/);
  expect(platformFault({ ...platform([]), probes: {} })).toMatch(/no probe/);
  expect(platformFault({ ...platform([]), probes: {}, retired: 'Its interface was closed.' })).toBeNull();
  expect(platformFault({ ...platform([]), retired: 'Its interface was closed.' })).toMatch(/retired and has probes/);
});
