import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Module } from '../../../facts/checks.js';
import { CACHE_CONTROL } from '../../../kernel/http/operation-notes.js';
import { LibraryIdentityParser } from '../../../kernel/identity/identity-parser.js';
import { Accepted } from '../../../kernel/http/answers.js';
import { type HandlerInput, route } from '../../route.js';
import { parsePart } from '../../../kernel/http/validation.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { idempotencyToken, requestOptionsOf, slugsOf } from '../../lookups/routes/shared/lookup-routes.js';
import { modules as moduleList } from '../../lookups/routes/shared/v2/request-schemas.js';
import { createBatch } from '../use-cases/create-batch.js';
import { createBatchQuery, createdBatch, newBatch } from './shared/batch-schemas.js';
import type { BatchRoutesContext } from './shared/batches.js';
import { CREATED_EXAMPLE, ITEM_EXAMPLE } from './shared/examples.js';
import { CSV, listedItems, NDJSON, readItems } from './shared/read-items.js';

/** Bytes of a body that is read while it arrives: ten thousand items of some length. */
const LIMIT_BYTES = 16 * 1_048_576;

type PostInput = HandlerInput<unknown, z.output<typeof createBatchQuery>, z.output<typeof newBatch> | undefined>;

const chosenModules = z.object({ modules: moduleList });

const modulesOf = (names: string): readonly Module[] | undefined => parsePart(chosenModules, { modules: slugsOf(names) }, 'query').modules;

export const createBatchRoute = route({
  operationId: 'createBatch',
  scopes: ['lookups:create'],
  recent: false,
  waits: true,
  method: 'post',
  path: '/v2/batches',
  summary: 'Look up many people',
  description:
    'Stores up to 10,000 items (500 with `mode=deep`), and looks them up in the background. Each item is a separate lookup. Send the ' +
    'items as JSON, as lines of JSON (`application/x-ndjson`) or as CSV (`text/csv`). The first line of a CSV names the columns: ' +
    '`email`, `phone`, `username`, `ip`, `identity`, `ref`, `name`, `claimedCompany`, `claimedCountry`. `reading` in the response ' +
    'says how the columns were read. **An item is billed when it starts**, at the price of `POST /v2/lookup`. If the allowance does ' +
    'not cover the next item, the batch pauses. When the last lookup has finished, the event `batch.completed` is sent.',
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
  async handle(ctx: BatchRoutesContext, input) {
    const { caller, query } = input;
    const { defaultRegion } = query;
    const own = defaultRegion === undefined ? ctx : { ...ctx, identities: new LibraryIdentityParser({ defaultRegion }) };
    const { items, hash, mode, reading } = itemsOf(own, input);
    const created = await createBatch(own, {
      caller,
      mode,
      modules: query.modules === undefined ? undefined : modulesOf(query.modules),
      platforms: slugsOf(query.platforms),
      purpose: query.purpose,
      noise: query.noise,
      ...requestOptionsOf(input),
      isDryRun: query.dryRun !== undefined,
      skipInvalid: query.skipInvalid !== undefined,
      items,
      token: () => idempotencyToken({ ...input, rawBody: hash?.digest() ?? input.rawBody }, 'createBatch'),
    });
    const body = { ...created, faults: [...created.faults], reading: reading.text };
    return created.batchId === null ? body : new Accepted(body);
  },
});

/** The items, and the digest of a body that is read while it arrives. @throws ServiceError invalid_parameter when two modes are named */
function itemsOf(ctx: BatchRoutesContext, { stream, body, query }: PostInput) {
  if (body?.mode !== undefined && query.mode !== undefined && body.mode !== query.mode)
    throw new ServiceError('invalid_parameter', 'mode: the parameter and the body name different modes.');
  const mode = query.mode ?? body?.mode ?? 'default';
  const hash = stream && createHash('sha256');
  const reading: { text: string | null } = { text: null };
  const read = (text: string): void => {
    reading.text = text;
  };
  return { mode, hash, reading, items: stream && hash ? readItems(stream, hash, ctx.identities, read) : listedItems(body?.items ?? []) };
}
