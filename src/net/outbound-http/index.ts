export { createOutboundHttp, type OutboundHttpOptions } from './transport.js';
export type {
  CallLimits,
  OutboundHttp,
  OutboundOutcome,
  OutboundRequest,
  RequestParts,
  Via,
  ViaRequest,
  ViaResponse,
} from './types.js';
