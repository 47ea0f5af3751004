export { deliverWebhook } from './deliver-webhook.js';
export { watchEndpoint } from './endpoint-health.js';
export { eraseIdentity } from './erase-identity.js';
export { lookup } from './lookup.js';
export {
  calibrate,
  chainAudit,
  compressResults,
  reconcile,
  reconcileErasures,
  reconcileOutbox,
  reconcileRunning,
  retention,
} from './scheduled.js';
export { email } from './send-email.js';
