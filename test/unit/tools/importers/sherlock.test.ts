import { describe, expect, test } from 'vitest';
import { importSherlock } from '../../../../tools/importers/index.js';

const STATUS = { errorType: 'status_code', url: 'https://example.com/{}', urlMain: 'https://example.com/', username_claimed: 'northwind' };
const one = (fields: Record<string, unknown>) => importSherlock({ $schema: 'data.schema.json', Site: { ...STATUS, ...fields } });
const ruleOf = (fields: Record<string, unknown>) => {
  const { admitted, refused } = one(fields);
  expect(refused).toEqual([]);
  return admitted[0]?.probes.username;
};

describe('what a sherlock site becomes', () => {
  test('a status site rests on the control; the page is read, though sherlock asks with HEAD', () => {
    expect(ruleOf({ request_method: 'HEAD' })).toMatchObject({
      request: { method: 'GET', url: 'https://example.com/{username}' },
      registered: { status: [200], contains: ['{username}'], weakEvidence: true },
      absent: { status: [404], weakEvidence: true },
      positiveControls: ['northwind'],
    });
  });

  test('its own statuses for absence are taken, walls among them are not, and a redirect is read beside controls only', () => {
    expect(ruleOf({ errorCode: [404, 403, 422] })?.absent?.status).toEqual([404, 422]);
    expect(ruleOf({ errorCode: 403 })?.absent).toBeUndefined();
    expect(ruleOf({ errorCode: 302 })?.absent).toEqual({ status: [301, 302, 303, 307, 308], redirectToRoot: true });
  });

  test.each([
    ['a text', 'User not found', { contains: ['User not found'] }],
    ['several texts', ['User not found', 'No such user'], { containsAny: ['User not found', 'No such user'] }],
  ])('%s for absence is evidence of its own; presence is an echo without it', (_, errorMsg, evidence) => {
    const rule = ruleOf({ errorType: 'message', errorMsg });
    expect(rule?.absent).toMatchObject(evidence);
    expect(rule?.absent).not.toHaveProperty('weakEvidence');
    expect(rule?.registered).toEqual({ status: [200], contains: ['{username}'], lacks: [errorMsg].flat(), weakEvidence: true });
  });

  test('of several error types, texts are worth most', () => {
    expect(ruleOf({ errorType: ['status_code', 'message'], errorMsg: 'User not found' })?.absent?.contains).toEqual(['User not found']);
  });

  test('a redirect to a page of its own denies; the handle may be part of the address', () => {
    expect(ruleOf({ errorType: 'response_url', errorUrl: 'https://example.com/gone/{}' })?.absent?.location).toBe(
      'https://example.com/gone/{username}',
    );
  });

  test('a redirect to the root denies beside controls only', () => {
    expect(ruleOf({ errorType: 'response_url', errorUrl: 'https://www.example.com/' })?.absent).toEqual({
      status: [301, 302, 303, 307, 308],
      redirectToRoot: true,
    });
  });

  test('a probe address, headers and a naming rule are taken over', () => {
    const rule = ruleOf({
      urlProbe: 'https://api.example.com/v1/{}',
      headers: { accept: 'application/json' },
      regexCheck: '^[a-zA-Z][a-zA-Z0-9_-]{2,15}$',
    });
    expect(rule?.request).toEqual({ method: 'GET', url: 'https://api.example.com/v1/{username}', headers: { accept: 'application/json' } });
    expect(rule?.pattern).toBe('^[A-Za-z][A-Za-z0-9_-]{1,14}[A-Za-z0-9_-]$');
  });

  test('an unanchored naming rule is searched for, as sherlock does', () => {
    expect(ruleOf({ regexCheck: '[a-z0-9_]{1,25}' })?.pattern).toMatch(/^\^\[.*\]\)\?\$$/);
  });

  test('a GraphQL query is sent as a POST, with the handle in its variables', () => {
    const query = 'query ($name: String) { User(name: $name) { id } }';
    expect(ruleOf({ request_method: 'POST', request_payload: { query, variables: { name: '{}' } } })?.request.body).toEqual({
      json: { query, variables: { name: '{username}' } },
    });
  });
});

describe('what is refused, and in which words', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['sensitive', { isNSFW: true }, /tag "nsfw"/],
    ['POST', { request_method: 'POST', request_payload: { username: '{}' } }, /by hand/],
    ['harm rule', { request_method: 'PUT' }, /only plain GET/],
    ['not encrypted', { url: 'http://example.com/{}' }, /unencrypted/],
    ['no evidence', { errorType: 'message', errorMsg: 'Oops' }, /any page/],
    ['naming rule', { regexCheck: '^[a-z]{,34}$' }, /not a regular expression/],
    ['naming rule', { regexCheck: String.raw`^\w+ \w+$` }, /no ordinary handle/],
    ['naming rule', { regexCheck: '^[A-Z]{3,5}$' }, /no ordinary handle/],
    ['no known account', { username_claimed: 'two words' }, /no control/],
    ['unreadable', { errorType: 'magic' }, /unknown/],
  ])('%s: %j', (group, fields, words) => {
    const { admitted, refused } = one(fields);
    expect(admitted).toEqual([]);
    expect(refused).toEqual([expect.objectContaining({ name: 'Site', group, reason: expect.stringMatching(words) })]);
  });
});
