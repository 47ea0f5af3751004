import { describe, expect, it } from 'vitest';
import type { Evidence, JsonAssertion, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { BARE_RULE, readAs } from '../../../support/bare-rule.js';

const side = (...json: JsonAssertion[]): Evidence => ({ status: [200], json });
const ruleOf = (registered: Evidence, absent: Evidence): ProbeRule => ({ ...BARE_RULE, registered, absent, echoExemption: 'x' });
const LIST = ruleOf(
  side({ pointer: '/data', is: 'array' }, { pointer: '/data/0/id', is: 'number' }),
  side({ pointer: '/data', is: 'empty' }),
);
const FLAG = ruleOf(side({ pointer: '/exists', is: 'true' }), side({ pointer: '/exists', is: 'false' }));
const read = (rule: ProbeRule, body: unknown, status = 200) =>
  readAs(rule, { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

describe('an answer beside an error is none', () => {
  it.each<[string, object, string]>([
    ['success: false', { success: false }, 'server_error'],
    ['ok: false', { ok: false }, 'server_error'],
    ['status: "error"', { status: 'error' }, 'server_error'],
    ['status: "FAIL"', { status: 'FAIL' }, 'server_error'],
    ['an error in words', { error: 'oops' }, 'server_error'],
    ['an error as an object', { error: { id: 'E17' } }, 'server_error'],
    ['a list of errors', { errors: [{ text: 'oops' }] }, 'server_error'],
    ['an error code of its own', { errorCode: 'E17' }, 'server_error'],
    ['a bad request', { statusCode: 400 }, 'server_error'],
    ['a refusal deep inside', { meta: { http: { status_code: 429 } } }, 'rate_limited'],
    ['a refusal in words', { message: 'Too many attempts. Please try again later.' }, 'rate_limited'],
    ['a refusal by a code in words', { code: 'RATE_LIMITED' }, 'rate_limited'],
    ['a state that begins as an error', { status: 'ERROR_LIMIT' }, 'server_error'],
    ['a refusal in German', { message: 'Zu viele Anfragen. Bitte später erneut versuchen.' }, 'server_error'],
    ['a refusal in Japanese', { error_message: 'アクセスが拒否されました' }, 'server_error'],
    ['a refusal in a wrapper', { payload: { message: 'Too many requests' } }, 'rate_limited'],
    ['a failure deep inside', { response: { info: { success: false } } }, 'server_error'],
  ])('%s', (_, beside, expected) => {
    expect(read(LIST, { data: [], ...beside })).toBe(expected);
    expect(read(FLAG, { exists: false, ...beside })).toBe(expected);
    expect(read(FLAG, { exists: true, ...beside })).toBe(expected);
  });

  it.each<[string, object]>([
    ['a success', { success: true, status: 'ok', code: 200 }],
    ['no error', { error: null, errors: [], error_code: 0, errorMessage: '', hasError: false }],
    ['errors by field, none of them filled', { errors: { email: [], name: null } }],
    ['an error that says that there is none', { error: 'none', error_message: 'OK' }],
    ['a code that says that nobody was found', { code: 404 }],
    ['a message', { message: 'nothing here' }],
    ['a code in words that says what was found', { code: 'USER_NOT_FOUND', status: 'done' }],
    ['what a person wrote in a wrapper', { payload: { description: 'I write about rate limits', name: 'Too many requests' } }],
  ])('but not beside %s', (_, beside) => {
    expect(read(LIST, { data: [], ...beside })).toBe('not_registered');
    expect(read(FLAG, { exists: true, ...beside })).toBe('registered');
  });

  it('wherever the error stands: beside the list as well as in what holds it', () => {
    const nested = ruleOf(side({ pointer: '/body/users/0/id', is: 'number' }), side({ pointer: '/body/users', is: 'empty' }));
    expect(read(nested, { body: { users: [], error: { code: 'E17' } } })).toBe('server_error');
    expect(read(nested, { envelope: [{ ok: false }], body: { users: [] } })).toBe('server_error');
  });

  it('what people write and own is no error of the answer', () => {
    const person = { id: 7, bio: 'rate limited. access denied', country: { code: 420 }, builds: [{ status: 'failed', error: 'oops' }] };
    expect(read(LIST, { data: [person] })).toBe('registered');
    const profile = ruleOf(side({ pointer: '/user/id', is: 'number' }), side({ pointer: '/user', is: 'null' }));
    expect(read(profile, { user: { ...person, description: 'captcha' } })).toBe('registered');
  });
});

describe('an error that the rule names is its evidence', () => {
  it.each<[string, JsonAssertion[], object, string]>([
    ['by a flag', [{ pointer: '/success', is: 'false' }], { success: false }, 'not_registered'],
    [
      'by a flag, beside words that it does not name',
      [{ pointer: '/success', is: 'false' }],
      { success: false, error: 'E17' },
      'server_error',
    ],
    ['by its words', [{ pointer: '/error', matches: '^no such user' }], { success: false, error: 'No such user' }, 'not_registered'],
    ['by a code within', [{ pointer: '/error/code', equals: 'NONE' }], { ok: false, error: { code: 'NONE', text: 'x' } }, 'not_registered'],
    ['by the message', [{ pointer: '/message', equals: 'unknown' }], { status: 'error', message: 'unknown' }, 'not_registered'],
    ['as a whole', [{ pointer: '', equals: { error: { code: 7 } } }], { error: { code: 7 } }, 'not_registered'],
  ])('%s', (_, json, body, expected) => {
    expect(read(ruleOf(side({ pointer: '/id', is: 'number' }), side(...json)), body)).toBe(expected);
  });

  it('by a text of the body', () => {
    const texts = ruleOf(side({ pointer: '/id', is: 'number' }), { status: [200], contains: ['"error":"no such user"'] });
    expect(read(texts, { error: 'no such user' })).toBe('not_registered');
  });

  it('by the status: a 404 says itself that nothing was found, unless it is a refusal in words', () => {
    const bare = ruleOf(side({ pointer: '/id', is: 'number' }), { status: [404], weakEvidence: true });
    expect(read(bare, { success: false, error: 'Not found' }, 404)).toBe('not_registered');
    expect(read(bare, { error: 'Too many requests' }, 404)).toBe('rate_limited');
  });
});

it('a bot check for the account is no wall in front of what the same document says of it', () => {
  expect(read(FLAG, { exists: true, captchaRequired: true })).toBe('registered');
  expect(read(FLAG, { exists: false, captchaRequired: true })).toBe('challenge');
  expect(read(FLAG, { captchaRequired: true })).toBe('challenge');
});

describe('an answer that is neither side and names a refusal as its error is read as that', () => {
  // As Lemmy, MediaWiki and MyBB were seen to answer.
  it.each<[number, object, string]>([
    [400, { error: 'rate_limit_error' }, 'rate_limited'],
    [400, { error: 'instance_is_private' }, 'login_wall'],
    [200, { error: { code: 'readapidenied', info: 'You need read permission to use this module.' } }, 'login_wall'],
    [200, { errors: ['This bulletin board is currently closed.'] }, 'blocked'],
    [400, { error: 'couldnt_find_person' }, 'unrecognised'],
    [200, { error: { code: 'nouser' } }, 'unrecognised'],
  ])('%i %o', (status, body, expected) => {
    expect(read(FLAG, body, status)).toBe(expected);
  });
});
