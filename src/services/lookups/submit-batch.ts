import type { Acceptance, Caller, IdempotencyToken } from '../../domain/billing/account-ports.js';
import { ERRORS, ServiceError } from '../../domain/errors.js';
import type { LookupRequest } from '../../domain/lookup/lookup.js';
import { acceptLookups, type AcceptingContext } from './accept-lookup.js';
import { parseLookupRequest, type LookupInput, type ParsingContext } from './parse-lookup-request.js';

export type BatchEntry =
  | { readonly lookupId: string }
  | { readonly error: { readonly code: 'insufficient_credits'; readonly message: string } };

/**
 * Parses every item of a v1 batch before anything is billed.
 *
 * @param fresh bypasses cached facts: every platform is probed
 * @throws ServiceError invalid_batch, naming the first malformed item by its index
 */
export function parseBatch(ctx: ParsingContext, items: readonly LookupInput[], fresh: boolean): LookupRequest[] {
  return parseItems(items, (item) => parseLookupRequest(ctx, item, { delivery: 'batch', band: 'deep', fresh }));
}

/** Parses items one by one. @throws ServiceError invalid_batch, naming the first malformed item by its index */
export function parseItems<Item>(items: readonly Item[], read: (item: Item) => LookupRequest): LookupRequest[] {
  return items.map((item, index) => {
    try {
      return read(item);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw new ServiceError('invalid_batch', `items.${index}: ${error.message}`);
    }
  });
}

/**
 * Accepts a batch: each item is billed and started on its own, and those without allowance get an error.
 * docs/contract.md, 4.
 *
 * @returns one entry per item, in order
 */
export async function submitBatch(
  ctx: AcceptingContext,
  input: { caller: Caller; requests: readonly LookupRequest[]; token: IdempotencyToken | null },
): Promise<BatchEntry[]> {
  const acceptances = await acceptLookups(ctx, input);
  return input.requests.map((_, index) => {
    const acceptance: Acceptance | undefined = acceptances[index];
    if (!acceptance) throw new Error('the store answered fewer items than it was given');
    // On every plan an item without allowance carries the item-level code (docs/contract.md, 4.2).
    if ('refused' in acceptance) return { error: { code: 'insufficient_credits', message: ERRORS[acceptance.refused].message } };
    return acceptance;
  });
}
