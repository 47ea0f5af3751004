import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withBreachedSites } from '../../../../../src/engine/catalogue/breached-sites.js';
import { withMailboxPlatforms } from '../../../../../src/engine/catalogue/load-catalogue.js';
import { kindOfTag, kindsOf, PLATFORM_KINDS } from '../../../../../src/engine/catalogue/rules/kinds.js';
import { BUILT_IN_LIMITS } from '../../../../../src/features/accounts/purposes.js';
import { shipped } from '../../../../support/shipped-catalogue.js';

const { catalogue } = withBreachedSites(withMailboxPlatforms(shipped.catalogue), shipped.breachedSites);
const kindsAt = (slug: string) => kindsOf(catalogue.get(slug) ?? { tags: [] });
const { kinds: creditKinds = [] } = BUILT_IN_LIMITS['credit'] ?? {};
const byCredit = (tagged: Parameters<typeof kindsOf>[0]): boolean => kindsOf(tagged).every((kind) => creditKinds.includes(kind));

describe('the kinds of a platform', () => {
  it('follow from every tag of the shipped catalogue: one that is new has to be decided', () => {
    const tags = new Set(catalogue.platforms.flatMap((platform) => platform.tags));
    const undecided = [...tags].filter((tag) => kindOfTag(tag) === 'unclassified');
    expect(undecided.sort()).toEqual(['firearms', 'military']);
  });

  it.each([
    ...(['instagram', 'tiktok', 'x', 'bluesky', 'tumblr', 'telegram', 'discord', 'youtube', 'gravatar', 'keybase', 'patreon'] as const),
    ...(['mastodon-social', 'weibo', 'quora', 'livejournal', 'letterboxd', 'minds', 'mewe'] as const),
  ])('%s is a social platform', (slug) => expect(kindsAt(slug)).toContain('social'));

  it.each(['strava', 'myfitnesspal', 'fitness-blender', 'heria-pro', '8fit', 'jefit'])('%s tells of health', (slug) =>
    expect(kindsAt(slug)).toContain('health'),
  );

  it.each(['ashley-madison', 'adult-friend-finder', 'badoo', 'youporn'])('%s is intimate', (slug) =>
    expect(kindsAt(slug)).toContain('intimate'),
  );

  it('of sites of a software follow from it, and imported entries are unclassified besides', () => {
    expect(kindsOf({ tags: ['finance', 'discourse'] })).toEqual(['finance', 'social']);
    expect(kindsOf({ tags: ['gitlab'] })).toEqual(['coding']);
    expect(kindsOf({ tags: ['finance'] })).toEqual(['finance', 'unclassified']);
    expect(kindsOf({ tags: [], ownFile: true })).toEqual(['unclassified']);
    expect(kindsOf({ tags: ['us', 'global'], ownFile: true })).toEqual(['unclassified']);
    expect(kindsOf({ tags: ['constructor', 'coding'], ownFile: true })).toEqual(['unclassified', 'coding']);
    expect(kindsAt('gmail')).toEqual(['mailbox']);
  });

  it('a further tag never lets a purpose ask more', () => {
    const tag = fc.oneof(fc.constantFrom(...catalogue.platforms.flatMap((platform) => platform.tags)), fc.string());
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 4 }), fc.constantFrom('a-tag', 'forum', 'health', 'dating'), (tags, more) => {
        expect(byCredit({ tags: [...tags, more], ownFile: true })).toBe(false);
      }),
    );
  });
});

describe('the purpose `credit`', () => {
  it('may ask shipped platforms, none of which is social, tells of health or is of an unknown kind', () => {
    const asked = catalogue.platforms.filter((platform) => Object.keys(platform.probes).length > 0 && byCredit(platform));
    expect(asked.length).toBeGreaterThan(20);
    const kinds = new Set(asked.flatMap((platform) => kindsOf(platform)));
    for (const kind of ['social', 'health', 'intimate', 'gambling', 'media', 'leisure', 'unclassified'] as const)
      expect(kinds).not.toContain(kind);
  });

  it('and the others name kinds that there are', () => {
    for (const { kinds } of Object.values(BUILT_IN_LIMITS)) for (const kind of kinds) expect(PLATFORM_KINDS).toContain(kind);
  });
});
