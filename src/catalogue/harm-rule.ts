/**
 * The harm rule (promise 3), kept at two places: `harmIn` when an entry is loaded, and `assertHarmless` (or `mayBeSent`)
 * right before a request leaves.
 */
export { assertHarmless, mayBeSent } from './harm-at-run-time.js';
export { harmIn } from './harm-in-request.js';
export type { Origin } from './probe-host.js';
