/** How often a delivery that waits for a slot of its endpoint rechecks; by this the database shows which ones no workflow carries out. */

/** Without a signal it rechecks by itself: first after a minute, later every five. */
export const ASK_AGAIN_MS = 60_000;
export const LONGEST_ASK_MS = 5 * ASK_AGAIN_MS;

/** One that has not rechecked for this long has no workflow. More than the longest interval, because a busy worker rechecks late. */
export const ASKS_NO_MORE_MS = 2 * LONGEST_ASK_MS;
