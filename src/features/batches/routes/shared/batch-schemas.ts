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
      '`instant`: the platforms that answer quickly. `default`, which is also the default: the default band. `deep`: every platform, ' +
        `for at most ${MAX_ITEMS.deep} items.`,
    ),
  modules: parameterText.optional().describe('Comma-separated modules to run. Default: every module that has an identity to run for.'),
  platforms: parameterText.optional().describe('Comma-separated slugs: check only these platforms. Default: the band.'),
  defaultRegion: text(2, REGION_FAULT)
    .regex(/^[A-Z]{2}$/, REGION_FAULT)
    .refine((code) => REGIONS.includes(code), REGION_FAULT)
    .optional()
    .describe('Country of phone numbers without +, as an ISO 3166 code such as `DE`. Default: the setting DEFAULT_REGION of the service.'),
  purpose: text(MAX_PURPOSE).optional().describe("The purpose of all lookups, from the account's own list."),
  noise,
  dryRun: onlyTrue.describe('Only check the items and return what they would cost. Nothing is stored.'),
  skipInvalid: onlyTrue.describe('Leave out items that cannot be looked up. Otherwise a single such item refuses the batch.'),
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
    faults: z.array(itemFault).describe('Why they cannot be looked up, for up to a thousand of them.'),
    reading: z
      .string()
      .nullable()
      .describe('A sentence that says which CSV columns were read, as what, and which were ignored. Null unless you sent CSV.'),
    cost: billed.describe('What the valid items will cost together, at current prices. Each is billed when it starts.'),
    estimatedSeconds: seconds.describe(
      'How long the batch takes if it runs alone, estimated from batches that finished in the last week; null if there were none.',
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
      .describe('`queued`: nothing has started. `paused` and `cancelled`: no further item starts; items that have started are finished.'),
    pausedBecause: z
      .enum(PAUSE_REASONS)
      .nullable()
      .describe(
        '`quota_exceeded` and `insufficient_credits`: the allowance does not cover the next item; resume the batch once it does. ' +
          '`key_ended`: the key was revoked or has expired; whoever resumes the batch pays from then on. ' +
          '`internal_error`: its next items could not be started several times in a row.',
      ),
    startedWhole: z
      .boolean()
      .describe('True for a batch of `POST /v1/lookup/batch`: all items were billed at once, and it cannot be paused.'),
    purpose: z.string().nullable(),
    noise: z.enum(NOISES).nullable().describe('`passive` for a batch that uses only public interfaces and stored facts.'),
    items: count,
    counts: z.object(
      Object.fromEntries(ITEM_STATUSES.map((status) => [status, count])) as Record<(typeof ITEM_STATUSES)[number], typeof count>,
    ),
    estimatedSeconds: seconds.describe(
      'How long the rest takes if it runs alone; null if there is nothing to estimate it from, and in lists.',
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
  ref: z
    .string()
    .nullable()
    .describe('Your own name for the item; null if it has none, or if the item was deleted, or is invalid or cancelled.'),
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
    identities: z.array(identity).describe('The identities as they were sent; empty for an invalid item, and after they were deleted.'),
    found: lookupV2
      .pick({ platformsChecked: true, omitted: true, matches: true, socialMatches: true })
      .extend({ hits: z.array(z.string()).max(MAX_LISTED_HITS).describe(`The first ${MAX_LISTED_HITS}; \`matches\` counts all.`) })
      .extend({ risk: risk.pick({ score: true, level: true }).meta({ id: 'BatchItemRisk' }) })
      .meta({ id: 'BatchItemFindings' })
      .nullable()
      .describe(
        'What its lookup found, once that has finished; `GET /v2/lookup/{id}` has the rest. Null for lookups that finished ' +
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
        lookup: lookupV2.nullable().describe('The lookup, once it has finished; null until then.'),
      })
      .meta({ id: 'BatchItemResult' }),
    z.object({ ...named, result: resultV2 }).meta({ id: 'BatchPlatformResult' }),
  ])
  .meta({ id: 'BatchResultLine' });
