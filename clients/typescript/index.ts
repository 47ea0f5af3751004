export { createFootprintClient, type FootprintClient, type FootprintClientOptions } from './client.js';
export { FootprintError, unwrap } from './errors.js';
export { isFinished, lookup } from './lookup.js';
export type { ApiError, components, ErrorCode, LookupRequest, LookupResponse, paths, PendingLookup, PlatformResult } from './types.js';
