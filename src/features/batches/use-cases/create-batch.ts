import { availableChecks } from '../../../facts/fact-modules.js';
import { MODULES } from '../../../facts/checks.js';
import type { Band } from '../../../engine/catalogue/rules/bands.js';
import { isOutage, type ItemFault, orRefusal, ServiceError } from '../../../kernel/values/errors.js';
import type { Caller, IdempotencyToken } from '../../accounts/accounts.js';
import { PLAN } from '../../accounts/plans.js';
import { checkedPurpose } from '../../accounts/purposes.js';
import type { Billed, LookupRequest } from '../../lookups/lookup.js';
import { leftByPurpose } from '../../lookups/use-cases/bound-by-purpose.js';
import { billOf } from '../../lookups/prices.js';
import { checksOf, parseIdentitiesRequest, type RequestBodyV2 } from '../../lookups/use-cases/parse-identities-request.js';
import {
  type AvailabilityRefresh,
  parsePlatforms,
  type ParsingContext,
  type RequestOptions,
} from '../../lookups/use-cases/parse-lookup-request.js';
import { requireTestIdentities } from '../../test-keys/test-identities.js';
import { type BatchOptions, MAX_ITEMS, MAX_TEST_ITEMS, type NewItem, waitingLimitReached } from '../batch.js';
import type { BatchIntake } from '../store/batch-intake.js';
import type { BatchReader } from '../store/batch-reader.js';

export interface CreatingContext extends ParsingContext, AvailabilityRefresh {
  readonly batchIntake: BatchIntake;
  readonly batches: Pick<BatchReader, 'secondsPerItem'>;
}

/** One item as it was sent, of the right types but not yet parsed; or what is wrong with it. */
export type SentItem =
  | (Pick<RequestBodyV2, 'identities' | 'claimedName' | 'claimedCompany' | 'claimedCountry'> & { readonly ref?: string | undefined })
  | { readonly fault: ServiceError };

export interface BatchInput extends Pick<RequestBodyV2, 'modules' | 'platforms' | 'purpose' | 'noise'>, RequestOptions {
  readonly caller: Caller;
  readonly mode: Band;
  /** Nothing is stored: items are only checked. */
  readonly isDryRun: boolean;
  /** Items that cannot be looked up are left out; otherwise one of them refuses the batch. */
  readonly skipInvalid: boolean;
  readonly items: AsyncIterable<SentItem>;
  /** Called once all items have been read. */
  readonly token: () => IdempotencyToken | null;
}

export interface CreatedBatch {
  /** Null for a dry run. */
  readonly batchId: string | null;
  readonly items: number;
  /** How many of them cannot be looked up. */
  readonly invalid: number;
  /** The first of those. */
  readonly faults: readonly ItemFault[];
  /** What all valid items together will be billed, at the prices of the present plan. */
  readonly cost: Billed;
  /** How long they take, from batches of the same mode that have finished; null: there was none lately. */
  readonly estimatedSeconds: number | null;
}

/** Items that are stored by one statement. */
const PART = 500;
/** Faults that an answer names. */
const MAX_FAULTS = 1_000;

/**
 * Checks a batch and stores it, in parts while it is read. Nothing is billed: each item is when it starts.
 *
 * @throws ServiceError invalid_batch with the faults of items; batch_limit_reached, idempotency_conflict; what its options or its body are
 *   refused with
 */
export async function createBatch(ctx: CreatingContext, input: BatchInput): Promise<CreatedBatch> {
  await ctx.refreshAvailable();
  const { caller, isDryRun, skipInvalid } = input;
  const options = optionsOf(ctx, input);
  const batchId = isDryRun ? null : await ctx.batchIntake.begin(caller, options);
  try {
    const { faults, ...read } = await storeItems(ctx, input, options, batchId);
    const { items, invalid } = read;
    if (items === 0) throw new ServiceError('invalid_batch', 'Send at least one item.');
    if (invalid > 0 && !isDryRun && (!skipInvalid || invalid === items)) throw refusedFor(faults, invalid);
    const seconds = await ctx.batches.secondsPerItem(options.band);
    const estimatedSeconds = seconds === null ? null : Math.ceil(seconds * (items - invalid));
    const id = batchId && (await complete(ctx, input, batchId, items));
    return { ...read, batchId: id, faults, estimatedSeconds };
  } catch (error) {
    if (batchId) await ctx.batchIntake.discard(batchId).catch(() => undefined);
    throw error;
  }
}

/** @throws ServiceError unknown_platform, purpose_required, unknown_purpose */
function optionsOf(ctx: CreatingContext, { purposes, mode, modules, platforms, purpose, bypassCache, noise }: BatchInput): BatchOptions {
  const request = {
    checks: availableChecks(checksOf(modules ?? MODULES), ctx.available()),
    platforms: parsePlatforms(ctx.catalogue, platforms),
  };
  const bound = { purposes, purpose: checkedPurpose(purposes, purpose) };
  return { band: mode, ...request, ...leftByPurpose(ctx.catalogue, bound, request), purpose: bound.purpose, bypassCache, noise };
}

/** @param batchId null: items are not stored */
async function storeItems(ctx: CreatingContext, input: BatchInput, { band }: BatchOptions, batchId: string | null) {
  const { caller, skipInvalid } = input;
  const { unit, waitingItems: limit } = PLAN[caller.plan];
  const most = Math.min(MAX_ITEMS[band], caller.isTest ? MAX_TEST_ITEMS : Infinity);
  const kind = most === MAX_TEST_ITEMS ? 'A batch of a test key' : `A batch of the mode ${band}`;
  const faults: ItemFault[] = [];
  let [items, invalid, amount] = [0, 0, 0];
  let part: NewItem[] = [];
  const storePart = async (): Promise<void> => {
    // A batch that will be refused is read to its end for the sake of its faults.
    if (batchId && part.length > 0 && (invalid === 0 || skipInvalid)) await ctx.batchIntake.add(batchId, caller.accountId, part);
    part = [];
  };
  for await (const item of input.items) {
    const position = items;
    items += 1;
    if (items > most) throw new ServiceError('invalid_batch', `${kind} can have at most ${most.toLocaleString('en')} items.`);
    // No batch of so many can ever be completed: the rest need not be stored first.
    if (batchId && items - invalid > limit) throw waitingLimitReached({ items: items - invalid, waiting: 0, limit });
    const ref = ('ref' in item && item.ref) || null;
    const request = parseItem(ctx, input, item);
    if (request instanceof ServiceError) {
      invalid += 1;
      const fault = { index: position, code: request.code, message: request.message };
      if (faults.length < MAX_FAULTS) faults.push(fault);
      part.push({ position, ref, content: fault });
    } else {
      amount += caller.isTest ? 0 : billOf(caller.plan, request).amount;
      part.push({ position, ref, content: request });
    }
    if (part.length === PART) await storePart();
  }
  await storePart();
  return { items, invalid, faults, cost: { amount, unit } };
}

function parseItem(ctx: CreatingContext, input: BatchInput, item: SentItem): LookupRequest | ServiceError {
  if ('fault' in item) return item.fault;
  const { mode: band, modules, platforms, purpose, purposes, bypassCache, caller } = input;
  return orRefusal(() => {
    const request = parseIdentitiesRequest(ctx, { ...item, modules, platforms, purpose }, { mode: 'batch', band, bypassCache, purposes });
    if (caller.isTest) requireTestIdentities([request]);
    return request;
  });
}

const refusedFor = (faults: readonly ItemFault[], invalid: number): ServiceError =>
  new ServiceError('invalid_batch', `items.${faults[0]?.index}: ${faults[0]?.message}`, { details: { invalid, faults } });

/** @throws ServiceError unavailable, naming the batch when it is unknown whether it was stored */
async function complete(ctx: CreatingContext, { caller, token }: BatchInput, batchId: string, itemCount: number): Promise<string> {
  try {
    return await ctx.batchIntake.complete(batchId, caller, { itemCount, token: token() });
  } catch (error) {
    throw isOutage(error) ? new ServiceError('unavailable', undefined, { lookupIds: [batchId] }) : error;
  }
}
