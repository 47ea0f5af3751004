import { Command, Option } from 'commander';
import { apiKeyFormat } from '../adapters/api-keys.js';
import { LibraryIdentityParser } from '../adapters/identity-parser.js';
import { mailDomains } from '../adapters/mail-domains.js';
import type { PostgresAccountReports } from '../db/accounts/account-reports.js';
import { ServiceError } from '../domain/errors.js';
import { PLANS, type PlanName } from '../domain/billing/plans.js';
import { SCOPES, type Scope } from '../domain/billing/api-keys.js';
import { createAccount } from '../services/accounts/create-account.js';
import { createApiKey, revokeApiKey } from '../services/accounts/api-keys.js';
import { printRecord, printRecords } from './output.js';
import { wholeNumber } from './values.js';
import { withRepositories } from './with-repositories.js';

/** Maximum of the database column. */
const MAX_LOOKUPS = 2_147_483_647;

/** The scopes of a key; `webhooks` is not a default, because a key of a sign-up flow has no need to manage endpoints. */
const scopes = () => new Option('--scopes <scopes...>', 'what the key may do').choices(SCOPES).default(['lookups']);

/** `footprint account …`: creates accounts, each with its first key, and shows them. Works on the database. */
export function accountCommand(): Command {
  const account = new Command('account').description('accounts');
  account
    .command('create')
    .requiredOption('--email <email>')
    .addOption(new Option('--plan <plan>').choices(PLANS).default('free_trial'))
    .option('--quota <lookups>', "lookups a period, instead of the plan's", wholeNumber(MAX_LOOKUPS))
    .option('--balance <millicents>', 'prepaid balance of a credit plan', wholeNumber(Number.MAX_SAFE_INTEGER))
    .addOption(scopes())
    .action((flags: { email: string; plan: PlanName; quota?: number; balance?: number; scopes: Scope[] }) =>
      withRepositories(async ({ accounts }, { SERVICE_PREFIX: prefix }) => {
        const ctx = { accounts, identities: new LibraryIdentityParser(), mailDomains, keys: apiKeyFormat(prefix) };
        const { accountId } = await createAccount(ctx, {
          email: flags.email,
          plan: flags.plan,
          quota: flags.quota,
          balanceMillicents: flags.balance,
        });
        const { apiKeyId, key } = await createApiKey(ctx, { accountId, name: 'first key', scopes: flags.scopes });
        printRecord({ accountId, apiKeyId, key });
      }),
    );
  account
    .command('list')
    .description('all accounts, newest first')
    .option('--json', 'one JSON line an account, also on a terminal')
    .action((flags: { json?: boolean }) =>
      withRepositories(async ({ accountReports }) =>
        printRecords(
          await accountReports.list(),
          {
            account: ({ accountId }) => accountId,
            email: ({ email }) => email,
            plan: ({ plan }) => plan,
            'active keys': ({ activeKeys }) => activeKeys,
            'created (UTC)': ({ createdAt }) => day(createdAt),
          },
          flags,
        ),
      ),
    );
  account
    .command('show <account>')
    .description('one account with its keys; keys themselves are shown once, when they are made')
    .option('--json', 'as one JSON line, also on a terminal')
    .action((accountId: string, flags: { json?: boolean }) =>
      withRepositories(async ({ accountReports }) => {
        const { usage, ...found } = await findAccount(accountReports, accountId);
        const keys = await accountReports.keys(accountId);
        if (flags.json || !process.stdout.isTTY) return printRecord({ ...found, keys }, flags);
        printRecord({ ...found, createdAt: day(found.createdAt) });
        printRecords(keys, {
          key: ({ apiKeyId }) => apiKeyId,
          name: ({ name }) => name,
          'ends with': ({ lastFour }) => lastFour,
          scopes: ({ scopes: granted }) => granted.join(', '),
          'created (UTC)': ({ createdAt }) => day(createdAt),
          'revoked (UTC)': ({ revokedAt }) => revokedAt && day(revokedAt),
        });
      }),
    );
  account
    .command('usage <account>')
    .description('what an account used of its allowance in the present period')
    .option('--json', 'as one JSON line, also on a terminal')
    .action((accountId: string, flags: { json?: boolean }) =>
      withRepositories(async ({ accountReports }) => {
        const { usage } = await findAccount(accountReports, accountId);
        printRecord({ accountId, ...usage, periodStart: usage.periodStart.toISOString() }, flags);
      }),
    );
  return account;
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10);

/** @throws ServiceError not_found */
async function findAccount(reports: PostgresAccountReports, accountId: string) {
  const found = await reports.find(accountId, new Date());
  if (found === null) throw new ServiceError('not_found', `There is no account ${accountId}; \`footprint account list\` shows them all.`);
  return found;
}

/** `footprint key …`: creates further keys of an account, and revokes keys. Works on the database. */
export function keyCommand(): Command {
  const key = new Command('key').description('API keys');
  key
    .command('create')
    .requiredOption('--account <id>')
    .option('--name <name>')
    .addOption(scopes())
    .action((flags: { account: string; name?: string; scopes: Scope[] }) =>
      withRepositories(async ({ accounts }, { SERVICE_PREFIX: prefix }) => {
        const created = await createApiKey(
          { accounts, keys: apiKeyFormat(prefix) },
          { accountId: flags.account, name: flags.name, scopes: flags.scopes },
        );
        printRecord({ accountId: flags.account, ...created });
      }),
    );
  key
    .command('revoke')
    .requiredOption('--account <id>')
    .requiredOption('--key <id>')
    .action((flags: { account: string; key: string }) =>
      withRepositories(async ({ accounts }) => {
        await revokeApiKey({ accounts }, { accountId: flags.account, apiKeyId: flags.key });
        printRecord({ apiKeyId: flags.key, revoked: true });
      }),
    );
  return key;
}
