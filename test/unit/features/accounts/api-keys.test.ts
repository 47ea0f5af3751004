/** What a key may be made or replaced as, and by whom: nobody gets further with a key than without. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller, KeySummary } from '../../../../src/features/accounts/accounts.js';
import {
  DEFAULT_SCOPES,
  expandScopes,
  grantableBy,
  MAX_NETWORKS,
  SCOPES,
  seesContent,
} from '../../../../src/features/accounts/api-keys.js';
import {
  type ApiKeysContext,
  createApiKey,
  type NewApiKey,
  revokeApiKey,
  rollApiKey,
} from '../../../../src/features/accounts/use-cases/api-keys.js';
import { apiKeyFormat } from '../../../../src/kernel/secrets/api-key-format.js';

const NOW = new Date('2032-03-01T12:00:00Z');
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const LOOKUPS = expandScopes(DEFAULT_SCOPES);
const UNLIMITED = { ownLookupsOnly: false, networks: null, monthlyLookups: null };
const OLD: KeySummary = {
  ...{ apiKeyId: 'key_old', name: 'sign-up', lastFour: 'aaaa', scopes: LOOKUPS, isTest: false, ...UNLIMITED },
  ...{ createdAt: NOW, expiresAt: null, lastUsedAt: null, revokedAt: null },
};

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

/** An account with one key, which has no room for another one if it is full. */
function setUp({ old = OLD, isFull = false } = {}) {
  const kept: object[] = [];
  const isOld = (accountId: string, apiKeyId: string) => accountId === 'acc_1' && apiKeyId === old.apiKeyId;
  const accounts: ApiKeysContext['accounts'] = {
    exists: async (accountId) => accountId === 'acc_1',
    addKey: async ({ digest: _, accountId: __, ...key }) => {
      kept.push(key);
      return isFull ? null : { ...OLD, ...key, apiKeyId: 'key_new' };
    },
    rollKey: async ({ accountId, apiKeyId }, secretOf, mayRoll) => {
      if (!isOld(accountId, apiKeyId)) return null;
      if (!mayRoll(old)) return 'forbidden';
      return { ...old, apiKeyId: 'key_new', lastFour: secretOf(old).lastFour };
    },
    revokeKey: async (accountId, apiKeyId) => isOld(accountId, apiKeyId),
    findCaller: async () => null,
  };
  return { ctx: { accounts, keys: apiKeyFormat('svc') }, kept };
}

type Maker = Partial<Caller>;
const maker = (more: Maker) => ({ apiKeyId: 'key_maker', scopes: [...LOOKUPS, 'account:write' as const], onlyKey: null, ...more });
const make = async (asked: Partial<NewApiKey>, by?: Maker) => {
  const { ctx, kept } = setUp();
  await createApiKey(ctx, { accountId: 'acc_1', ...asked }, by && maker(by));
  return kept[0];
};
const networks = (count: number) => Array.from({ length: count }, (_, index) => `10.0.${index}.0/24`);

describe('a new key', () => {
  it('has no name, no end and no limits unless they are asked for, and sees lookups alone', async () => {
    const plain = { name: '', isTest: false, scopes: ['lookups:create', 'lookups:read'], expiresAt: null, ...UNLIMITED };
    expect(await make({})).toEqual({ ...plain, lastFour: expect.any(String) });
  });

  it.each<Partial<NewApiKey>>([
    { name: 'n'.repeat(100) },
    { isTest: true },
    { expiresAt: new Date(NOW.getTime() + 1) },
    { ownLookupsOnly: true },
    { networks: networks(1) },
    { networks: networks(MAX_NETWORKS) },
    { monthlyLookups: 0 },
    { monthlyLookups: 2_147_483_647 },
  ])('is kept as it is asked for: %j', async (asked) => expect(await make(asked)).toMatchObject(asked));

  it.each<[field: string, asked: Partial<NewApiKey>]>([
    ['scopes', { scopes: [] }],
    ['name', { name: 'n'.repeat(101) }],
    ['name', { name: 'a\nb' }],
    ['expiresAt', { expiresAt: NOW }],
    ['ownLookupsOnly', { ownLookupsOnly: true, scopes: ['lookups', 'webhooks'] }],
    ['networks', { networks: [] }],
    ['networks', { networks: networks(MAX_NETWORKS + 1) }],
    ['monthlyLookups', { monthlyLookups: -1 }],
    ['monthlyLookups', { monthlyLookups: 0.5 }],
    ['monthlyLookups', { monthlyLookups: 2_147_483_648 }],
  ])('is refused for its %s: %j', async (field, asked) => {
    const refusal = { code: 'invalid_parameter', message: expect.stringMatching(new RegExp(`^${field}: `)) };
    await expect(make(asked)).rejects.toMatchObject(refusal);
  });

  it('is refused when the account has as many as it may', async () => {
    await expect(createApiKey(setUp({ isFull: true }).ctx, { accountId: 'acc_1' })).rejects.toMatchObject({ code: 'key_limit_reached' });
  });

  it.each<[asked: number | null, makers: number | null, kept: number | null]>([
    [null, null, null],
    [1, null, 1],
    [null, 1, 1],
    [2, 1, 1],
    [1, 2, 1],
  ])('that is asked for %j hours by one that ends in %j has %j', async (asked, makers, kept) => {
    const at = (hours: number | null) => (hours === null ? null : inHours(hours));
    expect(await make({ expiresAt: at(asked) }, { expiresAt: at(makers) })).toMatchObject({ expiresAt: at(kept) });
  });
});

/** Who makes a key of these kinds, or replaces one: what they lack or are limited to is refused. */
const MAKERS: readonly (readonly [title: string, by: Maker, isTest: boolean, mayMake: boolean])[] = [
  ['one with the same scopes', { scopes: LOOKUPS }, false, true],
  ['one that lacks a scope', { scopes: ['lookups:create', 'account:write'] }, false, false],
  ['one that sees its own lookups', { onlyKey: 'key_maker' }, false, false],
  ['one of some networks', { networks: ['192.0.2.0/24'] }, false, false],
  ['one of some lookups a month', { monthly: { lookups: 5, firstKey: 'key_maker' } }, false, false],
  ['one that is not for tests', { isTest: false }, false, true],
  ['one that is not for tests', { isTest: false }, true, true],
  ['a test key', { isTest: true }, false, false],
  ['a test key', { isTest: true }, true, true],
];

describe('a key that a key makes', () => {
  it.each(MAKERS)('by %s (%j; for tests: %s) is made: %s', async (_, by, isTest, mayMake) => {
    const made = make({ isTest }, by);
    await (mayMake ? expect(made).resolves.toMatchObject({ isTest }) : expect(made).rejects.toMatchObject({ code: 'insufficient_scope' }));
  });
});

describe('a key that is replaced', () => {
  const roll = (old: Partial<KeySummary> = {}, by?: Maker, overlapSeconds = 0) =>
    rollApiKey(setUp({ old: { ...OLD, ...old } }).ctx, { accountId: 'acc_1', apiKeyId: 'key_old', overlapSeconds }, by && maker(by));
  const FORBIDDEN = { code: 'insufficient_scope' };

  it.each([
    [false, /^svc_[0-9A-Za-z]{43}$/],
    [true, /^svc_test_[0-9A-Za-z]{43}$/],
  ])('becomes a new one of the same kind (for tests: %s), which is shown once', async (isTest, shape) => {
    const made = await roll({ isTest });
    expect(made).toEqual({ ...OLD, isTest, apiKeyId: 'key_new', key: expect.stringMatching(shape), lastFour: made.key.slice(-4) });
  });

  it.each([0, 86_400, 604_800])('may go on for %d seconds', async (seconds) => {
    expect(await roll({}, undefined, seconds)).toMatchObject({ apiKeyId: 'key_new' });
  });

  it.each([-1, 0.5, 604_801])('may not go on for %d seconds', async (seconds) => {
    await expect(roll({}, undefined, seconds)).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it.each(MAKERS)('by %s (%j; for tests: %s) is replaced: %s', async (_, by, isTest, mayMake) => {
    const made = roll({ isTest }, by);
    await (mayMake ? expect(made).resolves.toMatchObject({ isTest }) : expect(made).rejects.toMatchObject(FORBIDDEN));
  });

  it('may be one with limits that replaces itself', async () => {
    const itself = { apiKeyId: 'key_old', networks: ['192.0.2.0/24'], expiresAt: inHours(1) };
    expect(await roll({}, itself)).toMatchObject({ apiKeyId: 'key_new' });
  });

  it.each<[ends: number | null, makers: number | null, mayRoll: boolean]>([
    [null, null, true],
    [1, null, true],
    [1, 2, true],
    [2, 1, false],
    [null, 1, false],
  ])('and ends after %j hours is taken over by one that ends after %j: %s', async (ends, makers, mayRoll) => {
    const at = (hours: number | null) => (hours === null ? null : inHours(hours));
    const made = roll({ expiresAt: at(ends) }, { expiresAt: at(makers) });
    await (mayRoll ? expect(made).resolves.toMatchObject({ expiresAt: at(ends) }) : expect(made).rejects.toMatchObject(FORBIDDEN));
  });
});

it.each([
  ['replaced', (key) => rollApiKey(setUp().ctx, { ...key, overlapSeconds: 0 })],
  ['revoked', (key) => revokeApiKey(setUp().ctx, key)],
] as const satisfies readonly [string, (key: { accountId: string; apiKeyId: string }) => Promise<unknown>][])(
  'a key is %s by its own account alone',
  async (_, end) => {
    await expect(end({ accountId: 'acc_1', apiKeyId: 'key_old' })).resolves.not.toThrow();
    for (const key of [
      { accountId: 'acc_2', apiKeyId: 'key_old' },
      { accountId: 'acc_1', apiKeyId: 'key_none' },
    ])
      await expect(end(key)).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining(key.apiKeyId) });
  },
);

describe('scopes', () => {
  it('stand for several under one name, in one order, and a name that is none stands for nothing', () => {
    const named = ['webhooks', 'account', 'lookups', 'everything', 'lookups:read'];
    expect(expandScopes(named)).toEqual(['lookups:create', 'lookups:read', 'webhooks', 'account:read', 'account:write']);
  });

  it('show what lookups found with one of them alone', () => {
    expect(SCOPES.filter((scope) => seesContent({ scopes: [scope] }))).toEqual(['lookups:read']);
  });

  it('are given by members as far as they go themselves: only owners export the account', () => {
    expect(grantableBy('owner')).toEqual(SCOPES);
    for (const role of ['admin', 'member'] as const) expect(grantableBy(role)).toEqual(SCOPES.filter((scope) => scope !== 'account:data'));
  });
});
