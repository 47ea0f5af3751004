import { Command } from 'commander';
import type { AuditCursor, AuditFilter } from '../domain/audit/audit-log.js';
import { moment } from './values.js';
import { recordOperator, withRepositories } from './with-repositories.js';

/** Entries read per page. */
const PAGE = 1_000;

/** `footprint audit …`: who did what. Works on the database. */
export function auditCommand(): Command {
  const audit = new Command('audit').description('who looked up, read or changed what');
  audit
    .command('export')
    .description('print entries of the audit log, latest first, one JSON line each')
    .option('--account <id>', 'of that account; default: of all')
    .option('--from <date>', 'from that day or time on, ISO 8601 in UTC', moment)
    .option('--to <date>', 'before that day or time', moment)
    .option('--action <operation>', 'of one operation, by its id')
    .option('--actor <id>', 'of one key or member, or `operator`')
    .action(({ account: accountId, ...filter }: Omit<AuditFilter, 'accountId'> & { account?: string }) =>
      withRepositories(async (record) => {
        await recordOperator(record, 'exportAuditLog', { accountId: accountId ?? null });
        for (let after: AuditCursor | null = null; ; ) {
          const entries = await record.audit.page({ accountId, ...filter }, { limit: PAGE, after });
          process.stdout.write(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
          const last = entries.at(-1);
          if (entries.length < PAGE || !last) return;
          after = last;
        }
      }),
    );
  return audit;
}
