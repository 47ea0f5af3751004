import { Command, InvalidArgumentError, Option } from 'commander';
import { MAX_RETENTION_DAYS, type RetentionPreview } from '../features/accounts/accounts.js';
import { ServiceError } from '../kernel/values/errors.js';
import { printFields } from './output.js';
import { wholeNumber } from './values.js';
import { recordOperator, withStores } from './with-stores.js';

interface Flags {
  readonly account?: string | null;
  readonly days: number | 'none';
  readonly dryRun?: boolean;
  readonly confirm?: boolean;
}

/** @throws InvalidArgumentError for any text but a number of days or `none` */
export function retentionDays(text: string): number | 'none' {
  if (text === 'none') return text; // commander takes null for a failure
  const days = wholeNumber(MAX_RETENTION_DAYS)(text);
  if (days === 0) throw new InvalidArgumentError('It must be at least one day, or `none` to keep lookups.');
  return days;
}

/**
 * `footprint retention --dry-run`, then `--confirm`: shows what a retention period would delete, then sets it; prints a record per
 * account.
 */
export function retentionCommand(): Command {
  return new Command('retention')
    .description('delete finished lookups after some days: count what would be deleted, then confirm')
    .option('--account <id>', 'only this account; default: every account that has not set its own period')
    .option('--days <days>', 'retention period in days, or `none` to keep lookups', retentionDays, 90)
    .addOption(new Option('--dry-run', 'count what would be deleted now, without changing anything').conflicts('confirm'))
    .option('--confirm', 'set the period; the next hourly run deletes')
    .action(({ account = null, dryRun, confirm, ...flags }: Flags, command: Command) => {
      const days = flags.days === 'none' ? null : flags.days;
      if (!dryRun && !confirm) command.error('error: use --dry-run to see what would be deleted, or --confirm to set the period');
      return withStores(async (stores) => {
        const { accountRetention } = stores;
        const rows: readonly Partial<RetentionPreview & { days: number | null }>[] = confirm
          ? (await accountRetention.set(days, account)).map((accountId) => ({ accountId, retentionDays: days }))
          : (await accountRetention.preview(days, account)).map((row) => ({ ...row, days }));
        if (account !== null && rows.length === 0) throw new ServiceError('not_found');
        if (confirm)
          for (const { accountId = '' } of rows) await recordOperator(stores, 'setRetention', { accountId, targets: [accountId] });
        printFields(rows, ['accountId', 'retentionDays', ...(confirm ? [] : (['days', 'lookups', 'results', 'oldest'] as const))]);
      });
    });
}
