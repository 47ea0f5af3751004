export { createFootprintClient, type FootprintClient, type FootprintClientOptions } from './client.js';
export { FootprintError, unwrap } from './errors.js';
export { BrokenStreamError, followLookup, readLookupStream, type LookupProgress, type StreamHooks } from './follow-lookup.js';
export { readLines } from './lines.js';
export { isFinished, lookup } from './lookup.js';
export { waitingFetch, type WaitingFetchOptions } from './wait.js';
export type {
  ApiError,
  Batch,
  BatchItem,
  BatchItemResult,
  components,
  CreatedBatch,
  ErrorCode,
  EvidenceCheck,
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
