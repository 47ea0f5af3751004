import type { LookupReader } from '../store/lookup-reader.js';
import { type LookupSnapshot, type PlanningContext, withExpectedPlan } from '../lookup-snapshot.js';
import type { LookupRequest } from '../lookup.js';
import type { Mode } from '../../../engine/flow/request-class.js';
import { acceptLookup, type AcceptingContext, type AcceptOptions, type PlacingContext } from './accept-lookup.js';
import { withTimeout } from '../../../kernel/net/deadline.js';
import { awaitLookup, SnapshotBuffer, type WatchContext } from './await-lookup.js';
import { admitInstant, type AdmittedInstant, type InstantContext } from './instant-admission.js';
import { planUntaken, planWhenLate, type UntakenContext } from './plan-untaken.js';

export interface RunContext extends AcceptingContext, PlacingContext, WatchContext, PlanningContext, InstantContext, UntakenContext {
  readonly reader: Pick<LookupReader, 'find' | 'snapshot'>;
  readonly waitCeilingMs: number;
}

/** For whom a lookup is run, and until when. */
export interface RunOptions extends Pick<AcceptOptions, 'caller' | 'token'> {
  /** When the request had arrived, on the clock of `performance.now()`: ceilings count from there. */
  readonly receivedAt: number;
  /** Aborts when the client disconnects. */
  readonly clientAborted: AbortSignal;
  /** Aborts when the client disconnects or the process stops. */
  readonly ending: AbortSignal;
  /** Called once the lookup is accepted, for what can be read while it runs. */
  readonly onAccepted?: (lookupId: string) => void;
}

/** "About a second" for a mailbox; the others take much less. Facts that are not known by then are null. In milliseconds. */
const CHECK_TIMEOUT_MS = 1_500;

/**
 * When the response to a request leaves, on the clock of `performance.now()`. docs/contract.md, 3.3, 3.4, 14.17.
 *
 * @param receivedAt as in `RunOptions`
 */
export function deadlineOf(ctx: RunContext, { mode, deadlineMs }: Pick<LookupRequest, 'mode' | 'deadlineMs'>, receivedAt: number): number {
  const ceilings: Partial<Record<Mode, number>> = { instant: deadlineMs ?? ctx.instantCeilingMs, check: CHECK_TIMEOUT_MS };
  return receivedAt + (ceilings[mode] ?? ctx.waitCeilingMs);
}

/**
 * Accepts a lookup and waits for it as its mode requires; it continues and is completed for later readers. An instant lookup of which
 * nothing is known is refused, unbilled, while too many of them are under way, or workers and hosts have nothing left to give.
 *
 * @param request of a mode in which the caller waits
 * @returns what is known of it when the response has to leave, with the expected plan if there is none yet
 * @throws ServiceError what `acceptLookup` throws; unavailable
 */
export async function runLookup(ctx: RunContext, request: LookupRequest, options: RunOptions): Promise<LookupSnapshot> {
  const known = request.mode === 'instant' ? await admitAndAwait(ctx, request, options) : await acceptAndAwait(ctx, request, options);
  return withExpectedPlan(ctx, request, known);
}

async function acceptAndAwait(
  ctx: RunContext,
  request: LookupRequest,
  options: RunOptions,
  admitted?: AdmittedInstant,
): Promise<SnapshotBuffer> {
  const accepted = await acceptLookup(ctx, request, { ...options, busy: admitted?.busy });
  const { lookupId } = accepted;
  options.onAccepted?.(lookupId);
  const isTest = options.caller.isTest === true;
  const deadline = deadlineOf(ctx, request, options.receivedAt);
  if (admitted?.isUntaken) return readUntaken(ctx, lookupId, new SnapshotBuffer(lookupId, request, isTest), deadline);
  const signal = request.mode === 'wait' ? options.ending : options.clientAborted;
  const endPlanning = admitted && planWhenLate(ctx, { lookupId, busy: admitted.busy }, deadline);
  const onPlan = (): void => {
    admitted?.begun();
    endPlanning?.();
  };
  return awaitLookup(ctx, { ...accepted, request, isTest, deadline, signal, onPlan }).finally(endPlanning);
}

/** What is stored about a lookup that no worker takes: nobody is waited for. */
async function readUntaken(ctx: RunContext, lookupId: string, known: SnapshotBuffer, deadline: number): Promise<SnapshotBuffer> {
  const reading = planUntaken(ctx, { lookupId, busy: [] }, deadline).then(() => ctx.reader.snapshot(lookupId).catch(() => null));
  const found = await withTimeout(reading, deadline - performance.now(), () => null);
  if (found) known.add(found);
  return known;
}

/** Within the limit of instant lookups, which its progress moves. */
async function admitAndAwait(ctx: RunContext, request: LookupRequest, options: RunOptions): Promise<SnapshotBuffer> {
  const admitted = await admitInstant(ctx, options.caller, request);
  let known: SnapshotBuffer | null = null;
  try {
    known = await acceptAndAwait(ctx, request, options, admitted);
    return known;
  } finally {
    admitted.release(known, known?.outcomes);
  }
}
