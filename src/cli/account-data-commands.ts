import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { presentCatalogue } from '../bootstrap/catalogue-changes.js';
import { encodedLines } from '../domain/privacy/account-export.js';
import { cancelDeletion, requestDeletion } from '../services/privacy/delete-account.js';
import { exportAccount } from '../services/privacy/export-account.js';
import { printNotice, printRecord } from './output.js';
import { recordOperator, withRepositories } from './with-repositories.js';

/** `footprint account export` and `delete`: the whole of an account. Both work on the database. */
export function accountDataCommands(): Command[] {
  return [
    new Command('export')
      .description('write all that the people of an account may see into a file: lines of JSON, the last of which has the type `end`')
      .argument('<account>')
      .requiredOption('--out <file>', 'the file, which only its owner can read')
      .action((accountId: string, { out }: { out: string }) =>
        withRepositories(async (record, config) => {
          const catalogue = await presentCatalogue({ ...record, config });
          const objects = await exportAccount({ ...record, catalogue, now: () => new Date() }, accountId);
          await recordOperator(record, 'exportAccount', { accountId, targets: [accountId] });
          // Under its own name only when it is complete.
          const partial = `${out}.partial`;
          try {
            await pipeline(Readable.from(encodedLines(objects)), createWriteStream(partial, { mode: 0o600 }));
            await rename(partial, out);
          } finally {
            await rm(partial, { force: true });
          }
          printRecord({ accountId, file: out });
        }),
      ),
    new Command('delete')
      .description('close an account, and delete everything of it but its bills after seven days; a worker carries it out')
      .argument('<account>')
      .requiredOption('--confirm <text>', "the account's id or its e-mail address, once more")
      .option('--now', 'after a minute, in which requests that are under way end, and not after seven days')
      .action((accountId: string, { confirm, now = false }: { confirm: string; now?: boolean }) =>
        withRepositories(async (record) => {
          const { id, dueAt } = await requestDeletion(record, { accountId, confirm, requestedBy: null, isUrgent: now });
          await recordOperator(record, 'deleteAccount', { accountId, targets: [id] });
          printRecord({ id, accountId, dueAt });
          printNotice(`Receipt: footprint erasure show ${id}. To take it back: footprint account undelete ${accountId}`);
        }),
      ),
    new Command('undelete')
      .description('take the deletion of an account back, before it begins')
      .argument('<account>')
      .action((accountId: string) =>
        withRepositories(async (record) => {
          const id = await cancelDeletion(record, accountId);
          await recordOperator(record, 'cancelAccountDeletion', { accountId, targets: [id] });
          printRecord({ id, accountId, cancelled: true });
        }),
      ),
    new Command('deletion')
      .description('show whether an account is going to be deleted, and when')
      .argument('<account>')
      .action((accountId: string) =>
        withRepositories(async ({ accountDeletions }) => printRecord({ accountId, deletion: await accountDeletions.find(accountId) })),
      ),
  ];
}
