export { createOutboundHttp, type OutboundHttpOptions } from './transport.js';
export type * from './types.js';
