/** `footprint member`, `sign-in`, `account purposes`: what an operator does for people, without a mail server. */
import { userInfo } from 'node:os';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountCommand } from '../../src/cli/account-commands.js';
import { auditCommand } from '../../src/cli/audit-command.js';
import { memberCommand, signInCommand } from '../../src/cli/people-commands.js';
import { startBareApi } from '../support/http/bare-api.js';
import { Browser, memberOf, signedIn } from '../support/http/browser.js';
import { CommandRunner } from '../support/command-runner.js';
import type { Service } from '../support/service.js';
import { asOwner } from '../support/databases.js';

describe('commands about people', () => {
  let service: Service;
  const commands = new CommandRunner();
  beforeAll(async () => {
    service = await startBareApi();
    vi.stubEnv('DATABASE_URL', service.config.DATABASE_URL ?? '').stubEnv('SECRETS_KEY', String(service.config.SECRETS_KEY));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.close();
  });
  afterEach(() => void vi.restoreAllMocks());

  const run: CommandRunner['run'] = (...args) => commands.run(...args);
  const tokenOf = (link: unknown): string => /#(?:link|token)=(\w{43})$/.exec(String(link))?.[1] ?? '';
  /** What operators did, as the account's audit log shows it. */
  const operatorActions = async (accountId: string) =>
    (await service.record.audit.page({ accountId, actor: 'operator' }, { limit: 50, after: null })).map(({ action }) => action);

  it('sign-in prints a link that works once', async () => {
    const [printed] = await run(signInCommand(), '--email', 'Operator@example.com');
    const token = tokenOf(printed?.['link']);
    const browser = new Browser(service);
    expect((await browser.call('POST', '/dashboard/api/sign-in/link', { token })).status).toBe(200);
    expect((await browser.call('GET', '/dashboard/api/me')).body).toMatchObject({ email: 'operator@example.com' });
    expect((await new Browser(service).call('POST', '/dashboard/api/sign-in/link', { token })).status).toBe(401);
    await expect(run(signInCommand(), '--email', 'nobody')).rejects.toThrow(/e-mail address/);
  });

  it('sign-in is in each account of the person, by the name of who made it, and so is the session that follows', async () => {
    vi.stubEnv('FOOTPRINT_OPERATOR', 'Grace of operations');
    const [{ accountId }, other] = [await service.account(), await service.account()];
    const { memberId, email } = await memberOf(service, accountId, 'owner', 'visited@example.com');
    const { accountId: unowned } = await service.record.accounts.create({
      email,
      plan: 'growth',
      poolKey: null,
      quotaOverride: null,
      balanceMillicents: 0,
    });
    const linksOf = async (of: string) =>
      service.record.audit.page({ accountId: of, action: 'createSignInLink' }, { limit: 9, after: null });
    const [printed] = await run(signInCommand(), '--email', email);
    const [{ id: userId }] = (await service.sql`SELECT id FROM users WHERE email = ${email}`) as unknown as [{ id: string }];
    const entry = { actor: { type: 'operator', id: 'Grace of operations' }, network: null, outcome: 'ok' };
    expect(await linksOf(accountId)).toMatchObject([{ ...entry, targets: [userId, memberId] }]);
    expect(await linksOf(unowned)).toMatchObject([{ ...entry, targets: [userId] }]);
    expect(await linksOf(other.accountId)).toEqual([]);
    const browser = new Browser(service);
    await browser.call('POST', '/dashboard/api/sign-in/link', { token: tokenOf(printed?.['link']) });
    const shown = await browser.call('GET', `/dashboard/api/accounts/${accountId}/account/audit?limit=2`);
    expect(shown.body).toMatchObject({
      entries: [
        { action: 'signIn', means: 'link', actor: { id: memberId } },
        { action: 'createSignInLink', ...entry },
      ],
    });
  });

  it("commands name the system's user unless FOOTPRINT_OPERATOR says who it is", async () => {
    vi.stubEnv('FOOTPRINT_OPERATOR', '');
    const { accountId } = await service.account();
    await run(accountCommand(), 'purposes', accountId, '--set', 'fraud');
    vi.stubEnv('FOOTPRINT_OPERATOR', 'grace');
    await run(accountCommand(), 'purposes', accountId, '--set', 'kyc');
    const [named, unnamed] = await service.record.audit.page({ accountId, actor: 'operator' }, { limit: 2, after: null });
    expect([named?.actor.id, unnamed?.actor.id]).toEqual(['grace', userInfo().username]);
    vi.stubEnv('FOOTPRINT_OPERATOR', 'two\nlines');
    await expect(run(accountCommand(), 'purposes', accountId)).rejects.toThrow(/FOOTPRINT_OPERATOR/);
    vi.stubEnv('FOOTPRINT_OPERATOR', '');
  });

  it('audit export is JSON lines, or CSV of which one line names the columns, whether there are entries or not', async () => {
    const { accountId } = await service.account();
    const csv = async (...args: readonly string[]) =>
      parse(await commands.print(auditCommand(), 'export', '--account', accountId, '--output', 'csv', ...args), { columns: true });
    expect(await csv('--action', 'nothing')).toEqual([]);
    const lines = await run(auditCommand(), 'export', '--account', accountId);
    expect(lines.map(({ action }) => action)).toContain('exportAuditLog');
    const rows = (await csv()) as Record<string, string>[];
    expect(rows.slice(-lines.length).map(({ id, at, action }) => [id, at, action])).toEqual(
      lines.map(({ id, at, action }) => [id, at, action]),
    );
    expect(new Set(rows.map(({ account_id }) => account_id))).toEqual(new Set([accountId]));
  });

  it('audit verify prints the newest digest, and names the account and day that do not match with exit status 1', async () => {
    const { accountId } = await service.account();
    const { sql } = service;
    await sql`
      INSERT INTO audit_log (id, at, account_id, actor_type, action, targets, outcome, written_at)
      VALUES ('aud_yesterday', now(), ${accountId}, 'key', 'getLookup', '{}', 'ok', now() - interval '2 days')`;
    await service.record.auditChain.chainFinished();
    const matching = { entries: 1, matches: true, digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string };
    expect(await run(auditCommand(), 'verify')).toMatchObject([matching]);
    expect(await run(auditCommand(), 'verify', '--account', accountId)).toMatchObject([matching]);
    expect(await operatorActions(accountId)).toContain('verifyAuditLog');
    await asOwner(sql, async (owner) => {
      await owner`ALTER TABLE audit_log DISABLE TRIGGER USER`;
      await owner`UPDATE audit_log SET outcome = 'not_found' WHERE id = 'aud_yesterday'`;
      await owner`ALTER TABLE audit_log ENABLE TRIGGER USER`;
    });
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(await run(auditCommand(), 'verify')).toMatchObject([{ matches: false, accountId, day, chained: 1, found: 1 }]);
      expect(process.exitCode).toBe(1);
    } finally {
      process.exitCode = undefined;
    }
  });

  it('member invites, lists, changes roles and removes, and each is in the audit log', async () => {
    const { accountId } = await service.account();
    await memberOf(service, accountId, 'owner', 'owner-of-commands@example.com');
    const [invited] = await run(memberCommand(), 'invite', accountId, '--email', 'ada@example.com', '--role', 'admin');
    expect(await run(memberCommand(), 'list', accountId, '--json')).toMatchObject([
      { email: 'owner-of-commands@example.com', role: 'owner', state: 'member' },
      { email: 'ada@example.com', role: 'admin', state: 'invited' },
    ]);
    const browser = await signedIn(service, 'ada@example.com');
    await browser.call('POST', '/dashboard/api/invitations/accept', { token: tokenOf(invited?.['link']) });
    const ada = (await service.record.members.members(accountId)).find(({ email }) => email === 'ada@example.com');
    await run(memberCommand(), 'role', accountId, ada?.memberId ?? '', '--role', 'member');
    expect(await run(memberCommand(), 'remove', accountId, ada?.memberId ?? '')).toEqual([{ memberId: ada?.memberId, removed: true }]);
    await expect(run(memberCommand(), 'remove', accountId, ada?.memberId ?? '')).rejects.toThrow();
    expect((await operatorActions(accountId)).reverse()).toEqual(['createInvitation', 'changeMemberRole', 'removeMember']);
  });

  it('an invitation that is revoked by command cannot be accepted', async () => {
    const { accountId } = await service.account();
    const [invited] = await run(memberCommand(), 'invite', accountId, '--email', 'eve@example.com');
    await run(memberCommand(), 'uninvite', accountId, String(invited?.['invitationId']));
    const browser = await signedIn(service, 'eve@example.com');
    const accepted = await browser.call('POST', '/dashboard/api/invitations/accept', { token: tokenOf(invited?.['link']) });
    expect(accepted.status).toBe(404);
  });

  it('account purposes shows and replaces the list', async () => {
    const { accountId } = await service.account();
    expect(await run(accountCommand(), 'purposes', accountId)).toMatchObject([{ accountId, purposes: [], required: false }]);
    const set = await run(accountCommand(), 'purposes', accountId, '--set', 'fraud', 'kyc', 'fraud', '--required');
    expect(set).toMatchObject([{ accountId, purposes: ['fraud', 'kyc'], required: true }]);
    for (const [odd, why] of [
      ['a\nb', /control characters/],
      ['about ada@example.com', /without an address/],
    ] as const)
      await expect(run(accountCommand(), 'purposes', accountId, '--set', odd)).rejects.toThrow(why);
    // What is not said stays: a further purpose does not let lookups have none.
    expect(await run(accountCommand(), 'purposes', accountId, '--set', 'fraud', 'aml')).toMatchObject([
      { purposes: ['fraud', 'aml'], required: true },
    ]);
    expect(await run(accountCommand(), 'purposes', accountId, '--no-required')).toMatchObject([
      { purposes: ['fraud', 'aml'], required: false },
    ]);
    expect(await operatorActions(accountId)).toContain('replacePurposes');
  });

  it('signing in and joining are in the audit log of the account, with the member and without an address', async () => {
    const { accountId } = await service.account();
    const { memberId, email } = await memberOf(service, accountId, 'owner', 'audited@example.com');
    await signedIn(service, email);
    const entries = await service.record.audit.page({ accountId }, { limit: 10, after: null });
    expect(entries).toContainEqual(expect.objectContaining({ action: 'signIn', actor: { type: 'member', id: memberId } }));
    expect(JSON.stringify(entries)).not.toContain(email);
  });

  it('emails of the account are listed for its admins, without the token of an invitation', async () => {
    const { accountId } = await service.account();
    const { browser } = await memberOf(service, accountId, 'admin', 'mailed@example.com');
    const [invited] = await run(memberCommand(), 'invite', accountId, '--email', 'new@example.com');
    const listed = await browser.call('GET', `/dashboard/api/accounts/${accountId}/account/emails`);
    expect(listed.body).toMatchObject({ emails: [{ to: 'new@example.com', kind: 'invitation', state: 'pending' }] });
    expect(JSON.stringify(listed.body)).not.toContain(tokenOf(invited?.['link']));
  });
});
