import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Module } from '../../../facts/checks.js';
import { indexCursor, timeCursor } from '../../../kernel/http/cursor.js';
import { CACHE_CONTROL } from '../../../kernel/http/operation-notes.js';
import { idText } from '../../../kernel/http/request-fields.js';
import { Accepted, Download, type HandlerInput, route, type Route } from '../../../kernel/http/route.js';
import { parsePart } from '../../../kernel/http/validation.js';
import type { PlatformNames } from '../../../engine/catalogue/rules/ports.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { bypassesCache, idempotencyToken, slugsOf } from '../../lookups/routes/lookup-routes.js';
import { modules as moduleList } from '../../lookups/routes/v2/request-schemas.js';
import { type Batch, statusOf } from '../batch.js';
import { createBatch, type CreatingContext, type SentItem } from '../use-cases/create-batch.js';
import {
  type BatchesContext,
  changeBatch,
  estimateSeconds,
  pageBatches,
  pageItems,
  readBatch,
  readResults,
} from '../use-cases/read-batches.js';
import {
  batch,
  batchPage,
  createBatchQuery,
  createdBatch,
  itemPage,
  itemsQuery,
  listQuery,
  newBatch,
  resultLine,
  resultsQuery,
} from './batch-schemas.js';
import { BATCH_EXAMPLE, CREATED_EXAMPLE, ITEM_EXAMPLE, LISTED_ITEM_EXAMPLE } from './examples.js';
import { csvLines, jsonLines, presentItem } from './results.js';
import { CSV, NDJSON, readItem, readItems } from './read-items.js';

export type BatchRoutesContext = CreatingContext & BatchesContext & { readonly catalogue: PlatformNames };

/** Bytes of a body that is read while it arrives: ten thousand items of some length. */
const LIMIT_BYTES = 16 * 1_048_576;
const params = z.object({ id: idText.describe('Identifier of a batch of this account.') });

export function batchRoutesV2(ctx: BatchRoutesContext): Route[] {
  return [
    postBatch(ctx),
    route({
      operationId: 'listBatches',
      scopes: ['lookups:read'],
      method: 'get',
      path: '/v2/batches',
      summary: 'List batches, newest first',
      description: 'The batches of the account, newest first; those of v1 too. Paging is stable.',
      responseExamples: { page: { value: { batches: [BATCH_EXAMPLE], nextCursor: null } } },
      rateClass: 'readsV2',
      query: listQuery,
      response: batchPage,
      errors: ['invalid_parameter'],
      async handle({ caller: owner, query: { limit, cursor } }) {
        const position = timeCursor.decode(cursor);
        const { items, next } = await pageBatches(ctx, { owner, limit, after: position && { createdAt: position.at, id: position.id } });
        const nextCursor = next && timeCursor.encode({ at: next.createdAt, id: next.id });
        return { batches: items.map((each) => present(each, null)), nextCursor };
      },
    }),
    route({
      operationId: 'getBatch',
      scopes: ['lookups:read'],
      method: 'get',
      path: '/v2/batches/:id',
      summary: 'Read one batch',
      description: 'How far a batch is. The id of a batch of another account is treated as unknown.',
      responseExamples: { running: { value: BATCH_EXAMPLE } },
      rateClass: 'readsV2',
      params,
      response: batch,
      errors: ['not_found'],
      handle: async ({ caller, params: { id } }) => shown(ctx, await readBatch(ctx, caller, id)),
    }),
    getItems(ctx),
    getResults(ctx),
    ...(['pause', 'resume', 'cancel'] as const).map((change) => postChange(ctx, change)),
  ];
}

function postBatch(ctx: BatchRoutesContext): Route {
  return route({
    operationId: 'createBatch',
    scopes: ['lookups:create'],
    recent: false,
    method: 'post',
    path: '/v2/batches',
    summary: 'Look up many people',
    description:
      'Stores up to 10,000 items (500 with `mode=deep`), each a lookup of its own, and starts them in the background. The body has a line ' +
      'of JSON for each (`application/x-ndjson`), or is CSV whose first line names the columns (`email`, `phone`, `username`, `ip`, ' +
      '`identity`, `ref`, `name`; `reading` says which were read), or JSON with all of them. **An item is billed when it starts**, as `POST /v2/lookup` is; when the ' +
      'allowance does not cover the next one, the batch is paused. `batch.completed` is sent when the last lookup has finished.',
    requestHeaders: [CACHE_CONTROL],
    requestExamples: { two: { value: { items: [ITEM_EXAMPLE, { identities: { usernames: ['ada-example'] } }] } } },
    responseExamples: { accepted: { value: CREATED_EXAMPLE } },
    query: createBatchQuery,
    body: newBatch,
    streamed: { types: [NDJSON, CSV], limitBytes: LIMIT_BYTES },
    accepted: true,
    response: createdBatch,
    errors: [
      ...(['invalid_batch', 'batch_limit_reached', 'idempotency_conflict', 'unknown_platform', 'invalid_parameter'] as const),
      ...(['purpose_required', 'unknown_purpose'] as const),
    ],
    malformed: 'invalid_batch',
    async handle(input) {
      const { caller, query } = input;
      const { items, hash, mode, reading } = itemsOf(ctx, input);
      const created = await createBatch(ctx, {
        caller,
        mode,
        modules: query.modules === undefined ? undefined : modulesOf(query.modules),
        platforms: slugsOf(query.platforms),
        purpose: query.purpose,
        bypassCache: bypassesCache(input),
        isDryRun: query.dryRun !== undefined,
        skipInvalid: query.skipInvalid !== undefined,
        items,
        token: () => idempotencyToken({ ...input, rawBody: hash?.digest() ?? input.rawBody }, 'createBatch'),
      });
      const body = { ...created, faults: [...created.faults], reading: reading.text };
      return created.batchId === null ? body : new Accepted(body);
    },
  });
}

type PostInput = HandlerInput<unknown, z.output<typeof createBatchQuery>, z.output<typeof newBatch> | undefined>;

/** The items, and the digest of a body that is read while it arrives. @throws ServiceError invalid_parameter when two modes are named */
function itemsOf(ctx: BatchRoutesContext, { stream, body, query }: PostInput) {
  if (body?.mode !== undefined && query.mode !== undefined && body.mode !== query.mode)
    throw new ServiceError('invalid_parameter', 'mode: the parameter and the body name different ones.');
  const mode = query.mode ?? body?.mode ?? 'default';
  const hash = stream && createHash('sha256');
  const reading: { text: string | null } = { text: null };
  const read = (text: string): void => {
    reading.text = text;
  };
  return { mode, hash, reading, items: stream && hash ? readItems(stream, hash, ctx.identities, read) : listed(body?.items ?? []) };
}

async function* listed(items: readonly unknown[]): AsyncGenerator<SentItem> {
  for (const each of items) yield readItem(each);
}

const chosenModules = z.object({ modules: moduleList });
const modulesOf = (names: string): readonly Module[] | undefined => parsePart(chosenModules, { modules: slugsOf(names) }, 'query').modules;

function getItems(ctx: BatchRoutesContext): Route {
  return route({
    operationId: 'listBatchItems',
    scopes: ['lookups:read'],
    method: 'get',
    path: '/v2/batches/:id/items',
    summary: 'List the items of a batch',
    description:
      'The items of a batch in their order, each with the counts of what its lookup found. Paging is stable while the batch runs.',
    responseExamples: { page: { value: { items: [LISTED_ITEM_EXAMPLE], nextCursor: null } } },
    rateClass: 'readsV2',
    params,
    query: itemsQuery,
    response: itemPage,
    errors: ['not_found', 'invalid_parameter'],
    async handle({ caller: owner, params: { id: batchId }, query: { cursor, limit, status } }) {
      const { items, next } = await pageItems(ctx, { owner, batchId, limit, status, after: indexCursor.decode(cursor) });
      return { items: items.map(presentItem), nextCursor: next && indexCursor.encode(next.position) };
    },
  });
}

function getResults(ctx: BatchRoutesContext): Route {
  return route({
    operationId: 'getBatchResults',
    scopes: ['lookups:read'],
    method: 'get',
    path: '/v2/batches/:id/results',
    summary: 'Download the results of a batch',
    description:
      'All items of a batch in their order, each with what its lookup found, or what keeps it from that; also while the batch runs. The ' +
      'response is made as it is read. A response that is cut off is not complete.',
    rateClass: 'readsV2',
    recent: true,
    sendsDataOut: true,
    params,
    query: resultsQuery,
    table: true,
    response: resultLine,
    errors: ['not_found', 'invalid_parameter'],
    async handle({ caller, params: { id }, query: { format, rows } }) {
      await readBatch(ctx, caller, id);
      const results = readResults(ctx, caller, id);
      return format === 'csv'
        ? new Download(csvLines(results, rows, ctx.catalogue), 'text/csv', `${id}.csv`)
        : new Download(jsonLines(results, rows, ctx.catalogue), 'application/x-ndjson', `${id}.jsonl`);
    },
  });
}

const CHANGES = {
  pause: { summary: 'Pause a batch', description: 'No further item starts, until the batch is resumed. Pausing again changes nothing.' },
  resume: {
    summary: 'Resume a batch',
    description:
      'Its items start again. If its key has ended, or the calling key has a limit of its own, the caller pays from now on. A batch of ' +
      'test keys is resumed with one, and any other without.',
  },
  cancel: {
    summary: 'Cancel a batch',
    description: 'Items that have not started never start, and whom they name is deleted. What has started is finished and stays billed.',
  },
} as const;

function postChange(ctx: BatchRoutesContext, change: keyof typeof CHANGES): Route {
  return route({
    ...CHANGES[change],
    operationId: `${change}Batch`,
    scopes: ['lookups:create'],
    recent: false,
    method: 'post',
    path: `/v2/batches/:id/${change}`,
    params,
    response: batch,
    errors: ['not_found', 'batch_ended', ...(change === 'resume' ? (['batch_of_other_kind'] as const) : [])],
    handle: async ({ caller, params: { id } }) => shown(ctx, await changeBatch(ctx, caller, { batchId: id, change })),
  });
}

const shown = async (ctx: BatchRoutesContext, each: Batch) => present(each, await estimateSeconds(ctx, each));

function present(each: Batch, estimatedSeconds: number | null) {
  const { id, apiKeyId, band, pausedBecause, isWhole, purpose, items, counts, createdAt, startedAt, finishedAt } = each;
  return {
    batchId: id,
    apiKeyId,
    mode: band,
    status: statusOf(each),
    pausedBecause,
    startedWhole: isWhole,
    purpose,
    items,
    counts: { ...counts },
    estimatedSeconds,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
