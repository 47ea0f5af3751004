import { createWriteStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout } from 'node:timers/promises';
import { Command, Option } from 'commander';
import type { Batch, FootprintClient } from '../../clients/typescript/index.js';
import { ApiError, bodyOf, readEntries } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { interruptible, progressBar } from './progress.js';
import { acceptOutput, outputFormat } from './output-option.js';
import { printNotice, printRecords } from './output.js';
import { wholeNumber } from './values.js';

const MAX_SHOWN = 10_000;
/** Between reads of a batch that is waited for, in milliseconds: longer each time, up to the second. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 10_000;
/** Reads in succession that may fail because the service is away. */
const MAX_FAILURES = 10;

interface ResultFlags extends ConnectionFlags {
  readonly wait?: boolean;
  readonly out?: string;
  readonly rows: 'items' | 'platforms';
}

const at = (id: string) => ({ params: { path: { id } } });
const COLUMNS = {
  batch: ({ batchId }: Batch) => batchId,
  'created (UTC)': ({ createdAt }: Batch) => createdAt.slice(0, 19).replace('T', ' '),
  mode: ({ mode }: Batch) => mode,
  status: ({ status, pausedBecause }: Batch) => (pausedBecause === null ? status : `${status}: ${pausedBecause.replaceAll('_', ' ')}`),
  items: ({ items }: Batch) => items,
  waiting: ({ counts }: Batch) => counts.waiting,
  running: ({ counts }: Batch) => counts.running,
  finished: ({ counts }: Batch) => counts.finished,
  key: ({ apiKeyId }: Batch) => apiKeyId,
};
const REMAINING = { ...COLUMNS, remaining: ({ estimatedSeconds }: Batch) => duration(estimatedSeconds) };

/** `footprint batches …`: lists the account's batches, shows and changes one, and downloads its results. */
export function batchesCommand(): Command {
  const batches = new Command('batches').description(
    'list the batches of the account; show, pause, resume or cancel one, or download its results',
  );
  const command = (name: string, description: string, isDefault = false) =>
    withConnection(batches.command(name, { isDefault }).description(description));

  command('list', 'list batches, newest first', true)
    .option('--limit <batches>', 'how many to list', wholeNumber(MAX_SHOWN), 20)
    .action(async (flags: ConnectionFlags & { limit: number }) => printRecords(await listBatches(connect(flags), flags.limit), COLUMNS));
  command('show <batch>', 'show how far a batch is').action(async (id: string, flags: ConnectionFlags) =>
    printRecords([await bodyOf(connect(flags).GET('/v2/batches/{id}', at(id)))], REMAINING),
  );
  const descriptions = {
    pause: 'pause a batch: no further lookup starts until it is resumed',
    resume: 'continue a paused batch',
    cancel: 'cancel a batch: no further lookup starts; lookups that have started are finished and stay billed',
  };
  for (const verb of ['pause', 'resume', 'cancel'] as const)
    command(`${verb} <batch>`, descriptions[verb]).action(async (id: string, flags: ConnectionFlags) =>
      printRecords([await bodyOf(connect(flags).POST(`/v2/batches/{id}/${verb}`, at(id)))], REMAINING),
    );
  acceptOutput(command('results <batch>', 'download the results of a batch, even while it runs'), ['csv', 'json'], 'CSV')
    .option('--wait', 'wait until every lookup has finished')
    .option('--out <file>', 'file to write; default: standard output')
    .addOption(
      new Option('--rows <rows>', 'one row for each item, or for each platform result').choices(['items', 'platforms']).default('items'),
    )
    .action(async (id: string, { wait, out, rows, ...connection }: ResultFlags) => {
      if (out !== undefined) await assertWritable(out);
      const client = connect(connection);
      if (wait) await awaitBatch(client, id, out);
      await saveResults(client, id, out, { format: outputFormat<'csv' | 'json'>('csv') === 'csv' ? 'csv' : 'jsonl', rows });
    });
  return batches;
}

const listBatches = (client: FootprintClient, count: number): Promise<Batch[]> =>
  readEntries(
    ({ limit, ...after }) => client.GET('/v2/batches', { params: { query: { limit: String(limit), ...after } } }),
    ({ batches }) => batches,
    count,
  );

/** Checked before anything is sent: results that cannot be written are useless. */
export async function assertWritable(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  await access(isThere ? file : path.dirname(path.resolve(file)), constants.W_OK).catch(() => {
    throw new ApiError(`The file ${file} cannot be written; nothing was sent.`);
  });
}

/**
 * Waits until every lookup of a batch is finished, with a progress bar. An interrupt leaves the batch running. The process fails when the
 * batch was cancelled.
 *
 * @param out where its results are to be written
 * @throws ApiError when it is paused, with what to do
 */
export async function awaitBatch(client: FootprintClient, id: string, out?: string): Promise<void> {
  const bar = progressBar('lookups');
  const detach = (): void => {
    bar.stop();
    printNotice(`The batch continues. To wait for it again: footprint batches results ${id} --wait --out ${out ?? 'results.csv'}`);
  };
  try {
    const { status, pausedBecause, items, counts } = await interruptible(() => untilEnded(client, id, bar.update), detach);
    bar.stop();
    if (pausedBecause !== null) throw pausedNotice(id, pausedBecause);
    printNotice(`${counts.finished} of ${items} looked up${status === 'cancelled' ? '; the batch was cancelled' : ''}.`);
    if (status === 'cancelled') process.exitCode = 1;
  } finally {
    bar.stop();
  }
}

/** Reads a batch until nothing of it starts or runs any more; through times in which the service is away. */
async function untilEnded(client: FootprintClient, id: string, update: ReturnType<typeof progressBar>['update']): Promise<Batch> {
  let failures = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.5, MAX_WAIT_MS)) {
    let delayMs = waitMs;
    try {
      const batch = await bodyOf(client.GET('/v2/batches/{id}', at(id)));
      const { waiting, running, invalid } = batch.counts;
      update({ planned: batch.items - invalid, ended: batch.items - invalid - waiting - running });
      if (batch.status === 'paused' || batch.status === 'finished' || waiting + running === 0) return batch;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!(error instanceof ApiError) || error.retryMs === undefined || failures > MAX_FAILURES) throw error;
      delayMs = Math.max(waitMs, error.retryMs);
    }
    await setTimeout(delayMs);
  }
}

const PAUSED: Readonly<Record<NonNullable<Batch['pausedBecause']>, readonly [reason: string, status: number]>> = {
  requested: ['somebody paused it', 409],
  quota_exceeded: ['the quota is used up', 402],
  insufficient_credits: ['the balance does not cover the next lookup', 402],
  key_ended: ['the key that pays for it was revoked or has expired', 403],
  internal_error: ['the service could not start its next items', 500],
};

function pausedNotice(id: string, pausedBecause: NonNullable<Batch['pausedBecause']>): ApiError {
  const [reason, status] = PAUSED[pausedBecause];
  const next =
    `To continue it: footprint batches resume ${id}. To download the results so far: footprint batches results ${id} --out ` +
    `results.csv`;
  return new ApiError(`The batch is paused: ${reason}. ${next}`, status);
}

/** Writes the results of a batch as they arrive, to a file that only its owner reads. @param out default: standard output */
export async function saveResults(
  client: FootprintClient,
  id: string,
  out?: string,
  query: { format: 'csv' | 'jsonl'; rows: ResultFlags['rows'] } = { format: 'csv', rows: 'items' },
): Promise<void> {
  const { data } = await client.GET('/v2/batches/{id}/results', { params: { path: { id }, query }, parseAs: 'stream' });
  const target = out === undefined ? process.stdout : createWriteStream(out, { mode: 0o600 });
  await pipeline(Readable.fromWeb(data as ReadableStream), target, { end: out !== undefined }).catch(() => {
    throw new ApiError(`The results broke off${out === undefined ? '' : `; ${out} is not complete`}. Run the command again.`, 503);
  });
  if (out !== undefined) printNotice(`The results are in ${out}.`);
}

/** How long something takes, for people. @param seconds null: nobody knows */
export function duration(seconds: number | null): string {
  if (seconds === null) return 'not known';
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
