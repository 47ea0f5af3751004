import { createHash } from 'node:crypto';
import { Command, Option } from 'commander';
import type { BatchItem, CreatedBatch, paths } from '../../clients/typescript/index.js';
import { LibraryIdentityParser } from '../kernel/identity/identity-parser.js';
import { ApiError, bodyOf } from './api-client.js';
import { decodeText, NOT_UNICODE } from '../kernel/values/decode-text.js';
import type { Column } from '../kernel/identity/columns.js';
import { faultSentences } from '../kernel/identity/row-faults.js';
import { column, region } from './values.js';
import { type BatchFile, NEEDS_COUNTRY, readBatchFile } from './batch-file.js';
import { assertWritable, awaitBatch, duration, saveResults } from './batches-command.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { readInput } from './input.js';
import { printNotice, printRecords } from './output.js';

type Query = NonNullable<paths['/v2/batches']['post']['parameters']['query']>;

/** The default modules of v1, and `ip`: an IP address has no other facts. */
const MODULES = 'footprint,breaches,webMentions,ip';
/** Different faults of lines that are named. */
const MAX_NAMED = 20;

interface BatchFlags extends ConnectionFlags {
  readonly column?: readonly Column[];
  readonly region?: string;
  readonly again?: boolean;
  readonly deep?: boolean;
  readonly instant?: boolean;
  readonly platforms?: string;
  readonly passive?: boolean;
  readonly purpose?: string;
  readonly dryRun?: boolean;
  readonly skipInvalid?: boolean;
  readonly wait?: boolean;
  readonly out?: string;
}

/** `footprint batch FILE`: sends a file as one batch, and with `--wait` waits until it is finished. `-` reads standard input. */
export function batchCommand(): Command {
  const command = new Command('batch')
    .description(
      'look up every line of a file (- for standard input) in the background. A line is billed when its lookup starts; if you send the ' +
        'same file again within a day, you get the same batch. `footprint batches` shows its progress',
    )
    .argument(
      '<file>',
      'a file with one identity per line, or CSV whose first line has the column names: email, phone, username, ip, identity; ref for ' +
        'your own reference, name for the name that the person gave',
    )
    .addOption(
      new Option('--column <kind=number>', 'kind and position of a column, whatever its name: email=3; may be repeated').argParser(column),
    )
    .option('--region <country>', 'country of phone numbers without +, such as DE; default: DEFAULT_REGION, if it is set here', region)
    .option('--wait', 'wait until every lookup has finished')
    .option('--out <file>', 'wait, then write the results to this file as CSV, one row per line')
    .option('--deep', 'check every platform, not only the default ones; at most 500 lines')
    .addOption(new Option('--instant', 'check only the platforms that answer quickly').conflicts('deep'))
    .option('--platforms <slugs>', 'check only these platforms, comma-separated')
    .option('--passive', 'use only public interfaces and stored facts')
    .option('--purpose <purpose>', "the purpose of the lookups, from the account's list")
    .option('--dry-run', 'only check the file, and show what it would cost and how long it would take')
    .option('--skip-invalid', 'leave out lines that cannot be looked up, instead of sending nothing')
    .option('--again', 'send a file again although it was sent in the last day; it is billed again');
  return withConnection(command).action(runBatch);
}

async function runBatch(file: string, flags: BatchFlags): Promise<void> {
  const { reading, rows, invalid } = await readRows(file, flags);
  if (reading !== null) printNotice(`${reading}.`);
  if (flags.region === undefined && invalid.some(({ reason }) => reason === NEEDS_COUNTRY))
    printNotice('Phone numbers without + are read if you name their country: --region DE.');
  if (invalid.length > 0) reportInvalid(file, invalid, flags.skipInvalid);
  if (rows.length === 0) throw new ApiError(`The file ${file} contains no identity to look up.`);
  if (flags.out !== undefined) await assertWritable(flags.out);
  const client = connect(flags);
  const inFile = (faults: CreatedBatch['faults']) =>
    faults.map(({ index, message }) => ({ line: rows[index]?.line ?? 0, reason: message }));
  const sent = bodyOf(
    client.POST(
      '/v2/batches',
      requestOf(
        rows.map(({ line: _, ...item }) => item),
        flags,
      ),
    ),
  );
  const created = await sent.catch((error: unknown) => {
    const details = error instanceof ApiError ? error.details : undefined;
    if (details && 'faults' in details) reportInvalid(file, inFile(details.faults));
    throw error;
  });
  if (created.invalid > 0) reportInvalid(file, inFile(created.faults), true);
  printRecords([created], columnsOf(invalid.length));
  const { batchId } = created;
  if (batchId === null) return;
  if (!flags.wait && flags.out === undefined)
    return printNotice(`To wait for the results: footprint batches results ${batchId} --wait --out results.csv`);
  await awaitBatch(client, batchId, flags.out);
  if (flags.out !== undefined) await saveResults(client, batchId, flags.out);
}

async function readRows(file: string, { column: columns, region: chosen }: BatchFlags): Promise<BatchFile> {
  const text = decodeText(await readInput(file));
  if (text === null) throw new ApiError(`The file ${file} is ${NOT_UNICODE}.`);
  const defaultRegion = chosen ?? (process.env['DEFAULT_REGION'] || undefined);
  return readBatchFile(text, new LibraryIdentityParser({ defaultRegion }), columns);
}

/** Names the lines that cannot be looked up. @throws ApiError unless they may be left out */
function reportInvalid(file: string, invalid: BatchFile['invalid'], mayBeSkipped = false): void {
  const sentences = faultSentences(invalid);
  const lines = sentences.slice(0, MAX_NAMED).map((sentence) => `\n  ${sentence}`);
  const more = sentences.length > MAX_NAMED ? `\n  … and ${sentences.length - MAX_NAMED} more` : '';
  const count = invalid.length === 1 ? 'One line' : `${invalid.length} lines`;
  const message = `${count} of ${file} cannot be looked up; ${mayBeSkipped ? 'left out' : 'nothing was sent'}:${lines.join('')}${more}`;
  if (!mayBeSkipped) throw new ApiError(message);
  printNotice(message);
}

/** The request, whose idempotency key is the same for the same file with the same options. */
function requestOf(items: readonly BatchItem[], { deep, instant, platforms, passive, purpose, dryRun, skipInvalid, again }: BatchFlags) {
  const query: Query = {
    mode: deep ? 'deep' : instant ? 'instant' : 'default',
    modules: MODULES,
    ...(platforms !== undefined && { platforms }),
    ...(passive && { noise: 'passive' }),
    ...(purpose !== undefined && { purpose }),
    ...(dryRun && { dryRun: 'true' }),
    ...(skipInvalid && { skipInvalid: 'true' }),
  };
  const body = items.map((item) => `${JSON.stringify(item)}\n`).join('');
  const digest = createHash('sha256').update(JSON.stringify(query)).update(body).digest('base64url');
  const header = { 'Content-Type': 'application/x-ndjson', ...(again || dryRun ? {} : { 'Idempotency-Key': `batch-${digest}` }) };
  return { params: { query, header }, body, bodySerializer: (text: unknown) => String(text) };
}

/** @param leftOut lines that were not sent */
const columnsOf = (leftOut: number) => ({
  batch: ({ batchId }: CreatedBatch) => batchId,
  lines: ({ items }: CreatedBatch) => items,
  'left out': ({ invalid }: CreatedBatch) => invalid + leftOut,
  'costs at most': ({ cost: { amount, unit } }: CreatedBatch) => `${amount} ${unit}`,
  takes: ({ estimatedSeconds }: CreatedBatch) => duration(estimatedSeconds),
});
