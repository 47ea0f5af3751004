/**
 * How long the reconciler waits, in seconds, before it starts a lookup once more: after its second start, the third, the fourth, and each
 * later one. A lookup is started at most five times an hour, since each start may probe thousands of platforms.
 */
export const RESTART_DELAYS_SECONDS = [30, 60, 120, 3_600] as const;

/** Starts after which a lookup is reported: what it runs into will not pass by itself. */
export const SUSPICIOUS_STARTS = RESTART_DELAYS_SECONDS.length + 1;
