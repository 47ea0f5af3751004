/**
 * Request safety (promise 3), enforced twice: `templateViolation` when an entry is loaded, `requestViolation` (or
 * `isRequestAllowed`) right before a request is sent.
 */
export { requestViolation, isRequestAllowed } from './check-request.js';
export { templateViolation } from './check-template.js';
export type { EntryOrigin } from '../../../kernel/net/probe-host.js';
