import { type InconclusiveReason, traitsOf } from '../../../engine/evaluation/verdict.js';
import { MIN_REACHABLE_SHARE } from '../../../engine/flow/reachability.js';
import { type RecordedOutcome, resultSourceOf } from '../lookup.js';

/** Reasons of platforms that a request was meant for and did not reach. */
const UNREACHED: ReadonlySet<InconclusiveReason> = new Set(['unreachable', 'proxy_failed', 'timeout']);

/**
 * Whether a lookup's own requests got through: `unreachable` when nothing or almost nothing did and the egress, not a platform, was at
 * fault; `ok` when some did; null while nothing shows either. A platform that a failed egress kept from being asked has no egress.
 */
export function egressOf(
  outcomes: readonly Pick<RecordedOutcome, 'state' | 'reason' | 'method' | 'fromCache' | 'egress'>[],
): 'ok' | 'unreachable' | null {
  const own = outcomes.filter(({ fromCache, method }) => !fromCache && resultSourceOf(method) === 'sweep');
  const lost = own.filter(({ reason, egress }) => reason === 'proxy_failed' || (egress === null && reason && UNREACHED.has(reason))).length;
  const answered = own.filter(({ reason }) => reason === null || (traitsOf(reason).countsForPlatform && !UNREACHED.has(reason))).length;
  if (lost > 0 && answered < (lost + answered) * MIN_REACHABLE_SHARE) return 'unreachable';
  return answered > 0 ? 'ok' : null;
}
