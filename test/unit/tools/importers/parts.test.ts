import { describe, expect, test } from 'vitest';
import { classifyAbsenceMarkers, classifyPresenceMarkers } from '../../../../tools/importers/complete-sides.js';
import { handlePattern } from '../../../../tools/importers/complete-rule.js';
import { readMaigret } from '../../../../tools/importers/maigret.js';
import { mergeSources } from '../../../../tools/importers/build-imported.js';
import { readSherlock } from '../../../../tools/importers/sherlock.js';
import { SlugRegistry, slugify } from '../../../../tools/importers/slugs.js';
import type { SourceEntry } from '../../../../tools/importers/source-entry.js';

describe('what a text proves', () => {
  test.each<['strong' | 'weak' | 'none', string]>([
    ['strong', 'This user has not registered and therefore does not have a profile to view.'],
    ['strong', 'The specified member cannot be found'],
    ['strong', 'Пользователь не найден'],
    ['strong', 'Kullanıcı bulunamadı'],
    ['strong', 'Dieses Profil ist nicht verfügbar'],
    ['strong', 'mm-profile_not-found_content'],
    ['strong', '"available":true'],
    ['weak', 'Page not found'],
    ['weak', '404 Not Found'],
    ['weak', '"error": "not-found"'],
    ['weak', '用户不存在'],
    ['none', 'style='],
    ['none', 'submit'],
    ['none', 'og:title'],
    ['none', '[]'],
    ['none', 'You must be logged-in to do that.'],
  ])('%s for absence: %s', (grade, text) => {
    const { strong, weak } = classifyAbsenceMarkers([text]);
    expect(strong.length > 0 ? 'strong' : weak.length > 0 ? 'weak' : 'none').toBe(grade);
  });

  test.each<['strong' | 'weak' | 'none', string]>([
    ['strong', 'memberHeader-content'],
    ['strong', '"userid":'],
    ['strong', 'class="profile-card"'],
    ['weak', '| Example Site'],
    ['weak', 'mw-body-content'],
    ['weak', 'my bio:'],
    ['none', 'profile'],
    ['none', ' style='],
    ['none', '<html>'],
    ['none', 'Гостям запрещено просматривать данную страницу, пожалуйста войдите на сайт как пользователь.'],
  ])('%s for presence: %s', (grade, text) => {
    const { strong, weak } = classifyPresenceMarkers([text], 'example');
    expect(strong.length > 0 ? 'strong' : weak.length > 0 ? 'weak' : 'none').toBe(grade);
  });
});

describe('which handles may be asked', () => {
  const patternOf = (naming: string | undefined, positiveControls: readonly string[] = ['northwind'], inHost = false) =>
    handlePattern({ namingRule: naming, inHost, positiveControls });

  test('the source’s rule is rewritten as an anchored list of what it allows', () => {
    expect(patternOf(String.raw`^[a-zA-Z0-9\._]{5,12}$`)).toEqual({
      pattern: '^[A-Za-z0-9_][A-Za-z0-9_.]{3,10}[A-Za-z0-9_]$',
      positiveControls: ['northwind'],
    });
  });

  test('known accounts that it does not take are left out', () => {
    expect(patternOf('^[a-z]+$', ['northwind', 'north wind', 'North'])).toMatchObject({ positiveControls: ['northwind'] });
  });

  test('letters of any script where the known account has them', () => {
    expect(patternOf(undefined, ['Северный'])).toMatchObject({
      pattern: expect.stringContaining(String.raw`\p{L}`),
      positiveControls: ['Северный'],
    });
  });

  test.each([
    ['a number', '^[0-9]+$', /number/],
    ['a number with a length', String.raw`^\d{5,}$`, /number/],
    ['no regular expression', '^[a-z', /not a regular expression/],
    ['something that could run for ever', '^(a+)+$', /for ever/],
    ['nothing that a handle looks like', '^#.*$', /no ordinary handle/],
  ])('a rule that takes %s is refused', (_, naming, words) => {
    expect(patternOf(naming)).toMatch(words);
  });
});

describe('slugs', () => {
  const entry = (name: string, url: string): SourceEntry => ({
    source: 'maigret',
    name,
    url,
    homepage: url,
    method: 'GET',
    check: 'status',
    presenceTexts: [],
    absenceTexts: [],
    presentStatus: [],
    absentStatus: [],
    blockPageTexts: [],
    positiveControls: [],
    tags: [],
  });

  test.each([
    ['Old Łódź Forum', 'old-lodz-forum'],
    ['www.Example.com', 'www-example-com'],
    ['C++ & more', 'c-plus-plus-and-more'],
    ['Жизнь', ''],
    ['x'.repeat(80), 'x'.repeat(60)],
  ])('%s becomes %s', (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  test('from the name, else from the host, else numbered; and as before for a name that had one', () => {
    const book = new SlugRegistry(['taken'], { 'maigret:Old': 'old-slug', 'maigret:Gone': 'gone' });
    expect(book.slugFor(entry('Old', 'https://old.example.com/{username}'))).toBe('old-slug');
    expect(book.slugFor(entry('Taken', 'https://www.example.com/{username}'))).toBe('example-com');
    expect(book.slugFor(entry('Taken', 'https://example.com/x/{username}'))).toBe('example-com-2');
    expect(book.slugFor(entry('Gone!', 'https://{username}.example.net/'))).toBe('example-net');
    expect(book.slugFor(entry('www.Fresh.org', 'https://fresh.org/{username}'))).toBe('fresh-org');
  });

  test('a slug of before that a hand-made file has taken since is given up', () => {
    expect(new SlugRegistry(['old-slug'], { 'maigret:Old': 'old-slug' }).slugFor(entry('Old', 'https://old.example.com/'))).toBe('old');
  });
});

describe('two sources as one', () => {
  const maigret = (fields: Record<string, unknown>) =>
    readMaigret({
      sites: {
        One: {
          checkType: 'status_code',
          urlMain: 'https://example.com',
          url: 'https://example.com/u/{username}',
          usernameClaimed: 'north',
          ...fields,
        },
      },
      engines: {},
    });
  const sherlock = (fields: Record<string, unknown>) =>
    readSherlock({
      Two: {
        errorType: 'status_code',
        urlMain: 'https://example.com/',
        url: 'https://www.example.com/u/{}',
        username_claimed: 'south',
        ...fields,
      },
    });

  test('the same page: accounts and texts of both, the naming rule of whoever has one', () => {
    const { entries, refused } = mergeSources(
      maigret({}),
      sherlock({ errorType: 'message', errorMsg: 'User not found', regexCheck: '^[a-z]+$' }),
    );
    expect(entries).toEqual([
      expect.objectContaining({
        source: 'maigret',
        check: 'message',
        absenceTexts: ['User not found'],
        namingRule: '^[a-z]+$',
        positiveControls: ['north', 'south'],
      }),
    ]);
    expect(refused).toEqual([{ name: 'Two', group: 'covered already', reason: 'maigret\'s "One" is the same site' }]);
  });

  test('another page of the same site: its accounts, and whether it is for adults', () => {
    const { entries } = mergeSources(
      maigret({}),
      sherlock({ url: 'https://example.com/people/{}', errorType: 'message', errorMsg: 'User not found', isNSFW: true }),
    );
    expect(entries).toEqual([
      expect.objectContaining({ check: 'status', absenceTexts: [], positiveControls: ['north', 'south'], tags: ['nsfw'] }),
    ]);
  });

  test.each([
    ['disabled', { disabled: true }],
    ['protected', { protection: ['cf_js_challenge'] }],
  ])('what one finds %s, the other’s rule does not bring back', (group, fields) => {
    const { entries, refused } = mergeSources(maigret(fields), sherlock({}));
    expect(entries).toEqual([]);
    expect(refused.map((refusal) => refusal.group)).toEqual([group, group]);
  });

  test('a doubt about a site goes with it to its next domain, and not to another site of its domain', () => {
    const site = { errorType: 'status_code', username_claimed: 'south' };
    const elsewhere = (urlMain: string, name: string) =>
      mergeSources(maigret({ disabled: true }), readSherlock({ [name]: { ...site, urlMain, url: `${urlMain}/{}` } })).entries;
    expect(elsewhere('https://example.net', 'one')).toEqual([]);
    expect(elsewhere('https://example.net', 'Another')).toHaveLength(1);
    expect(elsewhere('https://forum.example.com', 'one')).toHaveLength(1);
  });

  test('a site that only the second knows is added', () => {
    expect(
      mergeSources(maigret({}), sherlock({ url: 'https://example.net/{}', urlMain: 'https://example.net' })).entries.map(
        ({ name }) => name,
      ),
    ).toEqual(['One', 'Two']);
  });
});
