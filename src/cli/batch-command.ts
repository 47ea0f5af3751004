import type { LookupBodyV2 } from '../features/lookups/routes/v2/body-schemas.js';
import { createHash } from 'node:crypto';
import { access, constants, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import pLimit from 'p-limit';
import { LibraryIdentityParser } from '../kernel/identity/identity-parser.js';
import { type BatchItem, type BatchResult, type FootprintClient, followLookup } from '../../clients/typescript/index.js';
import { ApiError, bodyOf, toTheEnd } from './api-client.js';
import { type BatchFile, type BatchRow, readBatchFile } from './batch-file.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { interruptible, progressBar } from './progress.js';
import { printNotice, printRecords } from './output.js';
import { csvOf, type CsvValue } from '../features/lookups/report/results-csv.js';

/** The largest batch that the API accepts. */
const MAX_ITEMS = 50;
/** Lookups that are watched at once: each needs a stream, of which a key may have twenty. */
const MAX_WATCHED = 8;
/** The default modules of v1, and `ip`: an IP address has no other facts. */
const MODULES: NonNullable<BatchItem['modules']> = ['footprint', 'breaches', 'webMentions', 'ip'];

interface BatchFlags extends ConnectionFlags {
  readonly again?: boolean;
  readonly deep?: boolean;
  readonly wait?: boolean;
  readonly out?: string;
  readonly platforms?: string;
  readonly json?: boolean;
}

/** `footprint batch FILE`: queues one lookup per line, and with `--wait` waits until all are finished. `-` reads standard input. */
export function batchCommand(): Command {
  const command = new Command('batch')
    .description(
      'look up every line of a file (- for standard input). If you run it again within a day, nothing is billed twice, and refused ' +
        'lines are queued again',
    )
    .argument(
      '<file>',
      'a file with one identity per line, or CSV whose first line has the column names: email, phone, username, ip, identity',
    )
    .option('--wait', 'wait until every lookup is finished, and print the results')
    .option('--out <file>', 'write the results to this file as CSV')
    .option('--deep', 'check every platform instead of the default band')
    .option('--platforms <slugs>', 'check only these platforms, comma-separated')
    .option('--again', 'queue and bill lines again that were already queued within the last day')
    .option('--json', 'print one JSON line per lookup, even on a terminal');
  return withConnection(command).action(runBatch);
}

async function runBatch(file: string, flags: BatchFlags): Promise<void> {
  const { rows, header } = await readRows(file);
  if (flags.out !== undefined) await assertWritable(flags.out);
  const client = connect(flags);
  if (header !== null) printNotice(`The first line contains the column names (${header.join(', ')}), so it is not looked up.`);
  let lines = await queue(client, rows, flags);
  if (flags.wait) lines = await awaitAll(client, lines);
  if (flags.out === undefined) printRecords(lines, batchColumns(flags.wait === true), { json: flags.json, toJson: batchRecord });
  else await writeFile(flags.out, renderCsv(lines));
  printOutcome(lines, flags);
}

/** @throws ApiError naming every line that cannot be looked up, before anything is queued */
async function readRows(file: string): Promise<BatchFile> {
  const text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8').catch(() => {
    throw new ApiError(`The file ${file} cannot be read.`);
  });
  const read = readBatchFile(text, new LibraryIdentityParser({ defaultRegion: process.env['DEFAULT_REGION'] || undefined }));
  if (read.invalid.length > 0) {
    const faults = read.invalid.map(({ line, reason }) => `  line ${line} ${reason}`);
    throw new ApiError(
      `${read.invalid.length === 1 ? 'One line' : `${read.invalid.length} lines`} of ${file} cannot be looked up; nothing was queued:\n${faults.join('\n')}`,
    );
  }
  if (read.rows.length === 0) throw new ApiError(`The file ${file} contains no identity to look up.`);
  return read;
}

/** Checked before anything is billed: results that cannot be written are useless. */
async function assertWritable(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  await access(isThere ? file : path.dirname(path.resolve(file)), constants.W_OK).catch(() => {
    throw new ApiError(`The file ${file} cannot be written; nothing was queued.`);
  });
}

/** Queues all rows, fifty per request. @returns one line per row, in order */
async function queue(client: FootprintClient, rows: readonly BatchRow[], flags: BatchFlags): Promise<BatchLine[]> {
  const platforms = flags.platforms
    ?.split(',')
    .map((slug) => slug.trim())
    .filter(Boolean);
  const lines: BatchLine[] = [];
  for (let start = 0; start < rows.length; start += MAX_ITEMS) {
    const chunk = rows.slice(start, start + MAX_ITEMS);
    const items = chunk.map(
      ({ identities }): BatchItem => ({ identities, modules: MODULES, deep: flags.deep === true, ...(platforms ? { platforms } : {}) }),
    );
    const header = flags.again ? {} : { 'Idempotency-Key': idempotencyKeyOf(start, items) };
    const { results } = await bodyOf(client.POST('/v2/lookup/batch', { params: { header }, body: { items } })).catch((error: unknown) => {
      throw error instanceof ApiError ? new ApiError(withLineNumber(error.message, chunk)) : error;
    });
    lines.push(...results.flatMap((result) => (chunk[result.index] ? [batchLine(chunk[result.index] as BatchRow, result)] : [])));
  }
  return lines;
}

/** Idempotency key: equal for the same lines at the same position of a file, so that a second run continues where the first one stopped. */
function idempotencyKeyOf(start: number, items: readonly BatchItem[]): string {
  return `batch-${createHash('sha256')
    .update(JSON.stringify([start, items]))
    .digest('base64url')}`;
}

/** Replaces an item's index by its line: the API counts from the first item of the request, but the user has the file. */
function withLineNumber(message: string, chunk: readonly BatchRow[]): string {
  return message.replace(/^items\.(\d+)(?:\.[\w.]+)?(?=:)/, (item, index: string) => {
    const row = chunk[Number(index)];
    return row === undefined ? item : `line ${row.line}`;
  });
}

/** Waits until every lookup is finished. */
async function awaitAll(client: FootprintClient, lines: readonly BatchLine[]): Promise<BatchLine[]> {
  const bar = progressBar('lookups');
  const planned = lines.filter(({ lookupId }) => lookupId !== null).length;
  const limit = pLimit(MAX_WATCHED);
  let ended = 0;
  const followOne = async (line: BatchLine): Promise<BatchLine> => {
    if (line.lookupId === null) return line;
    const result = (await toTheEnd(followLookup(client, line.lookupId))) as LookupBodyV2;
    ended += 1;
    bar.update({ planned, ended });
    return { ...line, status: 'finished', result };
  };
  const detach = (): void => {
    bar.stop();
    printNotice(
      `${ended} of ${planned} lookups are finished, the others continue. Run the same command to wait for them; nothing is billed ` +
        'twice.',
    );
  };
  try {
    bar.update({ planned, ended });
    return await interruptible(() => Promise.all(lines.map((line) => limit(followOne, line))), detach);
  } finally {
    limit.clearQueue();
    bar.stop();
  }
}

/** Prints the outcome of a batch; the process fails when a line was refused. */
function printOutcome(lines: readonly BatchLine[], flags: BatchFlags): void {
  const refused = lines.filter(({ error }) => error !== null);
  const codes = [...new Set(refused.map(({ error }) => error?.code))].join(', ');
  const done = lines.length - refused.length;
  const where = flags.out === undefined ? '' : `; results are in ${flags.out}`;
  printNotice(`${done} of ${lines.length} ${flags.wait ? 'looked up' : 'queued'}${where}.`);
  if (!flags.wait && !flags.again && done > 0)
    printNotice('Run the same command with --wait to wait for the results; nothing is billed twice.');
  if (refused.length === 0) return;
  printNotice(`${refused.length} refused and not billed (${codes}). Run the same command again when the account has enough allowance.`);
  process.exitCode = 1;
}

/** `queued`: billed and running; `finished`: `result` is set; `error`: neither billed nor looked up. */
interface BatchLine {
  readonly line: number;
  readonly identity: string;
  readonly status: 'queued' | 'finished' | 'error';
  readonly lookupId: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Null until it is finished. */
  readonly result: LookupBodyV2 | null;
}

function batchLine({ line, text }: BatchRow, { status, lookupId, error }: BatchResult): BatchLine {
  return { line, identity: text, status, lookupId: lookupId ?? null, error: error ?? null, result: null };
}

/** Columns of the CSV. An unknown value is empty; an omitted platform is counted in `omitted`, never as not registered. */
const COLUMNS: Readonly<Record<string, (line: BatchLine) => CsvValue>> = {
  line: ({ line }) => line,
  identity: ({ identity }) => identity,
  status: ({ status }) => status,
  lookup_id: ({ lookupId }) => lookupId,
  platforms_checked: ({ result }) => result?.platformsChecked,
  omitted: ({ result }) => result?.omitted,
  matches: ({ result }) => result?.matches,
  social_matches: ({ result }) => result?.socialMatches,
  hits: ({ result }) => result?.hits.join(' '),
  breaches: ({ result }) => breachesOf(result),
  risk_score: ({ result }) => result?.risk.score,
  risk_level: ({ result }) => result?.risk.level,
  error: ({ error }) => error?.code,
};

/** Names of the breaches over all identities; null where no source could be queried. */
function breachesOf(result: LookupBodyV2 | null): string | null {
  const known = (result?.modules.breaches ?? []).flatMap(({ facts }) => (facts === null ? [] : [facts]));
  return known.length === 0 ? null : [...new Set(known.flat().map(({ name }) => name))].join('; ');
}

/** CSV with a header row. */
const renderCsv = (lines: readonly BatchLine[]): string =>
  csvOf([Object.keys(COLUMNS), ...lines.map((line) => Object.values(COLUMNS).map((cell) => cell(line)))]);

/** A line for programs: missing values are left out. */
function batchRecord({ line, identity, status, lookupId, error, result }: BatchLine): object {
  const found = result && {
    platformsChecked: result.platformsChecked,
    omitted: result.omitted,
    matches: result.matches,
    socialMatches: result.socialMatches,
    hits: result.hits,
    risk: { score: result.risk.score, level: result.risk.level },
  };
  return { line, identity, status, ...(lookupId === null ? {} : { lookupId }), ...(error === null ? {} : { error }), ...found };
}

/** The columns on a terminal, before and after the lookups are finished. */
function batchColumns(isFinished: boolean): Readonly<Record<string, (line: BatchLine) => CsvValue>> {
  const shown = isFinished
    ? ['line', 'identity', 'status', 'matches', 'omitted', 'risk_level', 'hits', 'error']
    : ['line', 'identity', 'status', 'lookup_id', 'error'];
  return Object.fromEntries(shown.flatMap((name) => (COLUMNS[name] ? [[name.replaceAll('_', ' '), COLUMNS[name]]] : [])));
}
