/** Short names of the most used schemas; all others are in `components`. */
import type { components, paths } from './schema.js';

type Schemas = components['schemas'];
export type ApiError = Schemas['ApiError'];
/** The progress of a batch. */
export type Batch = Schemas['Batch'];
/** An item of a batch as it is sent. */
export type BatchItem = Schemas['SentBatchItem'];
/** A line of a batch's results with `rows=items`, the default. */
export type BatchItemResult = Schemas['BatchItemResult'];
export type CreatedBatch = Schemas['CreatedBatch'];
export type ErrorCode = Schemas['ErrorCode'];
/** One check of a lookup with its evidence. */
export type EvidenceCheck = Schemas['EvidenceCheck'];
export type LookupRequestV2 = Schemas['LookupRequestV2'];
export type LookupV2 = Schemas['LookupV2'];
export type Omission = Schemas['Omission'];
export type Risk = Schemas['Risk'];
export type { components, paths };
