export { createFootprintClient, type FootprintClient, type FootprintClientOptions } from './client.js';
export { FootprintError, unwrap } from './errors.js';
export { isFinished, lookup } from './lookup.js';
export type {
  ApiError,
  components,
  ErrorCode,
  LookupRequest,
  LookupRequestV2,
  LookupResponse,
  LookupV2,
  Omission,
  paths,
  PendingLookup,
  PlatformResult,
  Risk,
} from './types.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyWebhookOptions,
  type WebhookVerificationFailure,
  type WebhookEvent,
  type WebhookHeader,
} from './verify-webhook.js';
