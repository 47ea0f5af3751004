/** How a refusal in JSON is told by its codes in words, and by a sentence that says that the site is closed. */
import { describe, expect, it } from 'vitest';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { BARE_RULE, readAs } from '../../../support/bare-rule.js';

const FLAG: ProbeRule = {
  ...BARE_RULE,
  registered: { status: [200], json: [{ pointer: '/exists', is: 'true' }] },
  absent: { status: [200], json: [{ pointer: '/exists', is: 'false' }] },
  echoExemption: 'x',
};
const read = (body: unknown): string => readAs(FLAG, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const CODES: readonly (readonly [reason: string, codes: string])[] = [
  ['rate_limited', 'rate_limit rateLimited too_many TooManyCalls throttled quota_exceeded quotaExceeded'],
  ['challenge', 'captcha needs_captcha challenge_required challengeRequired'],
  [
    'login_wall',
    'private is_private site_private instance_is_private log_in_required loginRequired log_inrequired not_logged_in notLoggedIn',
  ],
  ['login_wall', 'unauthorized unauthorised auth_required authRequired authentication_required authenticationRequired readapidenied'],
  ['blocked', 'access_denied accessDenied permission_denied permissionDenied forbidden'],
  ['unrecognised', 'privateer is_private_now unprivate rate too quota exceeded denied log_in logged_in auth authorized required nobody'],
];

describe.each(CODES.flatMap(([reason, codes]) => codes.split(' ').map((code) => [code, reason] as const)))('%s', (code, reason) => {
  it.each<[where: string, body: unknown]>([
    ['as its error', { error: code }],
    ['as the code of its error', { error: { code } }],
    ['as the first of its errors', { errors: [code] }],
    ['as its code', { code }],
  ])(`%s is ${reason}`, (_, body) => expect(read(body)).toBe(reason));
});

describe('beside an answer', () => {
  it.each(CODES.slice(0, -1).flatMap(([reason, codes]) => codes.split(' ').map((code) => [code, reason] as const)))(
    '%s is %s',
    (code, reason) => {
      expect(read({ exists: true, error: code })).toBe(reason);
    },
  );

  it.each([
    ['Too many requests', 'rate_limited'],
    ['Rate limit reached', 'rate_limited'],
    ['Throttled', 'rate_limited'],
    ['Quota exceeded', 'rate_limited'],
    ['Something went wrong', 'server_error'],
  ])('the sentence "%s" is %s', (message, reason) => expect(read({ exists: true, message })).toBe(reason));

  it('a code is a word: a longer text says what it says', () => {
    const [most, more] = [64, 65].map((length) => read({ exists: true, error: 'forbidden'.padEnd(length, '_') }));
    expect([most, more]).toEqual(['blocked', 'server_error']);
  });
});

describe('a site that says that it is closed', () => {
  it.each(['The site is closed', 'We are offline', 'It is currently closed.', 'we are temporarily offline', 'Under maintenance'])(
    'is closed: %s',
    (error) => expect(read({ error })).toBe('blocked'),
  );

  it.each([
    'closed',
    'this closed',
    'is enclosed',
    'is closedown',
    'compare closed',
    'is now closed',
    'under maintenances',
    'thunder maintenance',
  ])('is not: %s', (error) => expect(read({ error })).toBe('unrecognised'));

  it('says so in the first three hundred characters', () => {
    const [most, more] = [300, 301].map((length) => read({ error: 'is closed'.padStart(length) }));
    expect([most, more]).toEqual(['blocked', 'unrecognised']);
  });
});

it.each([
  [[]],
  ['forbidden'],
  [null],
  [{ error: 7 }],
  [{ error: ['forbidden'] }],
  [{ errors: 'forbidden' }],
  [{ errors: [] }],
  [{ message: 'x' }],
])('what has no such code is not read as one: %j', (body) => expect(read(body)).toBe('unrecognised'));
