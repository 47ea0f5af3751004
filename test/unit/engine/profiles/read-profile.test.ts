import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProfileRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { variablesFor } from '../../../../src/engine/http/probe-variables.js';
import { readProfile } from '../../../../src/engine/profiles/read-profile.js';

const IDENTITY = { type: 'username', value: 'casey' } as const;
const NOW = Date.UTC(2026, 10, 24);
const RULE: ProfileRule = {
  of: '/users/0',
  handle: { pointer: '/login', is: 'identity' },
  displayName: '/name',
  picture: { json: '/avatar', hosts: ['cdn.example.com'] },
  createdAt: { json: '/created', as: 'iso' },
  lastActiveAt: { json: '/seen', as: 'seconds' },
  counts: { followers: '/stats/followers', posts: '/stats/posts' },
  state: { suspended: { pointer: '/banned', is: 'true' }, verified: { pointer: '/verified', is: 'true' } },
};
const ACCOUNT = {
  login: 'Casey',
  name: 'Casey Example',
  avatar: 'https://cdn.example.com/1.png',
  created: '2016-03-01T10:00:00Z',
  seen: 1_763_000_000,
  stats: { followers: 3, posts: 5 },
  banned: false,
  verified: true,
};
const read = (document: unknown, rule = RULE) =>
  readProfile(rule, document, { identity: IDENTITY.value, variables: variablesFor(IDENTITY), now: NOW });
const of = (change: object) => read({ users: [{ ...ACCOUNT, ...change }] });

describe('a profile', () => {
  it('has the fields that the rule names', () => {
    expect(of({})).toEqual({
      displayName: 'Casey Example',
      pictureUrl: 'https://cdn.example.com/1.png',
      createdAt: '2016-03-01T10:00:00.000Z',
      createdYear: 2016,
      lastActiveAt: '2025-11-13T02:13:20.000Z',
      counts: { followers: 3, posts: 5 },
      state: 'verified',
    });
  });

  it('of a suspended account says so first', () => expect(of({ banned: true })?.state).toBe('suspended'));

  it('was not active before it was created', () => expect(of({ seen: 1_000_000_000 })).not.toHaveProperty('lastActiveAt'));

  it('is none of somebody else, nor of an answer of another shape', () => {
    for (const login of ['casey2', 'somebody', '', null, ['casey'], undefined]) expect(of({ login })).toBeNull();
    for (const document of [null, 7, 'casey', [], {}, { users: [] }, { users: ['casey'] }, { users: [[ACCOUNT]] }, { users: ACCOUNT }])
      expect(read(document)).toBeNull();
  });

  it('of two people in one answer is that of the right one, or none', () => {
    const other = { ...ACCOUNT, login: 'other', name: 'Other Person' };
    expect(read({ users: [ACCOUNT, other] })?.displayName).toBe('Casey Example');
    expect(read({ users: [other, ACCOUNT] })).toBeNull();
  });

  it('has a year alone where there is no more', () => {
    const rule: ProfileRule = { handle: RULE.handle, createdAt: { json: '/since', as: 'year' } };
    expect(read({ login: 'casey', since: '2014' }, rule)).toEqual({ createdYear: 2014 });
  });

  it('is none where no field can be shown', () => {
    expect(read({ users: [{ login: 'casey', name: '', created: 'soon', stats: null }] })).toBeNull();
  });

  it('of whatever an answer holds has nothing but what a profile may have', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('<b>x</b>', '\u202ex', 'https://evil.example/p.png', '9'.repeat(30), true, 1e300),
    );
    const account = fc.record(
      { name: value, avatar: value, created: value, seen: value, stats: value, banned: value, verified: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(account, (fields) => {
        const profile = read({ users: [{ login: 'casey', ...fields }] });
        if (profile === null) return;
        const {
          displayName = 'x',
          pictureUrl = 'https://cdn.example.com/',
          createdAt,
          lastActiveAt,
          counts = {},
          state,
          createdYear,
        } = profile;
        expect(displayName).not.toMatch(/[<>\p{Cc}\p{Bidi_Control}]/u);
        expect(pictureUrl).toMatch(/^https:\/\/cdn\.example\.com\//);
        for (const time of [createdAt, lastActiveAt]) expect(time ?? '2000-01-01T00:00:00.000Z').toMatch(/^(?:199\d|20[0-2]\d)-.*Z$/);
        for (const count of Object.values(counts)) expect(Number.isSafeInteger(count)).toBe(true);
        expect([undefined, 'suspended', 'verified']).toContain(state);
        expect(createdYear ?? 2000).toBeGreaterThanOrEqual(1990);
      }),
    );
  });
});
