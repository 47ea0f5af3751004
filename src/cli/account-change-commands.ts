import { Argument, Command, InvalidArgumentError } from 'commander';
import { PLANS, type PlanName } from '../features/accounts/plans.js';
import { MAX_QUOTA, suspendAccount } from '../features/accounts/use-cases/change-account.js';
import { renameAccount } from '../features/accounts/use-cases/create-account.js';
import { replacePurposes } from '../features/accounts/use-cases/purposes.js';
import { bodyOf } from './api-client.js';
import { type OperatorApi, withOperator } from './operator-api.js';
import { printRecord } from './output.js';
import { wholeNumber } from './values.js';
import { recordOperator, withStores } from './with-stores.js';
import { unknownAccount } from '../features/accounts/accounts.js';

const ACCOUNT = '/dashboard/api/operator/accounts/{account}';
const at = (account: string) => ({ params: { path: { account } } });

/** What `footprint account` changes on an account. Each command prints what is in force afterwards, and may be repeated. */
export function accountChangeCommands(): Command[] {
  return [planCommand(), topUpCommand(), quotaCommand(), purposesCommand(), renameCommand(), suspendCommand(), resumeCommand()];
}

const planCommand = () =>
  new Command('plan')
    .description('change the plan of an account from its next lookup on; its own quota is dropped, its balance is kept')
    .argument('<account>')
    .addArgument(new Argument('<plan>').choices(PLANS))
    .option('--quota <lookups>', "lookups per period, instead of the plan's", wholeNumber(MAX_QUOTA))
    .action((accountId: string, plan: PlanName, { quota }: { quota?: number }) =>
      change((api) => api.POST(`${ACCOUNT}/plan`, { ...at(accountId), body: { plan, ...(quota === undefined ? {} : { quota }) } })),
    );

const topUpCommand = () =>
  new Command('top-up')
    .description('add to the prepaid balance of an account')
    .argument('<account>')
    .argument('<millicents>', 'thousandths of a cent', wholeNumber(Number.MAX_SAFE_INTEGER))
    .requiredOption('--reference <text>', 'reference of the payment; the same reference is credited only once')
    .action((accountId: string, amountMillicents: number, { reference }: { reference: string }) =>
      change((api) => api.POST(`${ACCOUNT}/top-up`, { ...at(accountId), body: { amountMillicents, reference } })),
    );

const quotaCommand = () =>
  new Command('quota')
    .description('set the lookup quota of an account per period')
    .argument('<account>')
    .argument('<lookups>', 'a number, or `plan` for the quota of its plan', quota)
    .action((accountId: string, lookups: number | null) =>
      change((api) => api.POST(`${ACCOUNT}/quota`, { ...at(accountId), body: { quota: lookups } })),
    );

const purposesCommand = () =>
  new Command('purposes')
    .description('show or replace the purposes of an account for v2 lookups')
    .argument('<account>')
    .option('--set <purposes...>', 'the complete new list')
    .option('--required', 'every v2 lookup must have a purpose; default: as it is now')
    .option('--no-required', 'a v2 lookup may have none')
    .action((accountId: string, { set, required }: { set?: string[]; required?: boolean }) =>
      withStores(async (stores) => {
        const found = await stores.purposes.read(accountId);
        if (!found) throw unknownAccount(accountId);
        if (set === undefined && required === undefined) return printRecord({ accountId, ...found });
        const replaced = { purposes: set ?? found.purposes, required: required ?? found.required };
        const inForce = await replacePurposes(stores, accountId, replaced);
        await recordOperator(stores, 'replacePurposes', { accountId, targets: [accountId] });
        printRecord({ accountId, ...inForce });
      }),
    );

const renameCommand = () =>
  new Command('rename')
    .description('name an account; without a name, members see its address')
    .argument('<account>')
    .argument('[name]')
    .action((accountId: string, name: string | undefined) =>
      withStores(async (stores) => {
        const renamed = await renameAccount(stores, { accountId, name: name ?? null });
        await recordOperator(stores, 'updateAccount', { accountId, targets: [accountId] });
        printRecord(renamed);
      }),
    );

const suspendCommand = () =>
  new Command('suspend')
    .description('suspend an account: requests with its keys are refused, but accepted lookups are completed and their events delivered')
    .argument('<account>')
    .action((accountId: string) =>
      withStores(async (stores) => {
        const inForce = await suspendAccount(stores, accountId);
        await recordOperator(stores, 'suspendAccount', { accountId, targets: [accountId] });
        printRecord(inForce);
      }),
    );

const resumeCommand = () =>
  new Command('resume')
    .description('end a suspension')
    .argument('<account>')
    .action((accountId: string) => change((api) => api.POST(`${ACCOUNT}/resume`, at(accountId))));

/** Sends a change, and prints what is in force. */
const change = (send: (api: OperatorApi) => Promise<{ data?: object }>): Promise<void> =>
  withOperator(async (api) => printRecord(await bodyOf(send(api))));

function quota(text: string): number | null {
  if (text === 'plan') return null;
  try {
    return wholeNumber(MAX_QUOTA)(text);
  } catch {
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAX_QUOTA}, or \`plan\`.`);
  }
}
