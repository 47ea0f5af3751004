import { TEST_SECRETS_KEY } from '../../support/offline.js';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountCommand } from '../../../src/cli/account-commands.js';
import { batchCommand } from '../../../src/cli/batch-command.js';
import { breachesCommand } from '../../../src/cli/breaches-command.js';
import { webhookCommand } from '../../../src/cli/webhook-command.js';

/** Runs a command. @returns what is told, and the code of its refusal */
async function run(command: Command, args: readonly string[]): Promise<{ received: string; code: unknown }> {
  let received = '';
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput({ writeErr: (text) => (received += text) });
  const code = await command.parseAsync(args, { from: 'user' }).then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );
  return { received, code };
}
const CREATE = ['create', '--email', 'ada@example.com', '--plan', 'credit'] as const;

describe('values of the command line', () => {
  // Nobody answers there: what is not refused before fails otherwise.
  beforeEach(
    () =>
      void vi
        .stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none')
        .stubEnv('FOOTPRINT_API_KEY', 'svc_nobody')
        .stubEnv('SECRETS_KEY', TEST_SECRETS_KEY),
  );
  afterEach(() => void vi.unstubAllEnvs());

  it.each(['abc', '1.5', '-5', '', ' 1', '1e3', '0x10', '99999999999999999'])(
    '%j is no number of anything: it is refused before anything is opened, and nobody is named',
    async (value) => {
      const commands: [Command, string[]][] = [
        [accountCommand(), [...CREATE, `--quota=${value}`]],
        [accountCommand(), [...CREATE, `--balance=${value}`]],
        [webhookCommand(), ['rotate-secret', 'whk_x', `--overlap=${value}`, '--url', 'http://127.0.0.1:1']],
      ];
      for (const [command, args] of commands) {
        const { received, code } = await run(command, args);
        expect(code).toBe('commander.invalidArgument');
        expect(received).toMatch(/It must be a whole number from 0 to \d+\.\n$/);
        expect(received).not.toContain('ada@example.com');
      }
    },
  );

  it.each(['de', 'ZZ', 'Germany', '49', ''])('%j is no country of phone numbers: it is refused before a file is read', async (region) => {
    const { received, code } = await run(batchCommand(), ['no-such-file', `--region=${region}`]);
    expect(code).toBe('commander.invalidArgument');
    expect(received).toMatch(/It must be the ISO 3166 code of a country in capitals, such as DE\.\n$/);
  });

  it('a quota beyond what the record holds is refused as well', async () => {
    expect((await run(accountCommand(), [...CREATE, '--quota', '2147483648'])).code).toBe('commander.invalidArgument');
  });

  it.each(['2024-13-45', '2023-02-29', '2024-00-10', '2024', 'yesterday', ''])(
    '%j is no date of a breach: it is refused before the database is opened',
    async (date) => {
      for (const args of [
        ['remove', 'Leak', date],
        ['import', 'package.json', '--format', 'csv', `--date=${date}`],
      ]) {
        const { received, code } = await run(breachesCommand(), args);
        expect(code).toBe('commander.invalidArgument');
        expect(received).toContain('It must be a date, YYYY-MM-DD.');
      }
    },
  );
});
