import { type Acceptance, UnconfirmedAcceptance, type Caller, type IdempotencyToken } from '../../accounts/accounts.js';
import type { AcceptanceStore, RecordAcceptances } from '../store/acceptance-store.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { AcceptedLookup, LookupLauncher } from '../lookup-ports.js';
import type { LookupReader } from '../store/lookup-reader.js';
import type { LookupRequest } from '../lookup.js';
import type { LookupRoom } from './lookup-room.js';

export interface AcceptingContext {
  readonly acceptance: Pick<AcceptanceStore, 'accept'>;
  readonly launcher: LookupLauncher;
  readonly reader: Pick<LookupReader, 'find'>;
}

export interface PlacingContext {
  readonly asyncRoom: Pick<LookupRoom, 'take'>;
}

/** For whom lookups are accepted, and under which key. */
export interface AcceptOptions {
  readonly caller: Caller;
  readonly token: IdempotencyToken | null;
  /** Writes what they belong to, in the same transaction. */
  readonly record?: RecordAcceptances;
  /** Of an instant lookup, the platforms that it is not to ask. */
  readonly busy?: readonly string[] | undefined;
}

/** Delays, in milliseconds, before each read of rows whose commit is uncertain; after the last one the reconciler finds them. */
const SETTLE_AFTER_MS = [250, 1_000, 5_000];

/**
 * Stores, bills and starts one lookup. When this returns, the lookup will finish, whichever process is killed. An asynchronous one without
 * room waits as those of batches do; those of test keys take none.
 *
 * @returns `isNew` is false when an earlier request under the same key may have accepted it: there may be results already
 * @throws ServiceError quota_exceeded and insufficient_credits with the state of the allowance; unknown_test_identity,
 *   idempotency_conflict, unavailable
 */
export async function acceptLookup(
  ctx: AcceptingContext & PlacingContext,
  request: LookupRequest,
  options: AcceptOptions,
): Promise<{ readonly lookupId: string; readonly isNew: boolean }> {
  const { accountId, isTest } = options.caller;
  const waits = request.mode === 'async' && !isTest && !(await ctx.asyncRoom.take(accountId));
  const [acceptance] = await acceptLookups(ctx, [waits ? { ...request, mode: 'batch' } : request], options);
  if (!acceptance) throw new Error('unreachable: one request has one acceptance');
  if ('refused' in acceptance) throw new ServiceError(acceptance.refused, undefined, { details: acceptance.allowance });
  return { lookupId: acceptance.lookupId, isNew: options.token === null };
}

/**
 * Stores, bills and starts lookups, each on its own: the items of a batch, or one lookup. docs/contract.md, 4.
 *
 * @returns one acceptance per request, in order
 * @throws ServiceError unknown_test_identity, and nothing is accepted
 */
export async function acceptLookups(
  ctx: AcceptingContext,
  requests: readonly LookupRequest[],
  { caller, token, record, busy = [] }: AcceptOptions,
): Promise<readonly Acceptance[]> {
  const acceptedBy = (acceptances: readonly Acceptance[]): AcceptedLookup[] =>
    requests.flatMap((request, index) => {
      const acceptance = acceptances[index];
      return acceptance && 'lookupId' in acceptance ? [{ ...request, id: acceptance.lookupId, accountId: caller.accountId, busy }] : [];
    });
  try {
    const acceptances = await ctx.acceptance.accept(caller, requests, token, record);
    for (const lookup of acceptedBy(acceptances)) ctx.launcher.startLookup(lookup);
    if (acceptances.length !== requests.length) throw new Error('the store answered fewer items than it was given');
    return acceptances;
  } catch (error) {
    if (error instanceof UnconfirmedAcceptance) void settle(ctx, acceptedBy(error.acceptances));
    throw error;
  }
}

/** Starts those lookups whose rows turn out to be committed. */
async function settle(ctx: AcceptingContext, accepted: readonly AcceptedLookup[]): Promise<void> {
  let lookups = accepted;
  for (const delayMs of SETTLE_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, delayMs).unref());
    const found = await Promise.all(lookups.map(({ id }) => ctx.reader.find(id).catch(() => null)));
    for (const [index, lookup] of lookups.entries()) if (found[index]) ctx.launcher.startLookup(lookup);
    lookups = lookups.filter((_, index) => !found[index]);
    if (lookups.length === 0) return;
  }
}
