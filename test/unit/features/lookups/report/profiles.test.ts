/** Profiles in what people take away from a lookup: the HTML report, the CSV file, and the words of both. */
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { byAge, oldestAccount, profileNotes, sinceText } from '../../../../../src/features/lookups/report/profile-labels.js';
import { reportHtml } from '../../../../../src/features/lookups/report/report-html.js';
import { resultsCsv } from '../../../../../src/features/lookups/report/results-csv.js';
import type { LookupBodyV2, ShownResult } from '../../../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { FINISHED_V2 } from '../../../../../src/features/lookups/routes/shared/v2/examples.js';

type Profile = NonNullable<ShownResult['profile']>;
const NONE: Profile = {
  url: null,
  displayName: null,
  pictureUrl: null,
  createdAt: null,
  createdYear: null,
  lastActiveAt: null,
  counts: null,
  state: null,
};
const [first] = FINISHED_V2.results;
if (!first) throw new Error('the example of a body has no result');
const result = (name: string, profile: Partial<Profile> | null): ShownResult => ({
  ...first,
  mailboxProvider: false,
  platform: name.toLowerCase(),
  name,
  profile: profile && { ...NONE, ...profile },
});
const body = (...results: ShownResult[]): LookupBodyV2 => ({ ...FINISHED_V2, results });
const OLD = result('Old', { url: 'https://old.example/ada', createdAt: '2009-02-03T04:05:06.000Z', createdYear: 2009 });
const YEAR = result('Year', { createdYear: 2012 });
const NEW = result('New', { displayName: 'Ada Example', createdAt: '2012-12-01T00:00:00.000Z', createdYear: 2012, state: 'verified' });
const BARE = result('Bare', null);

describe('accounts', () => {
  it('are ordered by age, the oldest first, those of unknown age after them as they were', () => {
    const other = result('Other', { url: 'https://other.example/ada' });
    expect(byAge([BARE, NEW, other, YEAR, OLD]).map(({ name }) => name)).toEqual(['Old', 'New', 'Year', 'Bare', 'Other']);
  });

  it('have an oldest one among those that are registered and tell their age', () => {
    expect(oldestAccount([BARE, NEW, OLD])?.name).toBe('Old');
    expect(oldestAccount([BARE, NEW, { ...OLD, registered: false }])?.name).toBe('New');
    expect(oldestAccount([BARE])).toBeNull();
  });

  it('are told of in a few words', () => {
    expect(sinceText({ createdAt: '2016-03-01T23:30:00.000Z', createdYear: 2016 })).toBe('since 1 Mar 2016');
    expect(sinceText({ createdAt: null, createdYear: 2014 })).toBe('since 2014');
    expect(profileNotes({ ...NONE, displayName: 'Ada', state: 'suspended', counts: { followers: 1_200 } })).toEqual([
      'Ada',
      'suspended',
      '1,200 followers',
    ]);
    expect(profileNotes(NONE)).toEqual([]);
  });
});

describe('the HTML report', () => {
  it('lists accounts with link, name and age, the oldest first', () => {
    const report = reportHtml(body(BARE, NEW, OLD)).replaceAll('<wbr>', '');
    expect(report).toContain('The account, oldest first');
    expect(report).toContain(
      '<td>Old</td><td><a href="https://old.example/ada" rel="noopener noreferrer nofollow">old.example/ada</a></td>',
    );
    expect(report).toContain('<td>since 3 Feb 2009</td>');
    expect(report).toContain('Ada Example · since 1 Dec 2012 · verified');
    expect(report.indexOf('>Old<')).toBeLessThan(report.indexOf('>New<'));
    expect(reportHtml(body(BARE))).not.toContain('The account, oldest first');
  });

  it('shows a hostile name as text, loads no picture and links to nothing but web pages', () => {
    const hostile = result('Site', {
      displayName: '<img src=x onerror=alert(1)>',
      url: 'javascript:alert(1)',
      pictureUrl: 'https://cdn.example/p',
    });
    const report = reportHtml(body(hostile));
    expect(report).not.toMatch(/<img|javascript:|cdn\.example/);
    expect(report).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});

it('a name loses what turns text around and what nobody sees, in both files', () => {
  const hidden = result('Site', { displayName: 'a\u202eb\u200b\u{e0041}', counts: { followers: 1, posts: 2 } });
  expect(reportHtml(body(hidden))).toContain('<td>ab · 1 follower · 2 posts</td>');
  expect(resultsCsv(body(hidden))).not.toContain('\u202e');
});

it('the CSV file has the fields of a profile, and no formula of a name', () => {
  const rows = parse(resultsCsv(body(OLD, result('Site', { displayName: '=1+1' }), BARE)), { columns: true });
  expect((rows as Record<string, string>[]).slice(0, 3)).toMatchObject([
    { profile_url: 'https://old.example/ada', created_at: '2009-02-03T04:05:06.000Z', created_year: '2009', display_name: '' },
    { display_name: "'=1+1", created_year: '' },
    { profile_url: '', display_name: '', state: '' },
  ]);
});
