import { Command, Option } from 'commander';
import { LibraryIdentityParser } from '../kernel/identity/identity-parser.js';
import { SUBJECT_KINDS, type SubjectKind } from '../kernel/identity/subjects.js';
import type { Suppression, SuppressionCursor } from '../features/suppressions/suppressions.js';
import { addSuppression, pageSuppressions, removeSuppression } from '../features/suppressions/use-cases/suppressions.js';
import { printRecord, printRecords } from './output.js';
import { identityKind } from './values.js';
import { recordOperator, withStores } from './with-stores.js';
import { unknownAccount } from '../features/accounts/accounts.js';

/** Entries read per page. */
const PAGE_SIZE = 1_000;

/** `footprint suppressions …`: identities about which nothing is asked, for all accounts or one. */
export function suppressionsCommand(): Command {
  return new Command('suppressions')
    .description('manage the suppression list: identities on it are never looked up')
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand());
}

const addCommand = () =>
  new Command('add')
    .description('add an e-mail address, phone number, username or IP address to the list')
    .argument('<identity>')
    .requiredOption('--proof <text>', 'how the request reached you, for example a ticket or a letter')
    .addOption(new Option('--type <type>', 'kind of the identity, if it is ambiguous').choices(SUBJECT_KINDS))
    .addOption(new Option('--account <id>', 'only for this account; default: for all accounts'))
    .action((value: string, flags: { proof: string; type?: SubjectKind; account?: string }) =>
      withStores(async (stores, { DEFAULT_REGION: defaultRegion }) => {
        const identities = new LibraryIdentityParser({ defaultRegion });
        const accountId = flags.account ?? null;
        if (accountId !== null && !(await stores.accounts.exists(accountId))) {
          throw unknownAccount(accountId);
        }
        const type = flags.type ?? identityKind(identities, value);
        const ctx = { suppressions: stores.suppressions, identities };
        const added = await addSuppression(ctx, { accountId, type, value, proof: flags.proof, addedBy: 'operator' });
        await recordOperator(stores, 'createSuppression', { accountId, targets: [added.id] });
        printRecord(added);
      }),
    );

const listCommand = () =>
  new Command('list')
    .description('list the entries of the operator and of all accounts, newest first; identities are stored as digests and not shown')
    .addOption(new Option('--account <id>', 'only entries of this account'))
    .action((flags: { account?: string }) =>
      withStores(async (stores) => {
        const entries: Suppression[] = [];
        let after: SuppressionCursor | null = null;
        do {
          const page: Awaited<ReturnType<typeof pageSuppressions>> = await pageSuppressions(stores, flags.account, {
            limit: PAGE_SIZE,
            after,
          });
          entries.push(...page.items);
          after = page.next;
        } while (after);
        const columns = {
          id: ({ id }: Suppression) => id,
          account: ({ accountId }: Suppression) => accountId ?? 'all',
          type: ({ kind }: Suppression) => kind,
          proof: ({ proof }: Suppression) => proof,
          'added by': ({ addedBy }: Suppression) => addedBy,
          'added (UTC)': ({ createdAt }: Suppression) => createdAt.toISOString().slice(0, 10),
        };
        printRecords(entries, columns);
      }),
    );

const removeCommand = () =>
  new Command('remove')
    .description('remove an entry from the list')
    .argument('<id>')
    .action((id: string) =>
      withStores(async (stores) => {
        const accountId = (await stores.suppressions.find(id))?.accountId;
        await removeSuppression(stores, accountId, id);
        await recordOperator(stores, 'deleteSuppression', { accountId: accountId ?? null, targets: [id] });
        printRecord({ id, removed: true });
      }),
    );
