import { Command } from 'commander';
import type { AuditCursor, AuditFilter, StoredAuditEntry } from '../features/audit/audit-log.js';
import { type CsvValue, csvOf } from '../kernel/values/write-csv.js';
import { acceptOutput, outputFormat } from './output-option.js';
import { print, printNotice, printRecord } from './output.js';
import { moment } from './values.js';
import { recordOperator, withStores } from './with-stores.js';

/** Entries read per page. */
const PAGE_SIZE = 1_000;

const COLUMNS = ['id', 'at', 'account_id', 'actor_type', 'actor_id', 'action', 'targets', 'network', 'outcome', 'purpose', 'means'];
const cellsOf = ({ id, at, accountId, actor, action, targets, network, outcome, purpose, means }: StoredAuditEntry): CsvValue[] => [
  ...[id, at.toISOString(), accountId, actor.type, actor.id, action, targets.join(' '), network, outcome, purpose, means],
];

/** `footprint audit …`: who did what. */
export function auditCommand(): Command {
  const audit = new Command('audit').description('show the audit log: who looked up, read or changed what');
  acceptOutput(audit.command('export'), ['json', 'csv'], 'JSON lines')
    .description('print entries of the audit log, newest first')
    .option('--account <id>', 'only entries of this account; default: all accounts')
    .option('--from <date>', 'only entries at or after this day or time, ISO 8601 in UTC', moment)
    .option('--to <date>', 'only entries before this day or time', moment)
    .option('--action <operation>', 'only entries of the operation with this id')
    .option('--changes', 'only changes, without reads')
    .option('--actor <id>', 'only entries of the key or member with this id, or of the `operator`')
    .action(({ account: accountId, ...filter }: Omit<AuditFilter, 'accountId'> & { account?: string }) =>
      withStores(async (stores) => {
        await recordOperator(stores, 'exportAuditLog', { accountId: accountId ?? null });
        const isCsv = outputFormat<'json' | 'csv'>('json') === 'csv';
        if (isCsv) print(csvOf([COLUMNS]));
        for (let after: AuditCursor | null = null; ; ) {
          const entries = await stores.audit.page({ accountId, ...filter }, { limit: PAGE_SIZE, after });
          print(isCsv ? csvOf(entries.map(cellsOf)) : entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
          const last = entries.at(-1);
          if (entries.length < PAGE_SIZE || !last) return;
          after = last;
        }
      }),
    );
  audit
    .command('verify')
    .description('recompute the chain of the audit log; exit status 1 if an entry of a finished day was added, changed or deleted')
    .option('--account <id>', 'only the chain of this account; default: all accounts')
    .action(({ account: accountId = null }: { account?: string | null }) =>
      withStores(async (stores) => {
        await recordOperator(stores, 'verifyAuditLog', { accountId });
        const { mismatch, ...verified } = await stores.auditChain.verify(accountId);
        printRecord({ ...verified, ...(mismatch ?? {}), matches: mismatch === null });
        if (mismatch === null) return;
        printNotice(`${mismatch.accountId ?? 'The chain of the service'} does not match on ${mismatch.day}.`);
        process.exitCode = 1;
      }),
    );
  return audit;
}
