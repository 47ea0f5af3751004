import { Command, Option } from 'commander';
import { apiKeyFormat } from '../kernel/secrets/api-key-format.js';
import { LibraryIdentityParser } from '../kernel/identity/identity-parser.js';
import { trialPoolsOf } from '../wiring/trial-pools.js';
import type { PostgresAccountReports } from '../features/accounts/store/account-reports.js';
import { unknownAccount, type UsageDay } from '../features/accounts/accounts.js';
import { PLANS, type PlanName } from '../features/accounts/plans.js';
import {
  DEFAULT_SCOPES,
  MAX_KEY_OVERLAP_SECONDS,
  MAX_MONTHLY_LOOKUPS,
  SCOPE_NAMES,
  type ScopeName,
} from '../features/accounts/api-keys.js';
import { createAccount } from '../features/accounts/use-cases/create-account.js';
import { MAX_QUOTA } from '../features/accounts/use-cases/change-account.js';
import { createApiKey, type NewApiKey, revokeApiKey, rollApiKey } from '../features/accounts/use-cases/api-keys.js';
import { accountChangeCommands } from './account-change-commands.js';
import { accountDataCommands } from './account-data-commands.js';
import { outputFormat } from './output-option.js';
import { printRecord, printRecords } from './output.js';
import { moment, network, wholeNumber } from './values.js';
import { recordOperator, withStores } from './with-stores.js';

/** The scopes of a key; `webhooks` is not a default, because a key of a sign-up flow has no need to manage endpoints. */
const scopes = () =>
  new Option(
    '--scopes <scopes...>',
    'what the key may do; `lookups` means lookups:create and lookups:read, `account` means account:read and account:write',
  )
    .choices(SCOPE_NAMES)
    .default(DEFAULT_SCOPES);

/** `footprint account …`: creates accounts, each with its first key, shows and changes them. */
export function accountCommand(): Command {
  const account = new Command('account').description('accounts');
  const own = [createAccountCommand(), listAccountsCommand(), showAccountCommand(), accountUsageCommand()];
  for (const command of [...own, ...accountChangeCommands(), ...accountDataCommands()]) account.addCommand(command);
  return account;
}

const createAccountCommand = () =>
  new Command('create')
    .requiredOption('--email <email>')
    .option('--name <name>', 'the name that members see')
    .addOption(new Option('--plan <plan>').choices(PLANS).default('free_trial'))
    .option('--quota <lookups>', "lookups per period, instead of the plan's", wholeNumber(MAX_QUOTA))
    .option('--balance <millicents>', 'prepaid balance of a credit plan', wholeNumber(Number.MAX_SAFE_INTEGER))
    .addOption(scopes())
    .action((flags: { email: string; name?: string; plan: PlanName; quota?: number; balance?: number; scopes: ScopeName[] }) =>
      withStores(async (stores, config) => {
        const { accounts } = stores;
        const keys = apiKeyFormat(config.SERVICE_PREFIX);
        const ctx = { accounts, identities: new LibraryIdentityParser(), trialPools: trialPoolsOf(config), keys };
        const { accountId } = await createAccount(ctx, {
          email: flags.email,
          name: flags.name,
          plan: flags.plan,
          quota: flags.quota,
          balanceMillicents: flags.balance,
        });
        const { apiKeyId, key } = await createApiKey(ctx, { accountId, name: 'first key', scopes: flags.scopes });
        await recordOperator(stores, 'createAccount', { accountId, targets: [accountId, apiKeyId] });
        printRecord({ accountId, apiKeyId, key });
      }),
    );

const listAccountsCommand = () =>
  new Command('list').description('list all accounts, newest first').action(() =>
    withStores(async ({ accountReports }) =>
      printRecords(await accountReports.list(), {
        account: ({ accountId }) => accountId,
        email: ({ email }) => email,
        name: ({ name }) => name,
        plan: ({ plan }) => plan,
        'active keys': ({ activeKeys }) => activeKeys,
        'created (UTC)': ({ createdAt }) => day(createdAt),
        'suspended (UTC)': ({ suspendedAt }) => suspendedAt && day(suspendedAt),
      }),
    ),
  );

const showAccountCommand = () =>
  new Command('show')
    .description('show an account with its keys; the secret of a key is shown only once, when it is created')
    .argument('<account>')
    .action((accountId: string) =>
      withStores(async ({ accountReports, accounts }) => {
        const { usage, ...found } = await findAccount(accountReports, accountId);
        const keys = await accounts.keys(accountId);
        if (outputFormat() !== 'table') return printRecord({ ...found, keys });
        printRecord({ ...found, createdAt: day(found.createdAt), suspendedAt: found.suspendedAt && day(found.suspendedAt) });
        printRecords(keys, {
          key: ({ apiKeyId }) => apiKeyId,
          name: ({ name }) => name,
          'ends with': ({ lastFour }) => lastFour,
          test: ({ isTest }) => (isTest ? 'yes' : null),
          scopes: ({ scopes: granted }) => granted.join(', '),
          'own lookups only': ({ ownLookupsOnly }) => (ownLookupsOnly ? 'yes' : null),
          networks: ({ networks }) => networks?.join(', ') ?? null,
          'lookups a month': ({ monthlyLookups }) => monthlyLookups,
          'created (UTC)': ({ createdAt }) => day(createdAt),
          'last used (UTC)': ({ lastUsedAt }) => lastUsedAt && day(lastUsedAt),
          'expires (UTC)': ({ expiresAt }) => expiresAt && day(expiresAt),
          'revoked (UTC)': ({ revokedAt }) => revokedAt && day(revokedAt),
        });
      }),
    );

const accountUsageCommand = () =>
  new Command('usage')
    .description('show how much of its allowance an account has used in this period, or its billed lookups by day, key and module')
    .argument('<account>')
    .option('--from <date>', 'billed lookups: the first day, in UTC', moment)
    .option('--to <date>', 'billed lookups: the last day; default: today', moment)
    .action((accountId: string, { from, to }: { from?: Date; to?: Date }) =>
      withStores(async ({ accountReports }) => {
        const { usage } = await findAccount(accountReports, accountId);
        if (from || to) {
          const range = { from: day(from ?? new Date(0)), to: day(to ?? new Date()) };
          const columns = {
            'day (UTC)': (each: UsageDay) => each.day,
            key: (each: UsageDay) => each.apiKeyId,
            module: (each: UsageDay) => each.module,
            lookups: (each: UsageDay) => each.lookups,
            amount: (each: UsageDay) => each.amount,
            unit: (each: UsageDay) => each.unit,
          };
          return printRecords(await accountReports.usageByDay(accountId, range), columns);
        }
        printRecord({ accountId, ...usage });
      }),
    );

const day = (moment: Date): string => moment.toISOString().slice(0, 10);

/** @throws ServiceError not_found */
async function findAccount(reports: PostgresAccountReports, accountId: string) {
  const found = await reports.find(accountId, new Date());
  if (found === null) throw unknownAccount(accountId);
  return found;
}

type KeyFlags = Pick<NewApiKey, 'name' | 'scopes' | 'ownLookupsOnly' | 'networks' | 'monthlyLookups'> & {
  readonly account: string;
  readonly expires?: Date;
  readonly test?: boolean;
};

/** `footprint key …`: creates further keys of an account, and revokes keys. */
export function keyCommand(): Command {
  const key = new Command('key').description('API keys');
  key
    .command('create')
    .requiredOption('--account <id>')
    .option('--name <name>')
    .addOption(scopes())
    .option('--test', 'a test key: it only looks up test identities, is never billed, and contacts no platform')
    .option('--expires <date>', 'day or time at which the key expires, ISO 8601 in UTC; default: never', moment)
    .option('--own-lookups-only', 'the key can read and delete only the lookups that it made')
    .option('--networks <networks...>', 'networks that the key can be used from, in CIDR notation; default: all', network)
    .option('--monthly-lookups <number>', 'lookups in a calendar month (UTC); default: no limit', wholeNumber(MAX_MONTHLY_LOOKUPS))
    .action(({ account: accountId, expires: expiresAt, test: isTest, ...flags }: KeyFlags) =>
      withStores(async (stores, { SERVICE_PREFIX: prefix }) => {
        const { accounts } = stores;
        const { apiKeyId, key: secret } = await createApiKey(
          { accounts, keys: apiKeyFormat(prefix) },
          { accountId, expiresAt, isTest, ...flags },
        );
        await recordOperator(stores, 'createApiKey', { accountId, targets: [apiKeyId] });
        printRecord({ accountId, apiKeyId, key: secret });
      }),
    );
  key
    .command('roll')
    .description('replace a key with a new one that has the same name, scopes, limits and expiry')
    .requiredOption('--account <id>')
    .requiredOption('--key <id>')
    .option('--overlap <seconds>', 'how long the old key keeps working alongside the new one', wholeNumber(MAX_KEY_OVERLAP_SECONDS), 86_400)
    .action((flags: { account: string; key: string; overlap: number }) =>
      withStores(async (stores, { SERVICE_PREFIX: prefix }) => {
        const { accounts } = stores;
        const { apiKeyId, key: secret } = await rollApiKey(
          { accounts, keys: apiKeyFormat(prefix) },
          { accountId: flags.account, apiKeyId: flags.key, overlapSeconds: flags.overlap },
        );
        await recordOperator(stores, 'rollApiKey', { accountId: flags.account, targets: [flags.key, apiKeyId] });
        printRecord({ accountId: flags.account, apiKeyId, key: secret });
      }),
    );
  key
    .command('revoke')
    .requiredOption('--account <id>')
    .requiredOption('--key <id>')
    .action((flags: { account: string; key: string }) =>
      withStores(async (stores) => {
        await revokeApiKey(stores, { accountId: flags.account, apiKeyId: flags.key });
        await recordOperator(stores, 'revokeApiKey', { accountId: flags.account, targets: [flags.key] });
        printRecord({ apiKeyId: flags.key, revoked: true });
      }),
    );
  return key;
}
