import { activityInfo, heartbeat } from '@temporalio/activity';
import { attemptState } from './attempts.js';

/** Half of the shortest heartbeat timeout. Most instant lookups are over before: each heartbeat costs Temporal a write. */
const HEARTBEAT_MS = 2_000;

/**
 * Sends a heartbeat every two seconds, so that Temporal notices a killed worker within seconds. A local activity needs none: it
 * ends with its workflow's worker.
 *
 * @returns a function that stops it
 */
export function startHeartbeat(everyMs: number = HEARTBEAT_MS): () => void {
  const timer = activityInfo().isLocal ? undefined : setInterval(() => heartbeat(attemptState()), everyMs);
  return () => clearInterval(timer);
}
