import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { currentCatalogue } from '../wiring/catalogue-changes.js';
import type { LookupSnapshot } from '../features/lookups/lookup-snapshot.js';
import { presentV2 } from '../features/lookups/routes/shared/v2/lookup-body.js';
import { encodedLines } from '../kernel/values/json.js';
import { cancelDeletion, exportAccount, requestDeletion } from '../features/privacy/use-cases/export-account.js';
import { printNotice, printRecord } from './output.js';
import { recordOperator, withStores } from './with-stores.js';

/** `footprint account export` and `delete`: the whole of an account. */
export function accountDataCommands(): Command[] {
  return [
    new Command('export')
      .description('export all data of an account that its members may see to a file of JSON lines; the last line has the type `end`')
      .argument('<account>')
      .requiredOption('--out <file>', 'the file to write; only you can read it')
      .action((accountId: string, { out }: { out: string }) =>
        withStores(async (stores, config) => {
          const catalogue = await currentCatalogue({ ...stores, config });
          const presentLookup = (known: LookupSnapshot) => presentV2(known, catalogue);
          const objects = await exportAccount({ ...stores, presentLookup, now: () => new Date() }, accountId);
          await recordOperator(stores, 'exportAccount', { accountId, targets: [accountId] });
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
      .description('close an account, and delete everything except its billing records after seven days; a worker does this')
      .argument('<account>')
      .requiredOption('--confirm <text>', "the account's id or e-mail address again, to confirm")
      .option('--now', 'delete after one minute, in which running requests can finish, instead of seven days')
      .action((accountId: string, { confirm, now = false }: { confirm: string; now?: boolean }) =>
        withStores(async (stores) => {
          const { id, dueAt } = await requestDeletion(stores, { accountId, confirm, requestedBy: null, isImmediate: now });
          await recordOperator(stores, 'deleteAccount', { accountId, targets: [id] });
          printRecord({ id, accountId, dueAt });
          printNotice(`Receipt: footprint erasure show ${id}. To cancel: footprint account undelete ${accountId}`);
        }),
      ),
    new Command('undelete')
      .description('cancel the deletion of an account before it begins')
      .argument('<account>')
      .action((accountId: string) =>
        withStores(async (stores) => {
          const id = await cancelDeletion(stores, accountId);
          await recordOperator(stores, 'cancelAccountDeletion', { accountId, targets: [id] });
          printRecord({ id, accountId, cancelled: true });
        }),
      ),
    new Command('deletion')
      .description('show whether and when an account will be deleted')
      .argument('<account>')
      .action((accountId: string) =>
        withStores(async ({ accountDeletions }) => printRecord({ accountId, deletion: await accountDeletions.find(accountId) })),
      ),
  ];
}
