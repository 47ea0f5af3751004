import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { variablesFor } from '../../../src/engine/http/probe-variables.js';
import { cleanText } from '../../../src/cli/clean-text.js';
import { lookedAt } from '../foreign-text/count-work.js';

const NAME = variablesFor({ type: 'username', value: 'example-team' });
const ADDRESS = variablesFor({ type: 'email', value: 'jordan.example@example.com' });
const NUMBER = variablesFor({ type: 'phone', value: '+12025550142' });

describe('the identity of a control', () => {
  it.each([
    ['as it is, in capitals or not', 'Hi example-team, EXAMPLE-TEAM', 'Hi {username}, {username}', NAME],
    [
      'an address, its encodings and its digest',
      '<a href="?e=jordan.example%40example.com">jordan.example@example.com</a>',
      '<a href="?e={email}">{email}</a>',
      ADDRESS,
    ],
    ['its local part alone', '<b>jordan.example</b>', '<b>{email:local}</b>', ADDRESS],
    ['a digest of it', `/avatar/${String(ADDRESS['email:md5'])}.png`, '/avatar/{email:md5}.png', ADDRESS],
    ['a number in both forms', '{"phone":"+12025550142","raw":12025550142}', '{"phone":"{phone}","raw":{phone:digits}}', NUMBER],
    ['behind escapes of JSON', '{"login":"ex\\u0061mple-team"}', '{"login":"{username}"}', NAME],
  ])('%s', (_, text, cleaned, variables) => expect(cleanText(text, variables)).toBe(cleaned));

  it('stays in a word that only begins like a short one', () =>
    expect(cleanText('bob, bobsleigh', variablesFor({ type: 'username', value: 'bob' }))).toBe('{username}, bobsleigh'));

  it.each([
    ['numeric entities', '&#101;xample-team'],
    ['hexadecimal entities', 'exam&#x70;le-team'],
    ['escapes of scripts', 'var a = "ex\\x61mple\\u002dteam";'],
    ['percent escapes', '<b>%65xample-team</b>'],
    ['soft hyphens', 'exam&shy;ple-team'],
  ])('a text that hides it behind %s is not kept', (_, text) => expect(cleanText(text, NAME)).toBeNull());
});

describe('what belongs to a person or opens a door', () => {
  const PLANTED: Readonly<Record<string, string>> = {
    'an e-mail address': 'Write to casey+news@mail.example.com now',
    'an encoded e-mail address': 'mailto:casey%40example.com',
    'a phone number': 'Call +1 (202) 555-0142 now',
    'an IPv4 address': 'from 192.0.2.77',
    'an IPv6 address': 'from 2001:db8::77',
    'a signed token': 'eyJhbGciOiJub25l.eyJzdWIiOiIxMjM0.c2lnbmF0dXJl',
    'a long token': '<div data-k="Zm9vYmFyYmF6cXV4MTIz/4+abcdefgh==">',
    'letters alone': 'key qwertzuiopasdfghjklyxcvb',
    'a digest': 'd41d8cd98f00b204e9800998ecf8427e',
    'a form token': '<input type="hidden" name="authenticity_token" value="s3cr3t">',
    'a hidden value': '<input value="s3cr3t" type=hidden name=x>',
    'a token in a meta element': '<meta name="csrf-token" content="s3cr3t">',
    'a token in JSON': '{"sessionId":"s3cr3t","ok":true}',
    'a token in a script': "window.__nonce = 's3cr3t';",
    'a cookie in a script': 'document.cookie = "sid=s3cr3t";',
    'a token in an address': 'https://example.com/?auth_token=s3cr3t&x=1',
    'names in JSON': '{"display_name":"Casey Example","bio":"likes tea"}',
  };
  const SECRETS = /casey|555|192\.0|db8|eyJ|Zm9v|qwertz|d41d|s3cr3t|likes tea|c2lnb/i;
  it.each(Object.entries(PLANTED))('%s is removed', (_, text) => {
    const cleaned = cleanText(text, NAME);
    expect(cleaned).not.toMatch(SECRETS);
    expect(cleaned).toContain('[removed]');
  });

  it('what rules read stays', () => {
    const kept = [
      '{"error":"account_not_found","isAuthenticated":false,"data":{"user":null}}',
      '<!doctype html><html><head><title>Page not found</title></head><body class="error-page not-found"><h1>Nobody has that name</h1>',
      '<link href="https://static.example.com/assets/css/main.css">',
      '{"status":404,"message":"No such user"}',
    ];
    for (const text of kept) expect(cleanText(text, NAME)).toBe(text);
  });

  it('nothing planted anywhere in any text survives', () => {
    // What looks for the planted texts must not be in the texts around them.
    const around = fc.string().filter((text) => !SECRETS.test(text));
    fc.assert(
      fc.property(around, around, fc.constantFrom(...Object.values(PLANTED)), (before, after, planted) => {
        expect(cleanText(`${before} ${planted} ${after}`, NAME) ?? '').not.toMatch(SECRETS);
      }),
    );
  });

  it.each(['auth', 'a@', '1 ', '<input ', 'auth="\\', '0:', '&#1', 'a.', '-a', '%4', 'eyJaaaaaaaa.', '"name":"'])(
    'hostile texts cost their length: %s',
    async (part) => {
      for (const end of ['', '"']) {
        const work = (length: number) => cleanText(`${part.repeat(length / part.length)}${end}`, NAME);
        const { looked, allowed } = await lookedAt(work, 262_144);
        expect(looked).toBeLessThanOrEqual(allowed);
      }
    },
  );
});
