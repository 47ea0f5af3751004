import { describe, expect, it } from 'vitest';
import { derivedUsername, derivedTargets } from '../../../../src/features/lookups/derived.js';
import type { Platform } from '../../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { platformOf } from '../../../support/fixtures.js';

describe('the username that an address suggests', () => {
  it.each([
    ['ada.lovelace@example.com', 'ada.lovelace'],
    ['Ada-Example@gmail.com', 'Ada-Example'],
    ['ada-example+news@example.com', 'ada-example'],
    ['ada_1815@example.com', 'ada_1815'],
    ['ada@example.com', null], // too short to be anybody's for sure
    ['1815@example.com', null],
    ['info@example.com', null],
    ['customer-service@example.com', null],
    ['no-reply+42@example.com', null],
    ['"ada lovelace"@example.com', null],
    ['ada-example@duck.com', null], // an alias, made up by its service
    ['äda-example@example.com', null],
    ['-ada-example@example.com', null],
    [`${'a'.repeat(31)}@example.com`, null],
    ["ada'example@example.com", null],
  ])('%s: %s', (email, expected) => {
    expect(derivedUsername(email)).toBe(expected);
  });
});

describe('where derived usernames are tried', () => {
  const rule = (pattern?: string): ProbeRule => ({
    method: 'public_api',
    pattern,
    request: { method: 'GET', url: 'https://platform.example.com/{username}' },
    safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
  });
  const platform = (slug: string, more: Partial<Platform> = {}) =>
    platformOf(slug, { strength: 'strong', instant: ['username'], probes: { username: rule('^[a-z.]{1,20}$') }, ...more });
  const PLATFORMS = [
    platform('typed'),
    platform('digits-only', { probes: { username: rule('^\\d+$') } }),
    platform('slow', { instant: [] }),
    platform('weak', { strength: 'standard' }),
    platform('emails', { probes: { email: rule() }, instant: ['email'] }),
  ];
  const lookup = { band: 'deep', platforms: null, subjects: { email: 'ada.lovelace@example.com' } } as const;

  it('are the strong platforms with a fast typed interface whose naming rule allows the name', () => {
    expect(derivedTargets(PLATFORMS, lookup)).toEqual([{ handle: 'ada.lovelace', subject: 'email', platforms: ['typed'] }]);
  });

  it.each([
    ['a default lookup', { ...lookup, band: 'default' as const }],
    ['an instant one', { ...lookup, band: 'instant' as const }],
    ['one whose caller chose the platforms', { ...lookup, platforms: ['typed'] }],
    ['one of that very username', { ...lookup, subjects: { ...lookup.subjects, username: 'Ada.Lovelace' } }],
    ['one without an address', { ...lookup, subjects: { username: 'ada.lovelace' } }],
  ])('are none for %s', (_, other) => {
    expect(derivedTargets(PLATFORMS, other)).toEqual([]);
  });

  it('two addresses that suggest one name try it once', () => {
    const subjects = { email: 'ada.lovelace@example.com', 'email#2': 'ada.lovelace+x@gmail.com', 'email#3': 'countess.ada@example.com' };
    expect(derivedTargets(PLATFORMS, { ...lookup, subjects }).map(({ handle, subject }) => `${handle} ${subject}`)).toEqual([
      'ada.lovelace email',
      'countess.ada email#3',
    ]);
  });
});
