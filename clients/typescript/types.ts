/** Short names of what callers handle most; every other schema is in `components`. */
import type { components, paths } from './schema.js';

type Schemas = components['schemas'];
export type ApiError = Schemas['ApiError'];
export type ErrorCode = ApiError['error']['code'];
export type LookupRequest = Schemas['LookupRequest'];
export type LookupResponse = Schemas['LookupResponse'];
export type LookupRequestV2 = Schemas['LookupRequestV2'];
export type LookupV2 = Schemas['LookupV2'];
export type Omission = Schemas['Omission'];
export type PendingLookup = Schemas['PendingLookup'];
export type PlatformResult = Schemas['PlatformResult'];
export type Risk = Schemas['Risk'];
export type { components, paths };
