import { describe, expect, it } from 'vitest';
import { platformFilterOf } from '../../../src/dashboard/pages/platforms/platform-filter.js';
import { countByHealth, countFound, findPlatforms, type Platform, tagsOf } from '../../../src/dashboard/pages/platforms/labels.js';

const platform = (slug: string, states: Readonly<Record<string, string>>, tags: readonly string[] = []): Platform =>
  ({
    platform: slug,
    name: slug.toUpperCase(),
    homepage: `https://${slug}.example.com/`,
    tags,
    health: Object.entries(states).map(([queryType, status]) => ({ queryType, status })),
  }) as unknown as Platform;

const ALL = [
  platform('one', { email: 'healthy', username: 'quarantined' }, ['forum']),
  platform('two', { username: 'healthy' }, ['forum', 'news']),
];
const slugs = (search: Parameters<typeof findPlatforms>[1]) => findPlatforms(ALL, search).map((each) => each.platform);

describe('the search of platforms', () => {
  it('finds every word in names, slugs and addresses, in any case', () => {
    expect(slugs({ text: '' })).toEqual(['one', 'two']);
    expect(slugs({ text: ' Example  TW' })).toEqual(['two']);
    expect(slugs({ text: 'nothing' })).toEqual([]);
  });

  it('takes a state for the kind of identity that is chosen', () => {
    expect(slugs({ text: '', status: 'quarantined' })).toEqual(['one']);
    expect(slugs({ text: '', status: 'quarantined', queryType: 'email' })).toEqual([]);
    expect(slugs({ text: '', queryType: 'email' })).toEqual(['one']);
    expect(slugs({ text: '', tag: 'news' })).toEqual(['two']);
  });

  it('lists those that are probed first', () => {
    expect(findPlatforms([platform('000-breached', {}), ...ALL], { text: '' }).map((each) => each.platform)).toEqual([
      'one',
      'two',
      '000-breached',
    ]);
  });

  it('counts a platform once for each of its states', () => {
    expect(Object.fromEntries(countByHealth(ALL))).toEqual({ healthy: 2, quarantined: 1 });
    expect(Object.fromEntries(countByHealth(ALL, 'username'))).toEqual({ healthy: 1, quarantined: 1 });
    expect(tagsOf(ALL)).toEqual(['forum', 'news']);
  });

  it('counts platforms that are never probed apart, and not at all where there are none', () => {
    const all = [...ALL, platform('breached', {}), platform('mailbox', {})];
    expect(countFound(all, all)).toBe('2 platforms, and 2 never probed');
    expect(countFound(findPlatforms(all, { text: 'breached' }), all)).toBe('0 of 2 platforms, and 1 of 2 never probed');
    expect(countFound(findPlatforms(all, { text: '', queryType: 'email' }), all)).toBe('1 of 2 platforms, and 0 of 2 never probed');
    expect(countFound(ALL.slice(0, 1), ALL)).toBe('1 of 2 platforms');
  });

  it('takes known states, kinds and tags from an address, and nothing else', () => {
    expect(platformFilterOf({ status: 'healthy', queryType: 'email', tag: 'news' })).toEqual({
      status: 'healthy',
      queryType: 'email',
      tag: 'news',
    });
    expect(platformFilterOf({ status: 'x', queryType: 'ada@example.com', tag: 'ada@example.com' })).toEqual({});
  });
});
