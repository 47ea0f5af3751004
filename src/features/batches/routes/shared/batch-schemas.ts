/** Shapes of batches in v2. docs/contract.md, 4. */
import { z } from 'zod';
import { BANDS } from '../../../../engine/catalogue/rules/bands.js';
import { cursorText, freeText, onlyTrue, pageLimit, parameterText, text } from '../../../../kernel/http/request-fields.js';
import { MAX_PURPOSE } from '../../../accounts/purposes.js';
import { lookupId } from '../../../lookups/routes/shared/lookup-routes.js';
import { billed, identity, lookupV2, resultV2 } from '../../../lookups/routes/shared/v2/body-schemas.js';
import { risk } from '../../../lookups/routes/shared/v2/risk-schema.js';
import { MAX_LISTED_HITS } from '../../../lookups/routes/shared/v2/lookup-body.js';
import { claimedName, identities } from '../../../lookups/routes/shared/v2/request-schemas.js';
import { BATCH_STATUSES, ITEM_STATUSES, MAX_ITEMS, MAX_REF, PAUSE_REASONS } from '../../batch.js';

const count = z.int();
const seconds = z.int().nullable();

export const sentItem = z
  .strictObject({
    identities,
    ref: freeText(MAX_REF).optional().describe(`Your own name for the item, up to ${MAX_REF} characters: results carry it.`),
    claimedName,
  })
  .meta({ id: 'SentBatchItem' });

const mode = z.enum(BANDS);
export const newBatch = z
  .strictObject({
    // What is no item is a fault of that item, like others.
    items: z
      .array(z.union([sentItem, z.unknown()]))
      .min(1)
      .max(MAX_ITEMS.default)
      .describe('Each is one lookup.'),
    mode: mode.optional().describe('As the parameter of the same name, which has to say the same.'),
  })
  .meta({ id: 'NewBatch' });

export const createBatchQuery = z.object({
  mode: mode
    .optional()
    .describe(
      '`instant`: the platforms that answer quickly; `default` (the default): the default band; `deep`: every platform, ' +
        `for at most ${MAX_ITEMS.deep} items.`,
    ),
  modules: parameterText.optional().describe('Modules to run, comma-separated. Absent: all that have an identity to run for.'),
  platforms: parameterText.optional().describe('Slugs, comma-separated: check only these. Absent or empty: the band.'),
  purpose: text(MAX_PURPOSE).optional().describe("The purpose of all lookups, from the account's own list."),
  dryRun: onlyTrue.describe('Only check the items, and say what they would cost. Nothing is stored.'),
  skipInvalid: onlyTrue.describe('Leave out items that cannot be looked up. Otherwise one of them refuses the batch.'),
});

const fault = z.object({ code: z.string(), message: z.string() }).meta({ id: 'BatchFault' });
const itemFault = z
  .object({ index: count.describe('Position among the items sent, from 0.'), ...fault.shape })
  .meta({ id: 'BatchItemFault' });

export const batchId = z.string().describe('Identifier of the batch.');
export const createdBatch = z
  .object({
    batchId: batchId.nullable().describe('Null for a dry run.'),
    items: count.describe('How many items were sent.'),
    invalid: count.describe('How many of them cannot be looked up.'),
    faults: z.array(itemFault).describe('What is wrong with those, up to a thousand of them.'),
    reading: z
      .string()
      .nullable()
      .describe('Which columns of a table were read, as what, and which were not: a sentence. Null: what was sent is no table.'),
    cost: billed.describe('What the others will be billed together, at present prices: each when it starts.'),
    estimatedSeconds: seconds.describe(
      'How long the batch takes by itself, from those that finished within a week; null if there was none.',
    ),
  })
  .meta({ id: 'CreatedBatch' });

export const batch = z
  .object({
    batchId,
    apiKeyId: z.string().describe('The key or member that sent it.'),
    mode,
    status: z
      .enum(BATCH_STATUSES)
      .describe('`queued`: nothing has started. `paused` and `cancelled`: nothing further starts; what has started is finished.'),
    pausedBecause: z
      .enum(PAUSE_REASONS)
      .nullable()
      .describe(
        '`quota_exceeded` and `insufficient_credits`: the allowance does not cover the next item; resume the batch when it does. ' +
          '`key_ended`: the key was revoked or has expired; whoever resumes the batch pays from then on. ' +
          '`internal_error`: its next items could not be started several times in a row.',
      ),
    startedWhole: z.boolean().describe('It was sent by `POST /v1/lookup/batch`, which bills all items at once; it cannot be paused.'),
    purpose: z.string().nullable(),
    items: count,
    counts: z.object(
      Object.fromEntries(ITEM_STATUSES.map((status) => [status, count])) as Record<(typeof ITEM_STATUSES)[number], typeof count>,
    ),
    estimatedSeconds: seconds.describe('How long it still takes by itself; null if nothing shows it, or the list was read.'),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable().describe('When the first item started.'),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Batch' });

export const batchPage = z
  .object({
    batches: z.array(batch),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last.'),
  })
  .meta({ id: 'BatchPage' });
export const listQuery = z.object({ limit: pageLimit.describe('How many batches, 1 to 100; 20 by default.'), cursor: cursorText });

export const resultsQuery = z.object({
  format: z.enum(['jsonl', 'csv']).default('jsonl').describe('Lines of JSON, or CSV whose first line names the columns.'),
  rows: z.enum(['items', 'platforms']).default('items').describe('A row for each item, or for each result of a platform.'),
});
const named = {
  index: count.describe('Position among the items sent, from 0.'),
  ref: z.string().nullable().describe('Your own name for it; null if it has none, was deleted, or is invalid or cancelled.'),
  lookupId: lookupId.nullable(),
};
export const itemsQuery = z.object({
  status: z.enum(ITEM_STATUSES).optional().describe('Only items that have this status.'),
  limit: pageLimit.describe('How many items, 1 to 100; 20 by default.'),
  cursor: cursorText,
});
const listedItem = z
  .object({
    ...named,
    status: z.enum(ITEM_STATUSES),
    fault: fault.nullable().describe('Why it was refused, or is invalid.'),
    identities: z.array(identity).describe('As they were sent; none of an invalid item, or when they were deleted.'),
    found: lookupV2
      .pick({ platformsChecked: true, omitted: true, matches: true, socialMatches: true })
      .extend({ hits: z.array(z.string()).max(MAX_LISTED_HITS).describe(`The first ${MAX_LISTED_HITS}; \`matches\` counts all.`) })
      .extend({ risk: risk.pick({ score: true, level: true }).meta({ id: 'BatchItemRisk' }) })
      .meta({ id: 'BatchItemFindings' })
      .nullable()
      .describe(
        'Of its lookup, once that is finished; `GET /v2/lookup/{id}` has the rest. Null for one that finished before version 0.2.0.',
      ),
  })
  .meta({ id: 'ListedBatchItem' });
export const itemPage = z
  .object({
    items: z.array(listedItem),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last.'),
  })
  .meta({ id: 'BatchItemPage' });

export const resultLine = z
  .union([
    z
      .object({
        ...named,
        status: z.enum(ITEM_STATUSES),
        fault: fault.nullable().describe('Why it was refused, or is invalid.'),
        lookup: lookupV2.nullable().describe('Once it is finished.'),
      })
      .meta({ id: 'BatchItemResult' }),
    z.object({ ...named, result: resultV2 }).meta({ id: 'BatchPlatformResult' }),
  ])
  .meta({ id: 'BatchResultLine' });
