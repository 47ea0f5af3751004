import { describe, expect, test } from 'vitest';
import { templateViolation } from '../../../../../src/engine/catalogue/safety/check-template.js';
import { deniedTerm } from '../../../../../src/kernel/values/denylist.js';
import type { SafetyReview, ProbeRequest } from '../../../../../src/engine/catalogue/rules/probe-rule.js';
import { context, REVIEWED, usernameRule } from '../rules.js';

const PUBLIC_PAGE: SafetyReview = { ...REVIEWED, basis: 'public_page' };
const TERSE: SafetyReview = { ...REVIEWED, reason: 'It is safe.' };
const U = 'https://api.example.com';
const get = (path: string): Partial<ProbeRequest> => ({ url: `${U}${path}` });
const form = (fields: Record<string, string>, path = '/check'): Partial<ProbeRequest> => ({
  method: 'POST',
  url: U + path,
  body: { form: fields },
});
const json = (
  body: ProbeRequest['body'] extends infer B ? (B extends { json: infer J } ? J : never) : never,
  path = '/check',
): Partial<ProbeRequest> => ({
  method: 'POST',
  url: U + path,
  body: { json: body },
});
const headers = (fields: Record<string, string>): Partial<ProbeRequest> => ({ headers: fields });
const STARTS_A_SIGN_IN = /starts a sign-in/;
const NO_REVIEW_HELPS = /acts on the account or writes to its holder/;

const REFUSED: [string, Partial<ProbeRequest>, RegExp, SafetyReview?][] = [
  ['a password reset', get('/password/reset?user={username}'), NO_REVIEW_HELPS],
  ['a camel-cased reset', get('/api/resetAccount/{username}'), NO_REVIEW_HELPS],
  ['a glued reset', get('/resetpassword?u={username}'), NO_REVIEW_HELPS],
  ['an encoded reset', get('/%72eset/{username}'), NO_REVIEW_HELPS],
  ['a doubly encoded reset', get('/%2572eset/{username}'), NO_REVIEW_HELPS],
  ['a full-width reset', get('/ｒｅｓｅｔ/{username}'), NO_REVIEW_HELPS],
  ['a forgotten password page', get('/forgot?u={username}'), NO_REVIEW_HELPS],
  ['account recovery', get('/account/recovery/{username}'), NO_REVIEW_HELPS],
  ['recover as a query value', get('/u?do=recover&u={username}'), NO_REVIEW_HELPS],
  ['a one-time password', get('/otp?u={username}'), NO_REVIEW_HELPS],
  ['OTP in capitals', get('/getOTPCode/{username}'), NO_REVIEW_HELPS],
  ['a one-time code', get('/one-time-code/{username}'), NO_REVIEW_HELPS],
  ['a magic link', get('/magic-link?u={username}'), NO_REVIEW_HELPS],
  ['a magic link, glued', get('/magiclink?u={username}'), NO_REVIEW_HELPS],
  ['sending', form({ action: 'send', user: '{username}' }), NO_REVIEW_HELPS],
  ['sending, in a field name', form({ sendEmail: 'false', user: '{username}' }), NO_REVIEW_HELPS],
  ['sending, glued', get('/sendmail/{username}'), NO_REVIEW_HELPS],
  ['resending', get('/resend_confirmation?u={username}'), NO_REVIEW_HELPS],
  ['a reminder', get('/remind/{username}'), NO_REVIEW_HELPS],
  ['an invitation', get('/invite?u={username}'), NO_REVIEW_HELPS],
  ['a notification', json({ notify: false, user: '{username}' }), NO_REVIEW_HELPS],
  ['a notification deep in a body', json({ a: [{ b: { notification: 1 } }], user: '{username}' }), NO_REVIEW_HELPS],
  ['a verification code', get('/verification-code/{username}'), NO_REVIEW_HELPS],
  ['a verification SMS', get('/verificationSms/{username}'), NO_REVIEW_HELPS],
  ['an SMS', get('/sms?u={username}'), NO_REVIEW_HELPS],
  ['a passwordless login', get('/passwordless/start?u={username}'), NO_REVIEW_HELPS],
  ['a login link', get('/login-link?u={username}'), NO_REVIEW_HELPS],
  ['deleting', get('/users/{username}/delete'), NO_REVIEW_HELPS],
  ['unsubscribing', get('/unsubscribe?u={username}'), NO_REVIEW_HELPS],
  ['subscribing', form({ subscribe: '0', user: '{username}' }), NO_REVIEW_HELPS],
  ['a newsletter', form({ email: '{username}' }, '/newsletter'), NO_REVIEW_HELPS],
  ['a dangerous subdomain', { url: 'https://otp.api.example.com/{username}' }, NO_REVIEW_HELPS],
  ['a dangerous fragment', get('/u/{username}#reset'), NO_REVIEW_HELPS],
  ['JSON in a query parameter', get('/r?data={"options":{"resend":true}}&u={username}'), NO_REVIEW_HELPS],

  ['a password field', form({ user: '{username}', password: '' }), /no password or secret/],
  ['a password in another spelling', form({ user: '{username}', user_passwd: 'x' }), /no password or secret/],
  ['a password in Portuguese', form({ user: '{username}', senha: 'x' }), /no password or secret/],
  ['a password field deep in JSON', json({ a: { b: [{ Password: '' }] }, user: '{username}' }), /no password or secret/],
  ['a password field in the query', get('/check?user={username}&pwd=x'), /no password or secret/],
  ['a password field in nested JSON text', get('/check?data=%7B%22pass%22%3A1%7D&u={username}'), /no password or secret/],
  ['a PIN field', form({ user: '{username}', pin: '0000' }), /no password or secret/],
  ['a client secret', json({ client_secret: 'x', user: '{username}' }), /no password or secret/],
  ['a password page', get('/password/check/{username}'), /no password or secret/],

  ['a login without review', get('/login?u={username}'), /needs the basis/, PUBLIC_PAGE],
  ['a login with a terse review', get('/login?u={username}'), /needs a reason/, TERSE],
  ['a sign-in in two words', get('/sign-in/{username}'), /needs the basis/, PUBLIC_PAGE],
  ['a sign-up, glued', get('/userSignup/{username}'), /needs the basis/, PUBLIC_PAGE],
  ['a registration', get('/registration/{username}'), /needs a reason/, TERSE],
  ['a session', get('/sessions/{username}'), /needs the basis/, PUBLIC_PAGE],
  ['a token', get('/token?u={username}'), /needs the basis/, PUBLIC_PAGE],
  ['OAuth', get('/oauth2/{username}'), /needs the basis/, PUBLIC_PAGE],
  ['an auth subdomain', { url: 'https://auth.example.com/{username}' }, /needs the basis/, PUBLIC_PAGE],

  ...[true, 'true', 'TRUE', 1, '1', 'yes', '', [true], { on: true }, '{username}'].map((value): [string, Partial<ProbeRequest>, RegExp] => [
    `an authenticator's push in JSON: ${JSON.stringify(value)}`,
    json({ user: '{username}', isRemoteNGCSupported: value }),
    STARTS_A_SIGN_IN,
  ]),
  ['a security key in JSON', json({ user: '{username}', isFidoSupported: true }), STARTS_A_SIGN_IN],
  ['a push deep in JSON', json({ a: [{ b: { isremotengcsupported: true } }], user: '{username}' }), STARTS_A_SIGN_IN],
  ['a push in snake case', json({ is_remote_ngc_supported: true, user: '{username}' }), STARTS_A_SIGN_IN],
  ['a push in capitals', json({ ISREMOTENGCSUPPORTED: true, user: '{username}' }), STARTS_A_SIGN_IN],
  ['a push in full-width letters', json({ ｉｓＦｉｄｏＳｕｐｐｏｒｔｅｄ: true, user: '{username}' }), STARTS_A_SIGN_IN],
  ['a push in JSON as a text', json({ data: '{"isRemoteNGCSupported":true}', user: '{username}' }), STARTS_A_SIGN_IN],
  ['a push in a form as a text', json({ data: 'x=1&isRemoteNGCSupported=true', user: '{username}' }), STARTS_A_SIGN_IN],
  ['a push in a form', form({ IsRemoteNgcSupported: 'true', user: '{username}' }), STARTS_A_SIGN_IN],
  ['a push in the query', get('/check?u={username}&isRemoteNGCSupported=true'), STARTS_A_SIGN_IN],
  ['a push in the query, encoded', get('/check?u={username}&is%46idoSupported=1'), STARTS_A_SIGN_IN],
  ['a push in a header', headers({ 'x-is-remote-ngc-supported': 'true' }), STARTS_A_SIGN_IN],
  ['a push in the query without a value', get('/check?u={username}&isFidoSupported'), STARTS_A_SIGN_IN],

  ['a POST without review', form({ user: '{username}' }), /POST needs the basis/, PUBLIC_PAGE],
  ['a GraphQL mutation', json({ query: 'mutation { follow(user: "{username}") { id } }' }, '/graphql'), /"mutation"|plain query/],
  ['a mutation behind a query', json({ query: 'query A { a } mutation B { b }' }, '/graphql'), /"mutation"|plain query/],
  ['a GraphQL subscription', json({ query: 'subscription { a }' }, '/graphql'), /"subscription"|plain query/],
  ['a stored GraphQL operation', json({ operationName: 'User', id: 'x', user: '{username}' }, '/graphql'), /query text/],
  ['unreadable GraphQL', json({ query: 'query { a } }', user: '{username}' }, '/gql'), /plain query/],
  ['one bad GraphQL operation of two', json([{ query: '{ a }' }, { query: 'fragment F on U { a }' }], '/graphql'), /plain query/],
  [
    'GraphQL with the braces of a template',
    json({ query: '{{ user(name: $n) {{ id }} }}', variables: { n: '{username}' } }, '/graphql'),
    /plain query/,
  ],
  ['an identity in a GraphQL text', json({ query: '{ user(name: "{username}") { id } }' }, '/graphql'), /give it in `variables`/],
  [
    'an identity in a GraphQL text of another address',
    json({ query: 'query { user(name: "{username}") { id } }' }, '/api'),
    /give it in `variables`/,
  ],
  ['an identity in a GraphQL text by GET', get('/graphql?query=%7B%20user(n%3A%22{username}%22)%7Bid%7D%20%7D'), /give it in `variables`/],

  ['an Authorization header', headers({ Authorization: 'Bearer x' }), /credential/],
  ['a cookie', headers({ cookie: 'a=b' }), /credential/],
  ['an API key', headers({ 'X-API-Key': 'x' }), /credential/],
  ['an API key, glued', headers({ apikey: 'x' }), /credential/],
  ['a CSRF header', headers({ 'x-csrf-token': 'x' }), /credential/],
  ['a CSRF header, glued', headers({ 'x-xsrftoken': 'x' }), /credential/],
  ['another method by header', headers({ 'X-HTTP-Method-Override': 'DELETE' }), /another request/],
  ['another host by header', headers({ host: 'other.example.com' }), /another request/],
  ['a header with a line break', headers({ accept: 'a\r\nb: c' }), /malformed/],
  ['a CSRF field', form({ csrf_token: 'x', user: '{username}' }), /CSRF/],
  ['a framework CSRF field', form({ csrfmiddlewaretoken: 'x', user: '{username}' }), /CSRF/],
  ['an API key in the query', get('/check?api_key=x&u={username}'), /credential/],
  ['another method by field', form({ _method: 'patch', user: '{username}' }), /another method/],

  ['an IPv4 address', { url: 'https://192.0.2.7/{username}' }, /is an address/],
  ['an IPv6 address', { url: 'https://[2001:db8::1]/{username}' }, /is an address/],
  ['a number that is an address', { url: 'https://3221225479/{username}' }, /is an address/],
  ['a local name', { url: 'https://localhost/{username}' }, /not a public host/],
  ['an internal name', { url: 'https://intranet.internal/{username}' }, /not a public host/],
  ['a bare suffix', { url: 'https://co.uk/{username}' }, /not a public host/],
  ['plain HTTP', { url: 'http://api.example.com/{username}' }, /unencrypted/],
  ['an odd port', { url: 'https://api.example.com:8443/{username}' }, /port 8443/],
  ['credentials in the URL', { url: 'https://a:b@api.example.com/{username}' }, /credentials/],
  ['a redirect to an address', { followRedirects: true, redirectHosts: ['192.0.2.7'] }, /is an address/],
  ['a redirect host with a path', { followRedirects: true, redirectHosts: ['example.com/login'] }, /not a lower-case host/],
  ['a domain chosen by the identity', { url: 'https://{username}.com/' }, /choose the domain/],
  ['a host chosen by the identity', { url: 'https://{username}/' }, /choose the domain/],
];

const ALLOWED: [string, Partial<ProbeRequest>, SafetyReview?][] = [
  ['a look-up that starts no sign-in', json({ user: '{username}', isRemoteNGCSupported: false, isFidoSupported: 'false' })],
  ['the same as a text', json({ user: '{username}', data: '{"isRemoteNGCSupported": false, "isFidoSupported":0}' })],
  ['a public profile', get('/users/{username}'), PUBLIC_PAGE],
  ['passport is not password', get('/passport/{username}'), PUBLIC_PAGE],
  ['compass is not pass', form({ compass: '1', user: '{username}' })],
  ['pinterest is not pin', get('/pins/pinterest/{username}'), PUBLIC_PAGE],
  ['a pin in a path is a picture', get('/pin/{username}'), PUBLIC_PAGE],
  ['sender is not send', get('/sender/{username}'), PUBLIC_PAGE],
  ['presets are not resets', get('/presets/{username}'), PUBLIC_PAGE],
  ['a resettlement is none', get('/resettlement/{username}'), PUBLIC_PAGE],
  ['authors are not auth', get('/authors/{username}'), PUBLIC_PAGE],
  ['a discovery is no recovery', get('/discovery/{username}'), PUBLIC_PAGE],
  ['tokenizers are not tokens', get('/tokenizer/{username}'), PUBLIC_PAGE],
  ['a verified badge is no verification', get('/u/{username}?fields=verified'), PUBLIC_PAGE],
  ['an address that is only validated', get('/validate/email?u={username}')],
  ['two letters of a site’s name are no password', { url: 'https://pw.example.com/u/{username}' }, PUBLIC_PAGE],
  ['subscribers are counted', get('/u/{username}?fields=subscribers'), PUBLIC_PAGE],
  ['a variable is not a word', get('/{username}'), PUBLIC_PAGE],
  ['a domain may be called anything', { url: 'https://api.resend.com/{username}' }, PUBLIC_PAGE],
  ['a reviewed sign-up check', get('/signup/check?u={username}')],
  ['a reviewed login check', form({ user: '{username}' }, '/login/identifier')],
  ['a reviewed auth host', { url: 'https://auth.example.com/{username}' }],
  ['a reviewed POST', json({ user: '{username}' })],
  ['a HEAD request', { method: 'HEAD', url: `${U}/{username}` }, PUBLIC_PAGE],
  ['a GraphQL query', json({ query: 'query U($n: String!) { user(name: $n) { id } }', variables: { n: '{username}' } }, '/graphql')],
  ['a short GraphQL query', json({ query: '{ user(name: $n) { id } }', variables: { n: '{username}' } }, '/graphql')],
  [
    'a GraphQL query with a fragment',
    json({ query: 'fragment F on User { id } query { user(name: $n) { ...F } }', variables: { n: '{username}' } }, '/graphql'),
  ],
  [
    'a GraphQL query by GET',
    get('/graphql?query=%7B%20user(n%3A%24n)%7Bid%7D%20%7D&variables=%7B%22n%22%3A%22{username}%22%7D'),
    PUBLIC_PAGE,
  ],
  [
    'plain headers',
    headers({ accept: 'application/json', 'x-requested-with': 'XMLHttpRequest', origin: 'https://example.com' }),
    PUBLIC_PAGE,
  ],
  ['a subdomain per user', { url: 'https://{username}.example.com/' }, PUBLIC_PAGE],
  ['a redirect to the www host', { followRedirects: true, redirectHosts: ['www.example.com'] }, PUBLIC_PAGE],
];

describe('a request that could harm is refused', () => {
  test.each(REFUSED)('%s', (_, request, reason, review) => {
    expect(templateViolation(context(request, review), 'shipped')).toMatch(reason);
  });
  test('a method that changes things', () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'get', 'CONNECT']) {
      expect(templateViolation(context({ method: method as 'GET' }), 'operator')).toMatch(/only GET, HEAD and POST/);
    }
  });
  test('a variable in the host with a pattern that takes dots or underscores', () => {
    for (const pattern of ['^[a-z.]+$', '^\\w+$', '^.+$', '^[^/]+$', '^a_b$', '^[a-zа-я]+$', '^a|b$', undefined]) {
      const rule = { ...context({ url: 'https://{username}.example.com/' }), pattern };
      expect(templateViolation(rule, 'shipped'), String(pattern)).toMatch(/letters, digits and hyphens/);
    }
  });
});

/** Addresses of forms that write to the person or renew a secret, each with the word or words that tell. */
const FORMS = [
  '/verify-email',
  '/email-verification',
  '/emailverification',
  '/verifyEmail',
  '/account/verify-phone',
  '/phone/verification',
  '/confirm-email',
  '/email/confirmation',
  '/activation/email',
  '/activate/link',
  '/code/verify',
  '/request-code',
  '/requestpin',
  '/resendactivation',
  '/sendpin',
  '/initiatereset',
  '/forgotpw',
  '/resetpw',
  '/pwreset',
  '/lostpw',
  '/lost-pw',
  '/getuserotp',
  '/otpverify',
  '/notifyuser',
  '/message/new',
  '/messages',
  '/contact',
  '/poke',
  '/mot-de-passe-oublie',
  '/mot-de-passe-oubli%C3%A9',
  '/recuperar',
  '/recupera%C3%A7%C3%A3o',
  '/reenviar',
  '/olvide',
  '/esqueci',
  '/vergessen',
  '/zur%C3%BCcksetzen',
  '/dimenticata',
  '/%D0%B2%D0%BE%D1%81%D1%81%D1%82%D0%B0%D0%BD%D0%BE%D0%B2%D0%B8%D1%82%D1%8C',
];
test.each(FORMS)('a form that writes to the person or renews a secret is refused, in whatever order, gluing or language: %s', (path) => {
  expect(templateViolation(context(get(`${path}?u={username}`)), 'shipped')).toMatch(NO_REVIEW_HELPS);
});

test.each(['https://graphql.example.com/', 'https://gql.example.com/v1', 'https://example.com/graphql'])(
  'a stored GraphQL operation is refused wherever it says GraphQL: %s',
  (url) => {
    expect(templateViolation(context({ ...json({ id: 'x', user: '{username}' }), url }), 'shipped')).toMatch(/query text/);
  },
);

test('a page that is only looked at may have words of ordinary articles in its address; one of a form may not', () => {
  const articles = [
    '/blog/contact-lenses',
    '/news/a-message-from-us',
    '/como-recuperar-fotos',
    '/cases-recovered-2021',
    '/presets',
    '/otpusk-v-sochi',
    '/code-security',
  ];
  expect(articles.map(deniedTerm)).toEqual(articles.map(() => null));
  const forms = ['/verify-email', '/resetpw', '/resendactivation', '/phone/verification'];
  expect(forms.map(deniedTerm)).not.toContain(null);
});

describe('a request that only looks is allowed', () => {
  test.each(ALLOWED)('%s', (_, request, review) => {
    expect(templateViolation(context(request, review), 'shipped')).toBeNull();
  });
  test('addresses, ports, plain HTTP and internal names, in an operator’s own file', () => {
    for (const url of ['http://192.0.2.7:8080/{username}', 'https://people.internal/{username}', 'https://site-0001.example/{username}']) {
      expect(templateViolation(context({ url }), 'operator')).toBeNull();
    }
  });
});

test('the tables hold at least sixty requests', () => {
  expect(REFUSED.length + ALLOWED.length).toBeGreaterThanOrEqual(60);
  expect(templateViolation(usernameRule(), 'shipped')).toBeNull();
});
