import type { LookupBodyV2 } from '../features/lookups/routes/shared/v2/body-schemas.js';
import { Command } from 'commander';
import { groupIdentities } from '../kernel/identity/columns.js';
import { SUBJECT_KINDS, type SubjectKind } from '../kernel/identity/subjects.js';
import { forTerminal } from '../kernel/values/control-characters.js';
import { resultsCsv } from '../features/lookups/report/results-csv.js';
import type { LookupResponse } from '../features/lookups/routes/shared/v1/schemas.js';
import {
  type components,
  type FootprintClient,
  followLookup,
  type LookupProgress,
  type LookupRequestV2,
  type paths,
  type StreamHooks,
} from '../../clients/typescript/index.js';
import { ApiError, bodyOf, readEvidence, readLookup, readStream, toTheEnd } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { renderEvidence, renderModules, renderReport, renderRisk, renderSeen, renderSeveral } from './lookup-report.js';
import { interruptible, progressBar } from './progress.js';
import { acceptOutput, outputFormat } from './output-option.js';
import { print, printFields, printNotice, printRecord } from './output.js';

type Schemas = components['schemas'];
type StreamQuery = paths['/v1/lookup/stream']['get']['parameters']['query'];
type StreamQueryV2 = NonNullable<paths['/v2/lookup/stream']['get']['parameters']['query']>;

interface Flags extends ConnectionFlags {
  deep?: boolean;
  instant?: boolean;
  deadline?: string;
  passive?: boolean;
  purpose?: string;
  explain?: boolean;
  risk?: boolean;
  platforms?: string;
  details?: boolean;
  ip?: string;
  name?: string;
  company?: string;
  country?: string;
  id?: string;
}

/** The modules without those of identity facts; with `--details` all modules run. */
const MODULES = ['footprint', 'breaches', 'webMentions'] as const;

/**
 * `footprint lookup IDENTITY…`: streams a lookup with a progress bar and prints it as a table, JSON or CSV, a row for each result.
 * `footprint lookup delete ID` deletes one.
 */
export function lookupCommand(): Command {
  const json =
    'with --risk, --name, --company, --country, --deadline, --passive, --purpose or several identities, the JSON of v2, else of v1';
  const command = acceptOutput(new Command('lookup'), ['table', 'json', 'csv'], `a table; ${json}`)
    .description('look up an e-mail address, phone number or username; several identities are looked up together, as one person')
    .argument('[identities...]')
    .option('--id <lookup>', 'show an earlier lookup, and wait until it has finished; it is not billed again')
    .option('--deep', 'check every platform')
    .option('--instant', 'return at the instant ceiling, with the results so far')
    .option(
      '--deadline <ms>',
      'with --instant: return after this many milliseconds instead, 300 to 10000; a longer deadline checks more platforms',
    )
    .option('--passive', 'use only public interfaces and stored facts')
    .option('--purpose <purpose>', "the purpose of the lookup, from the account's list; it may limit what is asked")
    .option('--platforms <slugs>', 'check only these platforms, comma-separated')
    .option('--details', 'also look up facts about the mailbox or the phone line')
    .option('--ip <address>', 'also look up facts about this IP address')
    .option('--name <name>', 'the name that the person gave, to compare with the names that accounts show; stored only with the lookup')
    .option('--company <name>', 'the company that the person named, to compare with the mail domain')
    .option('--country <code>', 'the country that the person named (ISO 3166), to compare with phone numbers and IP addresses')
    .option('--explain', 'show the evidence for every platform result')
    .option('--risk', 'score the risk and show the reasons for the score');
  command.helpCommand(false).addCommand(deleteCommand()).addCommand(disputeCommand()).addCommand(disputesCommand());
  return withConnection(command).action(async (identities: string[], flags: Flags) => {
    if (identities.length === 0 && flags.id === undefined) throw new ApiError('Name an identity to look up: footprint lookup <identity>.');
    if (identities.length > 0 && flags.id !== undefined) throw new ApiError('Name either identities or the --id of a lookup, not both.');
    const client = connect(flags);
    const isClaimed = Object.keys(claimedOf(flags)).length > 0;
    if (isClaimed && flags.id !== undefined) throw new ApiError('--name, --company and --country are for new lookups, not for --id.');
    // v1 has none of these.
    const ofV2 = [flags.deadline, flags.passive, flags.purpose];
    const isOfV2 = isClaimed || (identities.length > 0 && ofV2.some((each) => each !== undefined));
    await (identities.length > 1 || isOfV2 ? lookSeveralUp(client, identities, flags) : lookOneUp(client, identities[0], flags));
  });
}

function deleteCommand(): Command {
  return withConnection(new Command('delete'))
    .description('delete a lookup with all its results; it stays billed')
    .argument('<lookup>', 'its id')
    .action(async (lookupId: string, _flags: ConnectionFlags, command: Command) => {
      await connect(command.optsWithGlobals()).DELETE('/v2/lookup/{id}', { params: { path: { id: lookupId } } });
      printRecord({ lookupId, deleted: true });
    });
}

function disputeCommand(): Command {
  return withConnection(new Command('dispute'))
    .description('dispute a result of a lookup; the lookup does not change, and the platform is checked')
    .argument('<lookup>', 'its id')
    .argument('<platform>', 'slug of the platform')
    .option('--identity <identity>', 'the identity that the result is about; required if the platform has results about several identities')
    .option('--note <text>', 'how you know; do not name people')
    .action(async (lookupId: string, platform: string, _flags: ConnectionFlags, command: Command) => {
      const { identity, note, ...flags } = command.optsWithGlobals<ConnectionFlags & { identity?: string; note?: string }>();
      const client = connect(flags);
      const { results } = identity === undefined ? { results: [] } : await readLookup(client, lookupId);
      const named = results.find((result) => result.platform === platform && result.identity.value === identity)?.identity;
      if (identity !== undefined && !named) throw new ApiError(`${platform} has no result about ${identity} in this lookup.`);
      const body = {
        platform,
        ...(named && { identity: named as NonNullable<Schemas['DisputeRequest']['identity']> }),
        ...(note && { note }),
      };
      const kept = await bodyOf(client.POST('/v2/lookup/{id}/disputes', { params: { path: { id: lookupId } }, body }));
      printRecord(toRow(kept));
    });
}

const toRow = ({ identity, note, ...each }: Schemas['Dispute']) => ({ ...each, identity: identity.value, note: note && forTerminal(note) });

function disputesCommand(): Command {
  return withConnection(new Command('disputes'))
    .description('list the disputed results of a lookup')
    .argument('<lookup>', 'its id')
    .action(async (lookupId: string, _flags: ConnectionFlags, command: Command) => {
      const client = connect(command.optsWithGlobals<ConnectionFlags>());
      const { disputes } = await bodyOf(client.GET('/v2/lookup/{id}/disputes', { params: { path: { id: lookupId } } }));
      printFields(disputes.map(toRow), ['platform', 'identity', 'registered', 'note', 'createdAt', 'controlledAt']);
    });
}

/** The identity as parameters of the stream. With its kind named, the facts of a mailbox or phone line are looked up as well. */
function subject(identity: string, details: boolean): Partial<StreamQuery> {
  if (details && identity.includes('@', 1)) return { email: identity };
  return details && identity.startsWith('+') ? { phone: identity } : { query: identity };
}

/** @param identity undefined: shows the lookup of `--id` */
async function lookOneUp(client: FootprintClient, identity: string | undefined, flags: Flags): Promise<void> {
  const query: StreamQuery = {
    ...(identity === undefined ? {} : subject(identity, flags.details ?? false)),
    ...(flags.ip === undefined ? {} : { ip: flags.ip }),
    deep: String(flags.deep ?? false),
    platforms: flags.platforms ?? '',
    ...(flags.instant && { instant: 'true' }),
  };
  const { response, progress } = await watch<LookupResponse>((hooks) =>
    readStream(
      client.GET('/v1/lookup/stream', {
        params:
          flags.id === undefined ? { query } : { query: { deep: 'false', platforms: '' }, header: { 'Last-Event-ID': `${flags.id}.0.` } },
        parseAs: 'stream',
      }),
      hooks,
    ),
  );
  const needsV2 = flags.risk || isCsv();
  // A table shows the addresses of accounts, which v1 lacks; a key that may not read lookups gets the table without them.
  const reading = needsV2 || outputFormat('table') === 'table' ? readLookup(client, response.lookupId) : Promise.resolve(null);
  const found = await (needsV2 ? reading : reading.catch(() => null));
  const scored = needsV2 ? found : null;
  if (scored && isCsv()) return print(resultsCsv(scored));
  const risk = scored ? `${[...renderSeen(scored), renderRisk(scored)].join('\n')}\n` : '';
  await printLookup(client, scored ?? response, flags, `${renderReport(response, progress, found)}${renderModules(response)}\n${risk}`);
}

const isCsv = (): boolean => outputFormat('table') === 'csv';

/** @param text for people; what each verdict rests on is printed before it */
async function printLookup(client: FootprintClient, lookup: { readonly lookupId: string }, flags: Flags, text: string): Promise<void> {
  if (outputFormat('table') === 'json') return print(`${JSON.stringify(lookup, null, 2)}\n`);
  print(`${flags.explain ? `${renderEvidence(await readEvidence(client, lookup.lookupId))}\n` : ''}${text}`);
}

/** Looks identities of one person up as one lookup of v2: several of them, with what the person said, or by a deadline. */
async function lookSeveralUp(client: FootprintClient, identities: readonly string[], flags: Flags): Promise<void> {
  // The parser's tables of phone numbers load slowly, and a single identity does not need them.
  const [{ LibraryIdentityParser }, { readIdentities }] = await Promise.all([
    import('../kernel/identity/identity-parser.js'),
    import('./batch-file.js'),
  ]);
  const parser = new LibraryIdentityParser({ defaultRegion: process.env['DEFAULT_REGION'] || undefined });
  const named = identities.map((text) => {
    const [found] = readIdentities(parser, [text]).read;
    if (found && 'kind' in found) return found;
    throw new ApiError(`"${text}" ${found?.reason ?? 'is not an identity'}.`);
  });
  const modules = flags.details
    ? []
    : [...MODULES, ...(flags.ip !== undefined || named.some(({ kind }) => kind === 'ip') ? (['ip'] as const) : [])];
  const all = [...named, ...(flags.ip === undefined ? [] : [{ kind: 'ip' as const, text: flags.ip }])];
  const { response } = await watch<LookupBodyV2>((hooks) =>
    (Object.keys(claimedOf(flags)).length > 0 ? postAndFollow : streamOf)(client, all, modules, flags, hooks),
  );
  if (isCsv()) return print(resultsCsv(response));
  const risk = flags.risk ? `${renderRisk(response)}\n` : '';
  await printLookup(client, response, flags, `${renderSeveral(response)}\n${risk}`);
}

type Named = readonly { readonly kind: SubjectKind; readonly text: string }[];
type ModuleName = NonNullable<LookupRequestV2['modules']>[number];

function streamOf(client: FootprintClient, all: Named, modules: ModuleName[], flags: Flags, hooks: StreamHooks): Promise<LookupBodyV2> {
  const query: StreamQueryV2 = {
    ...Object.fromEntries(SUBJECT_KINDS.map((kind) => [kind, all.filter((each) => each.kind === kind).map(({ text }) => text)])),
    module: modules,
    ...(flags.platforms !== undefined && { platforms: flags.platforms }),
    ...(flags.deep && { deep: 'true' }),
    ...(flags.instant && { instant: 'true' }),
    ...(flags.deadline !== undefined && { deadlineMs: flags.deadline }),
    ...(flags.passive && { noise: 'passive' }),
    ...(flags.purpose !== undefined && { purpose: flags.purpose }),
  };
  return readStream(client.GET('/v2/lookup/stream', { params: { query }, parseAs: 'stream' }), hooks);
}

/** What the person said of themselves, as requests have it. */
const claimedOf = ({ name, company, country }: Flags): Pick<LookupRequestV2, 'claimedName' | 'claimedCompany' | 'claimedCountry'> => ({
  ...(name !== undefined && { claimedName: name }),
  ...(company !== undefined && { claimedCompany: company }),
  ...(country !== undefined && { claimedCountry: country }),
});

/** That is sent in a body: addresses, which streams are started by, are in logs. */
async function postAndFollow(client: FootprintClient, all: Named, modules: ModuleName[], flags: Flags, hooks: StreamHooks) {
  const body: LookupRequestV2 = {
    identities: groupIdentities(all),
    ...(modules.length > 0 && { modules }),
    ...(flags.platforms !== undefined && {
      platforms: flags.platforms
        .split(',')
        .map((slug) => slug.trim())
        .filter(Boolean),
    }),
    ...(flags.instant ? { mode: 'instant' } : { deep: flags.deep ?? false }),
    ...claimedOf(flags),
    ...(flags.deadline !== undefined && { deadlineMs: Number(flags.deadline) }),
    ...(flags.passive && { noise: 'passive' }),
    ...(flags.purpose !== undefined && { purpose: flags.purpose }),
  };
  const accepted = (await bodyOf(client.POST('/v2/lookup', { body }))) as LookupBodyV2;
  hooks.onAccepted?.(accepted.lookupId);
  return flags.instant ? accepted : ((await toTheEnd(followLookup(client, accepted.lookupId, hooks))) as LookupBodyV2);
}

/** Reads a stream with a progress bar. An interrupt restores the terminal and prints the id of the lookup, which continues. */
async function watch<T>(open: (hooks: StreamHooks) => Promise<T>): Promise<{ response: T; progress: LookupProgress | null }> {
  const bar = progressBar();
  const seen: { progress: LookupProgress | null; lookupId: string | null } = { progress: null, lookupId: null };
  const hooks: StreamHooks = {
    onAccepted: (lookupId) => (seen.lookupId = lookupId),
    onProgress(newest) {
      seen.progress = newest;
      bar.update(newest);
    },
  };
  const detach = (): void => {
    bar.stop();
    printNotice(
      seen.lookupId === null
        ? 'It is not known yet whether the lookup was accepted. If it was, `footprint history` lists it.'
        : `Lookup ${seen.lookupId} continues. To see it: footprint lookup --id ${seen.lookupId}`,
    );
  };
  try {
    return { response: await interruptible(() => open(hooks), detach), progress: seen.progress };
  } finally {
    bar.stop();
  }
}
