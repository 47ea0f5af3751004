export { batch, type BatchOptions, BatchPausedError, batchResults } from './batch.js';
export { createFootprintClient, type FootprintClient, type FootprintClientOptions } from './client.js';
export { FootprintTimeoutError } from './deadline.js';
export { FootprintError, unwrap } from './errors.js';
export {
  BrokenStreamError,
  followLookup,
  type FollowOptions,
  type LookupProgress,
  readLookupStream,
  type StreamHooks,
  streamLookup,
} from './follow-lookup.js';
export { readLines } from './lines.js';
export { lookup, type LookupOptions } from './lookup.js';
export { pages } from './pages.js';
export { persist, type RetryOptions } from './retry.js';
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
  LookupRequestV2,
  LookupV2,
  Omission,
  paths,
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
