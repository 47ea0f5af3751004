/** Profiles: how sites show an account. One person's page differs from the next in what they have filled in. */
import type { Pen } from './pen.js';
import type { PageTopic } from './page-templates.js';

/** What an account's page holds. */
export interface Profile {
  readonly name: string;
  readonly hasAvatar: boolean;
  readonly hasBio: boolean;
  readonly posts: number;
  readonly links: number;
  readonly isPrivate: boolean;
}

export type ProfileTemplate = (pen: Pen, profile: Profile) => string;

const avatar = (pen: Pen, { hasAvatar, name }: Profile): string =>
  hasAvatar ? pen.image('person.avatar', 'u') : pen.text('span', 'person.initial', name.slice(0, 1));
const bio = (pen: Pen, { hasBio }: Profile): string => (hasBio ? pen.text('p', 'person.bio', pen.prose.paragraph(2)) : '');
const links = (pen: Pen, profile: Profile): string =>
  profile.links === 0
    ? ''
    : pen.el(
        'ul',
        'person.links',
        pen.each(profile.links, (n) => pen.el('li', '', pen.link('person.link', `/out/${n}`, pen.prose.words(2)))),
      );
const counts = (pen: Pen, profile: Profile): string =>
  pen.el(
    'dl',
    'person.counts',
    ['posts', 'followers', 'following'].map(
      (label, n) => pen.text('dt', 'person.label', label) + pen.text('dd', 'person.count', String(profile.posts * (n + 1))),
    ),
  );
const closed = (pen: Pen): string =>
  pen.el('section', 'closed', [
    pen.text('h2', 'closed.title', 'This account is private'),
    pen.text('p', 'closed.text', pen.prose.sentence()),
  ]);
const post = (pen: Pen, n: number): string =>
  pen.el('article', 'post', [
    pen.link('post.title', `/p/${n}`, pen.prose.words(5)),
    pen.text('p', 'post.text', pen.prose.paragraph(1)),
    pen.text('time', 'post.time', '4 May'),
    pen.chance(0.4) ? pen.image('post.image', `p${n}`) : '',
  ]);
const posts = (pen: Pen, profile: Profile): string => {
  if (profile.isPrivate) return closed(pen);
  if (profile.posts === 0) return pen.text('p', 'posts.none', 'Nothing here yet');
  return pen.el(
    'section',
    'posts',
    pen.each(profile.posts, (n) => post(pen, n)),
  );
};

const card: ProfileTemplate = (pen, profile) =>
  pen.el('header', 'person', [
    avatar(pen, profile),
    pen.text('h1', 'person.name', profile.name),
    bio(pen, profile),
    counts(pen, profile),
    pen.text('button', 'person.follow', 'Follow'),
    links(pen, profile),
  ]) + posts(pen, profile);

const sidebar: ProfileTemplate = (pen, profile) =>
  [
    pen.el('aside', 'vcard', [
      avatar(pen, profile),
      pen.text('h1', 'vcard.name', profile.name),
      bio(pen, profile),
      pen.text('button', 'vcard.follow', 'Follow'),
      links(pen, profile),
      counts(pen, profile),
    ]),
    pen.el(
      'nav',
      'tabs',
      ['Overview', 'Posts', 'Likes'].map((label) => pen.link('tabs.tab', `/${profile.name}?tab=${label.toLowerCase()}`, label)),
    ),
    posts(pen, profile),
  ].join('\n');

const banner: ProfileTemplate = (pen, profile) =>
  [
    pen.el('div', 'cover', pen.image('cover.image', 'c')),
    pen.el('div', 'person', [
      avatar(pen, profile),
      pen.text('h1', 'person.name', profile.name),
      pen.text('span', 'person.handle', `@${profile.name}`),
      bio(pen, profile),
      counts(pen, profile),
    ]),
    pen.el('div', 'wall', [posts(pen, profile), links(pen, profile)]),
  ].join('\n');

const sheet: ProfileTemplate = (pen, profile) =>
  pen.el('table', 'sheet', [
    pen.el('tr', '', [
      pen.el('td', 'sheet.picture', avatar(pen, profile)),
      pen.el('td', 'sheet.name', pen.text('h2', '', `Profile of ${profile.name}`)),
    ]),
    ...['Joined', 'Last seen', 'Place', 'Messages'].map((label) =>
      pen.el('tr', 'sheet.row', [pen.text('td', 'sheet.label', label), pen.text('td', 'sheet.value', pen.prose.words(1))]),
    ),
    pen.el('tr', '', pen.el('td', '', bio(pen, profile))),
  ]) + posts(pen, profile);

const stack: ProfileTemplate = (pen, profile) =>
  pen.el('div', 'stack', [
    avatar(pen, profile),
    pen.text('h1', 'stack.name', `@${profile.name}`),
    bio(pen, profile),
    ...pen.each(profile.isPrivate ? 0 : profile.links + 1, (n) => pen.link('stack.button', `/out/${n}`, pen.prose.words(2))),
    profile.isPrivate ? closed(pen) : '',
    profile.posts > 0 && !profile.isPrivate
      ? pen.el(
          'div',
          'stack.feed',
          pen.each(profile.posts, (n) => post(pen, n)),
        )
      : '',
  ]);

const portfolio: ProfileTemplate = (pen, profile) =>
  pen.el('section', 'maker', [pen.text('h1', 'maker.name', profile.name), avatar(pen, profile), bio(pen, profile), links(pen, profile)]) +
  (profile.isPrivate
    ? closed(pen)
    : pen.el(
        'div',
        'works',
        pen.each(profile.posts, (n) =>
          pen.el('figure', 'piece', [
            pen.image('piece.image', `w${n}`),
            pen.text('figcaption', 'piece.title', pen.prose.words(2)),
            pen.text('button', 'piece.like', 'Like'),
          ]),
        ),
      ));

export const PROFILE_TEMPLATES = { card, sidebar, banner, sheet, stack, portfolio } as const satisfies Readonly<
  Record<string, ProfileTemplate>
>;
export type ProfileTemplateName = keyof typeof PROFILE_TEMPLATES;

const TOPIC_PROFILE: Profile = { name: '', hasAvatar: true, hasBio: true, posts: 6, links: 2, isPrivate: false };

/**
 * Pages of the site that are built much like a profile of it: of a topic, with the profile's own cards; of the people who work there; of an
 * entity that can be followed; and the latest posts of everybody, which many sites have at their root. `twin` is built as a profile.
 */
export const PROFILE_LIKE = {
  feed: (pen, { label }) =>
    pen.text('h1', 'heading', label) +
    pen.el('form', 'composer', [pen.el('textarea', 'composer.text', '', { name: 'text' }), pen.text('button', 'button', 'Post')]) +
    pen.el(
      'section',
      'posts',
      pen.each(pen.between(8, 20), (n) => post(pen, n)),
    ),
  topic: (pen, { label }) =>
    pen.el('header', 'subject', [
      pen.text('h1', 'subject.name', label),
      pen.text('p', 'subject.text', pen.prose.sentence()),
      pen.text('button', 'person.follow', 'Follow'),
    ]) +
    pen.el(
      'section',
      'posts',
      pen.each(pen.between(4, 9), (n) => post(pen, n)),
    ),
  staff: (pen, { label }) =>
    pen.text('h1', 'heading', label) +
    pen.el(
      'section',
      'staff',
      pen.each(pen.between(6, 14), () =>
        pen.el('header', 'person', [
          pen.image('person.avatar', 'u'),
          pen.text('h3', 'person.name', pen.prose.words(2)),
          pen.text('p', 'person.bio', pen.prose.sentence()),
        ]),
      ),
    ),
  channel: (pen, { label }) =>
    pen.el('div', 'cover', pen.image('cover.image', 'c')) +
    pen.el('div', 'channel', [
      pen.text('h1', 'channel.name', label),
      pen.text('p', 'channel.text', pen.prose.paragraph(2)),
      pen.el(
        'ul',
        'channel.rules',
        pen.each(4, () => pen.text('li', '', pen.prose.words(4))),
      ),
      pen.text('button', 'channel.join', 'Join'),
    ]) +
    pen.el(
      'section',
      'posts',
      pen.each(pen.between(3, 8), (n) => post(pen, n)),
    ),
} as const satisfies Readonly<Record<string, (pen: Pen, topic: PageTopic) => string>>;

/** A page of the site that no comparison of structure tells from a profile. */
export const twin = (pen: Pen, topic: PageTopic, template: ProfileTemplateName): string =>
  PROFILE_TEMPLATES[template](pen, { ...TOPIC_PROFILE, name: topic.label });
