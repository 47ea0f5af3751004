/** Rules for pages of authors and for blogs by host against a network of WordPress itself: names of every kind, and options of a site. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, isAnswer, type People, type Question, ruleAt, type Said, shippedRule, wrongOf } from '../support/real-software.js';
import { installNetwork } from '../support/wordpress.js';

const blog = shippedRule(/^https:\/\/\{username\}\.noblogs\.org\/$/);
const HOST = new URL(blog.homepage).hostname;
const AUTHOR = `https://${HOST}/author/{username}/`;
/** Two kinds of shipped rules for members' pages: one takes a 404 for absence, the other knows that some members have no page. */
const author = ruleAt(shippedRule(/^https:\/\/grassrootsmotorsports\.com\/members\/\{username\}\/$/), AUTHOR);
const confirming = ruleAt(shippedRule(/^https:\/\/outof\.games\/members\/\{username\}\/$/), AUTHOR);
const knownOf = ({ probes }: typeof blog): readonly string[] => probes.username?.positiveControls ?? [];

/** Whose page is there, asked as a user would type the name. */
const AUTHORS: People = [
  ['ada', 'plain'],
  ['ada2007', 'letters and digits'],
  ['4711', 'digits'],
  ['JaneSample', 'capitals'],
  ['mary-shelley', 'a dash'],
  ['jane_austen', 'an underscore'],
  ['grace.hopper', 'a dot'],
  ['node.js', 'an ending'],
  ['quiet', 'without posts'],
  ['spammer', 'marked as spam'],
  ['about', 'a word of the site'],
  ['login', 'the same'],
];
/** They have an account, and no page at this name. */
const WITHOUT_PAGE: People = [
  ['penname', 'whose page has another name'],
  ['visitor', 'a member of no blog'],
];
const NO_AUTHOR: People = [
  ['quixoticzephyr', 'plain'],
  ['qz48151623', 'letters and digits'],
  ['48151623', 'digits'],
  ['NobodyHere', 'capitals'],
  ['no-body', 'a dash'],
  ['no_body', 'an underscore'],
  ['no.body', 'a dot'],
  ['nobody.js', 'an ending'],
  ['deleted', 'deleted'],
  ['help', 'a word of the site'],
  ['admin', 'the same'],
];
const BLOGS: People = [
  ['ada', 'plain'],
  ['Ada2007', 'a capital'],
  ['4711', 'digits'],
  ['mary-shelley', 'a dash'],
  ['quiet', 'without posts'],
  ['hidden', 'hidden from search engines'],
  ['new-name', 'renamed'],
  ['about', 'a word of the site'],
  ['help', 'the same'],
  ['archived', 'archived'],
  ['spam', 'marked as spam'],
  ['deleted', 'deleted'],
];
const NO_BLOG: People = [
  ['quixoticzephyr', 'plain'],
  ['qz48151623', 'letters and digits'],
  ['48151623', 'digits'],
  ['NobodyHere', 'capitals'],
  ['no-body', 'a dash'],
  ['old-name', 'before it was renamed'],
  ['login', 'a word of the site'],
  ['support', 'the same'],
];
/** Of whom no page is there, but one for all such, or one that speaks of signing in. */
const UNTOLD = [...WITHOUT_PAGE.map(([name]) => name), 'archived', 'spam', 'deleted', 'login'];
const QUESTIONS: readonly Question[] = [
  { rule: 'author', platform: author, people: AUTHORS, truth: 'registered' },
  { rule: 'author', platform: author, people: NO_AUTHOR, truth: 'not_registered' },
  { rule: 'author, confirming', platform: confirming, people: [...AUTHORS.slice(0, 4), ...WITHOUT_PAGE], truth: 'registered' },
  { rule: 'author, confirming', platform: confirming, people: NO_AUTHOR.slice(0, 4), truth: 'not_registered' },
  { rule: 'blog', platform: blog, people: BLOGS, truth: 'registered' },
  { rule: 'blog', platform: blog, people: NO_BLOG, truth: 'not_registered' },
];
/** As `wp-config.php` and plugins have them. */
const OPTIONS: Readonly<Record<string, string>> = {
  'whose page for nobody is a 404, for no blog the sign-up': '$signUp = true;',
  'closed to visitors': "hook('template_redirect', fn() => auth_redirect());",
  'in maintenance': "hook('template_redirect', fn() => header('Retry-After: 600') || wp_die('Back soon.', 'Maintenance', 503));",
  'with a limit of twenty requests':
    "hook('template_redirect', fn() => !file_put_contents('asked', '.', FILE_APPEND) || filesize('asked') <= 20 || wp_die('', 'Slow down', 429));",
  'in German, of another theme':
    "hook('locale', fn() => 'de_DE'); foreach (['template', 'stylesheet'] as $name) hook($name, fn() => 'twentytwentyone');",
  'without its database': "define('DB_PASSWORD', 'wrong');",
};

let network: Awaited<ReturnType<typeof installNetwork>>;
beforeAll(async () => {
  const authors = [...AUTHORS.map(([name]) => name), ...knownOf(author), ...knownOf(confirming)];
  const blogs = [...BLOGS.map(([name]) => name.toLowerCase()), ...knownOf(blog)];
  network = await installNetwork({
    host: HOST,
    authors: {
      ...Object.fromEntries(authors.map((name) => [name, {}])),
      quiet: { posts: 0 },
      spammer: { state: 'spam' },
      deleted: { state: 'deleted' },
      penname: { slug: 'a-writer' },
      visitor: { posts: 0, isMember: false },
    },
    blogs: {
      ...Object.fromEntries(blogs.map((name) => [name, {}])),
      quiet: { posts: 0 },
      hidden: { state: 'private' },
      'new-name': { before: 'old-name' },
      archived: { state: 'archived' },
      spam: { state: 'spam' },
      deleted: { state: 'deleted' },
    },
  });
});
afterAll(() => network?.close());

const askAt = async (options?: string): Promise<Said[]> => ask(await network.serve(options), QUESTIONS);

describe('a network of WordPress', () => {
  it('as it is installed: no answer is wrong, and names that the rules can hold are answered', async () => {
    const said = await askAt();
    expect(wrongOf(said)).toEqual([]);
    const yes = said.filter(({ truth, name }) => truth === 'registered' && !UNTOLD.includes(name));
    expect(yes.filter((each) => !isAnswer(each))).toEqual([]);
  });

  it.each(Object.entries(OPTIONS))('%s: no answer is wrong', async (_, options) => {
    expect(wrongOf(await askAt(options))).toEqual([]);
  });
});
