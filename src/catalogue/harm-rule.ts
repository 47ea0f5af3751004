/**
 * Request safety (promise 3), enforced twice: `harmIn` when an entry is loaded, and `assertHarmless` (or `mayBeSent`) right
 * before a request is sent.
 */
export { assertHarmless, mayBeSent } from './harm-at-run-time.js';
export { harmIn } from './harm-in-request.js';
export type { Origin } from './probe-host.js';
