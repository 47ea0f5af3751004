/** The tag of a finished lookup: another where its body is another, by what may change after the finish. */
import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../../../../src/engine/catalogue/rules/platform.js';
import { lookupTag } from '../../../../../../src/features/lookups/routes/shared/v2/lookup-tag.js';

const platform = (more: Partial<Platform> = {}): Platform => ({
  slug: 'example',
  name: 'Example',
  homepage: 'https://www.example.com',
  icon: 'https://www.example.com/favicon.ico',
  tags: ['coding'],
  strength: 'standard',
  instant: [],
  probes: {},
  profilePage: 'https://www.example.com/{username}',
  ...more,
});
const lookup = { id: 'lkp_1', finishedAt: new Date('2030-01-01T00:00:00Z'), claimedName: 'Ada', claimedCompany: null };
const before = lookupTag(lookup, [platform()], undefined);

describe('the tag of a finished lookup', () => {
  it('is the same for the same lookup and catalogue', () => {
    expect(lookupTag({ ...lookup, handles: 0 }, [platform()], undefined)).toBe(before);
    expect(lookupTag(lookup, [platform({ homepage: 'https://example.com' })], undefined)).toBe(before);
  });

  it.each([
    ['its page of profiles', { profilePage: 'https://www.example.com/u/{username}' }],
    ['its name', { name: 'Example!' }],
    ['its icon', { icon: 'https://www.example.com/icon.png' }],
    ['its tags', { tags: ['social'] }],
  ])('is another once a platform changes %s', (_, change) => {
    expect(lookupTag(lookup, [platform(change)], undefined)).not.toBe(before);
  });

  it.each([
    ['a handle was erased', { handles: 1 }],
    ['an answer was taken back', { withdrawals: '[{}]' }],
    ['somebody was erased from the name', { claimedName: '[erased]' }],
    ['somebody was erased from the company', { claimedCompany: '[erased]' }],
  ])('is another after %s', (_, change) => {
    expect(lookupTag({ ...lookup, ...change }, [platform()], undefined)).not.toBe(before);
  });
});
