/** Shapes of batches in v2. docs/contract.md, 4. */
import { z } from 'zod';
import { BANDS } from '../../../../engine/catalogue/rules/bands.js';
import { NOISES } from '../../../../engine/eligibility.js';
import { REGION_FAULT, REGIONS } from '../../../../kernel/identity/regions.js';
import { cursorText, freeText, onlyTrue, pageLimit, parameterText, text } from '../../../../kernel/http/request-fields.js';
import { MAX_PURPOSE } from '../../../accounts/purposes.js';
import { lookupId } from '../../../lookups/routes/shared/lookup-routes.js';
import { billed, lookupV2, resultV2 } from '../../../lookups/routes/shared/v2/body-schemas.js';
import { identity } from '../../../lookups/routes/shared/v2/identity-name.js';
import { risk } from '../../../lookups/routes/shared/v2/risk-schema.js';
import { MAX_LISTED_HITS } from '../../../lookups/routes/shared/v2/lookup-body.js';
import { claimed, identities, noise } from '../../../lookups/routes/shared/v2/request-schemas.js';
import { BATCH_STATUSES, ITEM_STATUSES, MAX_ITEMS, MAX_REF, PAUSE_REASONS } from '../../batch.js';

const count = z.int();
const seconds = z.int().nullable();

export const sentItem = z
  .strictObject({
    identities,
    ref: freeText(MAX_REF).optional().describe(`Your own name for the item, up to ${MAX_REF} characters. The results contain it.`),
    ...claimed,
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
    mode: mode.optional().describe('The same as the parameter `mode`. If you send both, they must agree.'),
  })
  .meta({ id: 'NewBatch' });

export const createBatchQuery = z.object({
  mode: mode
    .optional()
    .describe(
      'Which platforms to check. `instant`: those that answer quickly. `default`: those with the most reliable answers. `deep`: every ' +
        `platform, for at most ${MAX_ITEMS.deep} items. Default: \`default\`.`,
    ),
  modules: parameterText.optional().describe('Comma-separated modules to run. Default: every module that fits an identity of the item.'),
  platforms: parameterText.optional().describe('Comma-separated slugs: check only these platforms. By default, `mode` decides.'),
  defaultRegion: text(2, REGION_FAULT)
    .regex(/^[A-Z]{2}$/, REGION_FAULT)
    .refine((code) => REGIONS.includes(code), REGION_FAULT)
    .optional()
    .describe('Country of phone numbers without +, as an ISO 3166 code such as `DE`. Default: the setting DEFAULT_REGION of the service.'),
  purpose: text(MAX_PURPOSE).optional().describe("Why the lookups are made: a purpose from the account's list (GET /v2/account/purposes)."),
  noise,
  dryRun: onlyTrue.describe('Only check the items and return what they would cost. Nothing is stored.'),
  skipInvalid: onlyTrue.describe('Leave out items that cannot be looked up. By default, a batch with such an item is refused.'),
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
    invalid: count.describe('How many of the items cannot be looked up.'),
    faults: z.array(itemFault).describe('Up to a thousand of these items, with the reasons.'),
    reading: z
      .string()
      .nullable()
      .describe('How the CSV columns were read, and which were ignored, in a sentence. Null unless you sent CSV.'),
    cost: billed.describe('What all valid items together will cost at current prices. Each item is billed when it starts.'),
    estimatedSeconds: seconds.describe(
      'Estimated time for the batch if no other batch runs, based on batches that finished in the last week. Null if there were none.',
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
      .describe('`queued`: no item has started. `paused` and `cancelled`: no further item starts; items that have started will finish.'),
    pausedBecause: z
      .enum(PAUSE_REASONS)
      .nullable()
      .describe(
        '`quota_exceeded` and `insufficient_credits`: the allowance does not cover the next item; resume the batch once it does. ' +
          '`key_ended`: the key was revoked or has expired; items are then billed to whoever resumes the batch. `internal_error`: ' +
          'several attempts in a row to start the next items failed.',
      ),
    startedWhole: z
      .boolean()
      .describe('True for a batch of `POST /v1/lookup/batch`: all items were billed at once, and it cannot be paused.'),
    purpose: z.string().nullable(),
    noise: z.enum(NOISES).nullable().describe('`passive` for a batch that uses only public interfaces and stored results.'),
    items: count,
    counts: z.object(
      Object.fromEntries(ITEM_STATUSES.map((status) => [status, count])) as Record<(typeof ITEM_STATUSES)[number], typeof count>,
    ),
    estimatedSeconds: seconds.describe(
      'Estimated time for the remaining items if no other batch runs. Null in lists, and if no estimate is possible.',
    ),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable().describe('When the first item started.'),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Batch' });

export const batchPage = z
  .object({
    batches: z.array(batch),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
  })
  .meta({ id: 'BatchPage' });
export const listQuery = z.object({ limit: pageLimit.describe('How many batches, 1 to 100; 20 by default.'), cursor: cursorText });

export const resultsQuery = z.object({
  format: z.enum(['jsonl', 'csv']).default('jsonl').describe('Lines of JSON, or CSV whose first line names the columns.'),
  rows: z.enum(['items', 'platforms']).default('items').describe('One row for each item, or for each platform result.'),
});
const named = {
  index: count.describe('Position among the items sent, from 0.'),
  ref: z.string().nullable().describe('Your own name for the item. Null if you sent none, and for deleted, invalid and cancelled items.'),
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
    fault: fault.nullable().describe('Why the item was refused or is invalid; null otherwise.'),
    identities: z.array(identity).describe('The identities as they were sent. Empty for an invalid item, and once they are deleted.'),
    found: lookupV2
      .pick({ platformsChecked: true, omitted: true, matches: true, socialMatches: true })
      .extend({ hits: z.array(z.string()).max(MAX_LISTED_HITS).describe(`Slugs of the first ${MAX_LISTED_HITS}; \`matches\` counts all.`) })
      .extend({ risk: risk.pick({ score: true, level: true }).meta({ id: 'BatchItemRisk' }) })
      .meta({ id: 'BatchItemFindings' })
      .nullable()
      .describe(
        'What the lookup found; null until it has finished. `GET /v2/lookup/{id}` shows all of it. Also null if the lookup finished ' +
          'before version 0.2.0.',
      ),
  })
  .meta({ id: 'ListedBatchItem' });
export const itemPage = z
  .object({
    items: z.array(listedItem),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
  })
  .meta({ id: 'BatchItemPage' });

export const resultLine = z
  .union([
    z
      .object({
        ...named,
        status: z.enum(ITEM_STATUSES),
        fault: fault.nullable().describe('Why the item was refused or is invalid; null otherwise.'),
        lookup: lookupV2.nullable().describe('The finished lookup; null until then.'),
      })
      .meta({ id: 'BatchItemResult' }),
    z.object({ ...named, result: resultV2 }).meta({ id: 'BatchPlatformResult' }),
  ])
  .meta({ id: 'BatchResultLine' });
