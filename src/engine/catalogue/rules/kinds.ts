/** What kind of platform it is, by its tags: what purposes of lookups allow or forbid. docs/contract.md, 14.6. */
import type { Platform } from './platform.js';

/**
 * `social`: people show themselves, meet or publish. `health`: also fitness and sport. `intimate`: sex life, dating, religion, politics.
 * `unclassified`: not known, or on the word of an importer alone.
 */
export const PLATFORM_KINDS = [
  ...(['social', 'health', 'intimate', 'gambling', 'leisure', 'media', 'finance', 'shopping', 'travel', 'work'] as const),
  ...(['coding', 'learning', 'tools', 'mailbox', 'unclassified'] as const),
] as const;
export type PlatformKind = (typeof PLATFORM_KINDS)[number];

const words = (text: string): readonly string[] => text.split(' ');

/** Software of sites: one of its sites is of this kind, whoever listed it. */
const SOFTWARE: Readonly<Partial<Record<PlatformKind, readonly string[]>>> = {
  social: words('discourse lemmy mastodon misskey mybb mybb-forum nodebb peertube pixelfed writefreely'),
  media: words('mediawiki mediawiki-root'),
  coding: words('bugzilla gitea gitlab pagure'),
};

const TAGS: Readonly<Partial<Record<PlatformKind, readonly string[]>>> = {
  social: [
    ...words('social social-network fediverse forum discussion community blog microblog messaging networking newsletter sharing'),
    ...words('photo photos images links profile avatar q-and-a geosocial website writing publishing review events funding'),
  ],
  health: words('health fitness sport sports parenting'),
  intimate: words('adult dating religion politics'),
  gambling: words('gambling forecasting'),
  leisure: [
    ...words('gaming games esports chess tabletop modding speedrunning typing anime hobby collecting cooking garden nature'),
    ...words('auto contest'),
  ],
  media: words('news video streaming tv movies music books reading art 3d creative entertainment archive museums wiki'),
  finance: words('finance fintech crypto trading stock nft web3'),
  shopping: words('shopping food fashion electronics classified phones real-estate'),
  travel: words('travel cars maps'),
  work: words('work business career jobs freelance professional crm marketing'),
  coding: words('coding developer open-source hacking machine-learning tech computers'),
  learning: words('learning education languages science research engineering'),
  tools: words('account apps browser design documents encryption hosting llm productivity security software storage tasks'),
  mailbox: words('email mail'),
  unclassified: words('military firearms'),
};

const byTag = (table: typeof TAGS): ReadonlyMap<string, PlatformKind> =>
  new Map(PLATFORM_KINDS.flatMap((kind) => (table[kind] ?? []).map((tag) => [tag, kind] as const)));
const OF_SOFTWARE = byTag(SOFTWARE);
const OF_TAG = new Map([...byTag(TAGS), ...OF_SOFTWARE]);

/** Tags of countries, and those that say how a platform came into the catalogue. */
const SAYS_NOTHING = /^(?:[a-z]{2}|global|breached)$/;

/** The kind that a tag indicates, `unclassified` of one that is not known; null: it says nothing of kinds. */
export const kindOfTag = (tag: string): PlatformKind | null => OF_TAG.get(tag) ?? (SAYS_NOTHING.test(tag) ? null : 'unclassified');

type Tagged = Pick<Platform, 'tags' | 'ownFile' | 'mailbox'>;
const known = new WeakMap<Tagged, readonly PlatformKind[]>();

/** All kinds of a platform, at least one. Where nobody here chose its tags, in a file of its own, it is `unclassified` besides. */
export function kindsOf(platform: Tagged): readonly PlatformKind[] {
  const found = known.get(platform);
  if (found) return found;
  const tagged = platform.tags.flatMap((tag) => kindOfTag(tag) ?? []);
  const isReviewed = platform.ownFile === true || platform.mailbox === true || platform.tags.some((tag) => OF_SOFTWARE.has(tag));
  const kinds = [...new Set<PlatformKind>(isReviewed && tagged.length > 0 ? tagged : [...tagged, 'unclassified'])];
  known.set(platform, kinds);
  return kinds;
}
