import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountCommand, keyCommand } from '../../src/cli/account-commands.js';
import { ServiceError } from '../../src/kernel/values/errors.js';
import { startBareApi } from '../support/http/bare-api.js';
import { CommandRunner } from '../support/command-runner.js';
import type { Service } from '../support/service.js';

describe('footprint account and key', () => {
  let service: Service;
  const commands = new CommandRunner();
  beforeAll(async () => {
    service = await startBareApi();
    vi.stubEnv('DATABASE_URL', service.config.DATABASE_URL ?? '')
      .stubEnv('SECRETS_KEY', String(service.config.SECRETS_KEY))
      .stubEnv('FOOTPRINT_URL', service.url);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.close();
  });
  afterEach(() => void vi.restoreAllMocks());

  const run: CommandRunner['run'] = (...args) => commands.run(...args);
  const works = async (key: string) => (await service.call('GET', '/v1/platforms', { key })).status === 200;

  it('revoking a key of another account, an unknown one or a revoked one fails with a sentence, and revokes nothing', async () => {
    const [account, other] = [await service.account(), await service.account()];
    for (const [accountId, key] of [
      [account.accountId, other.apiKeyId],
      [account.accountId, 'key_unknown'],
      ['acc_unknown', account.apiKeyId],
    ]) {
      const refusal = await run(keyCommand(), 'revoke', '--account', accountId ?? '', '--key', key ?? '').catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ServiceError);
      expect((refusal as Error).message).toContain(`account ${accountId} has no active key ${key}`);
    }
    expect([await works(account.key), await works(other.key), commands.printed]).toEqual([true, true, '']);
    expect(await run(keyCommand(), 'revoke', '--account', account.accountId, '--key', account.apiKeyId)).toEqual([
      { apiKeyId: account.apiKeyId, revoked: true },
    ]);
    expect(await works(account.key)).toBe(false);
    await expect(run(keyCommand(), 'revoke', '--account', account.accountId, '--key', account.apiKeyId)).rejects.toThrow(
      /has no active key/,
    );
  });

  it('create and plan give one mailbox one trial, and a disposable address none, which they say', async () => {
    const create = async (email: string, plan = 'free_trial') => {
      const [made] = await run(accountCommand(), 'create', '--email', email, '--plan', plan);
      return String(made?.['accountId']);
    };
    const ids = [
      await create('cli.trial@gmail.com'),
      await create('clitrial+2@googlemail.com'),
      await create('c.li.trial@gmail.com', 'growth'),
    ];
    await run(accountCommand(), 'plan', ids[2] ?? '', 'free_trial');
    const pools = await service.sql`SELECT DISTINCT pool_id FROM accounts WHERE id = ANY (${ids})`;
    expect(pools).toHaveLength(1);
    await expect(create('x@mailinator.com')).rejects.toMatchObject({ code: 'disposable_address' });
    const paying = await create('x@mailinator.com', 'growth');
    await expect(run(accountCommand(), 'plan', paying, 'free_trial')).rejects.toThrow(/disposable/);
  });

  it('an account gets a name when it is made, another later, and none again', async () => {
    const [made] = await run(accountCommand(), 'create', '--email', 'named@example.com', '--plan', 'growth', '--name', 'Bank of Examples');
    const accountId = String(made?.['accountId']);
    const named = async () => (await run(accountCommand(), 'list')).find((each) => each['accountId'] === accountId)?.['name'];
    expect(await named()).toBe('Bank of Examples');
    expect(await run(accountCommand(), 'rename', accountId, 'Examples & Sons')).toEqual([{ accountId, name: 'Examples & Sons' }]);
    expect(await named()).toBe('Examples & Sons');
    expect(await run(accountCommand(), 'rename', accountId)).toEqual([{ accountId, name: null }]);
    await expect(run(accountCommand(), 'rename', 'acc_unknown', 'x')).rejects.toMatchObject({ code: 'not_found' });
    await expect(run(accountCommand(), 'rename', accountId, 'a\u0007b')).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('list shows every account with its keys in use, newest first', async () => {
    const first = await service.account('growth');
    const second = await service.account('credit');
    await service.keyOf(second.accountId);
    await service.record.accounts.revokeKey(first.accountId, first.apiKeyId);
    const [newest, next] = await run(accountCommand(), 'list');
    expect([newest, next]).toMatchObject([
      { accountId: second.accountId, plan: 'credit', activeKeys: 2 },
      { accountId: first.accountId, plan: 'growth', activeKeys: 0 },
    ]);
  });

  it('show names the keys of an account, revoked ones too, and never a key itself', async () => {
    const { accountId, apiKeyId, key } = await service.account();
    const further = await service.keyOf(accountId, ['webhooks']);
    await service.record.accounts.revokeKey(accountId, apiKeyId);
    const [shown] = await run(accountCommand(), 'show', accountId);
    expect(shown).toMatchObject({
      accountId,
      activeKeys: 1,
      keys: [
        { apiKeyId: further.apiKeyId, scopes: ['webhooks'], revokedAt: null },
        { apiKeyId, lastFour: key.slice(-4), revokedAt: expect.any(String) as string },
      ],
    });
    expect(commands.printed).not.toContain(key);
  });

  it('a key may be made to expire and be rolled: the new one has its name and scopes, and both work for the overlap', async () => {
    const { accountId } = await service.account();
    const expires = new Date(Date.now() + 86_400_000).toISOString();
    const [made] = await run(keyCommand(), 'create', '--account', accountId, '--name', 'batch', '--expires', expires);
    const [rolled] = await run(keyCommand(), 'roll', '--account', accountId, '--key', made?.['apiKeyId'] as string, '--overlap', '60');
    const [shown] = await run(accountCommand(), 'show', accountId);
    expect((shown as { keys: object[] }).keys.slice(0, 2)).toMatchObject([
      { apiKeyId: rolled?.['apiKeyId'], name: 'batch', expiresAt: expires },
      { apiKeyId: made?.['apiKeyId'], name: 'batch', expiresAt: expect.any(String) as string },
    ]);
    const used = [made, rolled].map((each) => service.call('GET', '/v1/platforms', { key: each?.['key'] as string }));
    expect((await Promise.all(used)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('a key may be limited, and the one that replaces it is too; a network that is none makes no key', async () => {
    const { accountId } = await service.account();
    const limits = ['--own-lookups-only', '--networks', '192.0.2.9/24', '2001:db8::/32', '--monthly-lookups', '5'];
    const [made] = await run(keyCommand(), 'create', '--account', accountId, '--scopes', 'lookups', 'lookups:delete', ...limits);
    const [rolled] = await run(keyCommand(), 'roll', '--account', accountId, '--key', made?.['apiKeyId'] as string);
    const [shown] = await run(accountCommand(), 'show', accountId);
    const limited = { ownLookupsOnly: true, networks: ['192.0.2.0/24', '2001:db8::/32'], monthlyLookups: 5 };
    const scopes = ['lookups:create', 'lookups:read', 'lookups:delete'];
    expect((shown as { keys: object[] }).keys).toMatchObject([
      { apiKeyId: rolled?.['apiKeyId'], ...limited, scopes },
      { apiKeyId: made?.['apiKeyId'], ...limited, scopes },
      { ownLookupsOnly: false, networks: null, monthlyLookups: null },
    ]);
    const create = (...options: string[]) => run(keyCommand(), 'create', '--account', accountId, ...options);
    await expect(create('--networks', '192.0.2.9')).rejects.toThrow(/CIDR/);
    await expect(create('--scopes', 'webhooks', '--own-lookups-only')).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('a test key may be made: it is shown as one, and so is the one that replaces it', async () => {
    const { accountId } = await service.account();
    const [made] = await run(keyCommand(), 'create', '--account', accountId, '--test');
    expect(made?.['key']).toMatch(/^svc_test_/);
    const [rolled] = await run(keyCommand(), 'roll', '--account', accountId, '--key', made?.['apiKeyId'] as string);
    expect(rolled?.['key']).toMatch(/^svc_test_/);
    const [shown] = await run(accountCommand(), 'show', accountId);
    expect((shown as { keys: object[] }).keys).toMatchObject([{ isTest: true }, { isTest: true }, { isTest: false }]);
  });

  it('usage tells what the account was billed, what its allowance lost, and who shares it', async () => {
    const account = await service.account('growth', { quota: 5, poolKey: 'domain:example.com' });
    const colleague = await service.account('growth', { quota: 5, poolKey: 'domain:example.com' });
    for (const key of [account.key, account.key, colleague.key])
      await service.call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } });
    const [usage] = await run(accountCommand(), 'usage', account.accountId);
    expect(usage).toMatchObject({ accountId: account.accountId, billed: 2, used: 3, allowance: 5, balanceMillicents: null, sharedBy: 2 });
    const days = await run(accountCommand(), 'usage', account.accountId, '--from', '2026-01-01');
    expect(days).toMatchObject([{ apiKeyId: account.apiKeyId, module: 'footprint', lookups: 2, amount: 2 }]);
  });

  it('plan, quota, top-up, suspend and resume print what is in force, and may be repeated', async () => {
    const { accountId, key } = await service.account('free_trial');
    const of = async (...args: readonly string[]) => (await run(accountCommand(), ...args))[0];
    for (const _ of [1, 2])
      expect(await of('plan', accountId, 'growth', '--quota', '7')).toEqual({
        accountId,
        plan: 'growth',
        quotaOverride: 7,
        balanceMillicents: 0,
        suspendedAt: null,
      });
    expect(await of('quota', accountId, '9')).toMatchObject({ quotaOverride: 9 });
    expect(await of('quota', accountId, 'plan')).toMatchObject({ quotaOverride: null });
    expect(await of('plan', accountId, 'credit')).toMatchObject({ plan: 'credit' });
    for (const credited of [true, false])
      expect(await of('top-up', accountId, '5000', '--reference', 'invoice 1')).toMatchObject({ credited, balanceMillicents: 5_000 });
    await expect(of('top-up', accountId, '6000', '--reference', 'invoice 1')).rejects.toThrow(/a different amount/);
    await expect(of('quota', accountId, '9')).rejects.toThrow(/credit plan has no quota/);
    expect(await of('suspend', accountId)).toMatchObject({ suspendedAt: expect.any(String) as string });
    expect([await works(key), (await run(accountCommand(), 'list'))[0]]).toMatchObject([
      false,
      { suspendedAt: expect.any(String) as string },
    ]);
    expect(await of('resume', accountId)).toMatchObject({ suspendedAt: null });
    expect(await works(key)).toBe(true);
  });

  it.each([
    ['plan', 'acc_1', 'platinum'],
    ['quota', 'acc_1', 'many'],
    ['top-up', 'acc_1', '-5', '--reference', 'r'],
    ['top-up', 'acc_1', '5'],
  ])('%s %s %s is refused before the database is opened', async (...args) => {
    await expect(run(accountCommand(), ...args)).rejects.toThrow(/error:/);
  });

  it.each([['show'], ['usage'], ['suspend'], ['resume']])('%s of an unknown account fails with a sentence', async (verb) => {
    await expect(run(accountCommand(), verb, 'acc_unknown')).rejects.toThrow('There is no account acc_unknown');
  });
});
