import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { LibraryIdentityParser } from '../kernel/identity/identity-parser.js';
import { QUERY_TYPES, type QueryType } from '../kernel/identity/identity.js';
import { SUBJECT_KINDS, type SubjectKind } from '../kernel/identity/subjects.js';
import { readErasure, requestErasure } from '../features/privacy/use-cases/erasures.js';
import { FROM_INPUT, given } from './input.js';
import { printNotice, printRecord, printRecords } from './output.js';
import { identityKind, wholeNumber } from './values.js';
import { recordOperator, withStores } from './with-stores.js';
import { unknownAccount } from '../features/accounts/accounts.js';

const POLL_MS = 500;

interface RunFlags {
  readonly type?: SubjectKind;
  readonly account?: string | null;
  readonly include: readonly QueryType[];
  readonly wait: boolean;
}

/** `footprint erasure …`: erases an identity everywhere, or in one account. A worker carries it out. */
export function erasureCommand(): Command {
  const erasure = new Command('erasure').description('erase an identity: count what would be deleted, then delete it');
  const running = (name: string, description: string, isDryRun: boolean) =>
    erasure
      .command(`${name} <identity>`)
      .description(`${description}: an e-mail address, phone number, username or IP address. ${FROM_INPUT}`)
      .addOption(new Option('--type <type>', 'kind of the identity; default: detected').choices(SUBJECT_KINDS))
      .option('--account <id>', 'only in this account; default: in all accounts')
      .addOption(
        new Option(
          '--include <kinds...>',
          'also erase lookups that may name the identity, by kind; a dry run lists the kinds with their counts',
        )
          .choices(QUERY_TYPES)
          .default([]),
      )
      .option('--no-wait', 'print the id of the erasure without waiting for it to finish')
      .action((identity: string, flags: RunFlags) => run(identity, flags, isDryRun));
  running('dry-run', 'count what an erasure would delete, without changing anything', true);
  running('run', 'delete what is stored about an identity', false);
  erasure
    .command('list')
    .description('list erasures and dry runs, newest first')
    .option('--account <id>', 'only erasures of this account; default: all')
    .option('--limit <number>', 'how many to list', wholeNumber(1_000), 50)
    .action(({ account = null, limit }: { account?: string | null; limit: number }) =>
      withStores(async ({ erasures }) =>
        printRecords(await erasures.list(account, { limit, after: null }), {
          erasure: ({ id }) => id,
          account: ({ accountId }) => accountId ?? 'everywhere',
          'dry run': ({ isDryRun }) => isDryRun,
          state: ({ state }) => state,
          lookups: ({ counts }) => counts.lookups ?? 0,
          'requested (UTC)': ({ createdAt }) => createdAt,
        }),
      ),
    );
  erasure
    .command('show <erasure>')
    .description('show the receipt of an erasure: what was deleted, and which events had already been sent')
    .action((id: string) => withStores(async (stores) => printRecord(await readErasure(stores, id, null))));
  return erasure;
}

async function run(identity: string, { type, account = null, include, wait }: RunFlags, isDryRun: boolean): Promise<void> {
  const raw = await given(identity);
  await withStores(async (stores, config) => {
    if (account !== null && !(await stores.accounts.exists(account))) throw unknownAccount(account);
    const identities = new LibraryIdentityParser({ defaultRegion: config.DEFAULT_REGION });
    const kind = type ?? identityKind(identities, raw);
    const { id } = await requestErasure(
      { ...stores, identities },
      { identity: { [kind]: raw }, includePossible: include, accountId: account, apiKeyId: null, isDryRun },
    );
    await recordOperator(stores, 'createErasure', { accountId: account, targets: [id] });
    if (!wait) return printRecord({ id });
    printNotice(`${id}: a worker begins within half a minute. The erasure continues even if you stop this command.`);
    for (;;) {
      const receipt = await readErasure(stores, id, null);
      if (receipt.state === 'done') return printRecord(receipt);
      await sleep(POLL_MS);
    }
  });
}
