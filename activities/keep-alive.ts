import { activityInfo, heartbeat } from '@temporalio/activity';

/** Half of the shortest heartbeat timeout. Most instant lookups are over before: each beat costs the engine a write. */
const EVERY_MS = 2_000;

/**
 * Tells the engine every two seconds that this activity is under way, so that a killed worker is noticed within seconds. A local
 * activity needs none: it dies with its workflow's worker.
 *
 * @returns ends it
 */
export function keepAlive(): () => void {
  const timer = activityInfo().isLocal ? undefined : setInterval(() => heartbeat(), EVERY_MS);
  return () => clearInterval(timer);
}
