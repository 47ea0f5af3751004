import { Command } from 'commander';
import { currentCatalogue } from '../wiring/catalogue-changes.js';
import type { PlatformCatalogue } from '../engine/catalogue/rules/ports.js';
import type { TemporalOperations } from '../features/operators/reports.js';
import { listAccounts, readAccount } from '../features/operators/use-cases/accounts.js';
import { calibratePlatform, switchPlatformOff, switchPlatformOn } from '../features/operators/use-cases/platforms.js';
import {
  MAX_ROWS,
  readDeliveries,
  readErasures,
  readBackoffs,
  readQueues,
  readSchedules,
  readUnfinished,
} from '../features/operators/use-cases/state.js';
import { printFields, printLists, printNotice, printRecord, printRecords } from './output.js';
import { wholeNumber } from './values.js';
import type { Stores } from '../wiring/stores.js';
import { recordOperator, withStores } from './with-stores.js';
import { withTemporal } from './with-temporal.js';

/** Accounts read per page. */
const PAGE_SIZE = 1_000;

/** `footprint operate …`: the state of the service, and platforms switched by hand. Ids, slugs, hosts and counts. Works on the database. */
export function operateCommand(): Command {
  const operate = new Command('operate').description(
    'operate the service: accounts, queues, circuits and schedules; disable and enable platforms',
  );
  for (const command of [...accountCommands(), ...stateCommands()]) operate.addCommand(command);
  operate.addCommand(platformCommand());
  return operate;
}

function accountCommands(): Command[] {
  return [
    new Command('accounts')
      .description('list accounts by id, newest first; `footprint account` changes them')
      .option('--search <text>', "beginning of an account id, or part of an account's e-mail address or name")
      .action(({ search = null }: { search?: string | null }) =>
        withStores(async (stores) => {
          await recordOperator(stores, search === null ? 'listAccounts' : 'searchAccounts', { accountId: null });
          const ctx = { ...stores, now: () => new Date() };
          const found: Awaited<ReturnType<typeof listAccounts>>['items'][number][] = [];
          for (let after: string | null = null; ; ) {
            const page = { limit: PAGE_SIZE, after };
            const { items, next }: Awaited<ReturnType<typeof listAccounts>> = await listAccounts(ctx, search, page);
            found.push(...items);
            if (next === null) break;
            after = next;
          }
          printRecords(found, {
            account: ({ accountId }) => accountId,
            name: ({ name, email }) => name ?? email,
            owners: ({ owners }) => owners.join(', '),
            plan: ({ plan }) => plan,
            used: ({ used }) => used,
            allowance: ({ allowance }) => allowance,
            'active keys': ({ activeKeys }) => activeKeys,
            'created (UTC)': ({ createdAt }) => createdAt,
            'suspended (UTC)': ({ suspendedAt }) => suspendedAt,
          });
        }),
      ),
    new Command('account')
      .description('show an account: its plan, its usage in this period, and what it contains')
      .argument('<account>')
      .action((accountId: string) =>
        withStores(async (stores) => {
          const { usage, counts, ...account } = await readAccount({ ...stores, now: () => new Date() }, accountId);
          await recordOperator(stores, 'readAccount', { accountId, targets: [accountId] });
          printRecord({ ...account, ...usage, ...counts });
        }),
      ),
  ];
}

function platformCommand(): Command {
  const platform = new Command('platform').description('disable or enable a platform for all lookups, or run its controls now');
  platform
    .command('off <platform>')
    .description('disable a platform, in every process within two seconds; lookups omit it as `disabled`')
    .requiredOption('--reason <text>', 'the reason, without names of people; all accounts can read it')
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
      withStores(async (stores) => {
        printFields(await stores.switches.list(), ['platform', 'since', 'by', 'reason']);
        await recordOperator(stores, 'listDisabledPlatforms', { accountId: null });
      }),
    );
  platform
    .command('calibrate <platform>')
    .description('run the controls of a platform now, on a worker')
    .action((slug: string) =>
      withCatalogue((ctx) =>
        withTemporal(async (temporalHealth) => {
          const shown = await calibratePlatform({ ...ctx, temporalHealth }, slug);
          await recordOperator(ctx, 'calibratePlatform', { accountId: null, targets: [slug] });
          if (shown === null)
            return printNotice('The controls were started and are still running: `footprint platforms` shows their result.');
          if (shown.length === 0) return printNotice('The platform has no rule, so there is nothing to run.');
          printFields(shown, ['queryType', 'state', 'mayConfirm', 'mayDeny', 'explanation']);
        }),
      ),
    );
  return platform;
}

function stateCommands(): Command[] {
  return [
    queuesCommand(),
    unfinishedCommand(),
    deliveriesCommand(),
    disputesCommand(),
    circuitsCommand(),
    schedulesCommand(),
    erasuresCommand(),
  ];
}

const queuesCommand = () =>
  new Command('queues').description("show waiting work: tasks in Temporal's queues, and rows in Postgres that no worker has taken").action(
    state('readQueues', async (ctx) => {
      const { taskQueues, backlog } = await readQueues(ctx);
      printLists({
        tasks: [taskQueues, ['queue', 'kind', 'pollers', 'count', 'oldestSeconds', 'url']],
        rows: [backlog, ['kind', 'count', 'oldestAt']],
      });
    }),
  );

const unfinishedCommand = () =>
  new Command('unfinished')
    .description('show unfinished lookups: how many there are, and the oldest')
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
    .description('list unfinished webhook deliveries, starting with those that have been due for longest')
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
    .description('list results that accounts said are wrong, newest first: what they rest on, without identities')
    .option('--limit <disputes>', 'how many to list', wholeNumber(MAX_ROWS), 20)
    .action(({ limit }: { limit: number }) =>
      withStores(async (stores) => {
        const columns = ['platform', 'queryType', 'registered', 'egressPool', 'rule', 'catalogue', 'evidence', 'accountId'] as const;
        printFields(await stores.operatorReports.disputes(limit), [...columns, 'createdAt', 'controlledAt']);
        await recordOperator(stores, 'listDisputes', { accountId: null });
      }),
    );

const circuitsCommand = () =>
  new Command('circuits').description('list hosts whose circuit is open, and platforms that are backing off').action(
    state('listCircuits', async (ctx) => {
      const { circuits, backoffs } = await readBackoffs(ctx);
      printLists({
        circuits: [circuits, ['host', 'egressPool', 'egress', 'since', 'until', 'trips']],
        backoffs: [backoffs, ['platform', 'egressPool', 'until']],
      });
    }),
  );

const schedulesCommand = () =>
  new Command('schedules').description('show the last and the next run of each Schedule').action(
    state('listSchedules', async (ctx) => {
      const schedules = (await readSchedules(ctx)).map(({ lastRun, ...each }) => ({
        ...each,
        startedAt: lastRun?.startedAt ?? null,
        outcome: lastRun?.outcome ?? null,
      }));
      printFields(schedules, ['id', 'state', 'startedAt', 'outcome', 'nextAt', 'url']);
    }),
  );

const erasuresCommand = () =>
  new Command('erasures')
    .description('list running erasures; `footprint erasure` lists all of them')
    .action(
      state('listRunningErasures', async (ctx) =>
        printFields(await readErasures(ctx), ['id', 'accountId', 'isDryRun', 'state', 'createdAt', 'url']),
      ),
    );

/** An action that reads the state of the service and records that in the audit log. */
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
