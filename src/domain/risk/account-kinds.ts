/** Kinds of platforms; an identity with accounts on several kinds is harder to make up. */
export const ACCOUNT_KINDS = ['work', 'community', 'media', 'shops', 'play'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The catalogue's tags that indicate a kind. Countries, site software and sizes indicate none. */
const TAGS: Readonly<Record<AccountKind, readonly string[]>> = {
  work: [
    'business',
    'career',
    'coding',
    'contest',
    'creative',
    'crm',
    'crypto',
    'design',
    'developer',
    'education',
    'encryption',
    'finance',
    'fintech',
    'freelance',
    'hacking',
    'hosting',
    'jobs',
    'languages',
    'learning',
    'machine-learning',
    'networking',
    'open-source',
    'productivity',
    'professional',
    'research',
    'science',
    'security',
    'stock',
    'tasks',
    'tech',
    'trading',
    'website',
    'work',
    'writing',
  ],
  community: [
    'blog',
    'community',
    'discussion',
    'fediverse',
    'forum',
    'geosocial',
    'mediawiki',
    'messaging',
    'microblog',
    'news',
    'newsletter',
    'parenting',
    'profile',
    'q-and-a',
    'social',
    'wiki',
  ],
  media: ['3d', 'art', 'books', 'entertainment', 'movies', 'music', 'photo', 'photos', 'reading', 'sharing', 'streaming', 'video'],
  shops: ['apps', 'auto', 'classified', 'cooking', 'fashion', 'funding', 'nft', 'review', 'shopping', 'travel', 'web3'],
  play: ['anime', 'chess', 'collecting', 'esports', 'games', 'gaming', 'hobby', 'modding', 'speedrunning', 'sport', 'sports', 'tabletop'],
};

const KIND_OF: ReadonlyMap<string, AccountKind> = new Map(
  ACCOUNT_KINDS.flatMap((kind) => TAGS[kind].map((tag): [string, AccountKind] => [tag, kind])),
);

/** The kind of a platform, by the first of its tags that indicates one; null when none does. */
export function accountKindOf(tags: readonly string[]): AccountKind | null {
  return tags.map((tag) => KIND_OF.get(tag)).find((kind) => kind !== undefined) ?? null;
}
