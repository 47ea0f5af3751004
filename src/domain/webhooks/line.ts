/** How a delivery in line at its endpoint keeps asking; the record tells by it which ones nobody carries out. */

/** It asks by itself, should nobody wake it: first after a minute, later every five. */
export const ASK_AGAIN_MS = 60_000;
export const LONGEST_ASK_MS = 5 * ASK_AGAIN_MS;

/** One that has not asked for so long has no workflow. Longer than the longest pause, for a busy worker asks later. */
export const ASKS_NO_MORE_MS = 2 * LONGEST_ASK_MS;
