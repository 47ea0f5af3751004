import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkedAccountRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { ResponseView } from '../../../../src/engine/evaluation/evidence-match.js';
import { linkedAccountsOf, MAX_LINKED_ACCOUNTS } from '../../../../src/engine/linked-accounts/linked-accounts.js';
import { LINKED_PLATFORMS, profileUrl, readHandle, readProfileLink } from '../../../../src/engine/linked-accounts/profile-pages.js';

const requested = { platform: 'github', identity: 'ada@example.com' };
const verdict = (body: string) =>
  new ResponseView({ status: 200, headers: { 'content-type': 'application/json' }, body, url: 'https://api.example.com/' });
const read = (document: unknown, ...linkedAccounts: LinkedAccountRule[]) =>
  linkedAccountsOf({ linkedAccounts }, requested, verdict(JSON.stringify(document)));
const SAFE = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;

describe('linked accounts of an answer', () => {
  it('are the handle at a place, and the profiles that links lead to', () => {
    const document = { items: [{ login: '@ada-example' }], blog: 'https://www.twitter.com/ada_example/' };
    const rules = [{ json: '/items/0/login', platform: 'github' }, { json: '/blog' }];
    expect(read(document, ...rules)).toEqual([
      { platform: 'github', handle: 'ada-example' },
      { platform: 'x', handle: 'ada_example' },
    ]);
  });

  it('are read of every element of a list, each once whatever its case, and of a page by an expression', () => {
    const urls = ['https://github.com/Ada', 'https://github.com/ada', 'https://t.me/ada_x', 'https://example.com/ada'].map((value) => ({
      value,
    }));
    expect(read({ urls }, { json: '/urls/*/value' })).toEqual([
      { platform: 'github', handle: 'Ada' },
      { platform: 'telegram', handle: 'ada_x' },
    ]);
    const page = '<a class="profile" href="https://keybase.io/ada">';
    const text = 'class="profile" href="([^"]{1,200})"';
    expect(linkedAccountsOf({ linkedAccounts: [{ text }] }, requested, verdict(page))).toEqual([{ platform: 'keybase', handle: 'ada' }]);
  });

  it('leave out the identity itself on the same platform, and nothing else', () => {
    const rule = {
      linkedAccounts: [
        { json: '/login', platform: 'github' },
        { json: '/twitter', platform: 'x' },
      ],
    };
    const answer = verdict(JSON.stringify({ login: 'Ada', twitter: 'ada' }));
    expect(linkedAccountsOf(rule, { platform: 'github', identity: 'ada' }, answer)).toEqual([{ platform: 'x', handle: 'ada' }]);
  });

  it('are few, however long a list is', () => {
    const urls = Array.from({ length: 10_000 }, (_, n) => `https://github.com/user${n}`);
    expect(read({ urls }, { json: '/urls/*' })).toHaveLength(MAX_LINKED_ACCOUNTS);
  });

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '../../etc/passwd',
    'javascript:alert(1)',
    '=HYPERLINK("https://example.com")',
    'ada\u202Egpj.exe',
    'ada\u0000',
    'ada\nset-cookie: x',
    '\u001b[31mada',
    'a b',
    'ada@example.com',
    '...',
    '',
    'x'.repeat(65),
    'x'.repeat(1_000_000),
  ])('are never a hostile text (%#)', (text) => {
    expect(read({ text }, { json: '/text', platform: 'github' })).toEqual([]);
    for (const link of [`https://github.com/${text}`, `https://user:pass@github.com/ada`, `//github.com/${text}`, text]) {
      const linked = readProfileLink(link);
      if (linked) expect(linked.handle).toMatch(SAFE);
    }
  });

  it.each([
    'https://github.com/login',
    'https://twitter.com/intent/tweet?text=hi',
    'https://x.com/share',
    'https://github.com/ada/repository',
    'https://evil.example.com/github.com/ada',
    'https://github.com.evil.example.com/ada',
    'https://github.com:8443/ada',
    'https://user@github.com/ada',
    'ftp://github.com/ada',
    'https://www.facebook.com/profile.php?id=1',
  ])('are not read of %s', (link) => expect(readProfileLink(link)).toBeNull());

  it('are safe handles at addresses of this service for every document, and the reading never throws', () => {
    const strings = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.constantFrom(...LINKED_PLATFORMS).map((slug) => profileUrl(slug, 'ada') ?? ''),
    );
    const rules: LinkedAccountRule[] = [
      { json: '/a', platform: 'github' },
      { json: '/a/*' },
      { json: '/a/*/b/*' },
      { json: '/0' },
      { text: 'href="([^"]{0,50})"' },
    ];
    const document = fc.oneof(
      fc.record({ a: fc.oneof(strings, fc.array(fc.oneof(strings, fc.record({ b: fc.array(strings) })))) }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          document.map((value) => JSON.stringify(value)),
          fc.string(),
        ),
        (body) => {
          for (const { platform, handle } of linkedAccountsOf({ linkedAccounts: rules }, requested, verdict(body))) {
            expect(handle).toMatch(SAFE);
            expect(new URL(profileUrl(platform, handle) ?? '').href).toContain(handle);
          }
        },
      ),
    );
  });
});

describe('addresses of profiles', () => {
  it.each(LINKED_PLATFORMS)('of %s are read as the handle that they are made of', (slug) => {
    expect(readProfileLink(profileUrl(slug, 'ada_example') ?? '')).toEqual({ platform: slug, handle: 'ada_example' });
  });

  it('are made of safe handles only', () => {
    expect([profileUrl('github', 'a/b'), profileUrl('github', '@ada'), profileUrl('nowhere', 'ada')]).toEqual([null, null, null]);
    expect([readHandle(' @ada '), readHandle('ada.')]).toEqual(['ada', null]);
  });
});
