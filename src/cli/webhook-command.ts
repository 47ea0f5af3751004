import { Command, Option } from 'commander';
import type { components, paths } from '../../clients/typescript/index.js';
import { webhookSender } from '../wiring/webhooks.js';
import { MAX_OVERLAP_SECONDS } from '../features/webhooks/endpoint.js';
import { PAYLOADS } from '../features/webhooks/event.js';
import type { EventFilter, RiskLevel } from '../features/webhooks/event-filter.js';
import { addEndpoint } from '../features/webhooks/use-cases/endpoints.js';
import { bodyOf } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { printFields, printNotice, printRecord } from './output.js';
import { wholeNumber } from './values.js';
import { webhookListenCommand } from './webhook-listen-command.js';
import { recordOperator, withStores } from './with-stores.js';

const print = async (answer: Promise<{ data?: object }>): Promise<void> => printRecord(await bodyOf(answer));
const at = (id: string) => ({ params: { path: { id } } });
const atDelivery = (id: string, eventId: string) => ({ params: { path: { id, eventId } } });
const listOf = (text: string | undefined): string[] | undefined => text?.split(',').map((each) => each.trim());

type Schemas = components['schemas'];
type WebhookEndpointChanges = Schemas['WebhookEndpointChanges'];
type NewWebhookEndpoint = Schemas['NewWebhookEndpoint'];
type DeliveryQuery = NonNullable<paths['/v2/webhooks/deliveries']['get']['parameters']['query']>;
type EventQuery = NonNullable<paths['/v2/events']['get']['parameters']['query']>;
type StatsQuery = NonNullable<paths['/v2/webhooks/stats']['get']['parameters']['query']>;

interface AddFlags {
  readonly url: string;
  readonly api?: string;
  readonly key?: string;
  readonly account?: string;
  readonly events?: string;
  readonly payload?: string;
  readonly description?: string;
  readonly riskLevel?: string;
  readonly purpose?: string;
  readonly lookups?: 'test' | 'live';
}

/** Starts a subcommand of `footprint webhook` that works through the API. */
type Subcommand = (name: string, description: string) => Command;

/** `footprint webhook …`: endpoints and deliveries, through the API with a key of the scope `webhooks`. */
export function webhookCommand(): Command {
  const webhook = new Command('webhook').description('manage webhook endpoints and read their deliveries');
  webhook.addCommand(addCommand());
  const command: Subcommand = (name, description) => withConnection(webhook.command(name).description(description));

  listCommand(command);
  command('show <endpoint>', 'show an endpoint').action((id: string, flags: ConnectionFlags) =>
    print(connect(flags).GET('/v2/webhooks/endpoints/{id}', at(id))),
  );
  changeCommand(command);
  for (const verb of ['disable', 'enable', 'test'] as const) {
    const description = { disable: 'disable an endpoint', enable: 'enable an endpoint', test: 'send a test event' }[verb];
    command(`${verb} <endpoint>`, description).action((id: string, flags: ConnectionFlags) =>
      print(connect(flags).POST(`/v2/webhooks/endpoints/{id}/${verb}`, at(id))),
    );
  }
  command('delete <endpoint>', 'delete an endpoint with its delivery log').action((id: string, flags: ConnectionFlags) =>
    print(connect(flags).DELETE('/v2/webhooks/endpoints/{id}', at(id))),
  );
  command('rotate-secret <endpoint>', 'replace the signing secret')
    .option('--overlap <seconds>', 'how long the old secret keeps signing', wholeNumber(MAX_OVERLAP_SECONDS), 86_400)
    .action((id: string, flags: ConnectionFlags & { overlap: number }) =>
      print(connect(flags).POST('/v2/webhooks/endpoints/{id}/rotate-secret', { ...at(id), body: { overlapSeconds: flags.overlap } })),
    );
  deliveriesCommand(command);
  eventsCommand(command);
  statsCommand(command);
  command('delivery <endpoint> <event>', 'show a delivery with its attempts').action((id: string, event: string, flags: ConnectionFlags) =>
    print(connect(flags).GET('/v2/webhooks/endpoints/{id}/deliveries/{eventId}', atDelivery(id, event))),
  );
  command('resend <endpoint> <event>', 'send an event again').action((id: string, event: string, flags: ConnectionFlags) =>
    print(connect(flags).POST('/v2/webhooks/endpoints/{id}/deliveries/{eventId}/resend', atDelivery(id, event))),
  );
  recoverCommand(command);
  webhook.addCommand(webhookListenCommand());
  return webhook;
}

const listCommand = (command: Subcommand) =>
  command('list', 'list endpoints').action(async (flags: ConnectionFlags) => {
    const list = await bodyOf(connect(flags).GET('/v2/webhooks/endpoints'));
    printFields(
      list.endpoints,
      ['id', 'url', 'state', 'eventTypes', 'payload', 'filter', 'failingSince', 'createdAt', 'description'],
      list,
    );
  });

const changeCommand = (command: Subcommand) =>
  withFilter(command('change <endpoint>', 'change an endpoint; settings without an option stay as they are'))
    .option(
      '--no-filter',
      'remove the filter and send every event of its types; without it, the options of the filter replace the whole filter',
    )
    .option('--address <url>', 'new https URL of the receiver')
    .option('--events <types>', 'types of events, comma-separated')
    .addOption(payloadOption())
    .option('--description <text>')
    .action((id: string, flags: ConnectionFlags & Omit<AddFlags, 'url'> & { address?: string; filter: boolean }) => {
      const { address, events, payload, description } = flags;
      const filter = flags.filter ? filterOf(flags) : {};
      const body = { url: address, eventTypes: listOf(events), payload, description, filter } as WebhookEndpointChanges;
      return print(connect(flags).PATCH('/v2/webhooks/endpoints/{id}', { ...at(id), body }));
    });

const deliveriesCommand = (command: Subcommand) =>
  command('deliveries', 'list deliveries, newest first')
    .option('--endpoint <id>')
    .option('--state <state>', 'only deliveries in this state: pending, delivered or failed')
    .option('--type <type>', 'only deliveries of this type of event')
    .option('--since <moment>', 'ISO 8601')
    .option('--cursor <cursor>', '`nextCursor` of the previous page')
    .action(async ({ endpoint, state, type, since, cursor, ...flags }: ConnectionFlags & DeliveryQuery) => {
      const query = { endpoint, state, type, since, cursor } as DeliveryQuery;
      const page = await bodyOf(connect(flags).GET('/v2/webhooks/deliveries', { params: { query } }));
      const columns = ['eventId', 'endpointId', 'eventType', 'state', 'createdAt', 'attempts', 'lastStatus', 'lastFailure'] as const;
      printFields(page.deliveries, [...columns, 'nextAttemptAt'], page);
      if (page.nextCursor !== null) printNotice(`There are more: --cursor ${page.nextCursor}`);
    });

const eventsCommand = (command: Subcommand) =>
  command('events', 'read the event feed: what webhooks send, for receivers that no request can reach')
    .option('--after <cursor>', '`cursor` of the previous page')
    .option('--limit <count>', 'how many events at most, 1 to 100')
    .action(async ({ after, limit, ...flags }: ConnectionFlags & { after?: string; limit?: string }) => {
      const query = { after, limit } as EventQuery;
      const page = await bodyOf(connect(flags).GET('/v2/events', { params: { query } }));
      printFields(page.events, ['id', 'type', 'createdAt', 'apiKeyId'], page);
      printNotice(`${page.nextCursor === null ? 'Read on later' : 'There are more'}: --after ${page.cursor}`);
    });

const statsCommand = (command: Subcommand) =>
  command('stats', 'show delivery statistics over time')
    .option('--endpoint <id>')
    .option('--period <period>', 'day, week or month', 'week')
    .action(async ({ endpoint, period, ...flags }: ConnectionFlags & StatsQuery) => {
      const stats = await bodyOf(connect(flags).GET('/v2/webhooks/stats', { params: { query: { period, endpoint } as StatsQuery } }));
      const rows = stats.endpoints.flatMap(({ endpointId, intervals }) => intervals.map((each) => ({ endpointId, ...each })));
      const counts = ['delivered', 'failed', 'pending', 'attempts', 'failedAttempts', 'medianMs', 'p95Ms'] as const;
      printFields(rows, ['endpointId', 'from', ...counts], stats);
    });

const recoverCommand = (command: Subcommand) =>
  command('recover <endpoint>', 'send the events again that an endpoint has missed since a time')
    .requiredOption('--since <moment>', 'ISO 8601')
    .option('--dry-run', 'only count, without sending')
    .action((id: string, flags: ConnectionFlags & { since: string; dryRun?: boolean }) => {
      const body = { since: flags.since, dryRun: flags.dryRun === true };
      return print(connect(flags).POST('/v2/webhooks/endpoints/{id}/recover', { ...at(id), body }));
    });

const payloadOption = () =>
  new Option(
    '--payload <payload>',
    'payload of lookup.completed: the full result, or a summary with counts and the address of the result',
  ).choices(PAYLOADS);

const withFilter = (command: Command): Command =>
  command
    .option('--risk-level <levels>', 'only lookups whose risk has one of these levels, comma-separated')
    .option('--purpose <purposes>', 'only lookups and batches for one of these purposes, comma-separated')
    .addOption(new Option('--lookups <which>', 'only lookups and batches of test keys, or only others').choices(['test', 'live']));

/** The filter that is given; undefined: none is. */
function filterOf({ riskLevel, purpose, lookups }: Pick<AddFlags, 'riskLevel' | 'purpose' | 'lookups'>): EventFilter | undefined {
  if (riskLevel === undefined && purpose === undefined && lookups === undefined) return undefined;
  return { riskLevel: listOf(riskLevel) as RiskLevel[] | undefined, purpose: listOf(purpose), test: lookups && lookups === 'test' };
}

/** Unlike the others it can also work on the database itself, to set up a new account. */
function addCommand(): Command {
  return withFilter(new Command('add'))
    .description('add an endpoint; its signing secret is shown once')
    .requiredOption('--url <url>', 'https URL of the receiver')
    .option('--api <url>', 'address of the API; default: as for the other commands')
    .option('--key <key>', 'API key with the scope webhooks')
    .option('--account <id>', 'account of the endpoint; works directly on the database and needs no key')
    .option('--events <types>', 'types of events, comma-separated; default: every type')
    .addOption(payloadOption())
    .option('--description <text>')
    .action((flags: AddFlags) => {
      const { account, description, payload } = flags;
      const settings = { url: flags.url, description, eventTypes: listOf(flags.events), payload, filter: filterOf(flags) };
      if (account === undefined)
        return print(
          connect({ ...(flags.api && { url: flags.api }), ...(flags.key && { key: flags.key }) }).POST('/v2/webhooks/endpoints', {
            body: settings as NewWebhookEndpoint,
          }),
        );
      return withStores(async (stores, config) => {
        const added = await addEndpoint({ ...stores, sender: webhookSender(config) }, { ...settings, accountId: account });
        await recordOperator(stores, 'createWebhookEndpoint', { accountId: account, targets: [added.endpoint.id] });
        printRecord(added);
      });
    });
}
