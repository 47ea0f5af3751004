import { Command, Option } from 'commander';
import { type components, type FootprintClient, readLines } from '../../clients/typescript/index.js';
import { LOOKUP_KINDS } from '../features/lookups/lookup.js';
import { type ExportedLine, historyCsv } from '../features/lookups/report/history-csv.js';
import { bodyOf, readEntries } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { outputFormat } from './output-option.js';
import { print, printRecords } from './output.js';
import { moment, wholeNumber } from './values.js';

const SHOWN = 20;
const MAX_SHOWN = 10_000;

type Search = Omit<components['schemas']['LookupSearch'], 'limit'>;

interface Flags extends ConnectionFlags {
  limit?: number;
  email?: string;
  phone?: string;
  username?: string;
  ip?: string;
  kind?: string;
  state?: string;
  from?: Date;
  to?: Date;
  by?: string;
}

/** The options as the search takes them: identities travel in its body. */
function conditionsOf({ email, phone, username, ip, kind, state, from, to, by }: Flags): Search {
  const some = { emails: email, phones: phone, usernames: username, ips: ip };
  const identities = Object.entries(some).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]] as const]));
  const day = (date: Date | undefined) => date?.toISOString().slice(0, 10);
  const named = identities.length === 0 ? undefined : Object.fromEntries(identities);
  return { identities: named, kind, status: state, apiKeyId: by, from: day(from), to: day(to) } as Search;
}

/** Prints all lookups as they arrive, or the first ones. */
async function printCsv(client: FootprintClient, body: Search, limit = Number.POSITIVE_INFINITY): Promise<void> {
  const lines = await bodyOf(client.POST('/v2/lookups/export', { body, parseAs: 'stream' }));
  let rows = -1; // the first part names the columns
  for await (const part of historyCsv(readLines<ExportedLine>(lines as ReadableStream<Uint8Array>))) {
    print(part);
    if (++rows >= limit) return;
  }
}

/** `footprint history`: the lookups of the account that meet all conditions, newest first. */
export function historyCommand(): Command {
  const command = new Command('history')
    .description('list the lookups of the account, newest first')
    .option('--limit <lookups>', `how many to list; default: ${SHOWN}, as CSV all of them`, wholeNumber(MAX_SHOWN))
    .option('--email <address>', 'only lookups of this e-mail address')
    .option('--phone <number>', 'only lookups of this phone number')
    .option('--username <name>', 'only lookups of this username')
    .option('--ip <address>', 'only lookups of this IP address; if you name several identities, lookups that contain all of them')
    .addOption(new Option('--kind <kind>', 'only lookups, or only single checks of one kind').choices(LOOKUP_KINDS))
    .addOption(new Option('--state <state>', 'only running or only finished lookups').choices(['processing', 'finished']))
    .option('--from <date>', 'only lookups accepted on this day (UTC) or later', moment)
    .option('--to <date>', 'only lookups accepted on this day (UTC) or earlier', moment)
    .option('--by <key id>', 'only lookups started by this key');
  return withConnection(command).action(async (flags: Flags) => {
    const client = connect(flags);
    const conditions = conditionsOf(flags);
    if (outputFormat() === 'csv') return printCsv(client, conditions, flags.limit);
    const entries = await readEntries(
      (page) => client.POST('/v2/lookups/search', { body: { ...conditions, ...page } }),
      ({ lookups }) => lookups,
      flags.limit ?? SHOWN,
    );
    printRecords(entries, {
      lookup: ({ lookupId }) => lookupId,
      'created (UTC)': ({ createdAt }) => createdAt.slice(0, 19).replace('T', ' '),
      kind: ({ kind, test }) => (test ? `${kind} (test)` : kind),
      identities: ({ identities }) => identities.map(({ value }) => value).join(', '),
      status: ({ status }) => status,
      key: ({ apiKeyId }) => apiKeyId,
      matches: ({ matches, platformsChecked }) => `${matches} of ${platformsChecked}`,
      risk: ({ risk }) => risk && (risk.score === null ? '–' : `${risk.score} ${risk.level}`),
    });
  });
}
