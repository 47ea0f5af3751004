import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountCommand } from '../../src/cli/account-commands.js';
import { breachesCommand } from '../../src/cli/breaches-command.js';
import { emailsCommand } from '../../src/cli/emails-command.js';
import { suppressionsCommand } from '../../src/cli/suppressions-command.js';
import { webhookCommand } from '../../src/cli/webhook-command.js';
import { ServiceError } from '../../src/kernel/values/errors.js';
import { startBareApi } from '../support/http/bare-api.js';
import { CommandRunner } from '../support/command-runner.js';
import type { Service } from '../support/service.js';

describe('commands about the whole of an account', () => {
  let service: Service;
  const folder = mkdtempSync(join(tmpdir(), 'footprint-export-'));
  const commands = new CommandRunner();
  const run: CommandRunner['run'] = (...args) => commands.run(...args);
  beforeAll(async () => {
    service = await startBareApi();
    vi.stubEnv('DATABASE_URL', service.config.DATABASE_URL ?? '').stubEnv('SECRETS_KEY', String(service.config.SECRETS_KEY));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => void vi.restoreAllMocks());

  const actionsOf = async (accountId: string | null): Promise<string[]> => {
    const rows = await service.sql<{ action: string }[]>`
      SELECT action FROM audit_log WHERE actor_type = 'operator' AND account_id IS NOT DISTINCT FROM ${accountId} ORDER BY at, id`;
    return rows.map(({ action }) => action);
  };

  it('export writes a complete file that only its owner reads, and none for an unknown account', async () => {
    const { accountId } = await service.account();
    const file = join(folder, 'account.ndjson');
    expect(await run(accountCommand(), 'export', accountId, '--out', file)).toEqual([{ accountId, file }]);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ type: 'export', accountId });
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'end', counts: { account: 1, key: 1 } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(run(accountCommand(), 'export', 'acc_none', '--out', join(folder, 'none'))).rejects.toThrow(ServiceError);
    expect(statSync(join(folder, 'none'), { throwIfNoEntry: false })).toBeUndefined();
    expect(await actionsOf(accountId)).toEqual(['exportAccount']);
  });

  it('delete closes the account when it is named once more, undelete opens it again', async () => {
    const { accountId, key } = await service.account();
    const works = async () => (await service.call('GET', '/v1/platforms', { key })).status === 200;
    await expect(run(accountCommand(), 'delete', accountId, '--confirm', 'yes')).rejects.toThrow(/confirm/);
    expect(await works()).toBe(true);
    const [requested] = await run(accountCommand(), 'delete', accountId, '--confirm', accountId);
    expect(requested).toMatchObject({ accountId });
    expect(await works()).toBe(false);
    expect(await run(accountCommand(), 'deletion', accountId)).toMatchObject([{ accountId, deletion: { state: 'accepted' } }]);
    await run(accountCommand(), 'undelete', accountId);
    expect(await works()).toBe(true);
    expect(await actionsOf(accountId)).toEqual(['deleteAccount', 'cancelAccountDeletion']);
  });

  it('emails list and show print what was mailed about the account, without what is sealed, and nothing of another', async () => {
    const [mine, other] = [await service.account(), await service.account()];
    await service.sql`
      INSERT INTO emails (id, account_id, dedup_key, kind, recipient, subject, text, html, sealed)
      VALUES ('email_one', ${mine.accountId}, 'one', 'invitation', 'ada@example.com', 'Welcome', 'Come in', '<p>', ${Buffer.from('sealed')})`;
    const mail = { id: 'email_one', to: 'ada@example.com', kind: 'invitation', subject: 'Welcome', text: 'Come in', state: 'pending' };
    const shown = { ...mail, createdAt: expect.any(String), sentAt: null };
    expect(await run(emailsCommand(), 'list', mine.accountId)).toEqual([shown]);
    expect(await run(emailsCommand(), 'show', mine.accountId, 'email_one')).toEqual([shown]);
    expect(await run(emailsCommand(), 'list', other.accountId)).toEqual([]);
    await expect(run(emailsCommand(), 'show', other.accountId, 'email_one')).rejects.toThrow(ServiceError);
    await expect(run(emailsCommand(), 'list', 'acc_none')).rejects.toThrow(ServiceError);
  });

  it('what an operator changes on an account is recorded with it: endpoints, and suppressions that are removed; breaches without one', async () => {
    const { accountId } = await service.account();
    vi.stubEnv('WEBHOOK_ALLOWED_NETWORKS', '127.0.0.0/8');
    await run(webhookCommand(), 'add', '--url', 'https://127.0.0.1/events', '--account', accountId);
    const [added] = await run(suppressionsCommand(), 'add', 'ada-example', '--proof', 'a letter', '--account', accountId);
    await run(suppressionsCommand(), 'remove', (added as unknown as { id: string }).id);
    expect(await actionsOf(accountId)).toEqual(['createWebhookEndpoint', 'createSuppression', 'deleteSuppression']);
    await expect(run(suppressionsCommand(), 'remove', 'sup_none')).rejects.toThrow(ServiceError);
    await run(breachesCommand(), 'remove', 'Example', '2030-01-01');
    expect(await actionsOf(null)).toContain('removeBreach');
  });
});
