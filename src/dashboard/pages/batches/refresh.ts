/** How often a batch is read again. */
import type { Schemas } from '../../client/api.js';

export const SOONEST_MS = 2_000;
const LATEST_MS = 15_000;
/** Each line that is left makes the next read later: a single one shows little of the whole. */
const MS_PER_LINE = 100;

/** Until a batch is read again, in milliseconds: the longer, the more is left of it; false: nothing of it changes any more. */
export function refreshMsOf({ status, counts: { waiting, running } }: Pick<Schemas['Batch'], 'status' | 'counts'>): number | false {
  if (running > 0 || status === 'queued' || status === 'running')
    return Math.min(Math.max((waiting + running) * MS_PER_LINE, SOONEST_MS), LATEST_MS);
  // Somebody else may resume it.
  return status === 'paused' && LATEST_MS;
}
