export { createOutboundHttp, type OutboundHttpOptions } from './transport.js';
export type { CallLimits, OutboundHttp, OutboundOutcome, OutboundRequest } from './types.js';
