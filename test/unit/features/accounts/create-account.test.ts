import { describe, expect, it } from 'vitest';
import { apiKeyFormat } from '../../../../src/kernel/secrets/api-key-format.js';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';
import type { Caller, NewAccount } from '../../../../src/features/accounts/accounts.js';
import type { AccountStore } from '../../../../src/features/accounts/store/account-store.js';
import { PLANS, type PlanName } from '../../../../src/features/accounts/plans.js';
import { authenticateKey, createApiKey } from '../../../../src/features/accounts/use-cases/api-keys.js';
import { createAccount, renameAccount } from '../../../../src/features/accounts/use-cases/create-account.js';
import { trialPools } from '../../../support/trial-pools.js';

const CALLER: Caller = {
  accountId: 'acc_1',
  apiKeyId: 'key_1',
  plan: 'growth',
  poolId: 'pool_1',
  allowance: 1_000,
  onlyKey: null,
  scopes: ['lookups:create', 'lookups:read'],
  isSuspended: false,
};

/** One account; remembers what it is given. */
function fakeAccounts() {
  const made: NewAccount[] = [];
  const digests: string[] = [];
  const kept: object[] = [];
  const accounts: Pick<AccountStore, 'create' | 'exists' | 'addKey' | 'keys' | 'rollKey' | 'findCaller' | 'revokeKey'> = {
    create: async (account) => {
      made.push(account);
      return { accountId: CALLER.accountId };
    },
    exists: async (accountId) => accountId === CALLER.accountId,
    addKey: async (key) => {
      digests.push(Buffer.from(key.digest).toString('hex'));
      kept.push({ ...key, digest: Buffer.from(key.digest).toString('hex') });
      const limits = { ownLookupsOnly: false, networks: null, monthlyLookups: null };
      return { ...limits, isTest: false, ...key, apiKeyId: CALLER.apiKeyId, createdAt: new Date(0), lastUsedAt: null, revokedAt: null };
    },
    keys: async () => [],
    rollKey: async () => null,
    findCaller: async (digest) => (digests.includes(Buffer.from(digest).toString('hex')) ? CALLER : null),
    revokeKey: async () => digests.pop() !== undefined,
  };
  return { accounts, made, kept };
}
const keys = apiKeyFormat('svc');

describe('creating an account', () => {
  const poolOf = async (email: string, plan: PlanName = 'free_trial') => {
    const { accounts, made } = fakeAccounts();
    await createAccount({ accounts, identities: new LibraryIdentityParser(), trialPools }, { email, plan });
    return made[0]?.poolKey;
  };

  it.each([
    ['ada@acme-works.example', 'domain:acme-works.example'],
    ['ada@MAIL.acme-works.example', 'domain:acme-works.example'],
    ['ada@it.acme-works.co.uk', 'domain:acme-works.co.uk'],
    ['ada@bücher.example', 'domain:xn--bcher-kva.example'],
    ['ada@team.eu.org', 'domain:eu.org'],
    ['ada@acme-works.github.io', 'domain:github.io'],
    ['ada@duck.com', 'alias:duckduckgo'],
    ['anything@me.anonaddy.com', 'alias:addy'],
    ['ada@gmail.com', expect.stringMatching(/^mailbox:[0-9a-f]{64}$/)],
    ['"ada@acme-works.example"@gmail.com', expect.stringMatching(/^mailbox:/)],
    ['ada@inbox.lv', expect.stringMatching(/^mailbox:/)],
    ['ada@co.uk', expect.stringMatching(/^mailbox:/)],
  ])('on the trial %s shares the pool %s', async (email, pool) => {
    expect(await poolOf(email)).toEqual(pool);
  });

  it('on the trial one mailbox has one pool in each of its spellings, and another mailbox another', async () => {
    const spellings = ['trial@gmail.com', 'trial+1@gmail.com', 't.rial@GMail.com', 'trial@googlemail.com', '"t.rial"@gmail.com'];
    const pools = await Promise.all(spellings.map((email) => poolOf(email)));
    expect(new Set(pools).size).toBe(1);
    expect(pools[0]).not.toContain('trial');
    const others = [
      'trial2@gmail.com',
      'trial@outlook.com',
      'trial@hotmail.com',
      'trial@inbox.lv',
      'trial+1@inbox.lv',
      'a@hotmail.pl',
      'b@hotmail.pl',
      'a@gmx.es',
    ];
    expect(new Set([...(await Promise.all(others.map((email) => poolOf(email)))), pools[0]]).size).toBe(others.length + 1);
  });

  it('a disposable address gets no trial, and any other plan', async () => {
    for (const email of ['x@mailinator.com', 'x@sub.mailinator.com', 'x@0815.ru'])
      await expect(poolOf(email)).rejects.toMatchObject({ code: 'disposable_address' });
    expect(await poolOf('x@mailinator.com', 'growth')).toBeNull();
  });

  it.each(PLANS.filter((plan) => plan !== 'free_trial'))('on %s nobody shares', async (plan) => {
    expect(await poolOf('ada@acme-works.example', plan)).toBeNull();
  });

  it('keeps the quota and balance it is given, and none by default', async () => {
    const { accounts, made } = fakeAccounts();
    const ctx = { accounts, identities: new LibraryIdentityParser(), trialPools };
    await createAccount(ctx, { email: 'ada@example.com', plan: 'higher_volume', quota: 5_000 });
    await createAccount(ctx, { email: 'ada@example.com', plan: 'credit', balanceMillicents: 9 });
    expect(made).toMatchObject([
      { quotaOverride: 5_000, balanceMillicents: 0 },
      { quotaOverride: null, balanceMillicents: 9 },
    ]);
  });

  it('refuses what is no e-mail address', async () => {
    await expect(poolOf('ada')).rejects.toMatchObject({ code: 'invalid_email' });
  });
});

describe('the name of an account', () => {
  /** What is stored of a name, and what is answered. */
  async function named(name: string | null, accountId = CALLER.accountId) {
    const stored: (string | null)[] = [];
    const accounts = {
      rename: async (id: string, to: string | null) => {
        stored.push(to);
        return id === CALLER.accountId;
      },
    };
    return { answer: await renameAccount({ accounts }, { accountId, name }), stored };
  }

  it.each([
    ['  Acme Works ', 'Acme Works'],
    ['n'.repeat(100), 'n'.repeat(100)],
    ['   ', null],
    [null, null],
  ])('%j is stored as %j', async (name, kept) => {
    expect(await named(name)).toEqual({ answer: { accountId: CALLER.accountId, name: kept }, stored: [kept] });
    const { accounts, made } = fakeAccounts();
    await createAccount(
      { accounts, identities: new LibraryIdentityParser(), trialPools },
      { email: 'ada@example.com', plan: 'growth', name },
    );
    expect(made).toMatchObject([{ name: kept }]);
  });

  it.each(['n'.repeat(101), 'Acme\nWorks'])('%j is refused', async (name) => {
    await expect(named(name)).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('is not set on an account that does not exist', async () => {
    await expect(named('Acme', 'acc_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('API keys', () => {
  it('a key is shown once, and only its digest and last four characters are kept', async () => {
    const { accounts, kept } = fakeAccounts();
    const { key } = await createApiKey({ accounts, keys }, { accountId: CALLER.accountId });
    expect(key).toMatch(/^svc_[0-9A-Za-z]{43}$/);
    expect(JSON.stringify(kept)).not.toContain(key.slice(4, 30));
    expect(kept).toMatchObject([{ lastFour: key.slice(-4), scopes: ['lookups:create', 'lookups:read'] }]);
  });

  it('no key without an account', async () => {
    await expect(createApiKey({ accounts: fakeAccounts().accounts, keys }, { accountId: 'acc_none' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it.each([['Bearer '], ['bearer '], ['BEARER   ']])('authenticates with %j before it', async (scheme) => {
    const { accounts } = fakeAccounts();
    const { key } = await createApiKey({ accounts, keys }, { accountId: CALLER.accountId });
    expect(await authenticateKey({ accounts, keys }, `${scheme}${key}`)).toEqual(CALLER);
  });

  it('an unknown and a revoked key are refused with the same words; a missing or malformed header, and a text that is no key, with what they lack', async () => {
    const { accounts } = fakeAccounts();
    const { key } = await createApiKey({ accounts, keys }, { accountId: CALLER.accountId });
    await accounts.revokeKey(CALLER.accountId, CALLER.apiKeyId);
    const refusals = await Promise.all(
      [
        undefined,
        '',
        'Bearer',
        'Bearer ',
        key,
        `Basic ${key}`,
        `Proxy Bearer ${key}`,
        `Bearer ${key} x`,
        `Bearer ${key}x`,
        `Bearer ${keys.create().key}`,
        `Bearer ${key}`,
      ].map((header) =>
        authenticateKey({ accounts, keys }, header).catch((error: { code: string; message: string }) => `${error.code}: ${error.message}`),
      ),
    );
    const [missing, malformed, otherKey, invalid] = [
      'header is missing',
      'must have the form',
      'not look like a key',
      'API key is not valid',
    ];
    const said = [missing, missing, ...Array<string>(6).fill(malformed), otherKey, invalid, invalid];
    expect(refusals).toEqual(said.map((words) => expect.stringMatching(new RegExp(`^unauthorized: .*${words}`)) as string));
    expect(new Set(refusals).size).toBe(4);
  });
});
