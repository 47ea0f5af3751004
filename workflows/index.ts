export { calibrate } from './calibrate.js';
export { deliverWebhook } from './deliver-webhook.js';
export { watchEndpoint } from './endpoint-health.js';
export { lookup } from './lookup.js';
export { reconcile, reconcileRunning } from './reconcile.js';
export { reconcileOutbox } from './reconcile-webhooks.js';
export { compressResults, retention } from './retention.js';
export { mail } from './send-mail.js';
