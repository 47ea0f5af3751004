/** How often a delivery that waits for a slot of its endpoint rechecks; by this the database shows which ones no workflow carries out. */

/** Without a signal it rechecks by itself: first after a minute, later every five. */
export const RECHECK_MS = 60_000;
export const MAX_RECHECK_MS = 5 * RECHECK_MS;

/** One that has not rechecked for this long has no workflow. More than the longest interval, because a busy worker rechecks late. */
export const RECHECK_STOPS_MS = 2 * MAX_RECHECK_MS;
