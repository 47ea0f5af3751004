/** The shipped rules of Gitea against Gitea itself: accounts of every kind, and options of a site; and its pages, at the root of a host. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MS, installGitea } from '../support/gitea.js';
import { ask, isAnswer, type People, type Question, ruleAt, type Said, shippedRule, wrongOf } from '../support/real-software.js';

const api = shippedRule(/^https:\/\/codeberg\.org\/api\/v1\/users\/\{username\}$/);
const SITE = api.homepage.replace(/\/$/, '');
/** A shipped kind of rule for pages, which knows that some accounts have none. */
const page = ruleAt(shippedRule(/^https:\/\/outof\.games\/members\/\{username\}\/$/), `${SITE}/{username}`);
const known = [api, page].flatMap(({ probes }) => probes.username?.positiveControls ?? []);

/** Registered, or not; asked as a user would type them. */
const PEOPLE: People = [
  ['ada', 'plain'],
  ['ADA', 'other capitals'],
  ['ada2007', 'letters and digits'],
  ['4711', 'digits'],
  ['JaneSample', 'capitals'],
  ['jane.sample', 'a dot'],
  ['jane-sample', 'a dash'],
  ['jane_sample', 'an underscore'],
  ['node.js', 'an ending'],
  ['banned', 'barred from signing in'],
  ['new-name', 'renamed'],
  ['trains', 'an organisation'],
  ['about', 'a word of the site'],
  ['help', 'the same'],
];
const HIDDEN: People = [
  ['limited', 'for signed-in users'],
  ['private', 'private'],
  ['hidden-org', 'a private organisation'],
  ['inactive', 'not activated'],
  ['old-name', 'before it was renamed'],
];
const NOBODY: People = [
  ['quixoticzephyr', 'plain'],
  ['qz48151623', 'letters and digits'],
  ['48151623', 'digits'],
  ['NobodyHere', 'capitals'],
  ['no-body', 'a dash'],
  ['no.body', 'a dot'],
  ['no_body', 'an underscore'],
  ['nobody.js', 'an ending'],
  ['deleted', 'deleted'],
  ['privacy', 'a word of the site'],
  ['explore', 'a page of the site'],
  ['login', 'the same'],
];
const QUESTIONS: readonly Question[] = [
  { rule: 'API', platform: api },
  { rule: 'page', platform: page },
].flatMap((each) => [
  { ...each, people: [...PEOPLE, ...HIDDEN], truth: 'registered' as const },
  { ...each, people: NOBODY, truth: 'not_registered' as const },
]);
/** As `app.ini` has them. */
const OPTIONS: Readonly<Record<string, string>> = {
  'closed to visitors': '[service]\nREQUIRE_SIGNIN_VIEW = true',
  'in German, of another theme': '[i18n]\nLANGS = de-DE\nNAMES = Deutsch\n[ui]\nDEFAULT_THEME = gitea-dark',
  'without lists of users and documents': '[service.explore]\nDISABLE_USERS_PAGE = true\n[api]\nENABLE_SWAGGER = false',
  'with expensive pages closed to visitors': '[service]\nREQUIRE_SIGNIN_VIEW = expensive',
};

let site: Awaited<ReturnType<typeof installGitea>>;
beforeAll(async () => {
  const organisations = ['trains', 'hidden-org'];
  const users = [...new Set([...PEOPLE, ...HIDDEN].map(([name]) => name))].filter(
    (name) => !['ADA', 'new-name', 'old-name', ...organisations].includes(name),
  );
  site = await installGitea({
    site: SITE,
    users: [...users, ...known, 'deleted'],
    organisations,
    visibility: { limited: 'limited', private: 'private', 'hidden-org': 'private' },
    inactive: ['inactive'],
    banned: ['banned'],
    deleted: ['deleted'],
    renamed: { 'old-name': 'new-name' },
  });
}, BUILD_MS);
afterAll(() => site?.close());

const askAt = async (options?: string): Promise<Said[]> => ask(await site.serve(options), QUESTIONS);

describe('Gitea', () => {
  it('as it is installed: no answer is wrong, and names that the rules can hold are answered', async () => {
    const said = await askAt();
    expect(wrongOf(said)).toEqual([]);
    const open = said.filter(({ name }) => PEOPLE.some(([person]) => person === name));
    const denied = said.filter(({ rule, truth }) => rule === 'API' && truth === 'not_registered');
    expect([...open, ...denied].filter((each) => !isAnswer(each))).toEqual([]);
  });

  it.each(Object.entries(OPTIONS))('%s: no answer is wrong', async (_, options) => {
    expect(wrongOf(await askAt(options))).toEqual([]);
  });
});
