import type { LookupBodyV2 } from '../features/lookups/routes/v2/body-schemas.js';
import { Command } from 'commander';
import { SUBJECT_KINDS } from '../kernel/identity/subjects.js';
import type { LookupResponse } from '../features/lookups/routes/v1/schemas.js';
import type { FootprintClient, LookupProgress, paths, StreamHooks } from '../../clients/typescript/index.js';
import { ApiError, readEvidence, readLookup, readStream } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { renderEvidence, renderModules, renderReport, renderRisk, renderSeveral } from './lookup-report.js';
import { interruptible, progressBar } from './progress.js';
import { printNotice, printRecord } from './output.js';

type StreamQuery = paths['/v1/lookup/stream']['get']['parameters']['query'];
type StreamQueryV2 = NonNullable<paths['/v2/lookup/stream']['get']['parameters']['query']>;

interface Flags extends ConnectionFlags {
  deep?: boolean;
  instant?: boolean;
  deadline?: string;
  explain?: boolean;
  risk?: boolean;
  json?: boolean;
  platforms?: string;
  details?: boolean;
  ip?: string;
  id?: string;
}

/** The modules without those of identity facts; with `--details` all modules run. */
const MODULES = ['footprint', 'breaches', 'webMentions'] as const;

/**
 * `footprint lookup IDENTITY…`: streams a lookup with a progress bar and prints it as a table or JSON. `footprint lookup delete ID` deletes
 * one.
 */
export function lookupCommand(): Command {
  const command = new Command('lookup')
    .description('look up an e-mail address, phone number or username; several identities are looked up together, as one person')
    .argument('[identities...]')
    .option('--id <lookup>', 'show an earlier lookup and wait until it is finished; it is not billed again')
    .option('--deep', 'check every platform')
    .option('--instant', 'return within the instant ceiling')
    .option(
      '--deadline <ms>',
      'with --instant: return by then instead, 300 to 10000 milliseconds; more platforms are checked the longer it is',
    )
    .option('--platforms <slugs>', 'check only these platforms, comma-separated')
    .option('--details', 'also look up facts about the mailbox or the phone line')
    .option('--ip <address>', 'also look up facts about this IP address')
    .option('--explain', 'show the evidence for the result of every platform')
    .option('--risk', 'score the risk and show the reasons for the score')
    .option('--json', 'print the response as JSON; with --risk, --deadline or several identities, the v2 response');
  command.helpCommand(false).addCommand(deleteCommand());
  return withConnection(command).action(async (identities: string[], flags: Flags) => {
    if (identities.length === 0 && flags.id === undefined) throw new ApiError('Give an identity to look up: footprint lookup <identity>.');
    if (identities.length > 0 && flags.id !== undefined) throw new ApiError('Give either identities or the --id of a lookup.');
    const client = connect(flags);
    // v1 has no deadline.
    await (identities.length > 1 || (identities.length > 0 && flags.deadline !== undefined)
      ? lookSeveralUp(client, identities, flags)
      : lookOneUp(client, identities[0], flags));
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
  if (flags.explain && !flags.json) process.stdout.write(`${renderEvidence(await readEvidence(client, response.lookupId))}\n`);
  const scored = flags.risk ? await readLookup(client, response.lookupId) : null;
  process.stdout.write(
    `${flags.json ? JSON.stringify(scored ?? response, null, 2) : `${renderReport(response, progress)}${renderModules(response)}`}\n`,
  );
  if (scored && !flags.json) process.stdout.write(`${renderRisk(scored)}\n`);
}

/** Looks several identities of one person up as one lookup of v2, or one of them by a deadline. */
async function lookSeveralUp(client: FootprintClient, identities: readonly string[], flags: Flags): Promise<void> {
  // The parser's tables of phone numbers load slowly, and a single identity does not need them.
  const [{ LibraryIdentityParser }, { readIdentity }] = await Promise.all([
    import('../kernel/identity/identity-parser.js'),
    import('./batch-file.js'),
  ]);
  const parser = new LibraryIdentityParser({ defaultRegion: process.env['DEFAULT_REGION'] || undefined });
  const named = identities.map((text) => {
    const found = readIdentity(parser, text, 'any');
    if ('reason' in found) throw new ApiError(`"${text}" ${found.reason}.`);
    return found;
  });
  const modules = flags.details
    ? []
    : [...MODULES, ...(flags.ip !== undefined || named.some(({ kind }) => kind === 'ip') ? (['ip'] as const) : [])];
  const all = [...named, ...(flags.ip === undefined ? [] : [{ kind: 'ip' as const, value: flags.ip }])];
  const query: StreamQueryV2 = {
    ...Object.fromEntries(SUBJECT_KINDS.map((kind) => [kind, all.filter((each) => each.kind === kind).map(({ value }) => value)])),
    module: modules,
    ...(flags.platforms !== undefined && { platforms: flags.platforms }),
    ...(flags.deep && { deep: 'true' }),
    ...(flags.instant && { instant: 'true' }),
    ...(flags.deadline !== undefined && { deadlineMs: flags.deadline }),
  };
  const { response } = await watch<LookupBodyV2>((hooks) =>
    readStream(client.GET('/v2/lookup/stream', { params: { query }, parseAs: 'stream' }), hooks),
  );
  if (flags.explain && !flags.json) process.stdout.write(`${renderEvidence(await readEvidence(client, response.lookupId))}\n`);
  process.stdout.write(`${flags.json ? JSON.stringify(response, null, 2) : renderSeveral(response)}\n`);
  if (flags.risk && !flags.json) process.stdout.write(`${renderRisk(response)}\n`);
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
