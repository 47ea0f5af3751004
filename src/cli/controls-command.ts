import { Command, Option } from 'commander';
import { Lifecycle } from '../wiring/lifecycle.js';
import { reachableStores } from './live-controls.js';
import { currentCatalogue } from '../wiring/catalogue-changes.js';
import { lookupCatalogue } from '../wiring/platforms.js';
import { EVERY_PLATFORM, type PlannedControl, planControlAccounts } from '../engine/controls/control-accounts.js';
import { NO_STATISTICS } from '../engine/catalogue/rules/bands.js';
import { QUERY_TYPES, type QueryType } from '../kernel/identity/identity.js';
import { listControlAccounts, OTHER_KEY } from '../features/platforms/use-cases/control-accounts.js';
import { bodyOf } from './api-client.js';
import { FROM_INPUT, given } from './input.js';
import { withOperator } from './operator-api.js';
import { printNotice, printRecord, printRecords } from './output.js';
import { wholeNumber } from './values.js';
import { operatorConfig } from './operator-config.js';
import { withStores } from './with-stores.js';

interface IdentityFlags {
  readonly type?: QueryType;
  readonly negative?: boolean;
}

const asType = () => new Option('--type <type>', 'kind of the identity; default: detected').choices(QUERY_TYPES);
const asNegative = () =>
  new Option('--negative', 'a phone number of yours that was never registered anywhere; platform *: for every platform');

const CONTROL_ACCOUNTS = '/dashboard/api/operator/platforms/{platform}/control-accounts';
const at = (platform: string) => ({ params: { path: { platform } } });

/** `footprint catalogue controls …`: accounts of the operator's own, by which rules may deny. */
export function controlsCommand(): Command {
  return new Command('controls')
    .description('manage control accounts: your own accounts on platforms, which let “not registered” count there')
    .addCommand(setCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand())
    .addCommand(planCommand());
}

const setCommand = () =>
  new Command('set')
    .description(`store a control account, encrypted with SECRETS_KEY: an e-mail address, phone number or username. ${FROM_INPUT}`)
    .argument('<platform>')
    .argument('<identity>')
    .addOption(asType())
    .addOption(asNegative())
    .action((platform: string, raw: string, flags: IdentityFlags) =>
      withOperator(async (api) => {
        const body = { identity: await given(raw), ...kindOf(flags) };
        printRecord(await bodyOf(api.POST(CONTROL_ACCOUNTS, { ...at(platform), body })));
        printNotice(`Check it: footprint catalogue check --live ${platform === EVERY_PLATFORM ? '--all' : `--platform ${platform}`}`);
      }),
    );

const listCommand = () =>
  new Command('list').description('list the platforms that have control accounts, with the masked accounts and their dates').action(() =>
    withStores(async ({ controlAccounts }) => {
      const accounts = await listControlAccounts({ controlAccounts });
      printRecords(accounts, {
        platform: ({ platform }) => platform,
        'query type': ({ queryType }) => queryType,
        is: ({ negative }) => (negative ? 'negative control' : 'account'),
        account: ({ account }) => account ?? 'encrypted with another key',
        'since (UTC)': ({ since }) => since.slice(0, 10),
      });
      if (accounts.every(({ account }) => account !== null)) return;
      printNotice(OTHER_KEY);
      process.exitCode = 1;
    }),
  );

const removeCommand = () =>
  new Command('remove')
    .description(`delete a control account, or all control accounts of a platform. ${FROM_INPUT}`)
    .argument('<platform>')
    .argument('[identity]')
    .addOption(asType())
    .addOption(asNegative())
    .action((platform: string, raw: string | undefined, flags: IdentityFlags) =>
      withOperator(async (api) => {
        const body = { ...(raw === undefined ? {} : { identity: await given(raw) }), ...kindOf(flags) };
        printRecord(await bodyOf(api.POST(`${CONTROL_ACCOUNTS}/remove`, { ...at(platform), body })));
      }),
    );

const planCommand = () =>
  new Command('plan')
    .description('list platforms that can only confirm without a control account, starting where one would gain the most answers')
    .addOption(new Option('--type <type>', 'only platforms that can be probed for this kind of identity').choices(QUERY_TYPES))
    .option('--limit <platforms>', 'how many to show', wholeNumber(100_000), 20)
    .action(plan);

const kindOf = ({ type, negative }: IdentityFlags) => ({ ...(type && { type }), ...(negative && { negative }) });

async function plan({ type, limit }: { type?: QueryType; limit: number }): Promise<void> {
  const lifecycle = new Lifecycle();
  try {
    const config = operatorConfig();
    const stores = await reachableStores(lifecycle, config);
    const accounts = (await stores?.controlAccounts.list()) ?? [];
    const done = new Set(accounts.map(({ platform, kind }) => `${platform}:${kind}`));
    const context = stores
      ? {
          statuses: await stores.statuses.current(),
          disabled: await stores.switches.current(),
          instantCeilingMs: config.INSTANT_CEILING_MS,
          now: new Date(),
        }
      : NO_STATISTICS;
    const { platforms } = stores ? await currentCatalogue({ ...stores, config }) : lookupCatalogue(config, () => undefined);
    const planned = planControlAccounts(platforms, done, context, await stores?.traffic.calibrated()).filter(
      ({ queryType }) => type === undefined || queryType === type,
    );
    printRecords(
      planned.slice(0, limit),
      {
        platform: ({ platform }) => platform,
        'query type': ({ queryType }) => queryType,
        band: ({ band }) => band,
        strength: ({ strength }) => strength,
        answered: ({ answered }) => answered,
        'denies by traffic': ({ isSeen }) => (isSeen ? 'yes' : 'no'),
        'what to do': whatToDo,
      },
      { toJson: (each) => ({ ...each, todo: whatToDo(each) }) },
    );
    printNotice(
      `${planned.length} platforms could report “not registered” with a control account; ${done.size} have one. ` +
        'docs/control-accounts.md',
    );
    if (!stores) printNotice('The database of the service is not reachable, so the order does not use its statistics and accounts.');
    if (accounts.some(({ identity }) => identity === null)) printNotice(OTHER_KEY);
  } finally {
    await lifecycle.close();
  }
}

const WITH: Readonly<Record<QueryType, string>> = { email: 'a mailbox', phone: 'a number', username: 'a username' };

/** The steps for one platform, in one line. */
function whatToDo({ platform, homepage, queryType }: PlannedControl): string {
  return `create an account at ${homepage} with ${WITH[queryType]} used only for it; footprint catalogue controls set ${platform} ${queryType.toUpperCase()}`;
}
