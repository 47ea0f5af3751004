/** The shipped rules of wikis against MediaWiki itself: accounts of every kind, and options of a site. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installWiki } from '../support/mediawiki.js';
import { ask, isAnswer, type People, type Said, shippedRule, wrongOf } from '../support/real-software.js';

const api = shippedRule(/\/w\/api\.php\?action=query&list=users&ususers=\{username:title\}/);
const page = shippedRule(/\/wiki\/User:\{username:title\}$/);
const known = [api, page].flatMap(({ probes }) => probes.username?.positiveControls ?? []);

/** Registered, or not; asked as a user would type them. */
const PEOPLE: People = [
  ['Ada', 'plain'],
  ['ada', 'its first letter small'],
  ['ada2007', 'letters and digits'],
  ['4711', 'digits'],
  ['JaneSample', 'capitals'],
  ['jane-sample', 'a dash'],
  ['Jane.Sample', 'a dot'],
  ['Jane_Doe', 'an underscore'],
  ['Jürgen', 'beyond ASCII'],
  ['Ирина', 'another script'],
  ['Blocked', 'blocked'],
  ['About', 'a word of the site'],
  ['Search', 'the same'],
];
const NOBODY: People = [
  ['quixoticzephyr', 'plain'],
  ['qz48151623', 'letters and digits'],
  ['48151623', 'digits'],
  ['no-body', 'a dash'],
  ['no.body', 'a dot'],
  ['no_body', 'an underscore'],
  ['Nóbody', 'beyond ASCII'],
  ['Ghostpage', 'a page without an account'],
  ['login', 'a word of the site'],
  ['main', 'the same'],
  ['settings', 'the same'],
  ['192.0.2.7', 'an address'],
];
/** As `LocalSettings.php` has them. */
const OPTIONS: Readonly<Record<string, string>> = {
  private: "$wgGroupPermissions['*']['read'] = false;",
  'read-only': "$wgReadOnly = 'moving house';",
  'Russian, another skin': "$wgLanguageCode = 'ru'; wfLoadSkin('Timeless'); $wgDefaultSkin = 'timeless';",
  'without capitals': '$wgCapitalLinks = false;',
  'without its database': "$wgSQLiteDataDir = '/nonexistent';",
};

let wiki: Awaited<ReturnType<typeof installWiki>>;
beforeAll(async () => {
  const accounts = [...new Set(PEOPLE.filter(([name]) => name !== 'ada').map(([name]) => name.replaceAll('_', ' ')))];
  wiki = await installWiki({
    accounts: [...accounts, ...known].map((name) => name[0]?.toUpperCase() + name.slice(1)),
    blocked: ['Blocked'],
    pages: ['Ada', 'Ghostpage', ...known],
  });
});
afterAll(() => wiki?.close());

/** What both rules say of everybody, beside what is true. */
async function askBoth(options?: string): Promise<Said[]> {
  const questions = [
    { rule: 'API', platform: api },
    { rule: 'page', platform: page },
  ].flatMap((each) => [
    { ...each, people: PEOPLE, truth: 'registered' as const },
    { ...each, people: NOBODY, truth: 'not_registered' as const },
  ]);
  return ask(await wiki.serve(options), questions);
}

describe('MediaWiki', () => {
  it('as it is installed: no answer is wrong, and names that both rules can hold are answered', async () => {
    const said = await askBoth();
    expect(wrongOf(said)).toEqual([]);
    const plain = said.filter(({ kind }) =>
      ['plain', 'its first letter small', 'letters and digits', 'capitals', 'blocked', 'a dash', 'an underscore'].includes(kind),
    );
    expect(plain.filter((each) => !isAnswer(each))).toEqual([]);
  });

  it.each(Object.entries(OPTIONS))('%s: no answer is wrong', async (_, options) => {
    expect(wrongOf(await askBoth(options))).toEqual([]);
  });
});
