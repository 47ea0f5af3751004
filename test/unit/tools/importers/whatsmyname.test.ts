import { describe, expect, test } from 'vitest';
import { importWhatsMyName } from '../../../../tools/importers/index.js';

const SITE = {
  name: 'Site',
  uri_check: 'https://example.com/api/{account}',
  uri_pretty: 'https://example.com/@{account}',
  e_code: 200,
  e_string: '"profile_id":',
  m_code: 404,
  m_string: 'User not found',
  known: ['northwind', 'southwind'],
  cat: 'coding',
};
const one = (fields: Record<string, unknown>) => importWhatsMyName({ license: ['…'], categories: [], sites: [{ ...SITE, ...fields }] });
const ruleOf = (fields: Record<string, unknown>) => {
  const { admitted, refused } = one(fields);
  expect(refused).toEqual([]);
  return admitted[0]?.probes.username;
};

describe('what a WhatsMyName site becomes', () => {
  test('status and text on both sides: two-sided, and the handle must be named', () => {
    expect(one({}).admitted[0]).toMatchObject({ slug: 'site', homepage: 'https://example.com/', tags: ['coding'] });
    expect(ruleOf({})).toMatchObject({
      request: { url: 'https://example.com/api/{username}' },
      registered: { status: [200], contains: ['"profile_id":', '{username}'], lacks: ['User not found'] },
      absent: { status: [404], contains: ['User not found'], lacks: ['"profile_id":'] },
      positiveControls: ['northwind', 'southwind'],
    });
  });

  test('a text may hold the handle', () => {
    expect(ruleOf({ e_string: '<title>@{account} on Site' })?.registered?.contains).toContain('<title>@{username} on Site');
  });

  test.each([
    ['the same status and no text', { m_code: 200, m_string: '' }],
    ['a wall’s status', { m_code: 403, m_string: 'User not found' }],
  ])('absence by %s: the rule only confirms', (_, fields) => {
    expect(ruleOf(fields)?.absent).toBeUndefined();
  });

  test('absence by a redirect without its target is read beside controls only, and no redirect is followed', () => {
    const rule = ruleOf({ m_code: 302, m_string: '' });
    expect(rule?.absent).toEqual({ status: [301, 302, 303, 307, 308], redirectToRoot: true });
    expect(rule?.request.followRedirects).toBeUndefined();
  });

  test('handles with a character that the site strips are not asked', () => {
    expect(ruleOf({ strip_bad_char: '.' })?.pattern).toBe('^[A-Za-z0-9_-](?:[A-Za-z0-9_-]{0,38}[A-Za-z0-9_-])?$');
  });

  test('a GraphQL query in post_body is read', () => {
    const post_body = '{"query":"{ user(name: \\"x\\") { id } }","variables":{"name":"{account}"}}';
    expect(ruleOf({ post_body, headers: { 'Content-Type': 'application/json' } })?.request).toMatchObject({
      method: 'POST',
      body: { json: { variables: { name: '{username}' } } },
    });
  });
});

describe('what is refused, and in which words', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['disabled', { valid: false }, /switched it off/],
    ['protected', { protection: ['cloudflare'] }, /cloudflare/],
    ['sensitive', { cat: 'xx NSFW xx' }, /NSFW/],
    ['sensitive', { cat: 'political' }, /political/],
    ['POST', { post_body: 'name={account}' }, /by hand/],
    ['no evidence', { e_code: 302 }, /show an account/],
    ['unreadable', { uri_check: '' }, /uri_check/],
    ['no known account', { known: [] }, /no control/],
  ])('%s: %j', (group, fields, words) => {
    const { admitted, refused } = one(fields);
    expect(admitted).toEqual([]);
    expect(refused).toEqual([expect.objectContaining({ name: 'Site', group, reason: expect.stringMatching(words) })]);
  });

  test.each([null, {}, { sites: {} }, { sites: [null, 7] }])('%j is no list: nothing is admitted, nothing throws', (json) => {
    expect(importWhatsMyName(json).admitted).toEqual([]);
  });
});
