import { Command } from 'commander';
import { currentCatalogue } from '../wiring/catalogue-changes.js';
import type { PlatformCatalogue } from '../engine/catalogue/rules/ports.js';
import type { operations } from '../dashboard/client/page-operations.js';
import type { TemporalOperations } from '../features/operators/reports.js';
import { switchPlatformOff, switchPlatformOn } from '../features/operators/use-cases/platforms.js';
import { MAX_ROWS, readDeliveries, readUnfinished } from '../features/operators/use-cases/state.js';
import { bodyOf, readEntries } from './api-client.js';
import { type OperatorApi, withOperator } from './operator-api.js';
import { printFields, printLists, printNotice, printRecord, printRecords } from './output.js';
import { wholeNumber } from './values.js';
import type { Stores } from '../wiring/stores.js';
import { recordOperator, withStores } from './with-stores.js';
import { withTemporal } from './with-temporal.js';

const ROOT = '/dashboard/api/operator';

/** `footprint operate …`: the state of the service, and platforms switched by hand. Ids, slugs, hosts and counts. */
export function operateCommand(): Command {
  const operate = new Command('operate').description(
    'operate the service: accounts, queues, circuits and schedules; disable and enable platforms',
  );
  const work = [queuesCommand(), unfinishedCommand(), deliveriesCommand(), disputesCommand(), circuitsCommand(), schedulesCommand()];
  for (const command of [...accountCommands(), ...work, erasuresCommand(), platformCommand()]) operate.addCommand(command);
  return operate;
}

function accountCommands(): Command[] {
  return [
    new Command('accounts')
      .description('list accounts by id, newest first; `footprint account` changes them')
      .option('--search <text>', "beginning of an account id, or part of an account's e-mail address or name")
      .action(({ search = null }: { search?: string | null }) =>
        withOperator(async (api) =>
          printRecords(await readAccounts(api, search), {
            account: ({ accountId }) => accountId,
            name: ({ name, email }) => name ?? email,
            owners: ({ owners }) => owners.join(', '),
            plan: ({ plan }) => plan,
            used: ({ used }) => used,
            allowance: ({ allowance }) => allowance,
            'active keys': ({ activeKeys }) => activeKeys,
            'created (UTC)': ({ createdAt }) => createdAt,
            'suspended (UTC)': ({ suspendedAt }) => suspendedAt,
          }),
        ),
      ),
    new Command('account')
      .description('show an account: its plan, its usage in this period, and what it contains')
      .argument('<account>')
      .action((accountId: string) =>
        withOperator(async (api) => {
          const params = { path: { account: accountId } };
          const { usage, counts, ...account } = await bodyOf(api.GET(`${ROOT}/accounts/{account}`, { params }));
          printRecord({ ...account, ...usage, ...counts });
        }),
      ),
  ];
}

type AccountPage = operations['listAccounts']['responses'][200]['content']['application/json'];

/** Accounts, newest first. @param search null: all */
const readAccounts = (api: OperatorApi, search: string | null) =>
  readEntries(
    (page): Promise<{ data?: AccountPage }> =>
      search === null
        ? api.GET(`${ROOT}/accounts`, { params: { query: page } })
        : api.POST(`${ROOT}/accounts/search`, { body: { ...page, search } }),
    ({ accounts }) => accounts,
  );

function platformCommand(): Command {
  const platform = new Command('platform').description('disable or enable a platform for all lookups, or run its controls now');
  platform
    .command('off <platform>')
    .description('disable a platform, in every process within two seconds; lookups omit it as `disabled`')
    .requiredOption('--reason <text>', 'the reason, which all accounts can read; do not name people')
    .action((slug: string, { reason }: { reason: string }) =>
      withCatalogue(async (ctx) => {
        const disabled = await switchPlatformOff(ctx, { platform: slug, by: null, reason });
        await recordOperator(ctx, 'switchPlatformOff', { accountId: null, targets: [slug] });
        printRecord(disabled);
      }),
    );
  platform
    .command('on <platform>')
    .description('enable a platform again')
    .action((slug: string) =>
      withCatalogue(async (ctx) => {
        const wasOff = await switchPlatformOn(ctx, slug);
        await recordOperator(ctx, 'switchPlatformOn', { accountId: null, targets: [slug] });
        printRecord({ platform: slug, wasOff });
      }),
    );
  platform
    .command('list')
    .description('list disabled platforms')
    .action(() =>
      withOperator(async (api) => {
        const { platforms } = await bodyOf(api.GET(`${ROOT}/platforms`));
        printFields(platforms, ['platform', 'since', 'by', 'reason']);
      }),
    );
  platform
    .command('calibrate <platform>')
    .description('run the controls of a platform now, on a worker')
    .action((slug: string) =>
      withOperator(async (api) => {
        const params = { path: { platform: slug } };
        const { state, queryTypes } = await bodyOf(api.POST(`${ROOT}/platforms/{platform}/calibrate`, { params }));
        if (state === 'started')
          return printNotice('The controls were started and are still running: `footprint platforms` shows their result.');
        if (queryTypes.length === 0) return printNotice('The platform has no rule, so there is nothing to run.');
        printFields(queryTypes, ['queryType', 'state', 'mayConfirm', 'mayDeny', 'explanation']);
      }),
    );
  return platform;
}

/** A command that reads the state of the service, without arguments. */
const reading = (name: string, description: string, print: (api: OperatorApi) => Promise<void>): Command =>
  new Command(name).description(description).action(() => withOperator(print));

const queuesCommand = () =>
  reading('queues', "show waiting work: tasks in Temporal's queues, and rows in Postgres that no worker has started", async (api) => {
    const { taskQueues, backlog } = await bodyOf(api.GET(`${ROOT}/queues`));
    printLists({
      tasks: [taskQueues, ['queue', 'kind', 'pollers', 'count', 'oldestSeconds', 'url']],
      rows: [backlog, ['kind', 'count', 'oldestAt']],
    });
  });

const unfinishedCommand = () =>
  new Command('unfinished')
    .description('show how many lookups are unfinished, and the oldest of them')
    .option('--limit <lookups>', 'how many of the oldest to list', wholeNumber(MAX_ROWS), 20)
    .action(
      state('listUnfinishedLookups', async (ctx, { limit }: { limit: number }) => {
        const { counts, oldest } = await readUnfinished(ctx, limit);
        printLists({
          counts: [counts, ['state', 'mode', 'count', 'oldestAt']],
          oldest: [oldest, ['id', 'accountId', 'kind', 'mode', 'state', 'acceptedAt', 'url']],
        });
      }),
    );

const deliveriesCommand = () =>
  new Command('deliveries')
    .description('list unfinished webhook deliveries, longest overdue first')
    .option('--limit <deliveries>', 'how many to list', wholeNumber(MAX_ROWS), 20)
    .action(
      state('listUnfinishedDeliveries', async (ctx, { limit }: { limit: number }) => {
        const columns = ['eventId', 'endpointId', 'accountId', 'attempts', 'lastOutcome', 'createdAt', 'nextAttemptAt', 'url'] as const;
        const deliveries = (await readDeliveries(ctx, limit)).map((each) => {
          const last = each.latestAttempts.at(-1);
          return { ...each, lastOutcome: last?.status ?? last?.failure ?? null };
        });
        printFields(deliveries, columns);
      }),
    );

const disputesCommand = () =>
  new Command('disputes')
    .description('list disputed results with their evidence, newest first; identities are not shown')
    .option('--limit <disputes>', 'how many to list', wholeNumber(MAX_ROWS), 20)
    .action(({ limit }: { limit: number }) =>
      withOperator(async (api) => {
        const { disputes } = await bodyOf(api.GET(`${ROOT}/disputes`, { params: { query: { limit } } }));
        const columns = ['platform', 'queryType', 'registered', 'egressPool', 'rule', 'catalogue', 'evidence', 'accountId'] as const;
        printFields(disputes, [...columns, 'createdAt', 'controlledAt']);
      }),
    );

const circuitsCommand = () =>
  reading('circuits', 'list hosts whose circuit is open, and platforms that are backing off', async (api) => {
    const { circuits, backoffs } = await bodyOf(api.GET(`${ROOT}/circuits`));
    printLists({
      circuits: [circuits, ['host', 'egressPool', 'egress', 'since', 'until', 'trips']],
      backoffs: [backoffs, ['platform', 'egressPool', 'until']],
    });
  });

const schedulesCommand = () =>
  reading('schedules', 'show the last and next run of each Temporal schedule', async (api) => {
    const { schedules } = await bodyOf(api.GET(`${ROOT}/schedules`));
    const rows = schedules.map(({ lastRun, ...each }) => ({
      ...each,
      startedAt: lastRun?.startedAt ?? null,
      outcome: lastRun?.outcome ?? null,
    }));
    printFields(rows, ['id', 'state', 'startedAt', 'outcome', 'nextAt', 'url']);
  });

const erasuresCommand = () =>
  reading('erasures', 'list running erasures; `footprint erasure` lists all of them', async (api) => {
    const { erasures } = await bodyOf(api.GET(`${ROOT}/erasures`));
    printFields(erasures, ['id', 'accountId', 'isDryRun', 'state', 'createdAt', 'url']);
  });

/** An action that reads unfinished work on the database, also while the API is down, and records that in the audit log. */
function state<F>(action: string, work: (ctx: Stores & { temporalHealth: TemporalOperations }, flags: F) => Promise<void>) {
  return (flags: F): Promise<void> =>
    withStores((stores) =>
      withTemporal(async (temporalHealth) => {
        await work({ ...stores, temporalHealth }, flags);
        await recordOperator(stores, action, { accountId: null });
      }),
    );
}

/** The stores, with the catalogue as the processes have it. */
function withCatalogue(work: (ctx: Stores & { catalogue: PlatformCatalogue }) => Promise<void>): Promise<void> {
  return withStores(async (stores, config) => work({ ...stores, catalogue: await currentCatalogue({ ...stores, config }) }));
}
