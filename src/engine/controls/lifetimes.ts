/** How long what is known of a platform counts, in milliseconds. What rests on one reason has one time. */
import { DAY_MS, HOUR_MS, MINUTE_MS, MONTH_MS, WEEK_MS } from '../../kernel/values/durations.js';

/** Nothing: it did not answer, or refused our requests. Shorter, and each lookup of a sweep would be refused again. */
export const BLOCKED_MS = MINUTE_MS;
/** It denied what exists or confirmed what cannot: a quarantine, and what is not asked of it again. Most faults are shorter. */
export const FAILED_MS = HOUR_MS;
/**
 * An answer that covers others for want of evidence: of a known account for a bare "no", of other people for theirs. A platform that turns
 * bad about once a month does so within fifteen minutes before one "no" in six thousand; with six hours it would be one in 240. The cost is
 * four more requests an hour to a platform in constant use.
 */
export const RECENT_MS = 15 * MINUTE_MS;
/** A control that passed, beside evidence of the rule's own: what a site says is changed by a release, and few have more in a day. */
export const PASSED_MS = 6 * HOUR_MS;
/** That it contradicted itself, and the site's own pages: what a day's lookups meet. */
export const UNSTEADY_MS = DAY_MS;
/** What a site is built for, such as whose provider it refuses and which capitals it tells apart; facts are cached no longer. */
export const BUILT_MS = WEEK_MS;
/** What is seldom seen: people of a form of names, contradictions before two accounts. */
export const SELDOM_MS = MONTH_MS;
