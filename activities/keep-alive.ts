import { activityInfo, heartbeat } from '@temporalio/activity';

const EVERY_MS = 1_000;

/**
 * Tells the engine every second that this activity is under way, so that a killed worker is noticed within seconds. A local
 * activity needs none: it dies with its workflow's worker.
 *
 * @returns ends it
 */
export function keepAlive(): () => void {
  const timer = activityInfo().isLocal ? undefined : setInterval(() => heartbeat(), EVERY_MS);
  return () => clearInterval(timer);
}
