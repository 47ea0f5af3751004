import { ServiceError } from '../../../kernel/values/errors.js';
import type { ReadLimiter } from '../../../kernel/values/fair-shares.js';
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

/** How the outcomes of many lookups are kept beside other work. */
export interface RecordingTurns {
  /** Each wrong result is read and disputed in a turn of its own. */
  readonly limitRead: ReadLimiter;
  /** Ends it: who sent the file is gone. */
  readonly ended?: AbortSignal;
}

/**
 * Keeps how lookups turned out. A wrong result is disputed as well. Sending the same again changes nothing.
 *
 * @param sent each for a lookup of its own, or why it cannot be read
 * @returns why each was not kept; null: it was
 * @throws ServiceError invalid_request when it was ended: what was disputed by then is
 */
export async function recordOutcomes(
  ctx: OutcomeContext,
  caller: Caller,
  sent: readonly (SentOutcome | ServiceError)[],
  { limitRead, ended }: RecordingTurns = { limitRead: (read) => read() },
): Promise<readonly (ServiceError | null)[]> {
  const faults: (ServiceError | null)[] = [];
  const readable = new Map<number, SentOutcome>();
  const named = new Set<string>();
  for (const [index, each] of sent.entries()) {
    const isFault = each instanceof ServiceError;
    if (ended?.aborted) throw new ServiceError('invalid_request');
    const fault = isFault ? each : named.has(each.lookupId) ? REPEATED : await disputeIfWrong(ctx, caller, each, limitRead);
    faults.push(fault);
    if (isFault) continue;
    named.add(each.lookupId);
    if (!fault) readable.set(index, each);
  }
  const outcomes = [...readable.values()].map(({ lookupId, outcome }) => ({ lookupId, outcome }));
  const owned = await limitRead(() => ctx.outcomes.record(caller, outcomes));
  return faults.map((fault, index) => fault ?? (owned.has(readable.get(index)?.lookupId ?? '') ? null : new ServiceError('not_found')));
}

const REPEATED = new ServiceError('invalid_parameter', 'lookupId: an earlier line names the same lookup.');

async function disputeIfWrong(
  ctx: OutcomeContext,
  caller: Caller,
  sent: SentOutcome,
  limitRead: ReadLimiter,
): Promise<ServiceError | null> {
  const { lookupId, outcome, ...wrong } = sent;
  const { platform, identity, note = null } = wrong;
  if (outcome !== 'wrong_result') return faultOfOthers(wrong);
  if (platform === undefined) return new ServiceError('invalid_parameter', 'platform: name the platform whose result is wrong.');
  try {
    await limitRead(() => disputeResult(ctx, { caller, lookupId, platform, identity, note }));
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** What says which result is wrong says nothing of another outcome, and would be lost with it. */
export function faultOfOthers(wrong: Pick<SentOutcome, 'platform' | 'identity' | 'note'>): ServiceError | null {
  const said = Object.entries(wrong).find(([, value]) => value !== undefined);
  return said ? new ServiceError('invalid_parameter', `${said[0]}: only for the outcome wrong_result.`) : null;
}
