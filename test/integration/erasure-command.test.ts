import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { erasureCommand } from '../../src/cli/erasure-command.js';
import { startBareApi } from '../support/http/bare-api.js';
import { CommandRunner } from '../support/command-runner.js';
import type { Service } from '../support/service.js';
import { formsFound } from '../support/traces.js';

const SUBJECT = 'quixotic.zephyr@example.com';

describe('footprint erasure', () => {
  const SECRETS_KEY = randomBytes(32).toString('hex');
  let service: Service;
  const commands = new CommandRunner();
  beforeAll(async () => {
    service = await startBareApi({ env: { SECRETS_KEY } });
    vi.stubEnv('DATABASE_URL', service.config.DATABASE_URL ?? '').stubEnv('SECRETS_KEY', String(service.config.SECRETS_KEY));
    vi.stubEnv('SECRETS_KEY', SECRETS_KEY);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.close();
  });
  afterEach(() => void vi.restoreAllMocks());

  async function run(...args: readonly string[]): Promise<Record<string, unknown>[]> {
    const rows = await commands.run(erasureCommand(), ...args);
    expect(formsFound(commands.printed, SUBJECT)).toEqual([]);
    return rows;
  }

  it('asks for a dry run and for an erasure, everywhere or in an account, and lists and shows them without the identity', async () => {
    const { accountId } = await service.account();
    const [dry] = await run('dry-run', SUBJECT, '--no-wait');
    const [real] = await run('run', SUBJECT, '--account', accountId, '--no-wait');
    expect(await run('list')).toMatchObject([
      { id: real?.['id'], accountId, isDryRun: false, state: 'accepted' },
      { id: dry?.['id'], accountId: null, isDryRun: true },
    ]);
    expect(await run('list', '--account', accountId)).toMatchObject([{ id: real?.['id'] }]);
    expect(await run('show', String(real?.['id']))).toMatchObject([{ id: real?.['id'], counts: {}, sent: [] }]);
  });

  it('erases what only may be the identity for the kinds that are named', async () => {
    const [plain] = await run('run', SUBJECT, '--no-wait');
    const [chosen] = await run('run', SUBJECT, '--include', 'email', 'username', '--no-wait');
    const rows = await service.sql<{ forms: string[] }[]>`
      SELECT forms FROM erasures WHERE id IN (${String(plain?.['id'])}, ${String(chosen?.['id'])}) ORDER BY id`;
    expect(rows.map(({ forms }) => forms.length)).toEqual([1, 3]);
  });

  it('stores nothing for an account that does not exist, a text that is no identity, or without a key', async () => {
    const before = await run('list');
    await expect(run('run', SUBJECT, '--account', 'acc_unknown', '--no-wait')).rejects.toThrow('There is no account acc_unknown');
    await expect(run('run', 'two words', '--no-wait')).rejects.toThrow('use --type to set its kind');
    vi.stubEnv('SECRETS_KEY', '');
    await expect(run('run', SUBJECT, '--no-wait')).rejects.toThrow('SECRETS_KEY');
    vi.stubEnv('SECRETS_KEY', SECRETS_KEY);
    expect(await run('list')).toEqual(before);
    await expect(run('show', 'ers_unknown')).rejects.toMatchObject({ code: 'not_found' });
  });
});
