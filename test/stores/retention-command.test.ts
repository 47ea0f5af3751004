import { TEST_SECRETS_KEY } from '../support/offline.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { retentionCommand } from '../../src/cli/retention-command.js';
import { CommandRunner } from '../support/command-runner.js';
import { acceptOne, makeCaller, openTestRecords } from './support/record.js';

const { url, record } = await openTestRecords(4);

describe('footprint retention, on Postgres', () => {
  beforeAll(() => void vi.stubEnv('DATABASE_URL', url).stubEnv('SECRETS_KEY', TEST_SECRETS_KEY));
  afterAll(() => void vi.unstubAllEnvs());
  beforeEach(async () => {
    await record.accountRetention.set(90, null);
  });

  afterEach(() => void vi.restoreAllMocks());

  /** Runs it. @returns its lines, or the code of its refusal */
  const run = (...args: string[]): Promise<unknown> =>
    new CommandRunner().run(retentionCommand(), ...args).catch((error: { code?: unknown }) => error.code);

  /** An account without a period, with a finished lookup of 100 days ago. */
  async function oldAccount(): Promise<string> {
    const caller = await makeCaller(record, 'higher_volume');
    await record.writer.finish(await acceptOne(record, caller));
    await record.database.sql`UPDATE lookups SET accepted_at = now() - interval '100 days' WHERE account_id = ${caller.accountId}`;
    await record.accountRetention.set(null, caller.accountId);
    return caller.accountId;
  }

  it('shows with --dry-run what would go and changes nothing; --confirm puts the period in force', async () => {
    const accountId = await oldAccount();
    const oldest = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    const shown = [{ accountId, retentionDays: null, days: 90, lookups: 1, results: 0, oldest }];
    expect(await run('--dry-run')).toEqual(shown);
    expect(await run('--dry-run')).toEqual(shown);
    expect(await run('--dry-run', '--days', '365')).toMatchObject([{ accountId, lookups: 0, oldest: null }]);
    expect(await run('--confirm')).toEqual([{ accountId, retentionDays: 90 }]);
    expect(await run('--dry-run')).toEqual([]);
    expect(await record.retention.deleteExpired()).toBe(1);
  });

  it('changes one account by its id, also back to keeping its lookups', async () => {
    const [one, other] = [await oldAccount(), await oldAccount()];
    expect(await run('--confirm', '--account', one, '--days', '30')).toEqual([{ accountId: one, retentionDays: 30 }]);
    expect(await run('--confirm', '--account', one, '--days', 'none')).toEqual([{ accountId: one, retentionDays: null }]);
    expect(await run('--dry-run')).toMatchObject([one, other].sort().map((accountId) => ({ accountId, retentionDays: null })));
  });

  it.each([
    ['neither --dry-run nor --confirm', [], 'commander.error'],
    ['both', ['--dry-run', '--confirm'], 'commander.conflictingOption'],
    ['a period of no days', ['--dry-run', '--days', '0'], 'commander.invalidArgument'],
    ['a period that is no number', ['--dry-run', '--days', 'soon'], 'commander.invalidArgument'],
    ['an account that does not exist', ['--confirm', '--account', 'acc_nobody'], 'not_found'],
  ])('refuses %s and changes nothing', async (_, args, code) => {
    const accountId = await oldAccount();
    expect(await run(...args)).toBe(code);
    expect(await record.accountRetention.preview(90, accountId)).toMatchObject([{ retentionDays: null }]);
  });
});
