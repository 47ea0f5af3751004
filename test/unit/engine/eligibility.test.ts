import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule, SafetyReview } from '../../../src/engine/catalogue/rules/probe-rule.js';
import { eligibilityOf } from '../../../src/engine/eligibility.js';

function asked(method: ProbeRule['method'], basis: SafetyReview['basis'], noise: 'passive' | null) {
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
    tags: [],
    strength: 'strong',
    instant: [],
    probes: { username: rule },
  };
  const applicability = { countryOf: () => null, hasNegativeControl: () => true };
  const conditions = {
    applicability,
    noise,
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
    expect(asked(method, basis, 'passive')).toBe(verdict);
    expect(asked(method, basis, null)).toBe('asked');
  });
});
