import { describe, expect, it } from 'vitest';
import { PLATFORM_KINDS } from '../../../src/engine/catalogue/rules/kinds.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule, SafetyReview } from '../../../src/engine/catalogue/rules/probe-rule.js';
import { allowedOf, eligibilityOf, type Reach } from '../../../src/engine/eligibility.js';

function asked(method: ProbeRule['method'], basis: SafetyReview['basis'], reach: Reach, tags: readonly string[] = []) {
  const rule: ProbeRule = {
    method,
    request: { method: 'GET', url: 'https://platform.example.com/{username}' },
    safety: { basis, reviewed: '2026-11-30', reason: 'a reason' },
    registered: { status: [200] },
    absent: { status: [404] },
  };
  const homepage = 'https://platform.example.com';
  const platform: Platform = {
    slug: 'p',
    name: 'P',
    homepage,
    icon: null,
    tags,
    ownFile: true,
    strength: 'strong',
    instant: [],
    probes: { username: rule },
  };
  const applicability = { countryOf: () => null, hasNegativeControl: () => true };
  const conditions = {
    applicability,
    reach,
    disabled: new Set<string>(),
    backingOff: new Map<string, Date>(),
    stored: undefined,
    now: new Date(),
  };
  const eligible = eligibilityOf(platform, { type: 'username', value: 'ada-example' }, conditions);
  return typeof eligible === 'string' ? eligible : 'asked';
}

describe('a platform that a lookup may ask', () => {
  it.each([
    ['public_api', 'documented_api', 'asked'],
    ['public_api', 'public_page', 'asked'],
    ['public_api', 'identifier_step', 'not_passive'],
    ['public_api', 'availability_check', 'not_passive'],
    ['account_enumeration', 'public_page', 'not_passive'],
    ['account_enumeration', 'documented_api', 'not_passive'],
    ['account_enumeration', 'availability_check', 'not_passive'],
    ['account_enumeration', 'identifier_step', 'not_passive'],
  ] as const)('%s by %s is %s by a passive one, and asked by every other', (method, basis, verdict) => {
    expect(asked(method, basis, { noise: 'passive' })).toBe(verdict);
    expect(asked(method, basis, { noise: null, scope: null })).toBe('asked');
  });

  it.each([
    [['finance'], 'asked'],
    [['finance', 'us'], 'asked'],
    [['finance', 'forum'], 'purpose_forbids'],
    [['social'], 'purpose_forbids'],
    [['finance', 'a-tag-of-nobody'], 'purpose_forbids'],
    [[], 'purpose_forbids'],
  ] as const)('with the tags %j is %s by a lookup whose purpose allows finance alone', (tags, verdict) => {
    expect(asked('public_api', 'documented_api', { scope: { kinds: ['finance'] } }, tags)).toBe(verdict);
    expect(asked('public_api', 'documented_api', { scope: { kinds: PLATFORM_KINDS } }, tags)).toBe('asked');
  });

  it('is told of in what is stored, and of handles elsewhere, as far as the purpose allows it', () => {
    const catalogue = { get: (slug: string) => (slug === 'gone' ? undefined : ({ tags: [slug], ownFile: true } as unknown as Platform)) };
    const linkedAccounts = [
      { platform: 'finance', handle: 'a' },
      { platform: 'social', handle: 'b' },
    ];
    const known = [{ platform: 'finance', linkedAccounts }, { platform: 'social' }, { platform: 'gone' }];
    const kept = { platform: 'finance', linkedAccounts: [linkedAccounts[0]] };
    expect(allowedOf({ scope: { kinds: ['finance'] } }, known, catalogue)).toEqual([kept]);
    expect(allowedOf({ scope: { kinds: ['finance', 'unclassified'] } }, known, catalogue)).toEqual([kept]);
    const all = allowedOf({ scope: { kinds: PLATFORM_KINDS } }, known, catalogue);
    expect(all).toEqual(known);
    expect(allowedOf({}, known, catalogue)).toEqual(known);
  });
});
