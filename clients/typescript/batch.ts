import type { FootprintClient } from './client.js';
import { BATCH_TIMEOUT_MS, within } from './deadline.js';
import { unwrap, unwrapWith } from './errors.js';
import { readLines } from './lines.js';
import { persist, persistUntil, type RetryOptions } from './retry.js';
import type { Batch, BatchItem, BatchItemResult, CreatedBatch, paths } from './types.js';
import { wait as waitFor } from './wait.js';

export interface BatchOptions extends Pick<RetryOptions, 'signal' | 'wait'> {
  /** Mode, modules, platforms, purpose and so on, as `POST /v2/batches` accepts them. */
  readonly query?: Omit<NonNullable<paths['/v2/batches']['post']['parameters']['query']>, 'dryRun'>;
  readonly idempotencyKey?: string;
  /** Called after each read. */
  readonly onProgress?: (batch: Batch) => void;
  /** Keep waiting while the batch is paused, until somebody resumes it. By default, a pause throws. */
  readonly waitWhilePaused?: boolean;
  /** Time for the whole call, in milliseconds; default: a day. */
  readonly timeoutMs?: number;
  /** Time between reads of the batch, 2 s by default. */
  readonly pollEveryMs?: number;
}

/** The batch is paused, so no further item starts; `batch` says why. `POST /v2/batches/{id}/resume` resumes it. */
export class BatchPausedError extends Error {
  override readonly name = 'BatchPausedError';

  constructor(readonly batch: Batch) {
    super(`The batch ${batch.batchId} is paused: ${batch.pausedBecause ?? 'requested'}.`);
  }
}

/**
 * Sends a batch and waits until it has ended. Its items are billed as they start. `batchResults` reads their results.
 *
 * @throws FootprintError if the service refuses (`details` has the faults of items); BatchPausedError if the batch is paused;
 *   FootprintTimeoutError after `timeoutMs`
 */
export function batch(client: FootprintClient, items: Iterable<BatchItem>, options: BatchOptions = {}): Promise<Batch> {
  const { signal, wait = waitFor, pollEveryMs = 2_000, timeoutMs = BATCH_TIMEOUT_MS, onProgress, waitWhilePaused, query = {} } = options;
  const header = { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() };
  const lines = Array.from(items, (item) => `${JSON.stringify(item)}\n`).join('');
  const send = (until: AbortSignal) =>
    client.POST('/v2/batches', {
      params: { query, header },
      body: lines as never,
      bodySerializer: () => lines,
      headers: { 'content-type': 'application/x-ndjson' },
      signal: until,
    });
  return within(timeoutMs, signal, async (deadline) => {
    const { batchId } = unwrapWith<CreatedBatch>('batchId', await persistUntil(deadline, send, { wait }));
    const params = { path: { id: batchId as string } };
    const read = (until: AbortSignal) => client.GET('/v2/batches/{id}', { params, signal: until });
    for (;;) {
      const found = unwrapWith('status', await persistUntil(deadline, read, { wait }));
      onProgress?.(found);
      if (found.status === 'finished' || found.status === 'cancelled') return found;
      if (found.status === 'paused' && !waitWhilePaused) throw new BatchPausedError(found);
      deadline.throwIfOver(pollEveryMs);
      await wait(pollEveryMs, deadline.signal);
    }
  });
}

/**
 * The results of a batch's items, in order, as they arrive.
 *
 * @throws FootprintError if the service refuses
 */
export async function* batchResults(client: FootprintClient, batchId: string): AsyncGenerator<BatchItemResult> {
  const params = { path: { id: batchId }, query: { format: 'jsonl', rows: 'items' } } as const;
  const answer = await persist(() => client.GET('/v2/batches/{id}/results', { params, parseAs: 'stream' }));
  yield* readLines<BatchItemResult>(unwrap(answer as { data?: ReadableStream<Uint8Array>; response: Response }));
}
