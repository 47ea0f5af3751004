import { ServiceError } from '../../../kernel/values/errors.js';
import type { Caller } from '../../accounts/accounts.js';
import { type DisputeContext, type DisputeInput, disputeResult } from '../../disputes/use-cases/dispute-result.js';
import type { Outcome } from '../outcome.js';
import type { OutcomeStore } from '../store/outcome-store.js';

export interface OutcomeContext extends DisputeContext {
  readonly outcomes: Pick<OutcomeStore, 'record' | 'of' | 'withdraw'>;
}

/** An outcome as it was sent; for `wrong_result` with the result that is wrong. */
export interface SentOutcome extends Pick<DisputeInput, 'lookupId' | 'identity'> {
  readonly outcome: Outcome;
  readonly platform?: string | undefined;
  readonly note?: string | undefined;
}

/**
 * Keeps how lookups turned out. A wrong result is disputed as well. Sending the same again changes nothing.
 *
 * @param sent each for a lookup of its own, or why it cannot be read
 * @returns why each was not kept; null: it was
 */
export async function recordOutcomes(
  ctx: OutcomeContext,
  caller: Caller,
  sent: readonly (SentOutcome | ServiceError)[],
): Promise<readonly (ServiceError | null)[]> {
  const faults: (ServiceError | null)[] = [];
  const readable = new Map<number, SentOutcome>();
  const named = new Set<string>();
  for (const [index, each] of sent.entries()) {
    const isFault = each instanceof ServiceError;
    const fault = isFault ? each : named.has(each.lookupId) ? REPEATED : await disputeIfWrong(ctx, caller, each);
    faults.push(fault);
    if (isFault) continue;
    named.add(each.lookupId);
    if (!fault) readable.set(index, each);
  }
  const owned = await ctx.outcomes.record(
    caller,
    [...readable.values()].map(({ lookupId, outcome }) => ({ lookupId, outcome })),
  );
  return faults.map((fault, index) => fault ?? (owned.has(readable.get(index)?.lookupId ?? '') ? null : new ServiceError('not_found')));
}

const REPEATED = new ServiceError('invalid_parameter', 'lookupId: an earlier line names the same lookup.');

async function disputeIfWrong(ctx: OutcomeContext, caller: Caller, sent: SentOutcome): Promise<ServiceError | null> {
  const { lookupId, outcome, platform, identity, note = null } = sent;
  if (outcome !== 'wrong_result')
    return platform === undefined ? null : new ServiceError('invalid_parameter', 'platform: only for the outcome wrong_result.');
  if (platform === undefined) return new ServiceError('invalid_parameter', 'platform: name the platform whose result is wrong.');
  try {
    await disputeResult(ctx, { caller, lookupId, platform, identity, note });
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
