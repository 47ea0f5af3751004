/** Addresses of profiles, by platform: a link is read as a handle, and a handle is shown as a link that this table makes. Pure. */
import { parseUrl } from '../../kernel/values/parse-url.js';

/** Host, without `www.`, and path; `@` before the handle belongs to the path. */
type Page = readonly [slug: string, ...addresses: readonly [string, ...string[]]];

/** The first address is the one that is shown. Slugs are those of the catalogue. */
const PAGES: readonly Page[] = [
  ['audius', 'audius.co/{handle}'],
  ['bitbucket', 'bitbucket.org/{handle}'],
  ['chess-com', 'chess.com/member/{handle}'],
  ['codeforces', 'codeforces.com/profile/{handle}'],
  ['codepen', 'codepen.io/{handle}'],
  ['dailymotion', 'dailymotion.com/{handle}'],
  ['dev-to', 'dev.to/{handle}'],
  ['deviantart', 'deviantart.com/{handle}'],
  ['duolingo', 'duolingo.com/profile/{handle}'],
  ['facebook', 'facebook.com/{handle}', 'fb.com/{handle}'],
  ['gitee', 'gitee.com/{handle}'],
  ['github', 'github.com/{handle}'],
  ['gitlab', 'gitlab.com/{handle}'],
  ['gravatar', 'gravatar.com/{handle}'],
  ['hacker-news', 'news.ycombinator.com/user?id={handle}'],
  ['hugging-face', 'huggingface.co/{handle}'],
  ['instagram', 'instagram.com/{handle}'],
  ['keybase', 'keybase.io/{handle}'],
  ['kick', 'kick.com/{handle}'],
  ['last-fm', 'last.fm/user/{handle}'],
  ['liberapay', 'liberapay.com/{handle}'],
  ['lichess', 'lichess.org/@/{handle}'],
  ['linkedin', 'linkedin.com/in/{handle}'],
  ['manifold', 'manifold.markets/{handle}'],
  ['medium', 'medium.com/@{handle}'],
  ['mixcloud', 'mixcloud.com/{handle}'],
  ['patreon', 'patreon.com/{handle}'],
  ['pinterest', 'pinterest.com/{handle}'],
  ['reddit', 'reddit.com/user/{handle}', 'reddit.com/u/{handle}'],
  ['soundcloud', 'soundcloud.com/{handle}'],
  ['speedrun-com', 'speedrun.com/users/{handle}', 'speedrun.com/user/{handle}'],
  ['steam', 'steamcommunity.com/id/{handle}'],
  ['telegram', 't.me/{handle}', 'telegram.me/{handle}'],
  ['tiktok', 'tiktok.com/@{handle}'],
  ['trello', 'trello.com/{handle}', 'trello.com/u/{handle}'],
  ['tumblr', 'tumblr.com/{handle}'],
  ['twitch', 'twitch.tv/{handle}'],
  ['unsplash', 'unsplash.com/@{handle}'],
  ['vimeo', 'vimeo.com/{handle}'],
  ['vk', 'vk.com/{handle}'],
  ['x', 'x.com/{handle}', 'twitter.com/{handle}'],
  ['youtube', 'youtube.com/@{handle}', 'youtube.com/user/{handle}'],
];

const ADDRESSES = new Map<string, string>(PAGES.map(([slug, first]) => [slug, first]));
/** Addresses by host: how a path, and a query, begin before the handle. */
const BY_HOST = new Map<string, { readonly slug: string; readonly before: string }[]>();
for (const [slug, ...addresses] of PAGES) {
  for (const address of addresses) {
    const [host = '', path = ''] = address.split(/(?=\/)(.*)/s);
    BY_HOST.set(host, [...(BY_HOST.get(host) ?? []), { slug, before: path.replace('{handle}', '') }]);
  }
}

/** Paths that are pages of a site and nobody's profile. */
const PAGES_OF_SITES: ReadonlySet<string> = new Set(
  `about account accounts ads api app apps auth blog business careers channel channels comments compose contact creators developer
   developers directory discover docs download en events explore faq features feed forum groups hashtag hashtags help home i info intent
   invite jobs join l legal live login logout marketplace me messages new news notifications oauth offline orgs p pages people photo
   photos playlist plus policies policy posts premium pricing privacy profile reel reels register search security settings share
   sharer shop shorts signin signup site sites status store stories support tag tags terms topics tos trending user users video videos
   watch web welcome`.split(/\s+/),
);

/** Longest link that is read, in characters. */
const MAX_LINK = 300;
/** ASCII letters and digits, and what handles have between them: nothing that markup, a URL or a terminal gives a meaning. */
const HANDLE = /^(?=.*[A-Za-z0-9])[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;

/** Slugs whose handles can be shown as links. */
export const LINKED_PLATFORMS: readonly string[] = PAGES.map(([slug]) => slug);

/** A text as a handle, without its `@`; null when it is none that could be shown everywhere. */
export function readHandle(text: string): string | null {
  const handle = text.trim().replace(/^@/, '');
  return HANDLE.test(handle) && !handle.endsWith('.') ? handle : null;
}

/** The platform and the handle that a link to a profile names; null for every other text. */
export function readProfileLink(text: string): { readonly platform: string; readonly handle: string } | null {
  const url = text.length > MAX_LINK ? null : parseUrl(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.port !== '') return null;
  const path = url.pathname.replace(/\/$/, '');
  for (const { slug, before } of BY_HOST.get(url.hostname.replace(/^(?:www|m|mobile)\./, '')) ?? []) {
    const address = before.includes('?') ? `${path}${url.search}` : path;
    const handle = address.startsWith(before) ? address.slice(before.length) : '';
    const isProfile =
      HANDLE.test(handle) && !handle.endsWith('.') && !PAGES_OF_SITES.has(handle.toLowerCase()) && !/\.(?:php|html?|aspx?)$/i.test(handle);
    if (isProfile) return { platform: slug, handle };
  }
  return null;
}

/** The address of a profile; null where this table has none for the platform, or the handle is no safe one. */
export function profileUrl(platform: string, handle: string): string | null {
  const address = ADDRESSES.get(platform);
  return address === undefined || readHandle(handle) !== handle ? null : `https://${address.replace('{handle}', handle)}`;
}
