import { z } from 'zod';
import { QUERY_TYPES } from '../../../../kernel/identity/identity.js';
import { inJson } from '../../../../kernel/values/json.js';
import { ERASED_KINDS, type Erasure, ERASURE_STATES, POSSIBLE_KINDS } from '../../erasure.js';

export const timestamp = z.iso.datetime();

export const counts = z
  .strictObject(Object.fromEntries(ERASED_KINDS.map((kind) => [kind, z.int().min(0)])) as Record<(typeof ERASED_KINDS)[number], z.ZodInt>)
  .meta({ id: 'ErasedCounts' })
  .describe(
    'What has been deleted so far, or would be deleted in a dry run. `executions` are Temporal workflow executions. Billing ' +
      'records are kept.',
  );

export const possible = z
  .strictObject({ email: z.int().min(0), phone: z.int().min(0), username: z.int().min(0) })
  .meta({ id: 'PossibleErasures' })
  .describe(
    'In a dry run: lookups that may name the same identity, but would be kept. They are counted by kind, for example another tag in an ' +
      'e-mail address, or the same name as a username. List kinds in `includePossible` to erase them too.',
  );

export const fields = {
  id: z.string(),
  dryRun: z.boolean().describe('Data is only counted, not deleted.'),
  state: z.enum(ERASURE_STATES),
  createdAt: timestamp.describe('When the erasure was requested. Lookups that were accepted later are kept.'),
  finishedAt: timestamp.nullable(),
  counts,
  possible,
  kept: z
    .array(z.strictObject({ accountId: z.string(), reason: z.enum(['last_owner', 'account_address']) }).meta({ id: 'KeptIdentity' }))
    .describe(
      'Only in erasures across all accounts: addresses that the service has to keep. `last_owner`: of the only owner of an account. ' +
        '`account_address`: of an account itself.',
    ),
  inLedger: z
    .boolean()
    .describe('Whether a keyed digest is kept outside the database, so that restoring a backup does not undo the erasure.'),
};

export const erasure = z.strictObject(fields).meta({ id: 'Erasure' });

export const common = { scopes: ['account:data'] } as const;

export function present({ id, isDryRun, state, createdAt, finishedAt, counts: found, kept, isInLedger }: Erasure): z.input<typeof erasure> {
  const all = Object.fromEntries(ERASED_KINDS.map((kind) => [kind, found[kind] ?? 0])) as z.input<typeof counts>;
  const left = Object.fromEntries(QUERY_TYPES.map((type) => [type, found[POSSIBLE_KINDS[type]] ?? 0])) as z.input<typeof possible>;
  return inJson({ id, dryRun: isDryRun, state, createdAt, finishedAt, counts: all, possible: left, kept, inLedger: isInLedger });
}
