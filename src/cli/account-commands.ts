import { Command, Option } from 'commander';
import { apiKeyFormat } from '../adapters/api-keys.js';
import { LibraryIdentityParser } from '../adapters/identity-parser.js';
import { mailDomains } from '../adapters/mail-domains.js';
import { PLANS, type PlanName } from '../domain/plans.js';
import { SCOPES, type Scope } from '../domain/scopes.js';
import { createAccount } from '../services/create-account.js';
import { createApiKey } from '../services/create-api-key.js';
import { wholeNumber } from './values.js';
import { withRecord } from './with-record.js';

/** The record holds no more. */
const MOST_LOOKUPS = 2_147_483_647;

/** What a key may do; a key of a sign-up flow has no need to say where events are sent. */
const scopes = () => new Option('--scopes <scopes...>', 'what the key may do').choices(SCOPES).default(['lookups']);

const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

/** `footprint account create`: an account with its first key, as one JSON line. */
export function accountCommand(): Command {
  const account = new Command('account').description('accounts');
  account
    .command('create')
    .requiredOption('--email <email>')
    .addOption(new Option('--plan <plan>').choices(PLANS).default('free_trial'))
    .option('--quota <lookups>', 'lookups a period, instead of the plan\'s', wholeNumber(MOST_LOOKUPS))
    .option('--balance <millicents>', 'prepaid balance of a credit plan', wholeNumber(Number.MAX_SAFE_INTEGER))
    .addOption(scopes())
    .action((flags: { email: string; plan: PlanName; quota?: number; balance?: number; scopes: Scope[] }) =>
      withRecord(async ({ accounts }, { SERVICE_PREFIX: prefix }) => {
        const ctx = { accounts, identities: new LibraryIdentityParser(), mailDomains, keys: apiKeyFormat(prefix) };
        const { accountId } = await createAccount(ctx, {
          email: flags.email, plan: flags.plan, quota: flags.quota, balanceMillicents: flags.balance,
        });
        const { apiKeyId, key } = await createApiKey(ctx, { accountId, name: 'first key', scopes: flags.scopes });
        print({ accountId, apiKeyId, key });
      }),
    );
  return account;
}

/** `footprint key create`: a further key of an account, as one JSON line. */
export function keyCommand(): Command {
  const key = new Command('key').description('API keys');
  key
    .command('create')
    .requiredOption('--account <id>')
    .option('--name <name>')
    .addOption(scopes())
    .action((flags: { account: string; name?: string; scopes: Scope[] }) =>
      withRecord(async ({ accounts }, { SERVICE_PREFIX: prefix }) => {
        const created = await createApiKey({ accounts, keys: apiKeyFormat(prefix) }, { accountId: flags.account, name: flags.name, scopes: flags.scopes });
        print({ accountId: flags.account, ...created });
      }),
    );
  key
    .command('revoke')
    .requiredOption('--account <id>')
    .requiredOption('--key <id>')
    .action((flags: { account: string; key: string }) =>
      withRecord(async ({ accounts }) => print({ apiKeyId: flags.key, revoked: await accounts.revokeKey(flags.account, flags.key) })),
    );
  return key;
}
