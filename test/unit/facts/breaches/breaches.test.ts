import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';
import { matchesPartialDate, isoDate, breachDomain, breachKey } from '../../../../src/facts/breaches/normalize.js';
import { createBreachedPlatforms } from '../../../../src/facts/breaches/breached-platforms.js';
import { parseImportRecord } from '../../../../src/facts/breaches/import-record.js';
import { mergeBreaches } from '../../../../src/facts/breaches/merge-breaches.js';
import { NO_BREACHES, type BreachSourceResult } from '../../../../src/facts/breaches/source-results.js';
import { lookupCatalogue } from '../../../../src/wiring/platforms.js';

describe('a date', () => {
  it.each([
    ['2013-10-04', '2013-10-04'],
    ['2019-01-07T00:00:00Z', '2019-01-07'],
    ['2015-05-01T00:00:00+00:00', '2015-05-01'],
    [' 2020-02-29 ', '2020-02-29'],
    ['2021-02-29', null],
    ['2013-13-01', null],
    ['2013-10-00', null],
    ['2013-10', null],
    ['2013', null],
    ['', null],
    ['unknown', null],
    ['04.10.2013', null],
    ['2013/10/04', null],
    ['0001-01-01', null],
    ['1970-01-01', null],
    ['20131004', null],
  ])('%s is %s', (text, date) => {
    expect(isoDate(text)).toBe(date);
  });

  it.each([
    ['2013-10-04', '2013-10', true],
    ['2013-10-04', '2013', true],
    ['2013-10-04', '2013-11', false],
    ['2013-10-04', null, false],
    ['2013-10-04', '20', false],
    ['2013-10-04', '', false],
  ])('%s and %s: %s', (date, hint, agrees) => {
    expect(matchesPartialDate(date, hint)).toBe(agrees);
  });
});

describe('a name', () => {
  it.each([
    ['Collection #1', 'Collection1'],
    ['LinkedIn', 'linkedin'],
    ['MySpace ', 'My Space'],
    ['Ａdobe', 'Adobe'],
  ])('%s is %s', (one, other) => {
    expect(breachKey(one)).toBe(breachKey(other));
  });

  it.each([
    ['Example.COM', 'example.com'],
    ['www.example.com', 'example.com'],
    ['', null],
    ['n/a', null],
    ['example', null],
    ['192.0.2.1', null],
    ['a b.com', null],
    [null, null],
  ])('the domain %s is %s', (raw, domain) => {
    expect(breachDomain(raw)).toBe(domain);
  });
});

const breach = (name: string, date: string, domain: string | null = null) => ({ name, date, domain });
const found = (...breaches: ReturnType<typeof breach>[]): BreachSourceResult => ({ breaches, undated: [] });
const undated = (name: string, hint: string | null): BreachSourceResult => ({ breaches: [], undated: [{ name, domain: null, hint }] });

describe('several answers', () => {
  it('are nothing when nobody answered, and an empty list only when somebody said "none"', () => {
    expect(mergeBreaches([])).toBeNull();
    expect(mergeBreaches([NO_BREACHES])).toEqual([]);
    expect(mergeBreaches([NO_BREACHES, NO_BREACHES])).toEqual([]);
    expect(mergeBreaches([NO_BREACHES, undated('Adobe', '2013')])).toBeNull();
    expect(mergeBreaches([undated('Adobe', null), found(breach('Other', '2020-01-01'))])).toEqual([breach('Other', '2020-01-01')]);
  });

  it('are one list, newest first, with what any of them knows', () => {
    expect(
      mergeBreaches([found(breach('Adobe', '2013-10-04')), found(breach('ADOBE', '2013-10-04', 'adobe.com'), breach('New', '2024-01-01'))]),
    ).toEqual([breach('New', '2024-01-01'), breach('Adobe', '2013-10-04', 'adobe.com')]);
  });

  it('keep what one source tells of a breach, whichever names it first', () => {
    const told = { ...breach('Adobe', '2013-10-04'), dataClasses: ['Passwords'], stealerLog: false };
    const bare = found(breach('adobe', '2013-10-04', 'adobe.com'));
    const both = { dataClasses: ['Passwords'], stealerLog: false, domain: 'adobe.com' };
    expect(mergeBreaches([found(told), bare])).toEqual([{ ...told, ...both }]);
    expect(mergeBreaches([bare, found(told)])).toEqual([{ ...breach('adobe', '2013-10-04'), ...both }]);
    const dated = { breaches: [], undated: [{ name: 'Adobe', domain: null, hint: '2013', dataClasses: ['Passwords'] }] };
    expect(mergeBreaches([dated, bare])).toEqual([{ ...breach('adobe', '2013-10-04', 'adobe.com'), dataClasses: ['Passwords'] }]);
  });

  it('two breaches of one name on two days stay two, and half a date that fits both fits neither', () => {
    const two = found(breach('Forum', '2020-01-02'), breach('Forum', '2020-01-30'));
    expect(mergeBreaches([two, undated('Forum', '2020-01')])).toHaveLength(2);
    const dates = new Map([['forum', ['2020-01-02', '2020-01-30']]]);
    expect(mergeBreaches([undated('Forum', '2020-01')], dates)).toBeNull();
    expect(mergeBreaches([undated('Forum', '2020-01')], new Map([['forum', ['2020-01-02', '2021-01-30']]]))).toEqual([
      breach('Forum', '2020-01-02'),
    ]);
  });

  it('never say less because one more answered, never twice the same, and never a date that no source gave', () => {
    const name = fc.constantFrom('Adobe', 'adobe', 'Forum', 'Collection #1');
    const date = fc.constantFrom('2013-10-04', '2019-01-07', '2019-01-08');
    const answer = fc.record({
      breaches: fc.array(fc.record({ name, date, domain: fc.constantFrom(null, 'example.com') }), { maxLength: 4 }),
      undated: fc.array(fc.record({ name, domain: fc.constant(null), hint: fc.constantFrom(null, '2013', '2019-01') }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 4 }), answer, (answers, further) => {
        const before = mergeBreaches(answers);
        const after = mergeBreaches([...answers, further]);
        const keys = (after ?? []).map((each) => `${breachKey(each.name)} ${each.date}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const each of before ?? []) expect(keys).toContain(`${breachKey(each.name)} ${each.date}`);
        if (before === null && after !== null && after.length === 0) expect(answers).toEqual([]);
        const given = [...answers, further].flatMap(({ breaches }) => breaches.map((each) => `${breachKey(each.name)} ${each.date}`));
        expect(keys.every((key) => given.includes(key))).toBe(true);
      }),
    );
  });
});

describe('a platform of a breach', () => {
  const platform = (slug: string, homepage: string, type: 'email' | 'username', strength: 'strong' | 'standard' = 'standard') =>
    ({ slug, homepage, strength, probes: { [type]: {} } }) as unknown as Parameters<typeof createBreachedPlatforms>[0][number];
  const report = createBreachedPlatforms([
    platform('adobe', 'https://www.adobe.com/', 'email'),
    platform('adobe-forum', 'https://community.adobe.com', 'username'),
    platform('blog', 'https://example.com/blog', 'username'),
    { ...platform('x', 'https://x.com', 'username'), breachDomains: ['twitter.com'] },
    platform('kick', 'https://kick.com', 'username', 'strong'),
    platform('kick-account', 'https://kick.com', 'email'),
    { ...platform('cast', 'https://cast.example.com', 'username'), probes: {}, sameAccountAs: 'x' },
  ]);

  it('is the one that answers, where two slugs are one account', () => {
    expect(report([breach('Cast', '2020-01-01', 'cast.example.com')], 'username')).toEqual([{ platform: 'x', breach: 'Cast' }]);
  });

  it('is the one whose whole site is at the domain', () => {
    expect(report([breach('Adobe', '2013-10-04', 'adobe.com')], 'email')).toEqual([{ platform: 'adobe', breach: 'Adobe' }]);
    expect(report([breach('Adobe', '2013-10-04', 'community.adobe.com')], 'email')).toEqual([{ platform: 'adobe-forum', breach: 'Adobe' }]);
    expect(report([breach('Twitter', '2021-01-01', 'twitter.com')], 'email')).toEqual([{ platform: 'x', breach: 'Twitter' }]);
    expect(
      report(
        [breach('Example', '2020-01-01', 'example.com'), breach('None', '2020-01-01'), breach('Sub', '2020-01-01', 'shop.adobe.com')],
        'email',
      ),
    ).toEqual([]);
  });

  it('is one even where several entries ask one site: the one for this kind of identity', () => {
    expect(report([breach('Kick', '2024-01-01', 'kick.com')], 'email')).toEqual([{ platform: 'kick-account', breach: 'Kick' }]);
    expect(report([breach('Kick', '2024-01-01', 'kick.com')], 'username')).toEqual([{ platform: 'kick', breach: 'Kick' }]);
    expect(report([breach('Kick', '2024-01-01', 'kick.com')], 'phone')).toEqual([{ platform: 'kick', breach: 'Kick' }]);
  });

  it('is found in the shipped catalogue', () => {
    const catalogue = lookupCatalogue({ CATALOGUE_PATH: undefined }, () => undefined);
    const shipped = createBreachedPlatforms(catalogue.platforms);
    const slugs = [
      'duolingo.com',
      'gravatar.com',
      'twitter.com',
      'trello.com',
      'wattpad.com',
      'letterboxd.com',
      'no-platform.example.com',
    ].flatMap((domain) => shipped([breach('B', '2020-01-01', domain)], 'email').map((each) => each.platform));
    expect(slugs).toEqual(['duolingo', 'gravatar', 'x', 'trello', 'wattpad', 'letterboxd']);
  });
});

describe('a record of a file', () => {
  const identities = new LibraryIdentityParser();
  const read = (fields: Record<string, string>, defaults = {}) => parseImportRecord(fields, defaults, identities);
  const verdict = { breach: 'Adobe', date: '2013-10-04' };

  it('names somebody by any of several columns, in normal form', () => {
    expect(
      read({ ...verdict, email: ' Alice@BÜCHER.example ', phone: '+1 (202) 555-0123', username: '@Alice', domain: 'www.adobe.com' }),
    ).toEqual({
      ok: true,
      breach: { name: 'Adobe', date: '2013-10-04', domain: 'adobe.com' },
      identities: [
        { kind: 'email', key: 'email:alice@xn--bcher-kva.example' },
        { kind: 'phone', key: 'phone:+12025550123' },
        { kind: 'username', key: 'username:alice' },
      ],
    });
  });

  it('may leave to the command what is the same for all, and may hold a digest', () => {
    const digest = 'AB'.repeat(32);
    expect(read({ digest }, { ...verdict, type: 'email' })).toMatchObject({
      ok: true,
      identities: [{ kind: 'email', digest: digest.toLowerCase() }],
    });
    expect(read({ identity: 'alice', type: 'Username' }, verdict)).toMatchObject({
      ok: true,
      identities: [{ kind: 'username', key: 'username:alice' }],
    });
    expect(read({ email: 'a@example.com', breach: 'Own', date: '2020-01-01' }, verdict)).toMatchObject({
      ok: true,
      breach: { name: 'Own', date: '2020-01-01' },
    });
  });

  it.each([
    [{ email: 'alice@example.com' }, 'has no name of a breach'],
    [{ email: 'alice@example.com', breach: 'A' }, 'has no full date (YYYY-MM-DD)'],
    [{ ...verdict, date: '2013-10', email: 'alice@example.com' }, 'has no full date (YYYY-MM-DD)'],
    [{ ...verdict }, 'names nobody'],
    [{ ...verdict, email: '   ' }, 'names nobody'],
    [{ ...verdict, email: 'secret-person' }, 'has an invalid email'],
    [{ ...verdict, phone: '12345' }, 'has an invalid phone'],
    [{ ...verdict, digest: 'ab'.repeat(32) }, 'has a digest without its type (email, phone, username)'],
    [{ ...verdict, digest: 'ab'.repeat(16), type: 'email' }, 'has a digest that is not 64 hexadecimal digits'],
    [{ ...verdict, identity: 'alice' }, 'has an identity without its type (email, phone, username)'],
    [{ ...verdict, email: 'alice@example.com', domain: 'not a domain' }, 'has an invalid domain'],
    [{ ...verdict, username: 'alice\ufffd' }, 'has a username that is not in UTF-8'],
    [{ ...verdict, username: 'alice', breach: 'Caf\ufffd' }, 'has a breach name that is not in UTF-8'],
    [{ ...verdict, username: 'alice', breach: 'A\u0000B' }, 'has a breach name with NUL or half a surrogate pair'],
    [{ ...verdict, username: 'alice', breach: 'A\ud800' }, 'has a breach name with NUL or half a surrogate pair'],
    [{ ...verdict, username: 'alice', breach: 'a'.repeat(201) }, 'has a breach name of more than 200 characters'],
    [{ ...verdict, username: 'alice', breach: '\ufdfa'.repeat(100) }, 'has a breach name of more than 200 characters'],
  ])('%j is refused: %s', (fields, problem) => {
    const result = read(fields as Record<string, string>);
    expect(result).toEqual({ ok: false, problem });
    expect(JSON.stringify(result)).not.toMatch(/secret-person|alice|12345/);
  });
});
